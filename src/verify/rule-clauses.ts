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

/** The word that a scheme of part 5 expects in `Authorization`. */
export function schemeWordSpan({ authentication }: Model, scheme: string): Span | undefined {
  const found = authentication.state === 'shown' ? findNamedEntry(authentication.value.schemes, scheme)?.slot : undefined
  return found?.state === 'shown' && found.value.scheme.state === 'shown' ? found.value.scheme.at.span : undefined
}
