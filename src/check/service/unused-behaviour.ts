// Reports behaviours that no operation or effect calls.

import { reportUnusedDeclaration } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listBehaviourCalls } from './calls.ts'

const code = 'service/unused-behaviour'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model }) {
    if (model.endpoints.state === 'not shown') return []
    const called = new Set(listBehaviourCalls(model).map(({ word }) => word.text))
    return (slotValueOf(model.service.value.behaviours) ?? [])
      .filter(({ name }) => !called.has(name))
      .map(({ name, key }) => reportUnusedDeclaration(code, 'a behaviour', name, key.span))
  },
}
