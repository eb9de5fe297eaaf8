// Every place that calls code of part 1.

import type { Model } from '../../model/model.ts'
import { type Word, shown } from '../../model/slot.ts'
import { endingsOf } from '../../typing/behaviour.ts'
import { effectsOf } from '../states/candidates.ts'

/** `waits`: whether a request is there that can wait for it. */
export type Call = { readonly word: Word; readonly waits: boolean }

export function calls(model: Model): readonly Call[] {
  const { operations } = model.endpoints.value
  const steps = operations.flatMap(({ slots }) => shown(slots.do) ?? [])
  const later = [...model.states.value.machines.flatMap((machine) => [...effectsOf(machine)]), ...endingsOf({ model })]
  return [
    ...operations.flatMap(({ action, subject }) => (action === 'call' && subject !== undefined ? [{ word: subject, waits: true }] : [])),
    ...steps.flatMap(({ call }) => shown(call) ?? []).map((word) => ({ word, waits: true })),
    ...later.flatMap(({ call }) => shown(call) ?? []).map((word) => ({ word, waits: false })),
  ]
}
