// Computes the transitions and effects that one request or timer can cause, including entry and exit actions. The result is a superset:
// guards and conditions are ignored.

import { type Verb, findEffectAction } from '../model/effect-action.ts'
import { isOnRecord } from '../model/endpoints.ts'
import type { MachineOf, Operation } from '../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Action, Candidate, Effect } from '../model/states.ts'
import { listTimed } from '../model/timed.ts'
import { listCompletionEffects } from './behaviour.ts'
import type { Domain } from './domain.ts'
import { listTransitions } from './transition.ts'

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
  readonly touchedResources: ReadonlySet<string>
  /** Resources among these whose record must exist. */
  readonly foundResources: ReadonlySet<string>
  /** Resources among these whose record must be in a state. */
  readonly movedResources: ReadonlySet<string>
}

export type ReachAnalysis = {
  reachOf(operation: Operation): Reach
  /** The blocks that a timer, or code after its run, can start: they have no caller. */
  readonly timed: ReadonlySet<EffectBlock>
  /** The blocks that an operation can set off which lets anonymous callers in. */
  readonly anonymous: ReadonlySet<EffectBlock>
  /** The properties that an effect can write, through all that it sets off. */
  writes(effect: Effect): ReadonlySet<string>
  readonly block: (machine: MachineOf, kind: EffectBlock['kind'], name?: string) => EffectBlock | undefined
  /** Transitions that some effect makes: `Stock.take`. */
  readonly byEffect: ReadonlySet<string>
}

export function analyseReach(domain: Domain, isAnonymous: (operation: Operation) => boolean): ReachAnalysis {
  const blocks = new Map<string, EffectBlock>()
  for (const machine of domain.model.states.value.machines) {
    for (const block of makeBlocks(machine)) blocks.set(printBlockKey(machine, block.kind, block.name), block)
  }
  const graph: Graph = { domain, blocks }
  const timers = [...blocks.values()].filter(({ kind }) => kind === 'time')
  const completions = listCompletionEffects(domain)
  const reachOf = reachOfOperations(graph)
  const effects = [...[...blocks.values()].flatMap((block) => block.effects), ...listSteps(domain), ...completions]
  const anonymousOperations = domain.model.endpoints.value.operations.filter(isAnonymous)
  return {
    reachOf,
    anonymous: new Set(anonymousOperations.flatMap((operation) => [...reachOf(operation).blocks])),
    timed: collectReachableBlocks(
      [
        ...timers.flatMap((block) => [block, ...listStateBlocks(block.machine, graph)]),
        ...completions.flatMap((effect) => listEffectBlocks(effect, graph)),
      ],
      graph,
    ),
    writes: (effect) =>
      new Set([
        ...listWrites(effect),
        ...[...collectReachableBlocks(listEffectBlocks(effect, graph), graph)].flatMap((block) => block.writes),
      ]),
    block: (machine, kind, name) => blocks.get(printBlockKey(machine, kind, name)),
    byEffect: new Set(effects.flatMap(({ transition }) => slotValueOf(transition)?.text ?? [])),
  }
}

type Graph = { readonly domain: Domain; readonly blocks: ReadonlyMap<string, EffectBlock> }

const printBlockKey = (machine: MachineOf, kind: EffectBlock['kind'], name = ''): string => `${machine.name} ${kind} ${name}`

function listSteps({ model }: Domain): readonly Effect[] {
  return model.endpoints.value.operations.flatMap(({ slots }) => slotValueOf(slots.do) ?? [])
}

function makeBlocks(machine: MachineOf): readonly EffectBlock[] {
  const states = listSpecifiedEntries(machine.slots.states).map(({ value }) => value)
  const timed = states.flatMap(listTimed).flatMap(({ value }) => value)
  const always = states.flatMap((state) => slotValueOf(state.always) ?? [])
  const actions = states.flatMap(({ entry, exit }) => [slotValueOf(entry), slotValueOf(exit)]).filter((action) => action !== undefined)
  const events = listTransitions(machine).map(({ name, candidates }) => makeBlock(machine, 'event', candidates, name))
  const time =
    timed.length === 0 ? [] : [makeBlock(machine, 'time', [...timed, ...timed.flatMap(({ onError }) => slotValueOf(onError) ?? [])])]
  return [...events, ...time, makeBlock(machine, 'states', [...always, ...actions])]
}

function makeBlock(
  machine: MachineOf,
  kind: EffectBlock['kind'],
  parts: readonly (Pick<Candidate, 'set' | 'then'> | Action)[],
  name?: string,
): EffectBlock {
  const effects = parts.flatMap(({ then }) => slotValueOf(then) ?? [])
  const ownWrites = parts.flatMap(({ set }) => listSpecifiedEntries(set).map((member) => `${machine.resource}.${member.name}`))
  const writes = [...ownWrites, `${machine.resource}.${machine.field}`, ...effects.flatMap(listWrites)]
  return { machine, kind, ...(name === undefined ? {} : { name }), effects, writes }
}

/** Properties that an effect writes to existing records; a new record does not count. */
function listWrites({ update, set }: Effect): readonly string[] {
  const resource = slotValueOf(update)?.text
  return resource === undefined ? [] : listSpecifiedEntries(set).map(({ name }) => `${resource}.${name}`)
}

const listStateBlocks = (machine: MachineOf, { blocks }: Graph): readonly EffectBlock[] => {
  const machineBlock = blocks.get(printBlockKey(machine, 'states'))
  return machineBlock === undefined ? [] : [machineBlock]
}

/** The effects that a write of a resource triggers: `always`, and on creation the entry into the initial state. */
function listTriggeredBlocks(resource: string, graph: Graph): readonly EffectBlock[] {
  return graph.domain.resources.get(resource)?.machines.flatMap((machine) => listStateBlocks(machine, graph)) ?? []
}

function listTransitionBlocks(transition: string, graph: Graph): readonly EffectBlock[] {
  const [resource = '', name] = transition.split('.')
  const machines = graph.domain.resources.get(resource)?.machines ?? []
  return machines.flatMap((machine) => {
    const block = graph.blocks.get(printBlockKey(machine, 'event', name))
    return block === undefined ? [] : [block, ...listStateBlocks(machine, graph)]
  })
}

function listEffectBlocks(effect: Pick<Effect, Verb>, graph: Graph): readonly EffectBlock[] {
  const action = findEffectAction(effect)
  switch (action?.verb) {
    case 'transition':
      return listTransitionBlocks(action.name, graph)
    case 'create':
    case 'update':
      return listTriggeredBlocks(action.name, graph)
    case 'call':
    case 'delete':
    case undefined:
      return []
  }
}

function collectReachableBlocks(start: readonly EffectBlock[], graph: Graph): ReadonlySet<EffectBlock> {
  const reached = new Set(start)
  // The loop also visits elements that are added during it.
  for (const block of reached) for (const effect of block.effects) for (const next of listEffectBlocks(effect, graph)) reached.add(next)
  return reached
}

function reachOfOperations(graph: Graph): (operation: Operation) => Reach {
  const blocksByAction = new Map<string, ReadonlySet<EffectBlock>>()
  const listBlocksFrom = (operation: Operation): ReadonlySet<EffectBlock> => {
    if (operation.action === 'do')
      return collectReachableBlocks(
        (slotValueOf(operation.slots.do) ?? []).flatMap((step) => listEffectBlocks(step, graph)),
        graph,
      )
    const key = `${operation.action} ${operation.subject?.text} ${operation.slots.to.state}`
    return blocksByAction.getOrInsertComputed(key, () => collectReachableBlocks(listStartingBlocks(operation, graph), graph))
  }
  const referrers = mapReferrers(graph.domain)
  const reachByOperation = new Map<Operation, Reach>()
  return (operation) => reachByOperation.getOrInsertComputed(operation, () => reachFrom(operation, listBlocksFrom(operation), referrers))
}

function reachFrom(operation: Operation, blocks: ReadonlySet<EffectBlock>, referrers: ReadonlyMap<string, readonly string[]>): Reach {
  const steps = slotValueOf(operation.slots.do) ?? []
  const reachedBlocks = [...blocks]
  const effects = [...steps, ...reachedBlocks.flatMap((block) => block.effects)]
  const writes = shareEmpty([...steps.flatMap(listWrites), ...reachedBlocks.flatMap((block) => block.writes)])
  return { blocks, writes, ...collectSubjects(operation, effects, blocks, referrers) }
}

const emptySet: ReadonlySet<string> = new Set()

/** Shared, because most operations cause no further effects. */
function shareEmpty(names: readonly string[]): ReadonlySet<string> {
  return names.length === 0 ? emptySet : new Set(names)
}

/** By resource: the resources whose records are deleted or changed when a record that they refer to is deleted. */
function mapReferrers({ resources }: Domain): ReadonlyMap<string, readonly string[]> {
  const referrers = new Map<string, string[]>()
  for (const { name, properties } of resources.values()) {
    for (const { reference } of properties.values()) {
      if (reference?.onDelete === undefined || reference.onDelete === 'restrict') continue
      referrers.getOrInsertComputed(reference.resource, () => []).push(name)
    }
  }
  return referrers
}

function collectSubjects(
  { action, subject, slots }: Operation,
  effects: readonly Effect[],
  blocks: ReadonlySet<EffectBlock>,
  referrers: ReadonlyMap<string, readonly string[]>,
): Pick<Reach, 'touchedResources' | 'foundResources' | 'movedResources'> {
  const ownResource = subject === undefined || action === 'call' ? [] : [subject.text.split('.')[0]!]
  const collectResources = (key: 'create' | 'update' | 'delete' | 'transition'): string[] =>
    effects.flatMap((effect) => slotValueOf(effect[key])?.text.split('.')[0] ?? [])
  const lookedUp = listSpecifiedEntries(slots.with).flatMap(({ value }) => slotValueOf(value.find)?.text ?? [])
  const deleted = new Set([...(action === 'delete' ? ownResource : []), ...collectResources('delete')])
  // The loop also visits elements that are added during it.
  for (const resource of deleted) for (const referrer of referrers.get(resource) ?? []) deleted.add(referrer)
  const movedResources = shareEmpty([
    ...(action === 'transition' || slots.in.state === 'shown' ? ownResource : []),
    ...collectResources('transition'),
  ])
  const foundResources = shareEmpty([
    ...(isOnRecord(action) ? ownResource : []),
    ...lookedUp,
    ...collectResources('transition'),
    ...collectResources('update'),
    ...collectResources('delete'),
  ])
  const triggered = Array.from(blocks, ({ machine }) => machine.resource)
  return {
    foundResources,
    movedResources,
    touchedResources: shareEmpty([
      ...ownResource,
      ...foundResources,
      ...movedResources,
      ...collectResources('create'),
      ...deleted,
      ...triggered,
    ]),
  }
}

function listStartingBlocks({ action, subject, slots }: Operation, graph: Graph): readonly EffectBlock[] {
  const name = subject?.text ?? ''
  switch (action) {
    case 'create':
    case 'update':
    case 'replace':
    case 'put':
      return listTriggeredBlocks(name, graph)
    case 'transition': {
      if (slots.to.state !== 'shown') return listTransitionBlocks(name, graph)
      const machines = graph.domain.resources.get(name.split('.')[0] ?? '')?.machines ?? []
      const matching = name.includes('.') ? machines.filter((machine) => machine.name === name) : machines
      return matching.flatMap((machine) => [...graph.blocks.values()].filter((block) => block.machine === machine && block.kind !== 'time'))
    }
    case 'list':
    case 'read':
    case 'delete':
    case 'stream':
    case 'feed':
    case 'answer':
    case 'call':
    case 'do':
    case undefined:
      return []
  }
}
