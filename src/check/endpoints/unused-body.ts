// The content of a GET or HEAD has no defined meaning (RFC 9110, section 9.3.1).

import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/unused-body'

export const check: Check = {
  code,
  run: ({ model }) =>
    model.endpoints.value.operations.flatMap(({ name, method, key, slots }) =>
      (method !== 'GET' && method !== 'HEAD') || slots.body.state !== 'shown'
        ? []
        : [
            createDiagnostic(
              'warning',
              code,
              `${quoteName(name)} declares a body, but a ${quoteName(method)} may arrive without one`,
              { span: slots.body.at.span, text: 'may be dropped on the way' },
              {
                others: [{ span: key.span, text: 'the method' }],
                reason:
                  'The content of such a request has no defined meaning: clients refuse to send it, and proxies drop it (RFC 9110, section 9.3.1).',
                help: 'Use query parameters, or `QUERY` or `POST`.',
              },
            ),
          ],
    ),
}
