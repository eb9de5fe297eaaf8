// Finds the lines of part 5 that a difference concerns: who may read, change or see a record.

import type { Span } from '../base/text.ts'
import type { Model } from '../model/model.ts'
import { findNamedEntry } from '../model/slot.ts'

/** The rule of a resource for an action, or for one of its properties. */
export function ruleSpan({ authentication }: Model, resource: string, name: string): Span | undefined {
  if (authentication.state !== 'shown') return undefined
  const rules = findNamedEntry(authentication.value.rules, resource)
  return rules?.slot.state === 'shown' ? findNamedEntry(rules.slot, name)?.key.span : undefined
}

/** True if the rule permits everything. */
export function isRuleOpen({ authentication }: Model, resource: string, name: string): boolean {
  const rules = authentication.state === 'shown' ? findNamedEntry(authentication.value.rules, resource)?.slot : undefined
  const rule = rules?.state === 'shown' ? findNamedEntry(rules, name)?.slot : undefined
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
