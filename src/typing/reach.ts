// Computes the transitions and effects that one request or timer can cause, including entry and exit actions. The result is a superset:
// guards and conditions are ignored.

import { type Verb, actionOfEffect } from '../model/effect-action.ts'
import { isOnRecord } from '../model/endpoints.ts'
import type { MachineOf, Operation } from '../model/model.ts'
import { specifiedEntries, slotValue } from '../model/slot.ts'
import type { Action, Candidate, Effect } from '../model/states.ts'
import { timedOf } from '../model/timed.ts'
import { endingsOf } from './behaviour.ts'
import type { Domain } from './domain.ts'
import { transitionsOf } from './transition.ts'

/** Effects of a machine that happen together: of a transition by event, of all timers, or of entering and leaving states. */
export type EffectBlock = {
  readonly machine: MachineOf
  readonly kind: 'event' | 'time' | 'states'
  /** The name of the transition; undefined for timers and states. */
  readonly name?: string
  readonly effects: readonly Effect[]
  /** Properties that it writes of its own record and, through effects, of others: `Order.total`. */
  readonly writes: readonly string[]
}

type Reach = {
  readonly blocks: ReadonlySet<EffectBlock>
  /** Properties that can be written by them, as `Order.total`. */
  readonly writes: ReadonlySet<string>
  /** Resources whose records they can find or change, also by deleting what others refer to. */
  readonly touches: ReadonlySet<string>
  /** Resources among these whose record must exist. */
  readonly finds: ReadonlySet<string>
  /** Resources among these whose record must be in a state. */
  readonly moves: ReadonlySet<string>
}

export type Reaches = {
  reachOf(operation: Operation): Reach
  /** The blocks that a timer, or code that has run, can set off, so that there is no caller in them. */
  readonly timed: ReadonlySet<EffectBlock>
  /** The blocks that an operation can set off which lets anonymous callers in. */
  readonly anonymous: ReadonlySet<EffectBlock>
  /** The properties that an effect can write, through all that it sets off. */
  writes(effect: Effect): ReadonlySet<string>
  readonly block: (machine: MachineOf, kind: EffectBlock['kind'], name?: string) => EffectBlock | undefined
  /** Transitions that some effect makes: `Stock.take`. */
  readonly byEffect: ReadonlySet<string>
}

export function reachesOf(domain: Domain, isAnonymous: (operation: Operation) => boolean): Reaches {
  const blocks = new Map<string, EffectBlock>()
  for (const machine of domain.model.states.value.machines) {
    for (const block of blocksOf(machine)) blocks.set(keyOf(machine, block.kind, block.name), block)
  }
  const graph: Graph = { domain, blocks }
  const timers = [...blocks.values()].filter(({ kind }) => kind === 'time')
  const endings = endingsOf(domain)
  const of = reachOfOperations(graph)
  const effects = [...[...blocks.values()].flatMap((block) => block.effects), ...stepsOf(domain), ...endings]
  const open = domain.model.endpoints.value.operations.filter(isAnonymous)
  return {
    reachOf: of,
    anonymous: new Set(open.flatMap((operation) => [...of(operation).blocks])),
    timed: closure(
      [...timers.flatMap((block) => [block, ...statesOf(block.machine, graph)]), ...endings.flatMap((effect) => setOff(effect, graph))],
      graph,
    ),
    writes: (effect) => new Set([...writesOf(effect), ...[...closure(setOff(effect, graph), graph)].flatMap((block) => block.writes)]),
    block: (machine, kind, name) => blocks.get(keyOf(machine, kind, name)),
    byEffect: new Set(effects.flatMap(({ transition }) => slotValue(transition)?.text ?? [])),
  }
}

type Graph = { readonly domain: Domain; readonly blocks: ReadonlyMap<string, EffectBlock> }

const keyOf = (machine: MachineOf, kind: EffectBlock['kind'], name = ''): string => `${machine.name} ${kind} ${name}`

function stepsOf({ model }: Domain): readonly Effect[] {
  return model.endpoints.value.operations.flatMap(({ slots }) => slotValue(slots.do) ?? [])
}

function blocksOf(machine: MachineOf): readonly EffectBlock[] {
  const states = specifiedEntries(machine.slots.states).map(({ value }) => value)
  const timed = states.flatMap(timedOf).flatMap(({ value }) => value)
  const always = states.flatMap((state) => slotValue(state.always) ?? [])
  const actions = states.flatMap(({ entry, exit }) => [slotValue(entry), slotValue(exit)]).filter((action) => action !== undefined)
  const events = transitionsOf(machine).map(({ name, candidates }) => blockOf(machine, 'event', candidates, name))
  const time = timed.length === 0 ? [] : [blockOf(machine, 'time', [...timed, ...timed.flatMap(({ onError }) => slotValue(onError) ?? [])])]
  return [...events, ...time, blockOf(machine, 'states', [...always, ...actions])]
}

function blockOf(
  machine: MachineOf,
  kind: EffectBlock['kind'],
  of: readonly (Pick<Candidate, 'set' | 'then'> | Action)[],
  name?: string,
): EffectBlock {
  const effects = of.flatMap(({ then }) => slotValue(then) ?? [])
  const own = of.flatMap(({ set }) => specifiedEntries(set).map((member) => `${machine.resource}.${member.name}`))
  const writes = [...own, `${machine.resource}.${machine.field}`, ...effects.flatMap(writesOf)]
  return { machine, kind, ...(name === undefined ? {} : { name }), effects, writes }
}

/** Properties that an effect writes to existing records; a new record does not count. */
function writesOf({ update, set }: Effect): readonly string[] {
  const resource = slotValue(update)?.text
  return resource === undefined ? [] : specifiedEntries(set).map(({ name }) => `${resource}.${name}`)
}

const statesOf = (machine: MachineOf, { blocks }: Graph): readonly EffectBlock[] => {
  const found = blocks.get(keyOf(machine, 'states'))
  return found === undefined ? [] : [found]
}

/** The effects that a write of a resource triggers: `always`, and on creation the entry into the initial state. */
function wokenBy(resource: string, graph: Graph): readonly EffectBlock[] {
  return graph.domain.resources.get(resource)?.machines.flatMap((machine) => statesOf(machine, graph)) ?? []
}

function blocksOfTransition(transition: string, graph: Graph): readonly EffectBlock[] {
  const [resource = '', name] = transition.split('.')
  const machines = graph.domain.resources.get(resource)?.machines ?? []
  return machines.flatMap((machine) => {
    const block = graph.blocks.get(keyOf(machine, 'event', name))
    return block === undefined ? [] : [block, ...statesOf(machine, graph)]
  })
}

function setOff(effect: Pick<Effect, Verb>, graph: Graph): readonly EffectBlock[] {
  const deed = actionOfEffect(effect)
  switch (deed?.verb) {
    case 'transition':
      return blocksOfTransition(deed.name, graph)
    case 'create': case 'update':
      return wokenBy(deed.name, graph)
    case 'call': case 'delete': case undefined:
      return []
  }
}

function closure(start: readonly EffectBlock[], graph: Graph): ReadonlySet<EffectBlock> {
  const found = new Set(start)
  // The loop also visits elements that are added during it.
  for (const block of found) for (const effect of block.effects) for (const next of setOff(effect, graph)) found.add(next)
  return found
}

function reachOfOperations(graph: Graph): (operation: Operation) => Reach {
  const known = new Map<string, ReadonlySet<EffectBlock>>()
  const blocksFrom = (operation: Operation): ReadonlySet<EffectBlock> => {
    if (operation.action === 'do') return closure((slotValue(operation.slots.do) ?? []).flatMap((step) => setOff(step, graph)), graph)
    const key = `${operation.action} ${operation.subject?.text} ${operation.slots.to.state}`
    return known.getOrInsertComputed(key, () => closure(startOf(operation, graph), graph))
  }
  const referrers = referrersOf(graph.domain)
  const reaches = new Map<Operation, Reach>()
  return (operation) => reaches.getOrInsertComputed(operation, () => reachFrom(operation, blocksFrom(operation), referrers))
}

function reachFrom(operation: Operation, blocks: ReadonlySet<EffectBlock>, referrers: ReadonlyMap<string, readonly string[]>): Reach {
  const steps = slotValue(operation.slots.do) ?? []
  const inside = [...blocks]
  const effects = [...steps, ...inside.flatMap((block) => block.effects)]
  const writes = setOf([...steps.flatMap(writesOf), ...inside.flatMap((block) => block.writes)])
  return { blocks, writes, ...subjectsOf(operation, effects, blocks, referrers) }
}

const nothing: ReadonlySet<string> = new Set()

/** Shared, because most operations cause no further effects. */
function setOf(names: readonly string[]): ReadonlySet<string> {
  return names.length === 0 ? nothing : new Set(names)
}

/** By resource: the resources whose records are deleted or changed when a record that they refer to is deleted. */
function referrersOf({ resources }: Domain): ReadonlyMap<string, readonly string[]> {
  const referrers = new Map<string, string[]>()
  for (const { name, properties } of resources.values()) {
    for (const { reference } of properties.values()) {
      if (reference?.onDelete === undefined || reference.onDelete === 'restrict') continue
      referrers.getOrInsertComputed(reference.resource, () => []).push(name)
    }
  }
  return referrers
}

function subjectsOf(
  { action, subject, slots }: Operation,
  effects: readonly Effect[],
  blocks: ReadonlySet<EffectBlock>,
  referrers: ReadonlyMap<string, readonly string[]>,
): Pick<Reach, 'touches' | 'finds' | 'moves'> {
  const own = subject === undefined || action === 'call' ? [] : [subject.text.split('.')[0]!]
  const named = (key: 'create' | 'update' | 'delete' | 'transition'): string[] =>
    effects.flatMap((effect) => slotValue(effect[key])?.text.split('.')[0] ?? [])
  const looked = specifiedEntries(slots.with).flatMap(({ value }) => slotValue(value.find)?.text ?? [])
  const deleted = new Set([...(action === 'delete' ? own : []), ...named('delete')])
  // The loop also visits elements that are added during it.
  for (const resource of deleted) for (const referrer of referrers.get(resource) ?? []) deleted.add(referrer)
  const moves = setOf([...(action === 'transition' || slots.in.state === 'shown' ? own : []), ...named('transition')])
  const finds = setOf([...(isOnRecord(action) ? own : []), ...looked, ...named('transition'), ...named('update'), ...named('delete')])
  const woken = Array.from(blocks, ({ machine }) => machine.resource)
  return { finds, moves, touches: setOf([...own, ...finds, ...moves, ...named('create'), ...deleted, ...woken]) }
}

function startOf({ action, subject, slots }: Operation, graph: Graph): readonly EffectBlock[] {
  const name = subject?.text ?? ''
  switch (action) {
    case 'create': case 'update': case 'replace': case 'put':
      return wokenBy(name, graph)
    case 'transition': {
      if (slots.to.state !== 'shown') return blocksOfTransition(name, graph)
      const machines = graph.domain.resources.get(name.split('.')[0] ?? '')?.machines ?? []
      const wanted = name.includes('.') ? machines.filter((machine) => machine.name === name) : machines
      return wanted.flatMap((machine) => [...graph.blocks.values()].filter((block) => block.machine === machine && block.kind !== 'time'))
    }
    case 'list': case 'read': case 'delete': case 'stream': case 'feed': case 'answer': case 'call': case 'do': case undefined:
      return []
  }
}
