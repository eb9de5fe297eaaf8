// Reports `call` of code that part 1 does not declare.

import { reportUnknownName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listBehaviourCalls } from '../service/calls.ts'

const code = 'endpoints/unknown-behaviour'

export const check: Check = {
  code,
  run({ model }) {
    const { service } = model
    const { behaviours } = service.value
    if (service.state === 'not shown' || behaviours.state === 'gap' || behaviours.state === 'wrong') return []
    const behaviourNames = new Set((slotValueOf(behaviours) ?? []).map(({ name }) => name))
    return listBehaviourCalls(model)
      .filter(({ word }) => !behaviourNames.has(word.text))
      .map(({ word }) => reportUnknownName(code, 'behaviour of part 1', word.text, word.node.span, behaviourNames))
  },
}
