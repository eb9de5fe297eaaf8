// What an operation reads: its own expressions, and those of the views, rules, machines, invariants and computed properties that it comes to.

import { each } from '../model/slot.ts'
import type { ResourceInfo } from '../typing/domain.ts'
import { outcomeOf } from './conditions/effect.ts'
import { type Said, expressionsSaid } from './expressions.ts'
import { candidatesOf } from './machines.ts'
import type { Reading } from './reading.ts'
import { rulesAsked } from './rule-points.ts'
import type { Situation } from './situation.ts'
import type { World } from './world.ts'

export type Reads = {
  /** Resources whose records it reads or writes. */
  readonly resources: ReadonlySet<string>
  /** Views and other functions that it calls. */
  readonly calls: ReadonlySet<string>
  /** Variables of the scope: `settings`, `service`, `caller`. */
  readonly variables: ReadonlySet<string>
  /** Settings by name; `*` where all of them are meant. */
  readonly settings: ReadonlySet<string>
}

const known = new WeakMap<Situation, Reads>()

export function readsOf(situation: Situation): Reads {
  return known.getOrInsertComputed(situation, gather)
}

function gather(situation: Situation): Reads {
  const { world, resource, lookups } = situation
  const { changes } = outcomeOf(situation)
  const found = { resources: new Set<string>(), calls: new Set<string>(), variables: new Set<string>(), settings: new Set<string>() }
  const add = (part: object | undefined): void => {
    if (part !== undefined) for (const reading of readingsIn(world, part)) addReading(found, reading)
  }
  for (const name of [resource?.name, ...lookups.map((each) => each.resource.name), ...changes.map((change) => change.resource)]) if (name !== undefined) found.resources.add(name)
  for (const part of ownParts(situation)) add(part)
  // Sets grow while they are run through: a view may call a view, a computed property look into another resource.
  for (let size = -1; size !== found.resources.size;) {
    size = found.resources.size
    for (const name of found.calls) {
      const view = world.domain.views.get(name)
      if (view !== undefined) found.resources.add(view.resource)
      add(view?.members)
    }
    for (const name of found.resources) add(computedParts(world, name))
  }
  return found
}

/** Everything that is said in it, in views that it calls and in what is computed of records that it reads. */
export function saidIn(situation: Situation): Said {
  const { world: { domain } } = situation
  const { calls, resources } = readsOf(situation)
  return expressionsSaid([
    ...ownParts(situation),
    ...Array.from(calls, (name) => domain.views.get(name)?.members),
    ...Array.from(resources, (name) => computedParts(situation.world, name)),
  ])
}

/** What the operation itself says, the rules that it asks, and what its transitions and writes come to. */
function ownParts(situation: Situation): object[] {
  const { world, operation } = situation
  const { changes } = outcomeOf(situation)
  return [
    operation.slots,
    rulesAsked(situation).map(({ rule }) => (rule.kind === 'asked' ? rule.expression : undefined)),
    ...new Set(changes.flatMap((change) => change.transition ?? [])).values().map((transition) => transitionParts(world, transition)),
    ...new Set(changes.map((change) => change.resource)).values().map((name) => writtenParts(world, name)),
  ]
}

/** Of parts of the model, which many operations come to. */
const knownReadings = new WeakMap<World, WeakMap<object, readonly Reading[]>>()

function readingsIn(world: World, part: object): readonly Reading[] {
  return knownReadings.getOrInsertComputed(world, () => new WeakMap()).getOrInsertComputed(part, () => {
    const { expressions, texts } = expressionsSaid(part)
    return [...expressions.map((text) => world.reading(text)), ...texts.flatMap((text) => world.readingOfText(text))]
  })
}

function addReading(found: { readonly [kind in keyof Reads]: Set<string> }, reading: Reading): void {
  for (const name of [...reading.resources, ...reading.records]) found.resources.add(name)
  for (const name of reading.calls) found.calls.add(name)
  for (const name of reading.variables) found.variables.add(name)
  for (const name of reading.settings) found.settings.add(name)
}

function transitionParts(world: World, transition: string): object {
  const machines = world.transitions.get(transition)?.machines ?? []
  return machines.flatMap(({ machine }) => candidatesOf(machine, transition.split('.')[1]!).map(({ candidates }) => candidates))
}

/** A list for each resource, the same whenever it is asked for. */
function listed(make: (world: World, resource: ResourceInfo) => readonly unknown[]): (world: World, name: string) => readonly unknown[] {
  const known = new WeakMap<ResourceInfo, readonly unknown[]>()
  return (world, name) => {
    const resource = world.domain.resources.get(name)
    if (resource === undefined) return []
    return known.getOrInsertComputed(resource, () => make(world, resource))
  }
}

const computedParts = listed((_, { properties }) => Array.from(properties.values(), ({ compute }) => compute?.expression))

/** What is asked whenever a record of the resource is written. */
const writtenParts = listed((world, { name, source }) => {
  const states = (world.machinesOf.get(name) ?? []).flatMap(({ machine }) => each(machine.slots.states))
  return [states.map(({ value: { always, entry, exit } }) => [always, entry, exit]), source.slots.invariant]
})
