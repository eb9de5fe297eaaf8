// Computes a value that a refusal may replace, and keeps either.

import { type Refused, toRefusedRequest } from '../exchange/refusal.ts'

export type AttemptResult = { readonly value: unknown } | { readonly refused: Refused }

export function tryCompute(compute: () => unknown): AttemptResult {
  try {
    return { value: compute() }
  } catch (error) {
    return { refused: toRefusedRequest(error) }
  }
}

/** The value, or undefined if it is refused. */
export function unlessRefused<T>(compute: () => T): T | undefined {
  const result = tryCompute(compute)
  return 'value' in result ? (result.value as T) : undefined
}
