// A window, and the time that an operation may take, last for some time.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoted } from '../../diagnostic/voice.ts'
import type { Slot } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { ratesOf } from './rates.ts'

const code = 'limits/zero-window'

export const check: Check = {
  code,
  run: ({ model }) => [
    ...ratesOf(model).flatMap(({ name, value }) => told(value.window, `The window of ${quoted(name)} has no length, so nothing can be counted in it`)),
    ...told(model.limits.value.timeout, 'A time-out of no length lets no operation end'),
    ...model.endpoints.value.operations.flatMap(({ name, slots }) => told(slots.timeout, `A time-out of no length never lets ${quoted(name)} end`)),
  ],
}

function told(slot: Slot<number>, message: string): Diagnostic[] {
  if (slot.state !== 'shown' || slot.value > 0) return []
  return [diagnostic('error', code, message, { span: slot.at.span, text: 'no time at all' }, { help: 'Say how long, for example `PT1M`; leave it out where there is no limit.' })]
}
