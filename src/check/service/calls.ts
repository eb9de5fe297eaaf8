// Lists every place that calls code of part 1.

import type { Model } from '../../model/model.ts'
import { type Word, slotValue } from '../../model/slot.ts'
import { endingsOf } from '../../typing/behaviour.ts'
import { listEffects } from '../states/candidates.ts'

/** `waits`: true if a request can wait for the result. */
export type BehaviourCall = { readonly word: Word; readonly waits: boolean }

export function calls(model: Model): readonly BehaviourCall[] {
  const { operations } = model.endpoints.value
  const steps = operations.flatMap(({ slots }) => slotValue(slots.do) ?? [])
  const later = [...model.states.value.machines.flatMap((machine) => [...listEffects(machine)]), ...endingsOf({ model })]
  return [
    ...operations.flatMap(({ action, subject }) => (action === 'call' && subject !== undefined ? [{ word: subject, waits: true }] : [])),
    ...steps.flatMap(({ call }) => slotValue(call) ?? []).map((word) => ({ word, waits: true })),
    ...later.flatMap(({ call }) => slotValue(call) ?? []).map((word) => ({ word, waits: false })),
  ]
}
