// Reports a `replayed` header that has the name of another header: of the key of the request, or of the operation's answer.

import { advise, paste } from '../../diagnostic/help.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'

const code = 'endpoints/replayed-name'

export const check: Check = {
  code,
  run: ({ model }) =>
    model.endpoints.value.operations.flatMap(({ slots }) => {
      const idempotency = slotValueOf(slots.idempotency)
      if (idempotency?.kind !== 'key') return []
      const replayed = slotValueOf(idempotency.replayed)
      if (replayed === undefined || !isAuthored(replayed.node.span)) return []
      const isSame = ({ text }: { readonly text: string }): boolean => text.toLowerCase() === replayed.text.toLowerCase()
      const key = slotValueOf(idempotency.key)
      const header = (slotValueOf(slots.headers) ?? []).map(({ key: name }) => name).find(isSame)
      const other =
        key !== undefined && isSame(key)
          ? { span: key.node.span, what: 'the key of the request' }
          : header && { span: header.span, what: 'a header of the answer' }
      if (other === undefined) return []
      return [
        createDiagnostic(
          'warning',
          code,
          `${quoteName(replayed.text)} says \`true\` for a repeated answer, and is ${other.what}, too`,
          { span: replayed.node.span, text: 'the same name' },
          {
            others: [{ span: other.span, text: other.what }],
            reason: 'A client cannot tell from it whether the answer was repeated.',
            help: advise`Give it a name of its own, for example${paste('replayed: Idempotency-Replayed')}`,
          },
        ),
      ]
    }),
}
