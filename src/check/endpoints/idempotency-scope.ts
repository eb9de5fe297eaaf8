// Reports idempotency keys of anonymous callers without a scope that separates them.

import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import { slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { admitsAnyone } from './subject.ts'

const code = 'endpoints/idempotency-scope'

export const check: Check = {
  code,
  run: ({ model }) =>
    model.endpoints.value.operations.flatMap((operation) => {
      const { idempotency } = operation.slots
      const declared = slotValue(idempotency)
      if (
        idempotency.state !== 'shown' ||
        declared?.kind !== 'key' ||
        declared.scope.state !== 'unsaid' ||
        admitsAnyone(operation, model) !== true
      )
        return []
      return [
        diagnostic(
          'error',
          code,
          `${quoteName(operation.name)} keeps answers by a key that anybody can send`,
          { span: idempotency.at.span, text: 'whose key is it?' },
          {
            reason: "Keys are separate per caller. All anonymous callers count as one, so one of them would get another one's response.",
            help: 'Say by what they are told apart, for example\n\nidempotency: { key: Idempotency-Key, scope: request.address }',
          },
        ),
      ]
    }),
}
