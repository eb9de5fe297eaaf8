// Reports a place where the service reveals what a read rule hides: a refusal that compares it with the request, or a copy that more
// callers may read.

import type { Expression } from '../../cel/expression.ts'
import { partsOf } from '../../cel/parts.ts'
import { reads } from '../../cel/reads.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { guardsOfTransition } from '../../fact/guards.ts'
import type { RuleCheck } from '../../fact/rule-check.ts'
import { type Hidden, type Hiding, hidingOf } from '../../fact/hidden.ts'
import { isHiding, isWithheld } from '../../fact/rules.ts'
import { contextOfOperation } from '../../fact/operation-context.ts'
import { expressionsIn } from '../../fact/template.ts'
import { candidatesByState } from '../../fact/machines.ts'
import { type Transition, type World, world } from '../../fact/world.ts'
import type { Operation } from '../../model/model.ts'
import { type ExpressionText, type Named, type Slot, type Template, specifiedEntries, slotValue } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { ruleText, disclosureHelp, ruleOfCheck, ruleLabels } from '../rule-of-check.ts'
import type { Check } from '../check.ts'
import { subjectOf } from '../endpoints/subject.ts'

const code = 'authentication/disclosed'

type Known = { readonly facts: Facts; readonly known: World; readonly hiding: Hiding }

export const check: Check = {
  code,
  run(facts) {
    const { model, typing } = facts
    if (model.authentication.state !== 'shown') return []
    const all: Known = { facts, known: world(model, typing), hiding: hidingOf(typing) }
    const reported = new Set<ExpressionText>()
    const compared = model.endpoints.value.operations.flatMap((operation) =>
      comparisons(operation, all).flatMap(({ name, slot, hidden }) => {
        const diagnostic = reported.has(slot) ? undefined : ofComparison(operation, name, slot, hidden, all)
        if (diagnostic === undefined) return []
        reported.add(slot)
        return [diagnostic]
      }),
    )
    const copied = new Map(
      model.endpoints.value.operations
        .flatMap((operation) => copies(operation, all))
        .map((diagnostic) => [`${diagnostic.primary.span.start} ${diagnostic.primary.span.source.name}`, diagnostic]),
    )
    return [...compared, ...copied.values()]
  },
}

type Compared = { readonly name: string; readonly slot: ExpressionText; readonly hidden: Hidden }

/** Conditions that refuse or choose: of the operation, of its steps, and guards of the transitions that it makes. */
function comparisons(operation: Operation, { known, hiding }: Known): readonly Compared[] {
  const steps = (slotValue(operation.slots.do) ?? []).flatMap((step) => [...specifiedEntries(step.require), ...choices(step)])
  const own = [...specifiedEntries(operation.slots.require), ...steps].map(({ name, value }) => ({
    name,
    slot: value,
    hidden: hiding.ofUse({ slot: value, operation }),
  }))
  const guards = contextOfOperation(known, operation).transitions.flatMap(guardsOfTransition)
  return [...own, ...guards.map(({ name, expression }) => ({ name, slot: expression, hidden: hiding.asWithin(operation, expression) }))]
}

/** Conditions and loops of an effect reveal the data they read. */
function choices({ if: condition, for: loop }: Effect): readonly { readonly name: string; readonly value: ExpressionText }[] {
  const [holds, list] = [slotValue(condition), slotValue(slotValue(loop)?.in ?? { state: 'unsaid' })]
  return [...(holds === undefined ? [] : [{ name: 'if', value: holds }]), ...(list === undefined ? [] : [{ name: 'for', value: list }])]
}

function ofComparison(
  operation: Operation,
  name: string,
  slot: ExpressionText,
  hidden: Hidden,
  { facts: { typing }, known }: Known,
): Diagnostic | undefined {
  const expression = hidden.parts.size === 0 ? undefined : typing.expression(slot)
  const compared = expression && hiddenSide(expression, hidden.parts)
  const ask = compared && hidden.parts.get(compared)?.[0]
  if (compared === undefined || ask === undefined) return undefined
  const comparedText = slot.text.slice(compared.start, compared.end)
  return diagnostic(
    'warning',
    code,
    `${quoteName(name)} of ${quoteName(operation.name)} compares ${quoteName(comparedText)} with what the request sends, and reads ${ruleText(ask)}`,
    { span: slot.node.span, text: 'who tries values is told by the answer' },
    {
      others: ruleLabels(known, ask),
      help: `Ask for something that the caller may read, or ${disclosureHelp(ask, quoteName(operation.name), known.domain)}`,
    },
  )
}

const comparing: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', 'in'])
const testing: ReadonlySet<string> = new Set(['startsWith', 'endsWith', 'contains', 'matches'])

/** A hidden operand that is compared with the input; `verify` is excluded, because it compares hashes. */
function hiddenSide(expression: Expression, parts: Hidden['parts']): Expression | undefined {
  if (expression.kind === 'call' && expression.name === 'verify') return undefined
  const [left, right] = sidesOf(expression) ?? []
  if (left !== undefined && right !== undefined) {
    if (parts.has(left) && readsInput(right)) return left
    if (parts.has(right) && readsInput(left)) return right
  }
  for (const { expression: part } of partsOf(expression)) {
    const expression = hiddenSide(part, parts)
    if (expression !== undefined) return expression
  }
  return undefined
}

function sidesOf(expression: Expression): readonly [Expression, Expression] | undefined {
  if (expression.kind === 'binary' && comparing.has(expression.operator)) return [expression.left, expression.right]
  const [argument] = expression.kind === 'call' ? expression.arguments : []
  return expression.kind === 'call' && expression.target !== undefined && argument !== undefined && testing.has(expression.name)
    ? [expression.target, argument]
    : undefined
}

function readsInput(expression: Expression): boolean {
  return reads(expression).variables.some(({ name }) => name === 'input')
}

type Sets = Slot<readonly Named<Template>[]>

function copies(operation: Operation, all: Known): Diagnostic[] {
  const { domain } = all.facts.typing
  const steps = (slotValue(operation.slots.do) ?? []).flatMap((step) =>
    ofSet(operation, step.set, domain.resources.get((slotValue(step.create) ?? slotValue(step.update))?.text ?? ''), all),
  )
  return [
    ...ofSet(operation, operation.slots.set, subjectOf(operation, domain), all),
    ...steps,
    ...contextOfOperation(all.known, operation).transitions.flatMap((transition) => ofTransition(operation, transition, all)),
  ]
}

/** The writes of a transition that the operation makes, and those of its effects. */
function ofTransition(operation: Operation, { resource, machines, name }: Transition, all: Known): Diagnostic[] {
  const { resources } = all.facts.typing.domain
  const candidates = machines.flatMap(({ machine }) => candidatesByState(machine, name).flatMap(({ candidates: own }) => own))
  return candidates.flatMap(({ set, then }) => [
    ...ofSet(operation, set, resources.get(resource), all, true),
    ...(slotValue(then) ?? []).flatMap((effect) =>
      ofSet(operation, effect.set, resources.get((slotValue(effect.create) ?? slotValue(effect.update))?.text ?? ''), all, true),
    ),
  ])
}

/** `ofPart3`: the expression is in part 3, and the operation's disclosures apply to it. */
function ofSet(
  operation: Operation,
  set: Sets,
  target: ResourceInfo | undefined,
  { facts: { model }, known, hiding }: Known,
  ofPart3 = false,
): Diagnostic[] {
  if (target === undefined) return []
  return specifiedEntries(set).flatMap(({ name, value }) => {
    // A field with its own rule was considered by the author.
    if (!target.properties.has(name) || isWithheld(model, target.name, name)) return []
    for (const { expression } of expressionsIn(value)) {
      const { hides } = ofPart3 ? hiding.asWithin(operation, expression) : hiding.ofUse({ slot: expression, operation })
      const ask = hides.find((one) => isForMore(one, target.name, known))
      if (ask === undefined) continue
      return [
        diagnostic(
          'warning',
          code,
          `${quoteName(`${target.name}.${name}`)} is set from ${ruleText(ask)}, and more may read it`,
          { span: expression.node.span, text: 'copied to where others read it' },
          {
            others: ruleLabels(known, ask),
            help: `Give ${quoteName(`${target.name}.${name}`)} a rule of its own in part 5, or ${disclosureHelp(ask, quoteName(operation.name), known.domain)}`,
          },
        ),
      ]
    }
    return []
  })
}

/** True if more callers may read the target's records than the copied value: all callers, or for a field all readers of its record. */
function isForMore(ask: RuleCheck, target: string, known: World): boolean {
  const own = ruleOfCheck(known, { kind: 'record', resource: target })
  const rule = ruleOfCheck(known, ask)
  const isSame = own?.kind === 'asked' && rule?.kind === 'asked' && own.expression.text === rule.expression.text
  return !isSame && (ask.kind === 'field' || !isHiding(known.model, target))
}
