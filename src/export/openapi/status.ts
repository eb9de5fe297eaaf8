// Finds the possible statuses of a status expression, if its results are literals.

import type { Expression } from '../../cel/expression.ts'
import { resultsOf } from '../../cel/parts.ts'
import type { ExpressionText } from '../../model/slot.ts'
import type { Typing } from '../../typing/domain.ts'

/** `default` if one of them is computed. */
export function listStatuses(text: ExpressionText | undefined, typing: Typing): readonly string[] {
  const expression = text && typing.expression(text)
  return expression === undefined ? ['default'] : [...new Set(resultsOf(expression).map(readStatus))]
}

function readStatus(expression: Expression): string {
  return expression.kind === 'literal' && typeof expression.value === 'bigint' ? String(expression.value) : 'default'
}
