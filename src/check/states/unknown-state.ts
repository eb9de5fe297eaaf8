// Reports states in `initial`, `target` and `in` that the machine lacks.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { reportUnknownName } from '../../diagnostic/voice.ts'
import type { MachineOf } from '../../model/model.ts'
import { type Slot, type Word, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listCandidates } from './candidates.ts'

const code = 'states/unknown-state'

export const check: Check = {
  code,
  run: ({ model }) => model.states.value.machines.flatMap(checkMachine),
}

function checkMachine(machine: MachineOf): Diagnostic[] {
  const states = (slotValueOf(machine.slots.states) ?? []).map(({ name }) => name)
  if (states.length === 0) return []
  const targets: Slot<Word>[] = [machine.slots.initial]
  for (const { candidate } of listCandidates(machine)) {
    targets.push(candidate.target)
    const recovery = candidate.onError === undefined ? undefined : slotValueOf(candidate.onError)
    if (recovery !== undefined) targets.push(recovery.target)
  }
  return targets.flatMap((slot) => {
    const word = slotValueOf(slot)
    return word === undefined || states.includes(word.text)
      ? []
      : [reportUnknownName(code, `state of ${machine.name}`, word.text, word.node.span, states)]
  })
}
