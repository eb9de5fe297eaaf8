// Builds the program of everything that a change leads to: transitions, entries, `always`, effects, cascades.

import { type Named, type Origin, type Slot, type Template, listSpecifiedEntries, originOf, slotValueOf } from '../../model/slot.ts'
import type { Action, Candidate, State } from '../../model/states.ts'
import { findTimedCandidates } from '../../model/timed.ts'
import { isReferredFromOtherTenants } from '../other-tenants.ts'
import type { MachineFacts } from '../fact.ts'
import { groupCandidatesByState } from '../machines.ts'
import type { InputBindings, Follow } from '../reading.ts'
import type { ModelIndex } from '../model-index.ts'
import { buildEffectSteps } from './effect.ts'
import { type InputSource, setRefusals } from './set-refusals.ts'
import { type ProgramNode, type Program, type ProgramStep, printNodeKey } from './program.ts'
import { readSet, writeSteps } from './writes.ts'

function buildProgram(modelIndex: ModelIndex, node: ProgramNode): Program {
  switch (node.kind) {
    case 'transition':
      return (modelIndex.transitions.get(node.name)?.machines ?? []).flatMap((machine) => buildTransitionSteps(modelIndex, machine, node))
    case 'created':
      return (modelIndex.machinesOf.get(node.resource) ?? []).flatMap((machine) => buildCreatedSteps(modelIndex, machine))
    case 'written':
      return (modelIndex.machinesOf.get(node.resource) ?? []).flatMap((machine) =>
        machine.resting.flatMap((state) => enterSteps(machine, state)),
      )
    case 'entered': {
      const machine = modelIndex.machine.get(node.machine)
      return machine === undefined ? [] : buildAlwaysSteps(modelIndex, machine, node.state)
    }
    case 'deleted':
      return buildDeletedSteps(modelIndex, node.resource)
    case 'timed': {
      const machine = modelIndex.machine.get(node.machine)
      return machine === undefined ? [] : buildTimedSteps(modelIndex, machine, node)
    }
  }
}

function buildTransitionSteps(
  modelIndex: ModelIndex,
  machine: MachineFacts,
  { name, client, sent }: Extract<ProgramNode, { kind: 'transition' }>,
): ProgramStep[] {
  const [, transition = ''] = name.split('.')
  return groupCandidatesByState(machine.machine, transition).flatMap(({ state, candidates }) =>
    candidates.flatMap((candidate) =>
      buildCandidateSteps(modelIndex, machine, state, candidate, {
        client,
        transition: name,
        source: { kind: sent ? 'body' : 'input', transition: name },
      }),
    ),
  )
}

type Trigger = { readonly client: boolean; readonly transition?: string; readonly source?: InputSource }

/** Exit, set, entry, then, and finally the checks of the written record. */
function buildCandidateSteps(
  modelIndex: ModelIndex,
  machine: MachineFacts,
  from: string,
  candidate: Pick<Candidate, 'target' | 'set' | 'then'>,
  trigger: Trigger,
): ProgramStep[] {
  const { resource } = machine.machine
  const target = slotValueOf(candidate.target)?.text
  const to = target ?? from
  const isLeaving = target !== undefined
  return [
    ...(isLeaving ? buildActionSteps(modelIndex, resource, stateOf(machine, from)?.exit) : []),
    ...setSteps(modelIndex, resource, slotValueOf(candidate.set), trigger.client, trigger.source, isLeaving ? [machine.machine.field] : []),
    {
      kind: 'change',
      change: {
        kind: 'update',
        resource,
        properties: [],
        ...(trigger.transition === undefined ? {} : { transition: trigger.transition }),
        ...(isLeaving ? { entered: [`${resource}.${to}`] } : {}),
      },
    },
    ...(isLeaving ? buildActionSteps(modelIndex, resource, stateOf(machine, to)?.entry) : []),
    ...buildEffectSteps(modelIndex, slotValueOf(candidate.then) ?? [], trigger.client, trigger.source),
    ...afterWrite(modelIndex, resource, machine, to),
  ]
}

/** `always` runs in the new state, and in any state of the record's other machines. */
function afterWrite(modelIndex: ModelIndex, resource: string, machine: MachineFacts, state: string): ProgramStep[] {
  const otherMachines = (modelIndex.machinesOf.get(resource) ?? []).filter((each) => each !== machine)
  return [...enterSteps(machine, state), ...otherMachines.flatMap((other) => other.resting.flatMap((each) => enterSteps(other, each)))]
}

function enterSteps(machine: MachineFacts, state: string): ProgramStep[] {
  const slot = stateOf(machine, state)?.always
  if (slot?.state !== 'shown' || slot.value.length === 0) return []
  return [{ kind: 'consequence', to: { kind: 'entered', machine: machine.machine.name, state }, at: slot.at.span }]
}

function buildAlwaysSteps(modelIndex: ModelIndex, machine: MachineFacts, state: string): ProgramStep[] {
  const candidates = slotValueOf(stateOf(machine, state)?.always ?? { state: 'unsaid' }) ?? []
  return candidates.flatMap((candidate) => buildCandidateSteps(modelIndex, machine, state, candidate, { client: false }))
}

function buildTimedSteps(
  modelIndex: ModelIndex,
  machine: MachineFacts,
  { state: name, by, length }: Extract<ProgramNode, { kind: 'timed' }>,
): ProgramStep[] {
  const state = stateOf(machine, name)
  const candidates = state === undefined ? [] : findTimedCandidates(state, by, length)
  return candidates.flatMap((candidate) => {
    const recovery = slotValueOf(candidate.onError)
    return [candidate, ...(recovery === undefined ? [] : [recovery])].flatMap((each) =>
      buildCandidateSteps(modelIndex, machine, name, each, { client: false }),
    )
  })
}

function buildCreatedSteps(modelIndex: ModelIndex, machine: MachineFacts): ProgramStep[] {
  const { resource } = machine.machine
  const { initial } = machine
  if (initial === undefined) return []
  return [
    { kind: 'change', change: { kind: 'create', resource, properties: [], entered: [`${resource}.${initial}`] } },
    ...buildActionSteps(modelIndex, resource, stateOf(machine, initial)?.entry),
    ...enterSteps(machine, initial),
  ]
}

/** References decide what happens to the record that holds them. Cascades run no `exit` and evaluate no rules. */
function buildDeletedSteps(modelIndex: ModelIndex, resource: string): ProgramStep[] {
  const steps: ProgramStep[] = [{ kind: 'change', change: { kind: 'delete', resource, properties: [] } }]
  for (const reference of modelIndex.referrers.get(resource) ?? []) {
    const { onDelete, at } = reference
    const holder = modelIndex.domain.resources.get(reference.resource)
    if (onDelete.state !== 'shown' || holder === undefined) continue
    if (
      onDelete.value === 'restrict' ||
      isReferredFromOtherTenants(modelIndex.domain.resources.get(resource)?.tenant ?? [], holder.tenant)
    ) {
      steps.push({
        kind: 'refusal',
        refusal: { condition: 'in-use', subject: resource, name: `${reference.resource}.${reference.path}`, because: [originOf(at)] },
      })
    }
    if (onDelete.value === 'restrict') continue
    if (onDelete.value === 'cascade') {
      steps.push({ kind: 'consequence', to: { kind: 'deleted', resource: reference.resource }, at: onDelete.at.span })
    } else {
      steps.push(
        ...writeSteps(modelIndex, {
          kind: 'update',
          resource: holder,
          properties: [reference.property],
          isComplete: false,
          references: [],
          tolerates: () => false,
          because: [originOf(at)],
        }),
      )
      steps.push({ kind: 'consequence', to: { kind: 'written', resource: holder.name }, at: onDelete.at.span })
    }
  }
  return steps
}

function buildActionSteps(modelIndex: ModelIndex, resource: string, action: Slot<Action> | undefined): ProgramStep[] {
  const declared = action === undefined ? undefined : slotValueOf(action)
  if (declared === undefined) return []
  return [
    ...setSteps(modelIndex, resource, slotValueOf(declared.set), false),
    ...buildEffectSteps(modelIndex, slotValueOf(declared.then) ?? [], false, undefined),
  ]
}

/** The machine's writes to its own record; only it writes the state field. */
function setSteps(
  modelIndex: ModelIndex,
  resource: string,
  set: readonly Named<Template>[] | undefined,
  client: boolean,
  source?: InputSource,
  fields: readonly string[] = [],
): ProgramStep[] {
  const info = modelIndex.domain.resources.get(resource)
  if (info === undefined) return []
  const { properties, references, follows } = readSet(modelIndex, info, set, client, noBindings)
  if (properties.length === 0 && fields.length === 0) return []
  const because = set?.[0] === undefined ? [] : [originOf(set[0].key)]
  return [
    ...followRefusals(follows, because),
    ...setRefusals(modelIndex, info, set, source),
    ...writeSteps(modelIndex, {
      kind: 'update',
      resource: info,
      properties: [...properties, ...fields],
      isComplete: false,
      references,
      tolerates: () => false,
      because,
    }),
  ]
}

/** A reference in the input that an expression follows must exist, even if it is not written. */
function followRefusals(follows: readonly Follow[], because: readonly Origin[]): ProgramStep[] {
  return follows.map(({ resource }) => ({ kind: 'refusal', refusal: { condition: 'dangling', subject: resource, because } }))
}

const noBindings: InputBindings = new Map()

function stateOf(machine: MachineFacts, name: string): State | undefined {
  return listSpecifiedEntries(machine.machine.slots.states).find((state) => state.name === name)?.value
}

const cache = new WeakMap<ModelIndex, Map<string, Program>>()

/** Programs of one model are built once. */
export function createProgramBuilder(modelIndex: ModelIndex): (node: ProgramNode) => Program {
  const programs = cache.getOrInsertComputed(modelIndex, () => new Map())
  return (node) => programs.getOrInsertComputed(printNodeKey(node), () => buildProgram(modelIndex, node))
}
