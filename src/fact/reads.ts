// What an operation reads: its own expressions, and those of the views, rules, machines, invariants and computed properties that it comes to.

import { type ExpressionText, each, named, shown } from '../model/slot.ts'
import type { ResourceInfo } from '../typing/domain.ts'
import { outcomeOf } from './conditions/effect.ts'
import { emittedBy, emitterSources } from './emitters.ts'
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

const known = new WeakMap<Situation, Gathered>()

export function readsOf(situation: Situation): Reads {
  return gathered(situation)
}

function gathered(situation: Situation): Gathered {
  return known.getOrInsertComputed(situation, gather)
}

/** Also the computed properties that it comes to: of each resource those that something selects, shows, filters or sorts by. */
type Gathered = Reads & { readonly computed: readonly ExpressionText[] }

function gather(situation: Situation): Gathered {
  const { world, resource, lookups } = situation
  const { changes } = outcomeOf(situation)
  const found = { resources: new Set<string>(), calls: new Set<string>(), variables: new Set<string>(), settings: new Set<string>() }
  const members = new Set<string>(membersNamed(situation))
  const computed = new Set<ExpressionText>()
  const add = (part: object | undefined): void => {
    if (part === undefined) return
    for (const reading of readingsIn(world, part)) {
      addReading(found, reading)
      for (const member of reading.members) members.add(member)
    }
  }
  const changed = new Set(changes.map((change) => change.resource))
  for (const name of [resource?.name, ...lookups.map((each) => each.resource.name), ...changed]) if (name !== undefined) found.resources.add(name)
  for (const part of ownParts(situation)) add(part)
  // What is told is read in the same transaction: only what it makes computed counts here.
  for (const { value } of emittedBy(emitterSources(world), changes)) addMembers(world, value, members)
  // Sets grow while they are run through: a view may call a view, a computed property look into another resource.
  for (let size = -1; size !== found.resources.size + found.calls.size + members.size;) {
    size = found.resources.size + found.calls.size + members.size
    for (const name of found.calls) {
      const view = world.domain.views.get(name)
      if (view === undefined) continue
      found.resources.add(view.resource)
      for (const member of view.members) if (member.kind === 'take') members.add(`${view.resource}.${member.name}`)
      add(view.members)
    }
    for (const name of found.resources) {
      addMembers(world, rulesOf(world, name), members)
      for (const property of world.domain.resources.get(name)?.properties.values() ?? []) {
        const { compute } = property
        if (compute === undefined || computed.has(compute.expression)) continue
        if (!members.has(`${name}.${property.name}`) && !members.has(`*.${property.name}`) && !(compute.stored && changed.has(name))) continue
        computed.add(compute.expression)
        add(compute.expression)
      }
    }
  }
  return { ...found, computed: [...computed] }
}

/** Properties that slots name: what records are found, filtered and sorted by. */
function membersNamed({ resource, lookups, operation: { slots } }: Situation): readonly string[] {
  const words = [slots.filter, slots.sort, slots.order].flatMap((slot) => shown(slot) ?? []).map(({ text }) => text.replace(/^-/, '').split('.')[0]!)
  return [
    ...(resource === undefined ? [] : words.map((word) => `${resource.name}.${word}`)),
    ...lookups.flatMap((lookup) => lookup.members.map((name) => `${lookup.resource.name}.${name}`)),
  ]
}

/** Rules are asked of records wherever they are shown. */
const rulesOf = listed((world, { name }) => [named(world.model.authentication.value.rules, name)?.slot])

/** What a part selects, also in the views that it calls. */
function addMembers(world: World, part: object, members: Set<string>, seen: Set<string> = new Set()): void {
  for (const reading of readingsIn(world, part)) {
    for (const member of reading.members) members.add(member)
    for (const name of reading.calls) {
      const view = world.domain.views.get(name)
      if (view === undefined || seen.has(name)) continue
      seen.add(name)
      for (const member of view.members) if (member.kind === 'take') members.add(`${view.resource}.${member.name}`)
      addMembers(world, view.members, members, seen)
    }
  }
}

/** Everything that is said in it, in views that it calls and in what is computed of records that it reads. */
export function saidIn(situation: Situation): Said {
  const { world: { domain } } = situation
  const { calls, computed } = gathered(situation)
  return expressionsSaid([
    ...ownParts(situation),
    ...Array.from(calls, (name) => domain.views.get(name)?.members),
    ...computed,
  ])
}

/** The same without some expressions, and what only they lead to. */
export function saidBeside(situation: Situation, without: ReadonlySet<ExpressionText>): Said {
  const { world } = situation
  const { resources } = gathered(situation)
  const expressions = new Set<ExpressionText>()
  const texts = new Set<Said['texts'][number]>()
  const parts: object[] = ownParts(situation)
  const led = new Set<object>()
  const follow = (part: object | undefined): void => {
    if (part === undefined || led.has(part)) return
    led.add(part)
    parts.push(part)
  }
  for (const part of parts) {
    const said = expressionsSaid(part)
    const left = said.expressions.filter((text) => !without.has(text))
    left.forEach((text) => expressions.add(text))
    said.texts.forEach((text) => texts.add(text))
    for (const { calls, members } of [...left.map((text) => world.reading(text)), ...said.texts.flatMap((text) => world.readingOfText(text))]) {
      for (const name of calls) follow(world.domain.views.get(name)?.members)
      for (const member of members) {
        const [owner, name] = member.split('.') as [string, string]
        for (const of of owner === '*' ? resources : [owner]) follow(world.domain.resources.get(of)?.properties.get(name)?.compute?.expression)
      }
    }
  }
  return { expressions: [...expressions], texts: [...texts] }
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

/** What is asked whenever a record of the resource is written. */
const writtenParts = listed((world, { name, source }) => {
  const states = (world.machinesOf.get(name) ?? []).flatMap(({ machine }) => each(machine.slots.states))
  return [states.map(({ value: { always, entry, exit } }) => [always, entry, exit]), source.slots.invariant]
})
