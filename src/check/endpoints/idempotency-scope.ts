// Reports idempotency keys of anonymous callers without a scope that separates them, and scopes that no two requests share.

import { advise, paste } from '../../diagnostic/help.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { differsPerRequest } from '../request-id.ts'
import { admitsAnyone } from './subject.ts'

const code = 'endpoints/idempotency-scope'

export const check: Check = {
  code,
  run: ({ model, typing }) =>
    model.endpoints.value.operations.flatMap((operation) => {
      const { idempotency } = operation.slots
      const declared = slotValueOf(idempotency)
      if (idempotency.state !== 'shown' || declared?.kind !== 'key') return []
      const scope = slotValueOf(declared.scope)
      if (scope !== undefined && differsPerRequest(scope, typing)) {
        return [
          createDiagnostic(
            'warning',
            code,
            `${quoteName(operation.name)} finds no kept answer: the scope of its key differs in every request`,
            { span: scope.node.span, text: 'never the same' },
            {
              reason: 'A repeated request finds the answer only with the same key and the same scope.',
              help: advise`Separate keys by the caller alone, or by what the repeated request sends too, for example${paste('idempotency: { key: Idempotency-Key, scope: request.address }')}`,
            },
          ),
        ]
      }
      if (declared.scope.state !== 'unsaid' || admitsAnyone(operation, model) !== true) return []
      return [
        createDiagnostic(
          'error',
          code,
          `${quoteName(operation.name)} stores answers under a key that any client can send`,
          { span: idempotency.at.span, text: 'whose key is it?' },
          {
            reason: "Keys are separate per caller. All anonymous callers count as one, so one of them would get another one's response.",
            help: advise`Separate the callers, for example${paste('idempotency: { key: Idempotency-Key, scope: request.address }')}`,
          },
        ),
      ]
    }),
}
