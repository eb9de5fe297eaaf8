// Runs a look-up before the work needs it, and skips it if a value that it depends on is missing.

import { TurnExceeded } from '../../base/turn.ts'
import { EvaluationError } from '../../cel/evaluate.ts'
import type { Value } from '../../cel/value.ts'
import { Refused } from '../../exchange/refusal.ts'
import { StoreFailure } from '../../exchange/store-failure.ts'
import { Unready } from '../../exchange/unready.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import { isOnRecord } from '../../model/endpoints.ts'
import type { RequestState } from '../request-state.ts'
import type { Row } from '../store.ts'
import type { Names } from '../transaction-context.ts'

/** `isDrafted` tells whether an operation or a step creates its record as a draft, which the store checks. */
export type Prefetch = (requestState: RequestState, isDrafted: IsDrafted) => unknown

export type IsDrafted = (of: object) => boolean

/** Undefined if a value for the look-up is missing, or if the work will refuse. */
export function tryPrefetch<T>(lookUp: () => T): T | undefined {
  try {
    return lookUp()
  } catch (error) {
    if (
      error instanceof StoreFailure ||
      error instanceof Refused ||
      error instanceof Unready ||
      error instanceof EvaluationError ||
      error instanceof TurnExceeded
    )
      return undefined
    throw error
  }
}

const inputOnly: ReadonlySet<string> = new Set()

/** The names that are known so far: the input, and the records that were found. */
export function readKnownNames(requestState: RequestState): Names {
  const allNames = tryPrefetch(() => requestState.names())
  if (allNames !== undefined) return allNames
  const known = new Map<string, Value>(tryPrefetch(() => requestState.names(inputOnly)) ?? [])
  const { slots, action } = requestState.operation
  for (const name of [...listSpecifiedEntries(slots.with).map((entry) => entry.name), ...(isOnRecord(action) ? ['this'] : [])]) {
    const value = tryPrefetch(() => requestState.names(new Set([name])))?.get(name)
    if (value !== undefined) known.set(name, value)
  }
  return known
}

/** The record of the operation, once it was read. */
export function findKnownRow(requestState: RequestState): Row | undefined {
  return isOnRecord(requestState.operation.action) ? tryPrefetch(() => requestState.recordIfAny()) : undefined
}
