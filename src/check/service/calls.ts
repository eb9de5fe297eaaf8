// Lists every place that calls code of part 1.

import type { Model } from '../../model/model.ts'
import { type Word, slotValueOf } from '../../model/slot.ts'
import { listCompletionEffects } from '../../typing/behaviour.ts'
import { listMachineEffects } from '../states/candidates.ts'

/** `isAwaited`: true if a request waits for the result. */
export type BehaviourCall = { readonly word: Word; readonly isAwaited: boolean }

export function listBehaviourCalls(model: Model): readonly BehaviourCall[] {
  const { operations } = model.endpoints.value
  const steps = operations.flatMap(({ slots }) => slotValueOf(slots.do) ?? [])
  const unawaited = [
    ...model.states.value.machines.flatMap((machine) => [...listMachineEffects(machine)]),
    ...listCompletionEffects({ model }),
  ]
  return [
    ...operations.flatMap(({ action, subject }) =>
      action === 'call' && subject !== undefined ? [{ word: subject, isAwaited: true }] : [],
    ),
    ...steps.flatMap(({ call }) => slotValueOf(call) ?? []).map((word) => ({ word, isAwaited: true })),
    ...unawaited.flatMap(({ call }) => slotValueOf(call) ?? []).map((word) => ({ word, isAwaited: false })),
  ]
}
