// Reports names of headers in part 4 that HTTP does not allow, and headers with two values.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { slotValue } from '../../model/slot.ts'
import type { Operation } from '../../model/model.ts'
import type { Check } from '../check.ts'
import { checkHeaderMap, checkHeaderNames } from '../header-names.ts'

const code = 'endpoints/header-name'

export const check: Check = { code, run: ({ model }) => model.endpoints.value.operations.flatMap(checkOperation) }

function checkOperation({ slots }: Operation): Diagnostic[] {
  const idempotency = slotValue(slots.idempotency)
  const keys = idempotency?.kind === 'key' ? [slotValue(idempotency.key), slotValue(idempotency.replayed)] : []
  const parameters = slotValue(slots.parameters)
  const maps = [slotValue(slots.headers) ?? [], parameters === undefined ? [] : (slotValue(parameters.header) ?? [])]
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
