// Determines what `error` reveals of a record's state, which a rule of its property may hide.

import type { Typing } from '../typing/domain.ts'
import type { RuleCheck } from './rule-check.ts'
import { isRestrictedProperty } from './rules.ts'

const stateMembers: ReadonlySet<string> = new Set(['state', 'allowed'])

/** The rules that hide a member of `error`. */
export function listErrorMemberRules({ domain: { model, resources } }: Typing, member: string): readonly RuleCheck[] {
  if (!stateMembers.has(member)) return []
  return [...resources.values()].flatMap(({ name: resource, machines }) =>
    machines.flatMap(({ field: property }): RuleCheck[] =>
      isRestrictedProperty(model, resource, property) ? [{ kind: 'field', resource, property }] : [],
    ),
  )
}
