// `call` names code that part 1 declares.

import { unknownName } from '../../diagnostic/voice.ts'
import { shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/unknown-behaviour'

export const check: Check = {
  code,
  run({ model: { service, endpoints } }) {
    const { behaviours } = service.value
    if (service.state === 'not shown' || behaviours.state === 'hole' || behaviours.state === 'wrong') return []
    const known = new Set((shown(behaviours) ?? []).map(({ name }) => name))
    return endpoints.value.operations.flatMap(({ action, subject }) =>
      action !== 'call' || subject === undefined || known.has(subject.text) ? [] : [unknownName(code, 'behaviour of part 1', subject.text, subject.node.span, known)])
  },
}
