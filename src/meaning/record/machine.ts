// The machines of a record: its current state, and the transitions of that state.

import type { MachineOf } from '../../model/model.ts'
import { listSpecifiedEntries, findNamedEntry, slotValueOf } from '../../model/slot.ts'
import type { Candidate, State } from '../../model/states.ts'
import type { Row } from '../store.ts'

export function stateOf(machine: MachineOf, row: Row): string {
  const state = row.values.get(machine.field)
  if (typeof state !== 'string') throw new Error(`a record of ${machine.resource} has no ${machine.field}`)
  return state
}

const statesByName = new WeakMap<MachineOf, ReadonlyMap<string, State>>()

/** The document's definition of a state; undefined if it has none. */
export function stateNamed(machine: MachineOf, name: string): State | undefined {
  return statesByName.getOrInsertComputed(machine, collectStates).get(name)
}

function collectStates({ slots }: MachineOf): ReadonlyMap<string, State> {
  return new Map(listSpecifiedEntries(slots.states).map((state) => [state.name, state.value]))
}

/** Names of the transitions that a state has. */
export function listEventsOfMachine(machine: MachineOf, state: string): readonly string[] {
  const definition = stateNamed(machine, state)
  return definition === undefined ? [] : listSpecifiedEntries(definition.on).map(({ name }) => name)
}

/** True if some state of the machine has the transition. */
export function hasEvent(machine: MachineOf, event: string): boolean {
  return listSpecifiedEntries(machine.slots.states).some(({ value }) => findNamedEntry(value.on, event) !== undefined)
}

/** The candidates of a transition in a state, in the order in which they are tried. */
export function findCandidates(machine: MachineOf, state: string, event: string): readonly Candidate[] {
  const definition = stateNamed(machine, state)
  const slot = definition && findNamedEntry(definition.on, event)?.slot
  return slot?.state === 'shown' ? slot.value : []
}

export function readTargetState(candidate: Candidate): string | undefined {
  return slotValueOf(candidate.target)?.text
}
