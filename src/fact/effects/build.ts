// Builds the program of everything that a change leads to: transitions, entries, `always`, effects, cascades.

import { type Named, type Origin, type Slot, type Template, specifiedEntries, originOf, slotValue } from '../../model/slot.ts'
import type { Action, Candidate, State } from '../../model/states.ts'
import { timedBy } from '../../model/timed.ts'
import { isHeldElsewhere } from '../elsewhere.ts'
import type { MachineFacts } from '../fact.ts'
import { candidatesByState } from '../machines.ts'
import type { InputBindings, Follow } from '../reading.ts'
import type { World } from '../world.ts'
import { effectSteps } from './effect.ts'
import { type InputSource, setRefusals } from './set-refusals.ts'
import { type ProgramNode, type Program, type ProgramStep, nodeKey } from './program.ts'
import { readSet, writeSteps } from './writes.ts'

function build(world: World, node: ProgramNode): Program {
  switch (node.kind) {
    case 'transition':
      return (world.transitions.get(node.name)?.machines ?? []).flatMap((machine) => transitionSteps(world, machine, node))
    case 'created':
      return (world.machinesOf.get(node.resource) ?? []).flatMap((machine) => createdSteps(world, machine))
    case 'written':
      return (world.machinesOf.get(node.resource) ?? []).flatMap((machine) => machine.resting.flatMap((state) => enter(machine, state)))
    case 'entered': {
      const machine = world.machine.get(node.machine)
      return machine === undefined ? [] : alwaysSteps(world, machine, node.state)
    }
    case 'deleted':
      return deletedSteps(world, node.resource)
    case 'timed': {
      const machine = world.machine.get(node.machine)
      return machine === undefined ? [] : timedSteps(world, machine, node)
    }
  }
}

function transitionSteps(
  world: World,
  machine: MachineFacts,
  { name, client, sent }: Extract<ProgramNode, { kind: 'transition' }>,
): ProgramStep[] {
  const [, transition = ''] = name.split('.')
  return candidatesByState(machine.machine, transition).flatMap(({ state, candidates }) =>
    candidates.flatMap((candidate) =>
      candidateSteps(world, machine, state, candidate, {
        client,
        transition: name,
        source: { kind: sent ? 'body' : 'input', transition: name },
      }),
    ),
  )
}

type Made = { readonly client: boolean; readonly transition?: string; readonly source?: InputSource }

/** Exit, set, entry, then, and finally the checks of the written record. */
function candidateSteps(
  world: World,
  machine: MachineFacts,
  from: string,
  candidate: Pick<Candidate, 'target' | 'set' | 'then'>,
  made: Made,
): ProgramStep[] {
  const { resource } = machine.machine
  const target = slotValue(candidate.target)?.text
  const to = target ?? from
  const leaves = target !== undefined
  return [
    ...(leaves ? actionSteps(world, resource, stateOf(machine, from)?.exit) : []),
    ...setSteps(world, resource, slotValue(candidate.set), made.client, made.source, leaves ? [machine.machine.field] : []),
    {
      kind: 'change',
      change: {
        kind: 'update',
        resource,
        properties: [],
        ...(made.transition === undefined ? {} : { transition: made.transition }),
        ...(leaves ? { entered: [`${resource}.${to}`] } : {}),
      },
    },
    ...(leaves ? actionSteps(world, resource, stateOf(machine, to)?.entry) : []),
    ...effectSteps(world, slotValue(candidate.then) ?? [], made.client, made.source),
    ...afterWrite(world, resource, machine, to),
  ]
}

/** `always` runs in the new state, and in any state of the record's other machines. */
function afterWrite(world: World, resource: string, machine: MachineFacts, state: string): ProgramStep[] {
  const others = (world.machinesOf.get(resource) ?? []).filter((each) => each !== machine)
  return [...enter(machine, state), ...others.flatMap((other) => other.resting.flatMap((each) => enter(other, each)))]
}

function enter(machine: MachineFacts, state: string): ProgramStep[] {
  const slot = stateOf(machine, state)?.always
  if (slot?.state !== 'shown' || slot.value.length === 0) return []
  return [{ kind: 'go', to: { kind: 'entered', machine: machine.machine.name, state }, at: slot.at.span }]
}

function alwaysSteps(world: World, machine: MachineFacts, state: string): ProgramStep[] {
  const candidates = slotValue(stateOf(machine, state)?.always ?? { state: 'unsaid' }) ?? []
  return candidates.flatMap((candidate) => candidateSteps(world, machine, state, candidate, { client: false }))
}

function timedSteps(
  world: World,
  machine: MachineFacts,
  { state: name, by, length }: Extract<ProgramNode, { kind: 'timed' }>,
): ProgramStep[] {
  const state = stateOf(machine, name)
  const candidates = state === undefined ? [] : timedBy(state, by, length)
  return candidates.flatMap((candidate) => {
    const instead = slotValue(candidate.onError)
    return [candidate, ...(instead === undefined ? [] : [instead])].flatMap((each) =>
      candidateSteps(world, machine, name, each, { client: false }),
    )
  })
}

function createdSteps(world: World, machine: MachineFacts): ProgramStep[] {
  const { resource } = machine.machine
  const { initial } = machine
  if (initial === undefined) return []
  return [
    { kind: 'change', change: { kind: 'create', resource, properties: [], entered: [`${resource}.${initial}`] } },
    ...actionSteps(world, resource, stateOf(machine, initial)?.entry),
    ...enter(machine, initial),
  ]
}

/** References decide what happens to the record that holds them. Cascades run no `exit` and evaluate no rules. */
function deletedSteps(world: World, resource: string): ProgramStep[] {
  const steps: ProgramStep[] = [{ kind: 'change', change: { kind: 'delete', resource, properties: [] } }]
  for (const reference of world.referrers.get(resource) ?? []) {
    const { onDelete, at } = reference
    const holder = world.domain.resources.get(reference.resource)
    if (onDelete.state !== 'shown' || holder === undefined) continue
    if (onDelete.value === 'restrict' || isHeldElsewhere(world.domain.resources.get(resource)?.tenant ?? [], holder.tenant)) {
      steps.push({
        kind: 'meet',
        met: { condition: 'in-use', subject: resource, name: `${reference.resource}.${reference.path}`, because: [originOf(at)] },
      })
    }
    if (onDelete.value === 'restrict') continue
    if (onDelete.value === 'cascade') {
      steps.push({ kind: 'go', to: { kind: 'deleted', resource: reference.resource }, at: onDelete.at.span })
    } else {
      steps.push(
        ...writeSteps(world, {
          kind: 'update',
          resource: holder,
          properties: [reference.property],
          whole: false,
          references: [],
          tolerates: () => false,
          because: [originOf(at)],
        }),
      )
      steps.push({ kind: 'go', to: { kind: 'written', resource: holder.name }, at: onDelete.at.span })
    }
  }
  return steps
}

function actionSteps(world: World, resource: string, action: Slot<Action> | undefined): ProgramStep[] {
  const declared = action === undefined ? undefined : slotValue(action)
  if (declared === undefined) return []
  return [
    ...setSteps(world, resource, slotValue(declared.set), false),
    ...effectSteps(world, slotValue(declared.then) ?? [], false, undefined),
  ]
}

/** The machine's writes to its own record; only it writes the state field. */
function setSteps(
  world: World,
  resource: string,
  set: readonly Named<Template>[] | undefined,
  client: boolean,
  source?: InputSource,
  fields: readonly string[] = [],
): ProgramStep[] {
  const info = world.domain.resources.get(resource)
  if (info === undefined) return []
  const { properties, references, follows } = readSet(world, info, set, client, none)
  if (properties.length === 0 && fields.length === 0) return []
  const because = set?.[0] === undefined ? [] : [originOf(set[0].key)]
  return [
    ...follow(follows, because),
    ...setRefusals(world, info, set, source),
    ...writeSteps(world, {
      kind: 'update',
      resource: info,
      properties: [...properties, ...fields],
      whole: false,
      references,
      tolerates: () => false,
      because,
    }),
  ]
}

/** A reference in the input that an expression follows must exist, even if it is not written. */
function follow(follows: readonly Follow[], because: readonly Origin[]): ProgramStep[] {
  return follows.map(({ resource }) => ({ kind: 'meet', met: { condition: 'dangling', subject: resource, because } }))
}

const none: InputBindings = new Map()

function stateOf(machine: MachineFacts, name: string): State | undefined {
  return specifiedEntries(machine.machine.slots.states).find((state) => state.name === name)?.value
}

const built = new WeakMap<World, Map<string, Program>>()

/** Programs of one model are built once. */
export function programsOf(world: World): (node: ProgramNode) => Program {
  const programs = built.getOrInsertComputed(world, () => new Map())
  return (node) => programs.getOrInsertComputed(nodeKey(node), () => build(world, node))
}
