// Data that the request itself names: references that a `set` copies, and records that the steps of `do` act on.

import type { Expression } from '../../cel/expression.ts'
import { withoutNull } from '../../cel/fits.ts'
import { namesBoundBy } from '../../model/effect-action.ts'
import type { Operation } from '../../model/model.ts'
import { type Named, type Slot, type Template, specifiedEntries, slotValue } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { candidatesByState } from '../machines.ts'
import { type InputBindings, readingOf } from '../reading.ts'
import { letBindings } from '../operation-context.ts'
import { expressionsIn } from '../template.ts'
import type { Reference, Transition, World } from '../world.ts'
import { withLoop } from './loop.ts'

export type FromRequest = {
  /** Properties whose values, or parts of them, come from the request. */
  readonly set: ReadonlySet<string>
  /** True if the request chooses the step's record. */
  readonly target: boolean
  /** True if the request gives some of the input of its transition. */
  readonly input: boolean
}

const ofOperations = new WeakMap<Operation, ReadonlySet<string>>()
const ofSteps = new WeakMap<Operation, ReadonlyMap<Effect, FromRequest>>()

/** Properties that the operation's own `set` takes from the request. */
export function setFromRequest(world: World, operation: Operation): ReadonlySet<string> {
  return ofOperations.getOrInsertComputed(operation, () => propertiesFrom(world, operation.slots.set, letBindings({ world, operation })))
}

/** Members of the key of a `put` that the request determines. */
export function keyFromRequest(world: World, operation: Operation, resource: ResourceInfo | undefined): readonly string[] {
  const { by } = operation.slots
  if (by.state !== 'shown') return resource?.key ?? []
  const bindings = letBindings({ world, operation })
  return specifiedEntries(by).flatMap(({ name, value }) => (world.reading(value, bindings).flows.length > 0 ? [name] : []))
}

export function stepFromRequest(world: World, operation: Operation, step: Effect): FromRequest {
  return ofSteps.getOrInsertComputed(operation, () => stepsOf(world, operation)).get(step) ?? nothing
}

const nothing: FromRequest = { set: new Set(), target: false, input: false }

function stepsOf(world: World, operation: Operation): ReadonlyMap<Effect, FromRequest> {
  const names = new Map(letBindings({ world, operation }))
  return new Map((slotValue(operation.slots.do) ?? []).map((step): [Effect, FromRequest] => {
    const bindings = withLoop(world, step, names)
    const found = {
      set: propertiesFrom(world, step.set, bindings),
      target: isTargetFrom(world, step, bindings),
      input: isInputFrom(world, step.input, bindings),
    }
    for (const name of namesBoundBy(step)) names.set(name.text, [])
    return [step, found]
  }))
}

/** True if the values of `by` come from the request. */
export function isTargetFrom(world: World, { by }: Effect, bindings: InputBindings): boolean {
  const declared = slotValue(by)
  const all = declared === undefined ? [] : 'kind' in declared ? [declared] : declared.map(({ slot }) => slotValue(slot))
  return all.some((text) => {
    const expression = text && world.typing.expression(text)
    return expression !== undefined && readingOf(referenceOf(expression), bindings).flows.length > 0
  })
}

/** `input.body.item` of `input.body.item.id`: the request sends the key. */
function referenceOf(expression: Expression): Expression {
  const isOfRecord =
    expression.kind === 'select' && withoutNull(expression.operand.type).kind === 'record' && withoutNull(expression.type).kind !== 'record'
  return isOfRecord ? expression.operand : expression
}

/** Properties that a `set` copies, wholly or partly, from `input` or from named values. */
export function propertiesFrom(
  world: World,
  set: Slot<readonly Named<Template>[]>,
  bindings: InputBindings = new Map(),
): ReadonlySet<string> {
  return new Set(specifiedEntries(set).flatMap(({ name, value }) => (isFrom(world, value, bindings) ? [name] : [])))
}

/** True if the request gives some of what the operation maps to the input of its transition. */
export function inputFromRequest(world: World, operation: Operation): boolean {
  return isInputFrom(world, operation.slots.input, letBindings({ world, operation }))
}

export function isInputFrom(world: World, input: Slot<Template>, bindings: InputBindings): boolean {
  const declared = slotValue(input)
  return declared !== undefined && isFrom(world, declared, bindings)
}

function isFrom(world: World, template: Template, bindings: InputBindings): boolean {
  return expressionsIn(template).some(({ expression }) => world.reading(expression, bindings).flows.length > 0)
}

/** References that a transition takes from its input. */
export function setByTransition(world: World, { resource, machines, name }: Transition): readonly Reference[] {
  const names = new Set(
    machines.flatMap(({ machine }) =>
      candidatesByState(machine, name).flatMap(({ candidates }) => candidates.flatMap(({ set }) => [...propertiesFrom(world, set)])),
    ),
  )
  return (world.references.get(resource) ?? []).filter(({ property }) => names.has(property))
}
