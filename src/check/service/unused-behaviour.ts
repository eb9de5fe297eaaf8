// A behaviour that no operation calls.

import { unused } from '../../diagnostic/voice.ts'
import { shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'service/unused-behaviour'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model }) {
    if (model.endpoints.state === 'not shown') return []
    const called = new Set(model.endpoints.value.operations.flatMap(({ action, subject }) => (action === 'call' && subject !== undefined ? [subject.text] : [])))
    return (shown(model.service.value.behaviours) ?? []).filter(({ name }) => !called.has(name)).map(({ name, key }) => unused(code, 'a behaviour', name, key.span))
  },
}
