// Reports a time limit of operations of more than an hour: no client waits that long, and it holds a connection.

import { advise, paste } from '../../diagnostic/help.ts'
import { printDuration } from '../../base/duration.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import { type Slot, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { reportPlacesOnce } from '../repeated.ts'
import { isAuthored } from '../unused.ts'

const code = 'limits/long-timeout'
const hour = 3_600_000

export const check: Check = {
  code,
  run: ({ model }) =>
    reportPlacesOnce([
      ...checkTimeout(model.limits.value.timeout),
      ...model.endpoints.value.operations.flatMap(({ slots }) => checkTimeout(slots.timeout)),
    ]),
}

function checkTimeout(slot: Slot<number>): Diagnostic[] {
  const time = slotValueOf(slot)
  if (slot.state !== 'shown' || time === undefined || time <= hour || !isAuthored(slot.at.span)) return []
  return [
    createDiagnostic(
      'warning',
      code,
      `An operation may take ${printDuration(time)}, and no client waits so long`,
      { span: slot.at.span, text: 'more than an hour' },
      {
        reason: 'The request holds a connection and counts against `concurrency` until it ends.',
        help: advise`Let longer work run after the answer, with a timer of part 3 or code of part 1. Seconds follow a \`T\`, for example${paste('timeout: PT5S')}`,
      },
    ),
  ]
}
