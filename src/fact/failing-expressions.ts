// Finds the expressions of an operation that can fail while a request is answered, except for those of `set`, `where` and look-ups.

import type { Expression } from '../cel/expression.ts'
import { findFailures } from '../cel/may-fail.ts'
import { partsOf } from '../cel/parts.ts'
import { isCounted } from '../model/counts.ts'
import { type ExpressionText, type Origin, type TemplateText, listSpecifiedEntries, originOf } from '../model/slot.ts'
import type { Typing } from '../typing/domain.ts'
import { expressionsOf } from '../typing/expressions-of.ts'
import { isOpenSomewhere, provesComputed } from '../typing/proof.ts'
import type { SlotUse } from '../typing/slots/use.ts'
import { deriveProgramOutcome } from './conditions/effect.ts'
import { listEmitted, findEmitterSources } from './emitters.ts'
import { type CollectedExpressions, collectExpressions } from './expressions.ts'
import type { OperationContext } from './operation-context.ts'
import { collectAllExpressions } from './reads.ts'
import type { ModelIndex } from './model-index.ts'

/** The places of expressions that can fail; a failure refuses the request with `invalid computed`. */
export function listFailingExpressions(operationContext: OperationContext): readonly Origin[] {
  const { modelIndex } = operationContext
  const { ofParts: failing, ofInput } = listFailing(modelIndex)
  if (failing.size === 0 && ofInput.length === 0) return []
  const parts: CollectedExpressions[] = [collectAllExpressions(operationContext), collectExpressions(listEventsAndLimits(operationContext))]
  const failingOfOperation = new Set<ExpressionText | TemplateText>(
    parts.flatMap(({ expressions, texts }) => [...expressions, ...texts]).filter((slot) => failing.has(slot)),
  )
  return [...(decodesValues(operationContext) ? ofInput : []), ...failingOfOperation].map(({ node }) => originOf(node))
}

/** Schemas decode request input and written values. */
function decodesValues(operationContext: OperationContext): boolean {
  const {
    body,
    operation: { slots },
  } = operationContext
  return body !== undefined || slots.parameters.state === 'shown' || deriveProgramOutcome(operationContext).changes.length > 0
}

/** Events are part of the transaction, and limits of the request. */
function listEventsAndLimits(operationContext: OperationContext): unknown {
  const { modelIndex, operation } = operationContext
  const { rates, quotas } = modelIndex.model.limits.value
  const { changes } = deriveProgramOutcome(operationContext)
  return [
    listEmitted(findEmitterSources(modelIndex), changes).map(({ value }) => value),
    [...listSpecifiedEntries(rates), ...listSpecifiedEntries(quotas)].flatMap(({ name, value }) =>
      isCounted(operation, name, value) ? [value.partition] : [],
    ),
  ]
}

type Slot = SlotUse['slot']

/** `ofParts`: the failing slots that parts of an operation may contain; `ofInput`: those of schemas. Most documents have none. */
type Failing = { readonly ofParts: ReadonlySet<Slot>; readonly ofInput: readonly Slot[] }

const cache = new WeakMap<ModelIndex, Failing>()

function listFailing(modelIndex: ModelIndex): Failing {
  return cache.getOrInsertComputed(modelIndex, ({ domain, typing }) => {
    const propertyExpressions = new Set(
      [...domain.resources.values()].flatMap(({ properties }) =>
        [...properties.values()].map(({ generate }) => (generate?.kind === 'expression' ? generate.expression : undefined)),
      ),
    )
    const isInSchema = ({ role, slot }: SlotUse): boolean =>
      role === 'resources.normalize' || (role === 'resources.generate' && !propertyExpressions.has(slot as ExpressionText))
    const slots = typing.slots.filter(
      (use) =>
        !answeredElsewhere.has(use.role) &&
        !findsNothing(use) &&
        (canFail(typing, use) || (isInSchema(use) && expressionsOf(use.slot, typing).some(isOpenSomewhere))),
    )
    return {
      ofParts: new Set([...slots.map(({ slot }) => slot), ...findUnfitComputes(modelIndex)]),
      ofInput: slots.filter(isInSchema).map(({ slot }) => slot),
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

/** A key that cannot be computed is that of no record: the request meets `not-found`. A `put` would create a record with it. */
export function findsNothing({ role, operation }: Pick<SlotUse, 'role' | 'operation'>): boolean {
  return role === 'endpoints.with' || (role === 'endpoints.by' && operation?.action !== 'put')
}

function canFail(typing: Typing, { slot, assumed }: SlotUse): boolean {
  return expressionsOf(slot, typing).some(
    (expression) => findFailures(expression, assumed).some(({ kind }) => kind !== 'zone') || canOverflow(expression),
  )
}

/** Sums beyond what `findFailures` reports: they leave their type only with values near its ends. */
function canOverflow(expression: Expression): boolean {
  const { type } = expression
  const isSum =
    (expression.kind === 'binary' && (expression.operator === '+' || expression.operator === '-')) ||
    (expression.kind === 'call' && expression.name === 'sum')
  if (isSum && (type.kind === 'double' || (type.kind === 'int' && expression.kind === 'call'))) return true
  return partsOf(expression).some(({ expression: part }) => canOverflow(part))
}

/** Computed properties whose values can be compared with their schema only at run time. */
function findUnfitComputes({ domain, typing }: ModelIndex): readonly ExpressionText[] {
  return [...domain.resources.values()].flatMap(({ properties }) =>
    [...properties.values()].flatMap((property) => {
      const text = property.compute?.expression
      const expression = text && typing.expression(text)
      return expression === undefined || provesComputed(property, expression, domain) ? [] : [text!]
    }),
  )
}
