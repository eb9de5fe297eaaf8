// Lists the resources that change while the service runs: by operations, timers, jobs or deliveries. All other records stay as the
// document declares them.

import { slotValueOf } from '../model/slot.ts'
import type { Effect } from '../model/states.ts'
import { listCompletionEffects } from '../typing/behaviour.ts'
import { deriveProgramOutcome } from './conditions/effect.ts'
import { createProgramBuilder } from './effects/build.ts'
import { listTimers } from './effects/cycles.ts'
import { type ProgramNode, followProgram } from './effects/program.ts'
import { makeOperationContext } from './operation-context.ts'
import type { ModelIndex } from './model-index.ts'

/** A machine may change its records at once, so a resource with one counts as written. */
export function listWrittenResources(modelIndex: ModelIndex): ReadonlySet<string> {
  const { model, machines } = modelIndex
  const programOf = createProgramBuilder(modelIndex)
  const effects = listCompletionEffects({ model })
  const nodes: readonly ProgramNode[] = [
    ...listTimers(machines).map(({ node }) => node),
    ...machines.map(({ machine }): ProgramNode => ({ kind: 'created', resource: machine.resource })),
    ...effects.flatMap(listNodes),
  ]
  const changes = [
    ...model.endpoints.value.operations.flatMap((operation) => deriveProgramOutcome(makeOperationContext(modelIndex, operation)).changes),
    ...nodes.flatMap((node) => followProgram(programOf(node), programOf).changes),
  ]
  return new Set([
    ...changes.map(({ resource }) => resource),
    ...machines.map(({ machine }) => machine.resource),
    ...effects.flatMap(listNodes).flatMap(listWrittenResource),
  ])
}

function listNodes(effect: Effect): ProgramNode[] {
  const [create, update, deleted, transition] = [effect.create, effect.update, effect.delete, effect.transition].map(
    (slot) => slotValueOf(slot)?.text,
  )
  return [
    ...(create === undefined ? [] : [{ kind: 'created' as const, resource: create }]),
    ...(update === undefined ? [] : [{ kind: 'written' as const, resource: update }]),
    ...(deleted === undefined ? [] : [{ kind: 'deleted' as const, resource: deleted }]),
    ...(transition === undefined ? [] : [{ kind: 'transition' as const, name: transition, client: false, sent: false }]),
  ]
}

function listWrittenResource(node: ProgramNode): string[] {
  if ('resource' in node) return [node.resource]
  return node.kind === 'transition' ? [node.name.split('.')[0]!] : []
}
