// Reports names of headers in part 4 that HTTP does not allow, and headers with two values.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Operation } from '../../model/model.ts'
import type { Check } from '../check.ts'
import { checkHeaderMap, checkHeaderNames } from '../header-names.ts'

const code = 'endpoints/header-name'

export const check: Check = { code, run: ({ model }) => model.endpoints.value.operations.flatMap(checkOperation) }

function checkOperation({ slots }: Operation): Diagnostic[] {
  const idempotency = slotValueOf(slots.idempotency)
  const keys = idempotency?.kind === 'key' ? [slotValueOf(idempotency.key), slotValueOf(idempotency.replayed)] : []
  const parameters = slotValueOf(slots.parameters)
  const maps = [slotValueOf(slots.headers) ?? [], parameters === undefined ? [] : (slotValueOf(parameters.header) ?? [])]
  return [
    ...maps.flatMap((headers) =>
      checkHeaderMap(
        code,
        headers.map(({ key }) => key),
      ),
    ),
    ...checkHeaderNames(
      code,
      keys.flatMap((key) => key?.node ?? []),
    ),
  ]
}
