// Exports a state machine as a Mermaid state diagram.

import type { Edge, MachineFacts } from '../../fact/fact.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { isPlainName, label } from './words.ts'

export function printMachineDiagram({ machine, states, initial, edges }: MachineFacts): string[] {
  const names = new Map(states.map((state, index) => [state, isPlainName(state) ? state : `s${index}_`]))
  const toMermaidName = (state: string): string => names.get(state) ?? label(state)
  const aliases = states.filter((state) => !isPlainName(state)).map((state) => `  state "${label(state)}" as ${toMermaidName(state)}`)
  const finals = listSpecifiedEntries(machine.slots.states)
    .filter(({ value }) => slotValueOf(value.type) === 'final')
    .map(({ name }) => `  ${toMermaidName(name)} --> [*]`)
  return [
    'stateDiagram-v2',
    ...states.filter((state) => isPlainName(state)).map((state) => `  ${state}`),
    ...aliases,
    ...(initial === undefined ? [] : [`  [*] --> ${toMermaidName(initial)}`]),
    ...edges.map((edge) => `  ${toMermaidName(edge.from)} --> ${toMermaidName(edge.to)} : ${label(printEdge(edge))}`),
    ...finals,
  ]
}

/** The label of an arrow, such as `place, if has-lines` or `after PT24H`. */
export function printEdge({ kind, name, candidate }: Edge): string {
  const guards = (slotValueOf(candidate.guard) ?? []).map((guard) => guard.name)
  return [printEvent(kind, name), ...(guards.length === 0 ? [] : [`if ${guards.join(' and ')}`])].join(', ')
}

function printEvent(kind: Edge['kind'], name: string | undefined): string {
  switch (kind) {
    case 'on':
      return name ?? ''
    case 'always':
      return 'at once'
    case 'after':
    case 'at':
    case 'every':
      return `${kind} ${name ?? ''}`.trim()
    case 'error':
      return 'where that is refused'
  }
}
