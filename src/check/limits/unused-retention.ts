// Reports retention settings of part 8 for data that the service does not store.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic } from '../../diagnostic/voice.ts'
import type { Model } from '../../model/model.ts'
import { slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'limits/unused-retention'

const kinds = {
  idempotency: {
    description: 'an answer for its key',
    example: 'idempotency: { key: Idempotency-Key }',
    isStored: ({ endpoints }: Model) => endpoints.value.operations.some(({ slots }) => slotValue(slots.idempotency)?.kind === 'key'),
  },
  deleted: {
    description: 'what is deleted',
    example: 'softDelete: true',
    isStored: ({ resources }: Model) => resources.value.resources.some(({ slots }) => slotValue(slots.softDelete) === true),
  },
} as const

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model }) {
    const retention = slotValue(model.limits.value.retention)
    return (Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((name): Diagnostic[] => {
      const slot = retention?.[name]
      const { description, example, isStored } = kinds[name]
      if (slot?.state !== 'shown' || isStored(model)) return []
      return [
        diagnostic(
          'warning',
          code,
          `\`retention.${name}\` says how long ${description} is kept, and nothing keeps it`,
          { span: slot.at.span, text: 'bounds nothing' },
          {
            help: `Leave it out, or say what is kept:\n\n${example}`,
          },
        ),
      ]
    })
  },
}
