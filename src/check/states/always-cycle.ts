// Reports cycles of `always` transitions that are all possible for one record: the record would change its state forever.

import type { Expression } from '../../cel/expression.ts'
import { reads } from '../../cel/reads.ts'
import { reportCycle } from '../../diagnostic/voice.ts'
import type { Edge, MachineFacts } from '../../fact/fact.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { ResourceInfo, Typing } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { isContradiction } from '../expressions/known-condition.ts'
import { listForeignReads } from '../foreign.ts'

const code = 'states/always-cycle'

export const check: Check = {
  code,
  run: ({ machines, typing }) =>
    machines.flatMap((machine) =>
      findEndlessCycles(machine, typing).map((edges) =>
        reportCycle(
          code,
          '`always`',
          edges.map(({ from, candidate }) => ({ name: from, span: candidate.node.span })),
          'Make one of these transitions by an event, or let their guards exclude each other: over stored properties, without effects.',
        ),
      ),
    ),
}

/** The shortest cycles that may never end; if all of these end, the first longer one that may not. */
function findEndlessCycles(machine: MachineFacts, typing: Typing): readonly (readonly Edge[])[] {
  if (machine.cycles.length === 0) return []
  const mayBeEndless = machine.cycles.filter((edges) => !isFinite(machine, edges, typing))
  if (mayBeEndless.length > 0) return mayBeEndless
  const elementary = listElementaryCycles(
    machine.states,
    machine.edges.filter(({ kind, from, to }) => kind === 'always' && from !== to),
  )
  if (elementary === undefined) return machine.cycles
  const longer = elementary.find((edges) => !isFinite(machine, edges, typing))
  return longer === undefined ? [] : [longer]
}

const maxCycles = 500

/** Every cycle back to its first state that passes no state twice; undefined if there are too many. */
function listElementaryCycles(states: readonly string[], edges: readonly Edge[]): readonly (readonly Edge[])[] | undefined {
  const cycles: (readonly Edge[])[] = []
  const positions = new Map(states.map((state, index) => [state, index]))
  const extendPath = (start: string, path: readonly Edge[]): void => {
    const current = path.at(-1)?.to ?? start
    for (const edge of edges) {
      // Each cycle is found once, from its first state.
      if (cycles.length > maxCycles || edge.from !== current || positions.get(edge.to)! < positions.get(start)!) continue
      if (edge.to === start) cycles.push([...path, edge])
      else if (!path.some(({ from, to }) => from === edge.to || to === edge.to)) extendPath(start, [...path, edge])
    }
  }
  for (const state of states) extendPath(state, [])
  return cycles.length > maxCycles ? undefined : cycles
}

/** True if nothing in the cycle changes what the guards read, and no record meets all of them. */
function isFinite({ machine }: MachineFacts, edges: readonly Edge[], typing: Typing): boolean {
  const resource = typing.domain.resources.get(machine.resource)
  const states = listSpecifiedEntries(machine.slots.states)
    .filter(({ name }) => edges.some(({ from }) => from === name))
    .map(({ value }) => value)
  const hasNoWrites =
    edges.every(({ candidate: { set, then } }) => set.state === 'unsaid' && then.state === 'unsaid') &&
    states.every(({ entry, exit }) => entry.state === 'unsaid' && exit.state === 'unsaid')
  if (resource === undefined || !hasNoWrites) return false
  const guards = edges.flatMap(({ candidate: { guard } }) =>
    (slotValueOf(guard) ?? []).flatMap(({ slot }) => (slot.state === 'shown' ? [typing.expression(slot.value)] : [undefined])),
  )
  return (
    guards.every((guard) => guard !== undefined) &&
    guards.every((guard) => readsOnlyData(guard, resource, typing)) &&
    isContradiction(guards)
  )
}

/** True if the expression reads neither other records nor a machine's field, which another machine of the record may change. */
function readsOnlyData(expression: Expression, resource: ResourceInfo, typing: Typing, visited: ReadonlySet<string> = new Set()): boolean {
  if (listForeignReads(expression, typing.domain).length > 0) return false
  return reads(expression).properties.every(({ resource: owner, path: [name = ''] }) => {
    const property = owner === resource.name ? resource.properties.get(name) : undefined
    if (property === undefined || property.machine !== undefined) return false
    const computed = property.compute === undefined || visited.has(name) ? undefined : typing.expression(property.compute.expression)
    return (
      property.compute === undefined || (computed !== undefined && readsOnlyData(computed, resource, typing, new Set([...visited, name])))
    )
  })
}
