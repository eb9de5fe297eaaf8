// Sizes of values: the cost of work on them, and the longest permitted text.

import { spendSteps, spendText } from '../../base/turn.ts'
import type { Value } from '../value.ts'
import { fail } from './failure.ts'

/** UTF-16 units. Longer texts fit neither a request nor an answer, and JavaScript itself has none of 512 MiB. */
const longestText = 2 ** 26

/** Counts the steps for building a text of `length` UTF-16 units; fails if it is too long. */
export function spendOnResult(length: number): void {
  spendText(length)
  if (length <= longestText) return
  // A request that is limited is refused for its cost.
  spendSteps(Number.MAX_SAFE_INTEGER)
  fail('too-large', `a text has at most ${longestText} UTF-16 units`)
}

/** Counts the steps for visiting a value's items once, without their contents. */
export function spendOn(value: Value): void {
  if (typeof value === 'string') spendText(value.length)
  else if (Array.isArray(value)) spendSteps(1 + (value.length >> 2))
  else if (value instanceof Uint8Array) spendText(value.length)
  else spendSteps(1)
}
