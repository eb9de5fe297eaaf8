// Reports transitions in effects that no machine of the resource has.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { reportUnknownName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import type { Check } from '../check.ts'
import { listCandidates, listMachineEffects } from './candidates.ts'

const code = 'states/unknown-transition'

export const check: Check = {
  code,
  run({ model }) {
    if (model.states.state === 'not shown') return []
    const machines = model.states.value.machines
    const transitionNames = new Set(
      machines.flatMap((machine) =>
        [...listCandidates(machine)].filter(({ kind }) => kind === 'on').map(({ key }) => `${machine.resource}.${key.text}`),
      ),
    )
    const steps = model.endpoints.value.operations.flatMap(({ slots }) => [...(slotValueOf(slots.do) ?? [])])
    return [...machines.flatMap((machine) => [...listMachineEffects(machine)]), ...steps].flatMap((effect) =>
      checkEffect(effect, transitionNames),
    )
  },
}

function checkEffect({ transition }: Effect, transitionNames: ReadonlySet<string>): Diagnostic[] {
  const word = slotValueOf(transition)
  return word === undefined || transitionNames.has(word.text)
    ? []
    : [reportUnknownName(code, 'transition', word.text, word.node.span, transitionNames)]
}
