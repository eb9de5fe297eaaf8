// Reports operations that no caller may use, because no rule allows the action; and fields that no caller may use in a
// request.

import { advise, paste, quoteEntry, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { type RuleAction, findPropertyRule } from '../../fact/rules.ts'
import { indexModel } from '../../fact/model-index.ts'
import { listSelectionWords } from '../../model/filters.ts'
import type { Operation } from '../../model/model.ts'
import { type Word, findNamedEntry, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { findSubjectResource } from '../endpoints/subject.ts'
import { listBodyFields } from '../endpoints/unknown-property.ts'
import { canNeverHold } from '../expressions/known-condition.ts'
import { isAuthored } from '../unused.ts'

const code = 'authentication/never-allowed'

export const check: Check = {
  code,
  // A misspelt rule is reported at its line.
  quietBesideErrors: true,
  run(facts) {
    const { state, value } = facts.model.authentication
    const isOpen =
      slotValueOf(value.default) === 'allow' || [value.default, value.rules].some((slot) => slot.state === 'gap' || slot.state === 'wrong')
    if (state !== 'shown' || isOpen) return []
    const denied = facts.model.endpoints.value.operations.flatMap((operation) => findDenied(operation, facts) ?? [])
    return [
      ...Array.from(Map.groupBy(denied, ({ resource }) => resource).values(), diagnose),
      ...facts.model.endpoints.value.operations.flatMap((operation) => checkFields(operation, facts)),
    ]
  },
}

/** The rules of an action; `put` may create and may replace. */
const rulesByAction: { readonly [action: string]: readonly RuleAction[] } = {
  list: ['read'],
  read: ['read'],
  create: ['create'],
  update: ['update'],
  replace: ['update'],
  put: ['create', 'update'],
  delete: ['delete'],
}

type Denied = { readonly resource: string; readonly operation: Operation; readonly missingRules: readonly string[] }

/** One resource without rules is reported once, for all its operations. */
function diagnose(denied: readonly Denied[]): Diagnostic {
  const [{ resource, operation, missingRules }, ...rest] = denied as [Denied, ...Denied[]]
  const missing = new Set(denied.flatMap((each) => each.missingRules))
  return createDiagnostic(
    'warning',
    code,
    `No caller may use ${joinWithAnd(denied.map(({ operation: { name } }) => name))}`,
    { span: operation.key.span, text: `no rule allows ${quoteName(`${resource} ${missingRules.join(', ')}`)}` },
    {
      others: rest.map((each) => ({
        span: each.operation.key.span,
        text: `nor ${quoteName(`${resource} ${each.missingRules.join(', ')}`)}`,
      })),
      reason: 'An action that no rule allows is denied, so every request would be refused.',
      help: advise`Allow all callers with ${quoteEntry('default: allow')}, or add a rule to part 5, for example${paste(`rules:\n  ${resource}:\n${Array.from(missing, (action) => `    ${action}: caller != null`).join('\n')}`)}`,
    },
  )
}

function findDenied(operation: Operation, { model, typing }: Facts): Denied | undefined {
  const resource = findSubjectResource(operation, typing.domain)
  const { action = '', subject, slots } = operation
  if (resource === undefined || subject === undefined || slots.to.state === 'shown') return undefined
  const rules = findNamedEntry(model.authentication.value.rules, resource.name)?.slot ?? { state: 'unsaid' }
  if (rules.state === 'gap' || rules.state === 'wrong') return undefined
  const neededRules = action === 'transition' ? [subject.text.slice(resource.name.length + 1)] : (rulesByAction[action] ?? [])
  const missingRules = neededRules.filter(
    (each) => (findNamedEntry(rules, each)?.slot.state ?? 'unsaid') === 'unsaid' || isFalse(findNamedEntry(rules, each)!.slot),
  )
  return missingRules.length === 0 || missingRules.length < neededRules.length
    ? undefined
    : { resource: resource.name, operation, missingRules }
}

/** Fields of a request that the rules of part 5 always refuse. */
function checkFields(operation: Operation, facts: Facts): Diagnostic[] {
  const { typing, model } = facts
  const resource = findSubjectResource(operation, typing.domain)
  const { action = '', slots, name } = operation
  if (resource === undefined) return []
  const modelIndex = indexModel(model, typing)
  const body = slotValueOf(slots.body)
  const uses: readonly FieldUse[] = [
    { words: body === undefined ? [] : listBodyFields(body), actions: rulesByAction[action] ?? [], verb: 'sends' },
    { words: listSelectionWords(slots, 'filter'), actions: ['read'], verb: 'filters by' },
    { words: listSelectionWords(slots, 'sort'), actions: ['read'], verb: 'sorts by' },
  ]
  const namedFields = uses.flatMap(({ words, ...use }) => words.map((word) => ({ ...word, ...use })))
  return namedFields.flatMap(({ text, node, actions, verb }): Diagnostic[] => {
    const property = text.split('.')[0]!
    const rules = actions.map((each) => findPropertyRule(modelIndex, resource.name, property, each))
    const [rule] = rules
    const isRefused = rules.every((each) => each.kind === 'conditional' && canNeverHold(typing.expression(each.expression)))
    if (rule?.kind !== 'conditional' || !isRefused || !isAuthored(node.span)) return []
    return [
      createDiagnostic(
        'warning',
        code,
        `No caller may use ${quoteName(property)} in ${quoteName(name)}`,
        {
          span: node.span,
          text: `a request that ${verb} it is refused`,
        },
        {
          others: [{ span: rule.expression.node.span, text: 'allows no caller' }],
          reason: 'The rule of a field is evaluated for each request that uses the field.',
          help: advise`${remove('Remove the field')} here, or change its rule.`,
        },
      ),
    ]
  })
}

type FieldUse = { readonly words: readonly Word[]; readonly actions: readonly RuleAction[]; readonly verb: string }

function isFalse(slot: { readonly state: string; readonly value?: unknown }): boolean {
  const { value } = slot
  return slot.state === 'shown' && typeof value === 'object' && value !== null && 'text' in value && value.text === 'false'
}
