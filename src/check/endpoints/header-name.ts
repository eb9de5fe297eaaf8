// Reports names of headers in part 4 that HTTP does not allow.

import { slotValue } from '../../model/slot.ts'
import type { Operation } from '../../model/model.ts'
import type { Scalar } from '../../document/node.ts'
import type { Check } from '../check.ts'
import { checkHeaderNames } from '../header-names.ts'

const code = 'endpoints/header-name'

export const check: Check = { code, run: ({ model }) => checkHeaderNames(code, model.endpoints.value.operations.flatMap(listHeaders)) }

function listHeaders({ slots }: Operation): Scalar[] {
  const parameters = slotValue(slots.parameters)
  const idempotency = slotValue(slots.idempotency)
  const keys = idempotency?.kind === 'key' ? [slotValue(idempotency.key), slotValue(idempotency.replayed)] : []
  return [
    ...(slotValue(slots.headers) ?? []).map((header) => header.key),
    ...(parameters === undefined ? [] : (slotValue(parameters.header) ?? []).map((header) => header.key)),
    ...keys.flatMap((key) => key?.node ?? []),
  ]
}
