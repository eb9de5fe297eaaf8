// Determines whether a transition may find no candidate: a state lacks it, or all candidates of a state have guards.

import { type ExpressionText, type Origin, listSpecifiedEntries, originOf } from '../model/slot.ts'
import { groupCandidatesByState, isUnguarded } from './machines.ts'
import type { Transition } from './model-index.ts'

/** The place of a machine that lacks the transition in a state which a record can be found in; undefined if all have it. */
export function findMissingOrigin({ name, machines }: Transition): Origin | undefined {
  for (const { machine, transitions, resting } of machines) {
    const from = transitions.find((each) => each.name === name)?.from ?? []
    const stateWithout = resting.find((state) => !from.includes(state))
    const key = listSpecifiedEntries(machine.slots.states).find((state) => state.name === stateWithout)?.key
    if (stateWithout !== undefined) return originOf(key ?? machine.key)
  }
  return undefined
}

export type TransitionGuard = { readonly name: string; readonly expression: ExpressionText; readonly origin: Origin }

/** Guards that can refuse, in document order: in states where every candidate has one (an unguarded one ends the list). */
export function listTransitionGuards({ name, machines }: Transition): TransitionGuard[] {
  const guards = new Map<string, TransitionGuard>()
  for (const { machine, resting } of machines) {
    for (const { state, candidates } of groupCandidatesByState(machine, name)) {
      if (!resting.includes(state) || candidates.some(isUnguarded)) continue
      for (const guard of candidates.flatMap((candidate) => listSpecifiedEntries(candidate.guard))) {
        guards.getOrInsertComputed(guard.name, () => ({ name: guard.name, expression: guard.value, origin: originOf(guard.key) }))
      }
    }
  }
  return [...guards.values()]
}
