// Computes a value that a refusal may replace, and keeps either.

import { type Refused, refusedInRequest } from '../exchange/refusal.ts'

export type Attempted = { readonly value: unknown } | { readonly refused: Refused }

export function tryCompute(compute: () => unknown): Attempted {
  try {
    return { value: compute() }
  } catch (error) {
    return { refused: refusedInRequest(error) }
  }
}

/** The value, or undefined if it is refused. */
export function attempt<T>(compute: () => T): T | undefined {
  const made = tryCompute(compute)
  return 'value' in made ? (made.value as T) : undefined
}
