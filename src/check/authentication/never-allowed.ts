// Reports operations that no caller may use: without a rule that allows the action, it is denied.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Operation } from '../../model/model.ts'
import { entryNamed, slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { subjectOf } from '../endpoints/subject.ts'

const code = 'authentication/never-allowed'

export const check: Check = {
  code,
  // A misspelt rule is reported at its line.
  quietBesideErrors: true,
  run(facts) {
    const { state, value } = facts.model.authentication
    const isOpen =
      slotValue(value.default) === 'allow' || [value.default, value.rules].some((slot) => slot.state === 'gap' || slot.state === 'wrong')
    if (state !== 'shown' || isOpen) return []
    const denied = facts.model.endpoints.value.operations.flatMap((operation) => deniedOf(operation, facts) ?? [])
    return Array.from(Map.groupBy(denied, ({ resource }) => resource).values(), diagnose)
  },
}

/** The rules of an action; `put` may create and may replace. */
const asked: { readonly [action: string]: readonly string[] } = {
  list: ['read'],
  read: ['read'],
  create: ['create'],
  update: ['update'],
  replace: ['update'],
  put: ['create', 'update'],
  delete: ['delete'],
}

type Denied = { readonly resource: string; readonly operation: Operation; readonly lacking: readonly string[] }

/** One resource without rules is one cause, however many operations are about it. */
function diagnose(denied: readonly Denied[]): Diagnostic {
  const [{ resource, operation, lacking }, ...rest] = denied as [Denied, ...Denied[]]
  const all = new Set(denied.flatMap((each) => each.lacking))
  return diagnostic(
    'warning',
    code,
    `Nobody may use ${joinWithAnd(denied.map(({ operation: { name } }) => name))}`,
    { span: operation.key.span, text: `no rule allows ${quoteName(`${resource} ${lacking.join(', ')}`)}` },
    {
      others: rest.map((each) => ({ span: each.operation.key.span, text: `nor ${quoteName(`${resource} ${each.lacking.join(', ')}`)}` })),
      reason: 'An action that no rule allows is denied, so every request would be refused.',
      help: `Let everybody with \`default: allow\`, or say in part 5 who may, for example\n\nrules:\n  ${resource}:\n${Array.from(all, (action) => `    ${action}: caller != null`).join('\n')}`,
    },
  )
}

function deniedOf(operation: Operation, { model, typing }: Facts): Denied | undefined {
  const resource = subjectOf(operation, typing.domain)
  const { action = '', subject, slots } = operation
  if (resource === undefined || subject === undefined || slots.to.state === 'shown') return undefined
  const rules = entryNamed(model.authentication.value.rules, resource.name)?.slot ?? { state: 'unsaid' }
  if (rules.state === 'gap' || rules.state === 'wrong') return undefined
  const wanted = action === 'transition' ? [subject.text.slice(resource.name.length + 1)] : (asked[action] ?? [])
  const lacking = wanted.filter(
    (each) => (entryNamed(rules, each)?.slot.state ?? 'unsaid') === 'unsaid' || isFalse(entryNamed(rules, each)!.slot),
  )
  return lacking.length === 0 || lacking.length < wanted.length ? undefined : { resource: resource.name, operation, lacking }
}

function isFalse(slot: { readonly state: string; readonly value?: unknown }): boolean {
  const { value } = slot
  return slot.state === 'shown' && typeof value === 'object' && value !== null && 'text' in value && value.text === 'false'
}
