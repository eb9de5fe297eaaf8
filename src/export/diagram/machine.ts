// Exports a state machine as a Mermaid state diagram.

import type { Edge, MachineFacts } from '../../fact/fact.ts'
import { specifiedEntries, slotValue } from '../../model/slot.ts'
import { isPlainName, label } from './words.ts'

export function machineDiagram({ machine, states, initial, edges }: MachineFacts): string[] {
  const names = new Map(states.map((state, index) => [state, isPlainName(state) ? state : `s${index}_`]))
  const mermaidName = (state: string): string => names.get(state) ?? label(state)
  const aliases = states.filter((state) => !isPlainName(state)).map((state) => `  state "${label(state)}" as ${mermaidName(state)}`)
  const finals = specifiedEntries(machine.slots.states)
    .filter(({ value }) => slotValue(value.type) === 'final')
    .map(({ name }) => `  ${mermaidName(name)} --> [*]`)
  return [
    'stateDiagram-v2',
    ...states.filter((state) => isPlainName(state)).map((state) => `  ${state}`),
    ...aliases,
    ...(initial === undefined ? [] : [`  [*] --> ${mermaidName(initial)}`]),
    ...edges.map((edge) => `  ${mermaidName(edge.from)} --> ${mermaidName(edge.to)} : ${label(edgeText(edge))}`),
    ...finals,
  ]
}

/** The label of an arrow, such as `place, if has-lines` or `after PT24H`. */
export function edgeText({ kind, name, candidate }: Edge): string {
  const guards = (slotValue(candidate.guard) ?? []).map((guard) => guard.name)
  return [eventText(kind, name), ...(guards.length === 0 ? [] : [`if ${guards.join(' and ')}`])].join(', ')
}

function eventText(kind: Edge['kind'], name: string | undefined): string {
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
