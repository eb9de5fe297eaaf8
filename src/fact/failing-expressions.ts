// Finds the expressions of an operation that can fail while a request is answered, except for those of `set` and `where`.

import type { Expression } from '../cel/expression.ts'
import { mayFail } from '../cel/may-fail.ts'
import { partsOf } from '../cel/parts.ts'
import { isCounted } from '../model/counts.ts'
import { type ExpressionText, type Origin, type TemplateText, specifiedEntries, originOf } from '../model/slot.ts'
import type { Typing } from '../typing/domain.ts'
import { expressionsOf } from '../typing/expressions-of.ts'
import { isOpenSomewhere, provesComputed } from '../typing/proof.ts'
import type { SlotUse } from '../typing/slots/use.ts'
import { programOutcomeOf } from './conditions/effect.ts'
import { emittedBy, emitterSources } from './emitters.ts'
import { type CollectedExpressions, collectExpressions } from './expressions.ts'
import type { OperationContext } from './operation-context.ts'
import { allExpressionsOf } from './reads.ts'
import type { World } from './world.ts'

/** The places of expressions that can fail; a failure refuses the request with `invalid computed`. */
export function failingExpressions(operationContext: OperationContext): readonly Origin[] {
  const { world } = operationContext
  const { said: failing, ofInput } = failingOf(world)
  if (failing.size === 0 && ofInput.length === 0) return []
  const parts: CollectedExpressions[] = [allExpressionsOf(operationContext), collectExpressions(eventsAndLimits(operationContext))]
  const found = new Set<ExpressionText | TemplateText>(
    parts.flatMap(({ expressions, texts }) => [...expressions, ...texts]).filter((slot) => failing.has(slot)),
  )
  return [...(takesValues(operationContext) ? ofInput : []), ...found].map(({ node }) => originOf(node))
}

/** Schemas decode request input and written values. */
function takesValues(operationContext: OperationContext): boolean {
  const { body, operation: { slots } } = operationContext
  return body !== undefined || slots.parameters.state === 'shown' || programOutcomeOf(operationContext).changes.length > 0
}

/** Events are part of the transaction, and limits of the request. */
function eventsAndLimits(operationContext: OperationContext): unknown {
  const { world, operation } = operationContext
  const { rates, quotas } = world.model.limits.value
  const { changes } = programOutcomeOf(operationContext)
  return [
    emittedBy(emitterSources(world), changes).map(({ value }) => value),
    [...specifiedEntries(rates), ...specifiedEntries(quotas)].flatMap(({ name, value }) =>
      isCounted(operation, name, value) ? [value.partition] : [],
    ),
  ]
}

type Slot = SlotUse['slot']

/** `said`: those that parts of an operation may contain; `ofInput`: those of schemas. Most documents have none. */
type Failing = { readonly said: ReadonlySet<Slot>; readonly ofInput: readonly Slot[] }

const known = new WeakMap<World, Failing>()

function failingOf(world: World): Failing {
  return known.getOrInsertComputed(world, ({ domain, typing }) => {
    const isOfProperty = new Set(
      [...domain.resources.values()].flatMap(({ properties }) =>
        [...properties.values()].map(({ generate }) => (generate?.kind === 'expression' ? generate.expression : undefined)),
      ),
    )
    const isOfSchema = ({ role, slot }: SlotUse): boolean =>
      role === 'resources.normalize' || (role === 'resources.generate' && !isOfProperty.has(slot as ExpressionText))
    const slots = typing.slots.filter(
      (use) =>
        !answeredElsewhere.has(use.role) &&
        (canFail(typing, use) || (isOfSchema(use) && expressionsOf(use.slot, typing).some(isOpenSomewhere))),
    )
    return {
      said: new Set([...slots.map(({ slot }) => slot), ...findUnfitComputes(world)]),
      ofInput: slots.filter(isOfSchema).map(({ slot }) => slot),
    }
  })
}

/** A `set` refuses as `invalid set`; a `where` and a read rule leave out the record, or refuse as `invalid where`. */
const answeredElsewhere: ReadonlySet<SlotUse['role']> = new Set([
  'states.set',
  'effects.set',
  'endpoints.set',
  'endpoints.where',
  'authentication.read',
])

function canFail(typing: Typing, { slot, assumed }: SlotUse): boolean {
  return expressionsOf(slot, typing).some(
    (expression) => mayFail(expression, assumed).some(({ kind }) => kind !== 'zone') || canOverflow(expression),
  )
}

/** Sums beyond what `mayFail` reports: they leave their type only with values near its ends. */
function canOverflow(expression: Expression): boolean {
  const { type } = expression
  const isSum =
    (expression.kind === 'binary' && (expression.operator === '+' || expression.operator === '-')) ||
    (expression.kind === 'call' && expression.name === 'sum')
  if (isSum && (type.kind === 'double' || (type.kind === 'int' && expression.kind === 'call'))) return true
  return partsOf(expression).some(({ expression: part }) => canOverflow(part))
}

/** Computed properties whose values can be compared with their schema only at run time. */
function findUnfitComputes({ domain, typing }: World): readonly ExpressionText[] {
  return [...domain.resources.values()].flatMap(({ properties }) => [...properties.values()].flatMap((property) => {
    const text = property.compute?.expression
    const expression = text && typing.expression(text)
    return expression === undefined || provesComputed(property, expression, domain) ? [] : [text!]
  }))
}
