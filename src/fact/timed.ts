// Changes that time causes: for each resource with timers, the properties that they may write, and whether they delete. Refusals of timers.

import { listSpecifiedEntries } from '../model/slot.ts'
import { findTimedCandidates } from '../model/timed.ts'
import { createProgramBuilder } from './effects/build.ts'
import { listTimers } from './effects/cycles.ts'
import { type PossibleRefusal, followProgram } from './effects/program.ts'
import type { ModelIndex } from './model-index.ts'

export type ChangedByTime = { readonly properties: ReadonlySet<string>; readonly deletes: boolean }

/** By resource. Changes that a timer makes to other resources are not included. */
export function findChangesByTime(modelIndex: ModelIndex): ReadonlyMap<string, ChangedByTime> {
  const programOf = createProgramBuilder(modelIndex)
  const changesByResource = new Map<string, { properties: Set<string>; deletes: boolean }>()
  for (const { node } of listTimers(modelIndex.machines)) {
    const resource = modelIndex.machine.get(node.machine)?.machine.resource
    if (resource === undefined) continue
    const changes = changesByResource.getOrInsertComputed(resource, () => ({ properties: new Set<string>(), deletes: false }))
    for (const change of followProgram(programOf(node), programOf).changes) {
      if (change.resource !== resource) continue
      for (const name of change.properties) changes.properties.add(name)
      changes.deletes ||= change.kind === 'delete'
    }
  }
  return changesByResource
}

/** The refusals of timers with `onError`, which reads the entry of part 7 that answers them. */
export function listTimerRefusals(modelIndex: ModelIndex): readonly PossibleRefusal[] {
  const programOf = createProgramBuilder(modelIndex)
  const nodes = listTimers(modelIndex.machines).map(({ node }) => node)
  return nodes.flatMap((node) => (hasReaction(modelIndex, node) ? followProgram(programOf(node), programOf).refusals : []))
}

function hasReaction({ machine }: ModelIndex, node: ReturnType<typeof listTimers>[number]['node']): boolean {
  const states = listSpecifiedEntries(machine.get(node.machine)?.machine.slots.states ?? { state: 'unsaid' })
  const state = states.find(({ name }) => name === node.state)?.value
  return state !== undefined && findTimedCandidates(state, node.by, node.length).some(({ onError }) => onError?.state === 'shown')
}
