// Resolves transitions by name: all candidates of a machine for one transition, and their common input.

import type { MachineOf } from '../model/model.ts'
import { listSpecifiedEntries } from '../model/slot.ts'
import type { Candidate } from '../model/states.ts'
import type { Domain } from './domain.ts'
import { type InputType, typeDeclaredInput } from './input-type.ts'

export type MachineTransition = { readonly machine: MachineOf; readonly name: string; readonly candidates: readonly Candidate[] }

/** All transitions of a machine, in order of their first appearance. */
export function listTransitions(machine: MachineOf): readonly MachineTransition[] {
  const candidatesByName = new Map<string, Candidate[]>()
  for (const { value: state } of listSpecifiedEntries(machine.slots.states)) {
    for (const { name, value } of listSpecifiedEntries(state.on)) candidatesByName.getOrInsertComputed(name, () => []).push(...value)
  }
  return Array.from(candidatesByName, ([name, candidates]) => ({ machine, name, candidates }))
}

/** The transition `Order.place`; undefined if no machine of the resource has it. */
export function findTransition(name: string, domain: Domain): MachineTransition | undefined {
  const dot = name.indexOf('.')
  const resource = domain.resources.get(name.slice(0, dot))
  return resource?.machines.flatMap(listTransitions).find((each) => each.name === name.slice(dot + 1))
}

/** A transition's input: a union over its candidates, because the sender does not choose the state. */
export function findTransitionInput({ candidates }: MachineTransition, domain: Domain): InputType | undefined {
  return typeDeclaredInput(
    candidates.flatMap(({ input }) => (input === undefined ? [] : [input])),
    domain,
  )
}
