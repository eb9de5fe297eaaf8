// Reports a `partition` that differs in every request: it counts each request alone, and refuses none.

import { advise, paste } from '../../diagnostic/help.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { differsPerRequest } from '../request-id.ts'
import { isAuthored } from '../unused.ts'
import { listRates } from './rates.ts'

const code = 'limits/unshared-partition'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: ({ model, typing }) =>
    listRates(model).flatMap(({ name, value }) => {
      const partition = slotValueOf(value.partition)
      if (partition === undefined || !isAuthored(partition.node.span) || !differsPerRequest(partition, typing)) return []
      return [
        createDiagnostic(
          'warning',
          code,
          `The partition of ${quoteName(name)} differs in every request`,
          { span: partition.node.span, text: 'never the same' },
          {
            reason: 'Each request is then counted alone, and none is ever refused.',
            help: advise`Write what a caller keeps from one request to the next, such as${paste('partition: request.address')}`,
          },
        ),
      ]
    }),
}
