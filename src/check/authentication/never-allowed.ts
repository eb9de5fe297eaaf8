// An operation that nobody may use: no rule allows its action, and what no rule allows is denied.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoted } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Operation } from '../../model/model.ts'
import { named, shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { subjectOf } from '../endpoints/subject.ts'

const code = 'authentication/never-allowed'

export const check: Check = {
  code,
  run(facts) {
    const { state, value } = facts.model.authentication
    const isOpen = shown(value.default) === 'allow' || [value.default, value.rules].some((slot) => slot.state === 'hole' || slot.state === 'wrong')
    return state !== 'shown' || isOpen ? [] : facts.model.endpoints.value.operations.flatMap((operation) => ofOperation(operation, facts))
  },
}

/** The rules that are asked of an action; `put` may create and may replace. */
const asked: { readonly [action: string]: readonly string[] } = {
  list: ['read'], read: ['read'], create: ['create'], update: ['update'], replace: ['update'], put: ['create', 'update'], delete: ['delete'],
}

function ofOperation(operation: Operation, { model, typing }: Facts): Diagnostic[] {
  const resource = subjectOf(operation, typing.domain)
  const { action = '', subject, slots, name } = operation
  if (resource === undefined || subject === undefined || slots.to.state === 'shown') return []
  const rules = named(model.authentication.value.rules, resource.name)?.slot ?? { state: 'unsaid' }
  if (rules.state === 'hole' || rules.state === 'wrong') return []
  const wanted = action === 'transition' ? [subject.text.slice(resource.name.length + 1)] : (asked[action] ?? [])
  const lacking = wanted.filter((each) => (named(rules, each)?.slot.state ?? 'unsaid') === 'unsaid' || isFalse(named(rules, each)!.slot))
  if (lacking.length === 0 || lacking.length < wanted.length) return []
  return [
    diagnostic('warning', code, `Nobody may use ${quoted(name)}`, { span: operation.key.span, text: `no rule allows ${quoted(`${resource.name} ${lacking.join(', ')}`)}` }, {
      reason: 'What no rule allows is denied, so every request would be refused.',
      help: `Let everybody with \`default: allow\`, or say in part 5 who may, for example\n\nrules:\n  ${resource.name}:\n    ${lacking[0]!}: caller != null`,
    }),
  ]
}

function isFalse(slot: { readonly state: string; readonly value?: unknown }): boolean {
  const { value } = slot
  return slot.state === 'shown' && typeof value === 'object' && value !== null && 'text' in value && value.text === 'false'
}
