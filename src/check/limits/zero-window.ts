// Reports a window, time-out, token lifetime or retention of length zero.

import { advise, quoteWord, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { StreamKeys } from '../../model/events.ts'
import type { Limits } from '../../model/limits.ts'
import { type Slot, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listDeclaredDeliveries } from '../deliveries.ts'
import { listRates } from './rates.ts'

const code = 'limits/zero-window'

export const check: Check = {
  code,
  run: ({ model }) => [
    ...listRates(model).flatMap(({ name, value }) =>
      diagnose(value.window, `The window of ${quoteName(name)} has no length, so nothing can be counted in it`),
    ),
    ...diagnose(model.limits.value.timeout, 'A time-out of no length lets no operation end'),
    ...model.endpoints.value.operations.flatMap(({ name, slots }) =>
      diagnose(slots.timeout, `A time-out of no length never lets ${quoteName(name)} end`),
    ),
    ...listSpecifiedEntries(model.service.value.behaviours).flatMap(({ name, value }) =>
      diagnose(value.timeout, `A time-out of no length never lets ${quoteName(name)} end`),
    ),
    ...listSpecifiedEntries(model.authentication.value.schemes).flatMap(({ name, value }) =>
      diagnose(value.lifetime, `Tokens of ${quoteName(name)} that live for no time have ended when they are issued`),
    ),
    ...listDeclaredDeliveries(model).flatMap(({ name, destination }) => [
      ...diagnose(destination.timeout, `A time-out of no length lets no try of ${quoteName(name)} end`),
      ...diagnose(destination.deadLetter, `A failed delivery of ${quoteName(name)} that is kept for no time cannot be sent again`),
    ]),
    ...checkRetention(slotValueOf(model.limits.value.retention)),
    ...checkStream(slotValueOf(slotValueOf(model.events.value.delivery)?.stream ?? { state: 'unsaid' })),
  ],
}

type RetentionKeys = Extract<Limits['retention'], { readonly state: 'shown' }>['value']

function checkRetention(retention: RetentionKeys | undefined): Diagnostic[] {
  if (retention === undefined) return []
  return [
    ...diagnose(retention.idempotency, 'An answer that is kept for no time answers no repeated request'),
    ...diagnose(retention.events, 'No client can follow events that are kept for no time'),
    ...diagnose(retention.deleted, 'A record that is kept for no time after its deletion is never `gone`'),
  ]
}

function checkStream(stream: StreamKeys | undefined): Diagnostic[] {
  if (stream === undefined) return []
  return [
    ...diagnose(stream.retain, 'A stream that retains events for no time can never be resumed'),
    ...diagnose(stream.heartbeat, 'A heartbeat needs time between two beats'),
  ]
}

function diagnose(slot: Slot<number>, message: string): Diagnostic[] {
  if (slot.state !== 'shown' || slot.value > 0) return []
  return [
    createDiagnostic(
      'error',
      code,
      message,
      { span: slot.at.span, text: 'no time at all' },
      { help: advise`Write a duration, for example ${quoteWord('PT1M')}; ${remove('remove it')} if there is no limit.` },
    ),
  ]
}
