// Changes that time causes: for each resource with timers, the properties that they may write, and whether they delete.

import { programsOf } from './effects/build.ts'
import { timers } from './effects/circles.ts'
import { followProgram } from './effects/program.ts'
import type { ModelIndex } from './model-index.ts'

export type ChangedByTime = { readonly properties: ReadonlySet<string>; readonly deletes: boolean }

/** By resource. Changes that a timer makes to other resources are not included. */
export function changedByTime(modelIndex: ModelIndex): ReadonlyMap<string, ChangedByTime> {
  const programOf = programsOf(modelIndex)
  const changesByResource = new Map<string, { properties: Set<string>; deletes: boolean }>()
  for (const { node } of timers(modelIndex.machines)) {
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
