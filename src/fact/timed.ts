// Changes that time causes: for each resource with timers, the properties that they may write, and whether they delete.

import { programsOf } from './effects/build.ts'
import { timers } from './effects/circles.ts'
import { follow } from './effects/program.ts'
import type { World } from './world.ts'

export type ChangedByTime = { readonly properties: ReadonlySet<string>; readonly deletes: boolean }

/** By resource. Changes that a timer makes to other resources are not included. */
export function changedByTime(world: World): ReadonlyMap<string, ChangedByTime> {
  const programOf = programsOf(world)
  const found = new Map<string, { properties: Set<string>; deletes: boolean }>()
  for (const { node } of timers(world.machines)) {
    const resource = world.machine.get(node.machine)?.machine.resource
    if (resource === undefined) continue
    const known = found.getOrInsertComputed(resource, () => ({ properties: new Set<string>(), deletes: false }))
    for (const change of follow(programOf(node), programOf).changes) {
      if (change.resource !== resource) continue
      for (const name of change.properties) known.properties.add(name)
      known.deletes ||= change.kind === 'delete'
    }
  }
  return found
}
