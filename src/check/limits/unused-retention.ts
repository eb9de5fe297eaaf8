// Reports retention settings of part 8 for data that the service does not store, or stores longer anyway.

import { advise, paste, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import type { Model } from '../../model/model.ts'
import { type Slot, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'

const code = 'limits/unused-retention'

const kinds = {
  idempotency: {
    description: 'an answer for its key',
    example: 'idempotency: { key: Idempotency-Key }',
    isStored: ({ endpoints }: Model) => endpoints.value.operations.some(({ slots }) => slotValueOf(slots.idempotency)?.kind === 'key'),
  },
  deleted: {
    description: 'what is deleted',
    example: 'softDelete: true',
    isStored: ({ resources }: Model) => resources.value.resources.some(({ slots }) => slotValueOf(slots.softDelete) === true),
  },
} as const

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model }) {
    const retention = slotValueOf(model.limits.value.retention)
    return [
      ...reportEvents(retention?.events, model),
      ...(Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((name): Diagnostic[] => {
        const slot = retention?.[name]
        const { description, example, isStored } = kinds[name]
        if (slot?.state !== 'shown' || isStored(model)) return []
        return [
          createDiagnostic(
            'warning',
            code,
            `\`retention.${name}\` limits the storage of ${description}, but nothing stores it`,
            { span: slot.at.span, text: 'bounds nothing' },
            {
              help: advise`${remove('Remove it')}, or add what it applies to:${paste(example)}`,
            },
          ),
        ]
      }),
    ]
  },
}

/** Events are kept for the longest of `events` and the `retain` of streams and feeds. */
function reportEvents(slot: Slot<number> | undefined, { events }: Model): Diagnostic[] {
  const delivery = slotValueOf(events.value.delivery)
  if (slot?.state !== 'shown' || delivery === undefined || !isAuthored(slot.at.span)) return []
  const times = [slotValueOf(delivery.stream)?.retain, slotValueOf(delivery.feed)?.retain]
  const longer = times.find((retain) => retain?.state === 'shown' && retain.value > slot.value)
  if (longer?.state !== 'shown') return []
  return [
    createDiagnostic(
      'warning',
      code,
      '`retention.events` is shorter than the `retain` of part 6, and events are kept for the longer time',
      { span: slot.at.span, text: 'bounds nothing' },
      { others: [{ span: longer.at.span, text: 'kept for so long' }], help: advise`${remove('Leave it out')}, or shorten the other.` },
    ),
  ]
}
