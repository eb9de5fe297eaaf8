// Which resources something writes while the service runs: an operation, time, what is done after code. The records of all others
// are as the document has them.

import { each, shown } from '../model/slot.ts'
import type { Effect } from '../model/states.ts'
import { outcomeOf } from './conditions/effect.ts'
import { programsOf } from './effects/build.ts'
import { timers } from './effects/circles.ts'
import { type Node, follow } from './effects/program.ts'
import { situation } from './situation.ts'
import type { World } from './world.ts'

/** A machine may move its records on as soon as they are there, so whatever has one counts as written. */
export function writtenResources(world: World): ReadonlySet<string> {
  const { model, machines } = world
  const programOf = programsOf(world)
  const effects = each(model.service.value.behaviours).flatMap(({ value: { onDone, onError } }) => [onDone, onError].flatMap((slot) => shown(slot) ?? []))
  const nodes: readonly Node[] = [
    ...timers(machines).map(({ node }) => node),
    ...machines.map(({ machine }): Node => ({ kind: 'created', resource: machine.resource })),
    ...effects.flatMap(nodesOf),
  ]
  const changes = [
    ...model.endpoints.value.operations.flatMap((operation) => outcomeOf(situation(world, operation)).changes),
    ...nodes.flatMap((node) => follow(programOf(node), programOf).changes),
  ]
  return new Set([...changes.map(({ resource }) => resource), ...machines.map(({ machine }) => machine.resource), ...effects.flatMap(nodesOf).flatMap(resourceOf)])
}

function nodesOf(effect: Effect): Node[] {
  const [create, update, gone, transition] = [effect.create, effect.update, effect.delete, effect.transition].map((slot) => shown(slot)?.text)
  return [
    ...(create === undefined ? [] : [{ kind: 'created' as const, resource: create }]),
    ...(update === undefined ? [] : [{ kind: 'written' as const, resource: update }]),
    ...(gone === undefined ? [] : [{ kind: 'deleted' as const, resource: gone }]),
    ...(transition === undefined ? [] : [{ kind: 'transition' as const, name: transition, client: false, sent: false }]),
  ]
}

function resourceOf(node: Node): string[] {
  if ('resource' in node) return [node.resource]
  return node.kind === 'transition' ? [node.name.split('.')[0]!] : []
}
