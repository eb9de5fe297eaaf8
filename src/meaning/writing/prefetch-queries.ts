// Prefetches the queries of conditions. The records that they name need not be read: for those found by their key, the key is enough.

import type { Value } from '../../cel/value.ts'
import { type EarlyQuery, listEarlyQueries } from '../../fact/early-queries.ts'
import type { OperationContext } from '../../fact/operation-context.ts'
import type { RequestState } from '../request-state.ts'
import { makeContext } from '../transaction-context.ts'
import { type Prefetch, readKnownNames, tryPrefetch } from './try-prefetch.ts'

export function queryPrefetches(operationContext: OperationContext): readonly Prefetch[] {
  const records = [...operationContext.lookups, ...(operationContext.record === undefined ? [] : [operationContext.record])]
  return listEarlyQueries(operationContext).map(
    (query): Prefetch =>
      (requestState) =>
        prefetchQuery(
          requestState,
          query,
          records.filter(({ name, isByKey }) => isByKey && query.names.has(name)).map(({ name }) => name),
        ),
  )
}

/** `byKey`: the records that are found by their key. */
function prefetchQuery(requestState: RequestState, { expression, names }: EarlyQuery, byKey: readonly string[]): void {
  const known = new Map<string, Value>(readKnownNames(requestState))
  for (const name of byKey) {
    const record = known.has(name) ? undefined : tryPrefetch(() => requestState.recordByKey(name))
    if (record !== undefined) known.set(name, record)
  }
  const { host, variables } = makeContext(requestState.transaction, known)
  if (Array.from(names).every((name) => variables.has(name))) host.ask?.(expression, variables)
}
