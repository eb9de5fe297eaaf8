// Reports a place where the service reveals what a read rule hides: a refusal that compares it with the request, or a copy that more
// callers may read.

import { advise } from '../../diagnostic/help.ts'
import type { Expression } from '../../cel/expression.ts'
import { partsOf } from '../../cel/parts.ts'
import { reads } from '../../cel/reads.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { listTransitionGuards } from '../../fact/guards.ts'
import type { RuleCheck } from '../../fact/rule-check.ts'
import { type HiddenReads, type HidingAnalysis, analyseHiding } from '../../fact/hidden.ts'
import { hasRestrictedRecords, isRestrictedProperty } from '../../fact/rules.ts'
import { makeOperationContext } from '../../fact/operation-context.ts'
import { listTemplateExpressions } from '../../fact/template.ts'
import { groupCandidatesByState } from '../../fact/machines.ts'
import { type Transition, type ModelIndex, indexModel } from '../../fact/model-index.ts'
import type { Operation } from '../../model/model.ts'
import { type ExpressionText, type Named, type Slot, type Template, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { nameHiddenData, writeDisclosureHelp, findRuleOfCheck, labelRule } from '../rule-of-check.ts'
import type { Check } from '../check.ts'
import { findSubjectResource } from '../endpoints/subject.ts'

const code = 'authentication/disclosed'

type Context = { readonly facts: Facts; readonly modelIndex: ModelIndex; readonly hiding: HidingAnalysis }

export const check: Check = {
  code,
  run(facts) {
    const { model, typing } = facts
    if (model.authentication.state !== 'shown') return []
    const context: Context = { facts, modelIndex: indexModel(model, typing), hiding: analyseHiding(typing) }
    const reported = new Set<ExpressionText>()
    const comparisonDiagnostics = model.endpoints.value.operations.flatMap((operation) =>
      listComparisons(operation, context).flatMap(({ name, slot, hidden }) => {
        const diagnostic = reported.has(slot) ? undefined : checkComparison(operation, name, slot, hidden, context)
        if (diagnostic === undefined) return []
        reported.add(slot)
        return [diagnostic]
      }),
    )
    const copyDiagnostics = new Map(
      model.endpoints.value.operations
        .flatMap((operation) => checkCopies(operation, context))
        .map((diagnostic) => [`${diagnostic.primary.span.start} ${diagnostic.primary.span.source.name}`, diagnostic]),
    )
    return [...comparisonDiagnostics, ...copyDiagnostics.values()]
  },
}

type Compared = { readonly name: string; readonly slot: ExpressionText; readonly hidden: HiddenReads }

/** Conditions that refuse or choose: of the operation, of its steps, and guards of the transitions that it makes. */
function listComparisons(operation: Operation, { modelIndex, hiding }: Context): readonly Compared[] {
  const steps = (slotValueOf(operation.slots.do) ?? []).flatMap((step) => [...listSpecifiedEntries(step.require), ...listChoices(step)])
  const operationConditions = [...listSpecifiedEntries(operation.slots.require), ...steps].map(({ name, value }) => ({
    name,
    slot: value,
    hidden: hiding.analyseUse({ slot: value, operation }),
  }))
  const guards = makeOperationContext(modelIndex, operation).transitions.flatMap(listTransitionGuards)
  return [
    ...operationConditions,
    ...guards.map(({ name, expression }) => ({ name, slot: expression, hidden: hiding.analyseGuard(operation, expression) })),
  ]
}

/** Conditions and loops of an effect reveal the data they read. */
function listChoices({ if: condition, for: loop }: Effect): readonly { readonly name: string; readonly value: ExpressionText }[] {
  const [conditionText, list] = [slotValueOf(condition), slotValueOf(slotValueOf(loop)?.in ?? { state: 'unsaid' })]
  return [
    ...(conditionText === undefined ? [] : [{ name: 'if', value: conditionText }]),
    ...(list === undefined ? [] : [{ name: 'for', value: list }]),
  ]
}

function checkComparison(
  operation: Operation,
  name: string,
  slot: ExpressionText,
  hidden: HiddenReads,
  { facts: { typing }, modelIndex }: Context,
): Diagnostic | undefined {
  const expression = hidden.parts.size === 0 ? undefined : typing.expression(slot)
  const hiddenOperand = expression && findHiddenOperand(expression, hidden.parts)
  const ruleCheck = hiddenOperand && hidden.parts.get(hiddenOperand)?.[0]
  if (hiddenOperand === undefined || ruleCheck === undefined) return undefined
  const operandText = slot.text.slice(hiddenOperand.start, hiddenOperand.end)
  return createDiagnostic(
    'warning',
    code,
    `${quoteName(name)} of ${quoteName(operation.name)} compares ${quoteName(operandText)} with a value of the request, and reads ${nameHiddenData(ruleCheck)}`,
    { span: slot.node.span, text: 'a caller who tries values learns the hidden one from the answers' },
    {
      others: labelRule(modelIndex, ruleCheck),
      help: advise`Ask for something that the caller may read, or ${writeDisclosureHelp(ruleCheck, quoteName(operation.name), modelIndex.domain)}`,
    },
  )
}

const comparisonOperators: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', 'in'])
const textTests: ReadonlySet<string> = new Set(['startsWith', 'endsWith', 'contains', 'matches'])

/** A hidden operand that is compared with the input; `verify` is excluded, because it compares hashes. */
function findHiddenOperand(expression: Expression, parts: HiddenReads['parts']): Expression | undefined {
  if (expression.kind === 'call' && expression.name === 'verify') return undefined
  const [left, right] = findOperands(expression) ?? []
  if (left !== undefined && right !== undefined) {
    if (parts.has(left) && readsInput(right)) return left
    if (parts.has(right) && readsInput(left)) return right
  }
  for (const { expression: part } of partsOf(expression)) {
    const expression = findHiddenOperand(part, parts)
    if (expression !== undefined) return expression
  }
  return undefined
}

function findOperands(expression: Expression): readonly [Expression, Expression] | undefined {
  if (expression.kind === 'binary' && comparisonOperators.has(expression.operator)) return [expression.left, expression.right]
  const [argument] = expression.kind === 'call' ? expression.arguments : []
  return expression.kind === 'call' && expression.target !== undefined && argument !== undefined && textTests.has(expression.name)
    ? [expression.target, argument]
    : undefined
}

function readsInput(expression: Expression): boolean {
  return reads(expression).variables.some(({ name }) => name === 'input')
}

type SetSlot = Slot<readonly Named<Template>[]>

function checkCopies(operation: Operation, context: Context): Diagnostic[] {
  const { domain } = context.facts.typing
  const steps = (slotValueOf(operation.slots.do) ?? []).flatMap((step) =>
    checkSet(operation, step.set, domain.resources.get((slotValueOf(step.create) ?? slotValueOf(step.update))?.text ?? ''), context),
  )
  return [
    ...checkSet(operation, operation.slots.set, findSubjectResource(operation, domain), context),
    ...steps,
    ...makeOperationContext(context.modelIndex, operation).transitions.flatMap((transition) =>
      checkTransition(operation, transition, context),
    ),
  ]
}

/** The writes of a transition that the operation makes, and those of its effects. */
function checkTransition(operation: Operation, { resource, machines, name }: Transition, context: Context): Diagnostic[] {
  const { resources } = context.facts.typing.domain
  const candidates = machines.flatMap(({ machine }) =>
    groupCandidatesByState(machine, name).flatMap(({ candidates: stateCandidates }) => stateCandidates),
  )
  return candidates.flatMap(({ set, then }) => [
    ...checkSet(operation, set, resources.get(resource), context, true),
    ...(slotValueOf(then) ?? []).flatMap((effect) =>
      checkSet(operation, effect.set, resources.get((slotValueOf(effect.create) ?? slotValueOf(effect.update))?.text ?? ''), context, true),
    ),
  ])
}

/** `inPart3`: the expression is in part 3, and the operation's disclosures apply to it. */
function checkSet(
  operation: Operation,
  set: SetSlot,
  target: ResourceInfo | undefined,
  { facts: { model }, modelIndex, hiding }: Context,
  inPart3 = false,
): Diagnostic[] {
  if (target === undefined) return []
  return listSpecifiedEntries(set).flatMap(({ name, value }) => {
    // The author decided who may read a field with a rule of its own.
    if (!target.properties.has(name) || isRestrictedProperty(model, target.name, name)) return []
    for (const { expression } of listTemplateExpressions(value)) {
      const { hidingRules } = inPart3 ? hiding.analyseGuard(operation, expression) : hiding.analyseUse({ slot: expression, operation })
      const ruleCheck = hidingRules.find((ruleCheck) => isReadableByMore(ruleCheck, target.name, modelIndex))
      if (ruleCheck === undefined) continue
      return [
        createDiagnostic(
          'warning',
          code,
          `${quoteName(`${target.name}.${name}`)} is set from ${nameHiddenData(ruleCheck)}, and other callers may read the copy`,
          { span: expression.node.span, text: 'copied to where others read it' },
          {
            others: labelRule(modelIndex, ruleCheck),
            help: advise`Give ${quoteName(`${target.name}.${name}`)} its own rule in part 5, or ${writeDisclosureHelp(ruleCheck, quoteName(operation.name), modelIndex.domain)}`,
          },
        ),
      ]
    }
    return []
  })
}

/** True if more callers may read the target's records than the copied value: all callers, or for a field all readers of its record. */
function isReadableByMore(ruleCheck: RuleCheck, target: string, modelIndex: ModelIndex): boolean {
  const targetRule = findRuleOfCheck(modelIndex, { kind: 'record', resource: target })
  const rule = findRuleOfCheck(modelIndex, ruleCheck)
  const isSame = targetRule?.kind === 'conditional' && rule?.kind === 'conditional' && targetRule.expression.text === rule.expression.text
  return !isSame && (ruleCheck.kind === 'field' || !hasRestrictedRecords(modelIndex.model, target))
}
