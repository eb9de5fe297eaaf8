// Lists every candidate of every machine: by event, `always`, and by time, with the state that it leaves.

import type { MachineOf } from '../../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Candidate, Effect, State } from '../../model/states.ts'
import { type TimedKind, listTimed } from '../../model/timed.ts'
import type { Scalar } from '../../document/node.ts'

export type MachineCandidate = {
  readonly kind: 'on' | 'always' | TimedKind
  readonly machine: MachineOf
  readonly state: string
  /** The transition's name, or the duration; of `always` the state's own key. */
  readonly key: Scalar
  readonly candidate: Candidate
}

export function* listCandidates(machine: MachineOf): Generator<MachineCandidate> {
  for (const { name: state, key: stateKey, value } of listSpecifiedEntries(machine.slots.states)) {
    for (const { key, value: candidates } of listSpecifiedEntries(value.on)) {
      for (const candidate of candidates) yield { kind: 'on', machine, state, key, candidate }
    }
    for (const candidate of slotValueOf(value.always) ?? []) yield { kind: 'always', machine, state, key: stateKey, candidate }
    for (const { kind, key, value: candidates } of listTimed(value)) {
      for (const candidate of candidates) yield { kind, machine, state, key, candidate }
    }
  }
}

/** The effects of a machine: of its candidates, of `onError`, and of entering and leaving states. */
export function* listMachineEffects(machine: MachineOf): Generator<Effect> {
  for (const { candidate } of listCandidates(machine)) {
    yield* slotValueOf(candidate.then) ?? []
    const recovery = candidate.onError === undefined ? undefined : slotValueOf(candidate.onError)
    if (recovery !== undefined) yield* slotValueOf(recovery.then) ?? []
  }
  for (const { value } of listSpecifiedEntries(machine.slots.states)) yield* listEntryAndExit(value)
}

function* listEntryAndExit({ entry, exit }: State): Generator<Effect> {
  for (const action of [slotValueOf(entry), slotValueOf(exit)]) if (action !== undefined) yield* slotValueOf(action.then) ?? []
}
