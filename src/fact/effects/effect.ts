// One effect, or one step of `do`: its refusals, its changes, and their consequences.

import { type Origin, specifiedEntries, originOf, slotValue } from '../../model/slot.ts'
import { actionOfEffect, namesBoundBy } from '../../model/effect-action.ts'
import type { Effect } from '../../model/states.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { mayRefuse } from '../../typing/input-type.ts'
import { takerOf } from '../../typing/input-targets.ts'
import { boundByLoop } from '../../typing/passthrough.ts'
import { guardsOfTransition, originOfMissing } from '../guards.ts'
import type { InputBindings } from '../reading.ts'
import { expressionsIn } from '../template.ts'
import { type Reference, type World, isKey } from '../world.ts'
import { type InputSource, setRefusals } from './set-refusals.ts'
import { isInputFrom, isTargetFrom, setByTransition } from './from-request.ts'
import { withLoop } from './loop.ts'
import { unreadableSteps } from './unreadable.ts'
import type { MetRefusal, ProgramStep } from './program.ts'
import { readSet, writeSteps } from './writes.ts'

/** Effects in sequence; each sees the names of earlier ones. `client`: their `input` comes from the request; `source` names it. */
export function effectSteps(
  world: World,
  effects: readonly Effect[],
  client: boolean,
  source: InputSource | undefined,
  bindings: InputBindings = new Map(),
): ProgramStep[] {
  return programsOfEffects(world, effects, client, source, bindings).flat()
}

/** Like `effects`, with the result of each effect separately. */
export function programsOfEffects(
  world: World,
  effects: readonly Effect[],
  client: boolean,
  source: InputSource | undefined,
  bindings: InputBindings,
): ProgramStep[][] {
  const names = new Map(bindings)
  return effects.map((effect) => {
    const steps = oneEffect(world, effect, client, withLoop(world, effect, names), source)
    for (const name of namesBoundBy(effect)) names.set(name.text, [])
    return steps
  })
}

function oneEffect(world: World, effect: Effect, client: boolean, bindings: InputBindings, source: InputSource | undefined): ProgramStep[] {
  const origin = originOf(effect.node)
  const required = specifiedEntries(effect.require).map(({ name, key }): MetRefusal => ({
    condition: 'require',
    name,
    because: [originOf(key)],
  }))
  return [
    ...required.map((met): ProgramStep => ({ kind: 'meet', met })),
    ...doneBy(world, effect, client, bindings, origin, source),
  ]
}

function doneBy(
  world: World,
  effect: Effect,
  client: boolean,
  bindings: InputBindings,
  origin: Origin,
  source: InputSource | undefined,
): ProgramStep[] {
  const verb = actionOfEffect(effect)?.verb
  switch (verb) {
    case 'call':
      return inputRefusals(world, effect)
    case 'transition':
      return transitionEffect(world, effect, client, bindings, source)
    case 'create':
      return createEffect(world, effect, client, bindings, origin, source)
    case 'update':
      return updateEffect(world, effect, client, bindings, origin, source)
    case 'delete':
      return deleteEffect(world, effect, client, bindings, source)
    case undefined:
      return []
  }
}

function transitionEffect(
  world: World,
  effect: Effect,
  client: boolean,
  bindings: InputBindings,
  source: InputSource | undefined,
): ProgramStep[] {
  const name = slotValue(effect.transition)?.text
  const transition = name === undefined ? undefined : world.transitions.get(name)
  const resource = world.domain.resources.get(transition?.resource ?? '')
  if (name === undefined || transition === undefined || resource === undefined) return []
  const without = originOfMissing(transition)
  const passed = slotValue(effect.input)
  const fromRequest =
    client && passed !== undefined && expressionsIn(passed).some(({ expression }) => world.reading(expression, bindings).flows.length > 0)
  const met: MetRefusal[] = [
    ...(without === undefined ? [] : [{ condition: 'illegal-transition' as const, subject: name, because: [without] }]),
    ...guardsOfTransition(transition).map((guard) => ({ condition: 'guard' as const, subject: name, name: guard.name, because: [guard.origin] })),
  ]
  return [
    ...target(world, effect, resource, client, bindings, source),
    ...(isInputFrom(world, effect.input, bindings) ? hidden(world, setByTransition(world, transition), source) : []),
    ...inputRefusals(world, effect),
    ...met.map((each): ProgramStep => ({ kind: 'meet', met: each })),
    { kind: 'go', to: { kind: 'transition', name, client: fromRequest, sent: false }, at: effect.node.span },
  ]
}

/** Refusals of values that a transition or behaviour receives, if only the value decides. */
function inputRefusals({ domain, typing }: World, effect: Effect): ProgramStep[] {
  const taken = takerOf(effect, domain)?.taken
  const input = slotValue(effect.input)
  const type = input && typing.inputTypeOf(input)
  if (taken === undefined || type === undefined || effect.input.state !== 'shown' || !mayRefuse(taken, type)) return []
  return [{ kind: 'meet', met: { condition: 'invalid', name: 'input', because: [originOf(effect.input.at)] } }]
}

function refusedIn(world: World, resource: ResourceInfo, effect: Effect, source: InputSource | undefined): ProgramStep[] {
  return setRefusals(
    world,
    resource,
    slotValue(effect.set),
    source,
    boundByLoop(effect, world.typing, source?.kind === 'request' ? source.bound : undefined),
  )
}

/** A step of `do` refers with the caller's authority, any other effect with the document's. */
function hidden(world: World, references: readonly Pick<Reference, 'target'>[], source: InputSource | undefined): ProgramStep[] {
  return source?.kind === 'request' ? unreadableSteps(world, references) : []
}

function createEffect(
  world: World,
  effect: Effect,
  client: boolean,
  bindings: InputBindings,
  origin: Origin,
  source: InputSource | undefined,
): ProgramStep[] {
  const resource = world.domain.resources.get(slotValue(effect.create)?.text ?? '')
  if (resource === undefined) return []
  const { properties, references } = readSet(world, resource, slotValue(effect.set), client, bindings)
  const keeps = effect.onConflict.state === 'shown'
  return [
    ...hidden(world, references, source),
    ...refusedIn(world, resource, effect, source),
    ...writeSteps(world, {
      kind: 'create',
      resource,
      properties,
      whole: true,
      references,
      tolerates: () => keeps,
      set: slotValue(effect.set),
      because: [origin],
    }),
    { kind: 'go', to: { kind: 'created', resource: resource.name }, at: effect.node.span },
  ]
}

function updateEffect(
  world: World,
  effect: Effect,
  client: boolean,
  bindings: InputBindings,
  origin: Origin,
  source: InputSource | undefined,
): ProgramStep[] {
  const resource = world.domain.resources.get(slotValue(effect.update)?.text ?? '')
  if (resource === undefined) return []
  const { properties, references } = readSet(world, resource, slotValue(effect.set), client, bindings)
  return [
    ...target(world, effect, resource, client, bindings, source),
    ...hidden(world, references, source),
    ...refusedIn(world, resource, effect, source),
    ...writeSteps(world, {
      kind: 'update',
      resource,
      properties,
      whole: false,
      references,
      tolerates: () => false,
      set: slotValue(effect.set),
      because: [origin],
    }),
    { kind: 'go', to: { kind: 'written', resource: resource.name }, at: effect.node.span },
  ]
}

function deleteEffect(
  world: World,
  effect: Effect,
  client: boolean,
  bindings: InputBindings,
  source: InputSource | undefined,
): ProgramStep[] {
  const resource = world.domain.resources.get(slotValue(effect.delete)?.text ?? '')
  if (resource === undefined) return []
  return [
    ...target(world, effect, resource, client, bindings, source),
    { kind: 'go', to: { kind: 'deleted', resource: resource.name }, at: effect.node.span },
  ]
}

/**
 * The target of an effect. A target given as a record exists; one given by key may not, and one from the request may dangle. A target
 * that the request chooses for a step of `do` is found with the caller's permissions.
 */
function target(
  world: World,
  effect: Effect,
  resource: ResourceInfo,
  client: boolean,
  bindings: InputBindings,
  source: InputSource | undefined,
): ProgramStep[] {
  const by = slotValue(effect.by)
  if (by === undefined) return []
  const because = [originOf(effect.node)]
  const fromRequest = client && isTargetFrom(world, effect, bindings)
  const hides = fromRequest ? hidden(world, [{ target: resource.name }], source) : []
  if ('kind' in by) return fromRequest ? [...hides, { kind: 'meet', met: { condition: 'dangling', subject: resource.name, because } }] : []
  const soft = resource.source.slots.softDelete
  const byKey = isKey(
    resource,
    by.map(({ name }) => name),
  )
  return [
    ...hides,
    { kind: 'meet', met: { condition: 'not-found', subject: resource.name, because } },
    ...(byKey && soft.state === 'shown' && soft.value
      ? [{ kind: 'meet', met: { condition: 'gone', subject: resource.name, because } } as const]
      : []),
  ]
}
