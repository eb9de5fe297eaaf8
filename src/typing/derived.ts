// Keeps texts that requests derive from slots of the document, with their typed expressions.

import type { Expression } from '../cel/expression.ts'
import type { ExpressionText } from '../model/slot.ts'

const known = new WeakMap<ExpressionText, Expression>()

export function deriveText(text: ExpressionText, expression: Expression): ExpressionText {
  const derived = { ...text }
  known.set(derived, expression)
  return derived
}

export function parseDerivedExpression(text: ExpressionText): Expression | undefined {
  return known.get(text)
}
