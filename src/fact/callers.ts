// Finds the resource of the caller's record, by scheme.

import type { CallerRule } from '../model/authentication.ts'
import { type Slot, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Typing } from '../typing/domain.ts'

/** Undefined if callers of the scheme are not records. */
export function findCallerResource(typing: Typing, scheme: string): string | undefined {
  const { schemes, caller } = typing.domain.model.authentication.value
  const declared = listSpecifiedEntries(schemes).find(({ name }) => name === scheme)?.value
  const lookup = declared && slotValueOf(declared.find)
  return findRuleResource(caller, scheme, typing) ?? (lookup && slotValueOf(lookup.find)?.text)
}

/** Each resource whose records are callers, in the order of the schemes. */
export function listResourcesOfCallers(typing: Typing): readonly string[] {
  const { schemes } = typing.domain.model.authentication.value
  return [...new Set(listSpecifiedEntries(schemes).flatMap(({ name }) => findCallerResource(typing, name) ?? []))]
}

function findRuleResource(slot: Slot<CallerRule>, scheme: string, typing: Typing): string | undefined {
  const rule = slotValueOf(slot)
  switch (rule?.kind) {
    case undefined:
      return undefined
    case 'lookup':
      return slotValueOf(rule.lookup.find)?.text
    case 'expression': {
      const type = typing.expression(rule.expression)?.type
      return type?.kind === 'record' ? type.resource : undefined
    }
    case 'schemes':
      return findRuleResource(rule.schemes.find(({ name }) => name === scheme)?.slot ?? { state: 'unsaid' }, scheme, typing)
  }
}
