// Reports cycles of `always` transitions that are all possible for one record: the record would change its state forever.

import type { Expression } from '../../cel/expression.ts'
import { reads } from '../../cel/reads.ts'
import { circle } from '../../diagnostic/voice.ts'
import type { Edge, MachineFacts } from '../../fact/fact.ts'
import { specifiedEntries, slotValue } from '../../model/slot.ts'
import type { ResourceInfo, Typing } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { contradict } from '../expressions/known-condition.ts'
import { foreignReads } from '../foreign.ts'

const code = 'states/always-circle'

export const check: Check = {
  code,
  run: ({ machines, typing }) =>
    machines.flatMap((machine) =>
      endlessCircles(machine, typing).map((edges) =>
        circle(
          code,
          '`always`',
          edges.map(({ from, candidate }) => ({ name: from, span: candidate.node.span })),
        ),
      ),
    ),
}

/** The shortest cycles that may never end; if all of these end, the first longer one that may not. */
function endlessCircles(machine: MachineFacts, typing: Typing): readonly (readonly Edge[])[] {
  if (machine.circles.length === 0) return []
  const endless = machine.circles.filter((edges) => !comesToRest(machine, edges, typing))
  if (endless.length > 0) return endless
  const all = elementaryCircles(machine.states, machine.edges.filter(({ kind, from, to }) => kind === 'always' && from !== to))
  if (all === undefined) return machine.circles
  const longer = all.find((edges) => !comesToRest(machine, edges, typing))
  return longer === undefined ? [] : [longer]
}

const maxCircles = 500

/** Every cycle back to its first state that passes no state twice; undefined if there are too many. */
function elementaryCircles(states: readonly string[], edges: readonly Edge[]): readonly (readonly Edge[])[] | undefined {
  const found: (readonly Edge[])[] = []
  const place = new Map(states.map((state, index) => [state, index]))
  const follow = (start: string, way: readonly Edge[]): void => {
    const at = way.at(-1)?.to ?? start
    for (const edge of edges) {
      // Each cycle is found once, from its first state.
      if (found.length > maxCircles || edge.from !== at || place.get(edge.to)! < place.get(start)!) continue
      if (edge.to === start) found.push([...way, edge])
      else if (!way.some(({ from, to }) => from === edge.to || to === edge.to)) follow(start, [...way, edge])
    }
  }
  for (const state of states) follow(state, [])
  return found.length > maxCircles ? undefined : found
}

/** True if nothing in the cycle changes what the guards read, and no record meets all of them. */
function comesToRest({ machine }: MachineFacts, edges: readonly Edge[], typing: Typing): boolean {
  const resource = typing.domain.resources.get(machine.resource)
  const states = specifiedEntries(machine.slots.states)
    .filter(({ name }) => edges.some(({ from }) => from === name))
    .map(({ value }) => value)
  const isStill = edges.every(({ candidate: { set, then } }) => set.state === 'unsaid' && then.state === 'unsaid')
    && states.every(({ entry, exit }) => entry.state === 'unsaid' && exit.state === 'unsaid')
  if (resource === undefined || !isStill) return false
  const guards = edges.flatMap(({ candidate: { guard } }) =>
    (slotValue(guard) ?? []).flatMap(({ slot }) => (slot.state === 'shown' ? [typing.expression(slot.value)] : [undefined])),
  )
  return guards.every((guard) => guard !== undefined) && guards.every((guard) => isOfData(guard, resource, typing)) && contradict(guards)
}

/** True if the expression reads neither other records nor a machine's field, which another machine of the record may change. */
function isOfData(expression: Expression, resource: ResourceInfo, typing: Typing, seen: ReadonlySet<string> = new Set()): boolean {
  if (foreignReads(expression, typing.domain).length > 0) return false
  return reads(expression).properties.every(({ resource: of, path: [name = ''] }) => {
    const property = of === resource.name ? resource.properties.get(name) : undefined
    if (property === undefined || property.machine !== undefined) return false
    const inner = property.compute === undefined || seen.has(name) ? undefined : typing.expression(property.compute.expression)
    return property.compute === undefined || (inner !== undefined && isOfData(inner, resource, typing, new Set([...seen, name])))
  })
}
