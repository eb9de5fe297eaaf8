// Recognises values that differ in every request.

import { resultsOf } from '../cel/parts.ts'
import { reads } from '../cel/reads.ts'
import type { ExpressionText } from '../model/slot.ts'
import type { Typing } from '../typing/domain.ts'

/** One of several results may deliberately separate requests. */
export function differsPerRequest(text: ExpressionText, typing: Typing): boolean {
  const expression = typing.expression(text)
  return (
    expression !== undefined &&
    resultsOf(expression).every((result) =>
      reads(result).variables.some(({ name, path: [member] }) => name === 'request' && member === 'id'),
    )
  )
}
