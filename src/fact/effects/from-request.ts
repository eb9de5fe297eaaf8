// Data that the request itself names: references that a `set` copies, and records that the steps of `do` act on.

import type { Expression } from '../../cel/expression.ts'
import { withoutNull } from '../../cel/fits.ts'
import { listBoundNames } from '../../model/effect-action.ts'
import type { Operation } from '../../model/model.ts'
import { type Named, type Slot, type Template, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { groupCandidatesByState } from '../machines.ts'
import { type InputBindings, collectReading } from '../reading.ts'
import { letBindings } from '../operation-context.ts'
import { listTemplateExpressions } from '../template.ts'
import type { Reference, Transition, ModelIndex } from '../model-index.ts'
import { withLoop } from './loop.ts'

export type FromRequest = {
  /** Properties whose values, or parts of them, come from the request. */
  readonly set: ReadonlySet<string>
  /** True if the request chooses the step's record. */
  readonly target: boolean
  /** True if the request gives some of the input of its transition. */
  readonly input: boolean
}

const setsByOperation = new WeakMap<Operation, ReadonlySet<string>>()
const stepsByOperation = new WeakMap<Operation, ReadonlyMap<Effect, FromRequest>>()

/** Properties that the operation's own `set` takes from the request. */
export function setFromRequest(modelIndex: ModelIndex, operation: Operation): ReadonlySet<string> {
  return setsByOperation.getOrInsertComputed(operation, () =>
    listCopiedProperties(modelIndex, operation.slots.set, letBindings({ modelIndex, operation })),
  )
}

/** Members of the key of a `put` that the request determines. */
export function listRequestKey(modelIndex: ModelIndex, operation: Operation, resource: ResourceInfo | undefined): readonly string[] {
  const { by } = operation.slots
  if (by.state !== 'shown') return resource?.key ?? []
  const bindings = letBindings({ modelIndex, operation })
  return listSpecifiedEntries(by).flatMap(({ name, value }) => (modelIndex.readsOf(value, bindings).flows.length > 0 ? [name] : []))
}

export function stepFromRequest(modelIndex: ModelIndex, operation: Operation, step: Effect): FromRequest {
  return stepsByOperation.getOrInsertComputed(operation, () => findStepsFromRequest(modelIndex, operation)).get(step) ?? noneFromRequest
}

const noneFromRequest: FromRequest = { set: new Set(), target: false, input: false }

function findStepsFromRequest(modelIndex: ModelIndex, operation: Operation): ReadonlyMap<Effect, FromRequest> {
  const names = new Map(letBindings({ modelIndex, operation }))
  return new Map(
    (slotValueOf(operation.slots.do) ?? []).map((step): [Effect, FromRequest] => {
      const bindings = withLoop(modelIndex, step, names)
      const fromRequest = {
        set: listCopiedProperties(modelIndex, step.set, bindings),
        target: isTargetFrom(modelIndex, step, bindings),
        input: isInputFrom(modelIndex, step.input, bindings),
      }
      for (const name of listBoundNames(step)) names.set(name.text, [])
      return [step, fromRequest]
    }),
  )
}

/** True if the values of `by` come from the request. */
export function isTargetFrom(modelIndex: ModelIndex, { by }: Effect, bindings: InputBindings): boolean {
  const declared = slotValueOf(by)
  if (declared === undefined) return false
  const texts = 'kind' in declared ? [declared] : declared.map(({ slot }) => slotValueOf(slot))
  return texts.some((text) => {
    const expression = text && modelIndex.typing.expression(text)
    return expression !== undefined && collectReading(toReference(expression), bindings).flows.length > 0
  })
}

/** `input.body.item` of `input.body.item.id`: the request sends the key. */
function toReference(expression: Expression): Expression {
  const isMemberOfRecord =
    expression.kind === 'select' && withoutNull(expression.operand.type).kind === 'record' && withoutNull(expression.type).kind !== 'record'
  return isMemberOfRecord ? expression.operand : expression
}

/** Properties that a `set` copies, wholly or partly, from `input` or from named values. */
export function listCopiedProperties(
  modelIndex: ModelIndex,
  set: Slot<readonly Named<Template>[]>,
  bindings: InputBindings = new Map(),
): ReadonlySet<string> {
  return new Set(listSpecifiedEntries(set).flatMap(({ name, value }) => (readsInput(modelIndex, value, bindings) ? [name] : [])))
}

/** True if some of the transition's input, as the operation maps it, comes from the request. */
export function inputFromRequest(modelIndex: ModelIndex, operation: Operation): boolean {
  return isInputFrom(modelIndex, operation.slots.input, letBindings({ modelIndex, operation }))
}

export function isInputFrom(modelIndex: ModelIndex, input: Slot<Template>, bindings: InputBindings): boolean {
  const declared = slotValueOf(input)
  return declared !== undefined && readsInput(modelIndex, declared, bindings)
}

function readsInput(modelIndex: ModelIndex, template: Template, bindings: InputBindings): boolean {
  return listTemplateExpressions(template).some(({ expression }) => modelIndex.readsOf(expression, bindings).flows.length > 0)
}

/** References that a transition takes from its input. */
export function setByTransition(modelIndex: ModelIndex, { resource, machines, name }: Transition): readonly Reference[] {
  const names = new Set(
    machines.flatMap(({ machine }) =>
      groupCandidatesByState(machine, name).flatMap(({ candidates }) =>
        candidates.flatMap(({ set }) => [...listCopiedProperties(modelIndex, set)]),
      ),
    ),
  )
  return (modelIndex.references.get(resource) ?? []).filter(({ property }) => names.has(property))
}
