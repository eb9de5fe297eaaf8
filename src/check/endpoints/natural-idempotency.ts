// `idempotency: natural` compares a request with the record of its key: only creating and deleting have one to compare.

import { diagnostic, quoted } from '../../diagnostic/voice.ts'
import { shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/natural-idempotency'

export const check: Check = {
  code,
  run: ({ model }) =>
    model.endpoints.value.operations.flatMap(({ name, action, slots }) => {
      const said = shown(slots.idempotency)
      if (said?.kind !== 'natural' || action === undefined || action === 'create' || action === 'delete') return []
      return [
        diagnostic('error', code, `\`idempotency: natural\` of ${quoted(name)} has nothing to compare a repeated request with`, { span: said.node.span, text: `stands beside ${quoted(action)}` }, {
          reason: 'It belongs to `create`, where an equal record answers at once, and to `delete`, where an absent one is no mistake.',
          help: 'Leave it out, or let the client send a key:\n\nidempotency: { key: Idempotency-Key }',
        }),
      ]
    }),
}
