// Reports names of headers in part 4 that HTTP does not allow.

import { shown } from '../../model/slot.ts'
import type { Operation } from '../../model/model.ts'
import type { Scalar } from '../../document/node.ts'
import type { Check } from '../check.ts'
import { wrongHeaders } from '../header-names.ts'

const code = 'endpoints/header-name'

export const check: Check = { code, run: ({ model }) => wrongHeaders(code, model.endpoints.value.operations.flatMap(headersOf)) }

function headersOf({ slots }: Operation): Scalar[] {
  const parameters = shown(slots.parameters)
  const idempotency = shown(slots.idempotency)
  const keys = idempotency?.kind === 'key' ? [shown(idempotency.key), shown(idempotency.replayed)] : []
  return [
    ...(shown(slots.headers) ?? []).map((header) => header.key),
    ...(parameters === undefined ? [] : (shown(parameters.header) ?? []).map((header) => header.key)),
    ...keys.flatMap((key) => key?.node ?? []),
  ]
}
