// Reports names of headers in part 4 that HTTP does not allow, and headers with two values in a map or in a response.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Operation } from '../../model/model.ts'
import type { Check } from '../check.ts'
import { type SentHeader, checkHeaderMap, checkHeaderNames, checkSentHeaders } from '../header-names.ts'

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
    ...checkSentHeaders(
      code,
      (slotValueOf(slots.headers) ?? []).map(({ key }) => key),
      listSentHeaders(slots),
    ),
  ]
}

/** The headers that other keys of an operation send. */
function listSentHeaders({ conditional, cache, output }: Operation['slots']): readonly SentHeader[] {
  return [
    ...(conditional.state === 'shown'
      ? [{ name: 'etag', key: 'conditional', help: advise`${remove('Remove it')}, or write \`conditional: none\`.` }]
      : []),
    ...(cache.state === 'shown'
      ? [{ name: 'cache-control', key: 'cache', help: advise`${remove('Remove it')}, or write its value under \`cache\`.` }]
      : []),
    ...(output.state === 'shown'
      ? [{ name: 'content-type', key: 'media', help: advise`${remove('Remove it')}, and write its value as \`media\`.` }]
      : []),
  ]
}
