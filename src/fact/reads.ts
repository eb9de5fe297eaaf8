// Determines what an operation reads: in its own expressions, and in the views, rules, machines, invariants and computed properties that
// it uses.

import { rootOf, wordsOf } from '../model/filters.ts'
import { type ExpressionText, specifiedEntries, entryNamed } from '../model/slot.ts'
import type { ResourceInfo } from '../typing/domain.ts'
import { programOutcomeOf } from './conditions/effect.ts'
import { emittedBy, emitterSources } from './emitters.ts'
import { type CollectedExpressions, expressionsOfPart } from './expressions.ts'
import { candidatesByState } from './machines.ts'
import type { ExpressionReads } from './reading.ts'
import { appliedRulesOf } from './rule-points.ts'
import type { OperationContext } from './operation-context.ts'
import type { World } from './world.ts'

export type Reads = {
  /** Resources whose records it reads or writes. */
  readonly resources: ReadonlySet<string>
  /** Views and other functions that it calls. */
  readonly calls: ReadonlySet<string>
  /** Variables of the scope: `settings`, `service`, `caller`. */
  readonly variables: ReadonlySet<string>
  /** Settings by name; `*` means all. */
  readonly settings: ReadonlySet<string>
}

const known = new WeakMap<OperationContext, Gathered>()

export function readsOf(operationContext: OperationContext): Reads {
  return gatherAll(operationContext)
}

function gatherAll(operationContext: OperationContext): Gathered {
  return known.getOrInsertComputed(operationContext, gather)
}

/** Also the computed properties that it comes to: of each resource those that something selects, shows, filters or sorts by. */
type Gathered = Reads & { readonly computed: readonly ExpressionText[] }

function gather(operationContext: OperationContext): Gathered {
  const { world, resource, lookups } = operationContext
  const { changes } = programOutcomeOf(operationContext)
  const found = { resources: new Set<string>(), calls: new Set<string>(), variables: new Set<string>(), settings: new Set<string>() }
  const members = new Set<string>(membersNamed(operationContext))
  const computed = new Set<ExpressionText>()
  const add = (part: object | undefined): void => {
    if (part === undefined) return
    for (const reading of readingsIn(world, part)) {
      addReading(found, reading)
      for (const member of reading.members) members.add(member)
    }
  }
  const changed = new Set(changes.map((change) => change.resource))
  for (const name of [resource?.name, ...lookups.map((each) => each.resource.name), ...changed])
    if (name !== undefined) found.resources.add(name)
  for (const part of ownParts(operationContext)) add(part)
  // An event's data is read in the same transaction; here only the computed properties that it uses count.
  for (const { value } of emittedBy(emitterSources(world), changes)) addMembers(world, value, members)
  const done = new Set<string>()
  // Sets grow while they are run through: a view may call a view, a computed property look into another resource.
  for (let size = -1; size !== found.resources.size + found.calls.size + members.size;) {
    size = found.resources.size + found.calls.size + members.size
    for (const name of found.calls) {
      const view = world.domain.views.get(name)
      if (view === undefined || done.has(`${name}()`)) continue
      done.add(`${name}()`)
      found.resources.add(view.resource)
      for (const member of view.members) if (member.kind === 'take') members.add(`${view.resource}.${member.name}`)
      add(view.members)
    }
    for (const name of found.resources) {
      if (!done.has(name)) addMembers(world, rulesOf(world, name), members)
      done.add(name)
      for (const property of world.domain.resources.get(name)?.properties.values() ?? []) {
        const { compute } = property
        if (compute === undefined || computed.has(compute.expression)) continue
        if (!members.has(`${name}.${property.name}`) && !members.has(`*.${property.name}`) && !(compute.stored && changed.has(name)))
          continue
        computed.add(compute.expression)
        add(compute.expression)
      }
    }
  }
  return { ...found, computed: [...computed] }
}

/** Properties that slots name to find, filter and sort records. */
function membersNamed({ resource, lookups, operation: { slots } }: OperationContext): readonly string[] {
  const words = (['filter', 'sort', 'order'] as const)
    .flatMap((key) => wordsOf(slots, key))
    .map(({ text }) => rootOf(text.replace(/^-/, '')))
  return [
    ...(resource === undefined ? [] : words.map((word) => `${resource.name}.${word}`)),
    ...lookups.flatMap((lookup) => lookup.members.map((name) => `${lookup.resource.name}.${name}`)),
  ]
}

/** Read rules apply wherever records are shown. */
const rulesOf = list((world, { name }) => [entryNamed(world.model.authentication.value.rules, name)?.slot])

/** The properties that a part selects, also in the views that it calls. */
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

/** Views and other functions that a part calls, also in the views that it calls. */
export function callsIn(world: World, part: object): ReadonlySet<string> {
  const names = new Set<string>()
  const visit = (inner: object): void => {
    for (const name of readingsIn(world, inner).flatMap(({ calls }) => [...calls])) {
      if (names.has(name)) continue
      names.add(name)
      visit(world.domain.views.get(name)?.members ?? [])
    }
  }
  visit(part)
  return names
}

/** All expressions of a situation, including called views and computed properties of records that it reads. */
export function allExpressionsOf(operationContext: OperationContext): CollectedExpressions {
  const { world: { domain } } = operationContext
  const { calls, computed } = gatherAll(operationContext)
  const parts = [
    ...ownParts(operationContext),
    ...Array.from(calls, (name) => domain.views.get(name)?.members).filter((members) => members !== undefined),
    ...computed,
  ].map(expressionsOfPart)
  return { expressions: parts.flatMap(({ expressions }) => expressions), texts: parts.flatMap(({ texts }) => texts) }
}

/** The same without some expressions, and what only they lead to. */
export function expressionsBeside(operationContext: OperationContext, without: ReadonlySet<ExpressionText>): CollectedExpressions {
  const { world } = operationContext
  const { resources } = gatherAll(operationContext)
  const expressions = new Set<ExpressionText>()
  const texts = new Set<CollectedExpressions['texts'][number]>()
  const parts: object[] = ownParts(operationContext)
  const led = new Set<object>()
  const follow = (part: object | undefined): void => {
    if (part === undefined || led.has(part)) return
    led.add(part)
    parts.push(part)
  }
  for (const part of parts) {
    const allExpressions = expressionsOfPart(part)
    const left = allExpressions.expressions.filter((text) => !without.has(text))
    left.forEach((text) => expressions.add(text))
    allExpressions.texts.forEach((text) => texts.add(text))
    for (const { calls, members } of [
      ...left.map((text) => world.reading(text)),
      ...allExpressions.texts.flatMap((text) => world.readingOfText(text)),
    ]) {
      for (const name of calls) follow(world.domain.views.get(name)?.members)
      for (const member of members) {
        const [owner, name] = member.split('.') as [string, string]
        for (const of of owner === '*' ? resources : [owner])
          follow(world.domain.resources.get(of)?.properties.get(name)?.compute?.expression)
      }
    }
  }
  return { expressions: [...expressions], texts: [...texts] }
}

/** The parts of an operation: its own slots, its rules, its transitions and its writes. */
function ownParts(operationContext: OperationContext): object[] {
  const { world, operation } = operationContext
  const { changes } = programOutcomeOf(operationContext)
  return [
    operation.slots,
    appliedRulesOf(operationContext).map(({ rule }) => (rule.kind === 'asked' ? rule.expression : undefined)),
    ...new Set(changes.flatMap((change) => change.transition ?? [])).values().map((transition) => transitionParts(world, transition)),
    ...new Set(changes.map((change) => change.resource)).values().map((name) => writtenParts(world, name)),
  ]
}

/** Caches the reads of model parts that many operations share. */
const knownReadings = new WeakMap<World, WeakMap<object, readonly ExpressionReads[]>>()

function readingsIn(world: World, part: object): readonly ExpressionReads[] {
  return knownReadings.getOrInsertComputed(world, () => new WeakMap()).getOrInsertComputed(part, () => {
    const { expressions, texts } = expressionsOfPart(part)
    return [...expressions.map((text) => world.reading(text)), ...texts.flatMap((text) => world.readingOfText(text))]
  })
}

function addReading(found: { readonly [kind in keyof Reads]: Set<string> }, reading: ExpressionReads): void {
  for (const name of [...reading.resources, ...reading.records]) found.resources.add(name)
  for (const name of reading.calls) found.calls.add(name)
  for (const name of reading.variables) found.variables.add(name)
  for (const name of reading.settings) found.settings.add(name)
}

function transitionParts(world: World, transition: string): object {
  const machines = world.transitions.get(transition)?.machines ?? []
  return machines.flatMap(({ machine }) => candidatesByState(machine, transition.split('.')[1]!).map(({ candidates }) => candidates))
}

/** Caches one list per resource. */
function list(make: (world: World, resource: ResourceInfo) => readonly unknown[]): (world: World, name: string) => readonly unknown[] {
  const known = new WeakMap<ResourceInfo, readonly unknown[]>()
  return (world, name) => {
    const resource = world.domain.resources.get(name)
    if (resource === undefined) return []
    return known.getOrInsertComputed(resource, () => make(world, resource))
  }
}

/** Expressions that run at every write of a record of the resource. */
const writtenParts = list((world, { name, source }) => {
  const states = (world.machinesOf.get(name) ?? []).flatMap(({ machine }) => specifiedEntries(machine.slots.states))
  return [states.map(({ value: { always, entry, exit } }) => [always, entry, exit]), source.slots.invariant]
})
