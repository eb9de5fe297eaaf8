// Finds the lines of part 5 that a difference concerns: who may read, change or see a record.

import type { Span } from '../../base/text.ts'
import type { Model } from '../../model/model.ts'
import { findNamedEntry } from '../../model/slot.ts'

/** The rule of a resource for an action, or for one of its properties. */
export function ruleSpan(model: Model, resource: string, name: string): Span | undefined {
  return findRule(model, resource, name)?.key.span
}

function findRule({ authentication }: Model, resource: string, name: string) {
  const rules = authentication.state === 'shown' ? findNamedEntry(authentication.value.rules, resource)?.slot : undefined
  return rules?.state === 'shown' ? findNamedEntry(rules, name) : undefined
}

/** True if the rule permits everything. */
export function isRuleOpen(model: Model, resource: string, name: string): boolean {
  const rule = findRule(model, resource, name)?.slot
  return rule?.state === 'shown' && 'text' in rule.value && rule.value.text.trim() === 'true'
}

/** Where part 5 says how a record is answered that the caller may not read. */
export function hidingSpan({ authentication }: Model): Span | undefined {
  const { unreadable } = authentication.value
  return unreadable.state === 'shown' ? unreadable.at.span : undefined
}

/** The word that a scheme of part 5 expects in `Authorization`. */
export function schemeWordSpan({ authentication }: Model, scheme: string): Span | undefined {
  const found = authentication.state === 'shown' ? findNamedEntry(authentication.value.schemes, scheme)?.slot : undefined
  return found?.state === 'shown' && found.value.scheme.state === 'shown' ? found.value.scheme.at.span : undefined
}
