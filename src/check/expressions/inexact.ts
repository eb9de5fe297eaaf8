// Reports comparisons of computed doubles for equality: 0.1 + 0.2 is not 0.3.

import { advise, quoteEntry } from '../../diagnostic/help.ts'
import type { Expression } from '../../cel/expression.ts'
import { withoutNull } from '../../cel/fits.ts'
import { partsOf } from '../../cel/parts.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { findSpan, spellExpression, listTyped } from './typed.ts'

const code = 'expressions/inexact'

export const check: Check = {
  code,
  run: ({ typing }) =>
    listTyped(typing).flatMap((typed) =>
      findComparisons(typed.expression).map((comparison) =>
        createDiagnostic(
          'warning',
          code,
          `${spellExpression(typed, comparison)} compares computed doubles for equality`,
          { span: findSpan(typed, comparison), text: 'rounded before it is compared' },
          {
            reason: 'A double keeps about 16 digits in base 2, so that 0.1 + 0.2 is not equal to 0.3.',
            help: advise`Make the property exact, for example ${quoteEntry('format: decimal')} with ${quoteEntry('multipleOf: 0.01')}, or compare with \`<\` and \`>\`.`,
          },
        ),
      ),
    ),
}

type Binary = Extract<Expression, { kind: 'binary' }>

function findComparisons(expression: Expression): readonly Binary[] {
  if (expression.inlined !== undefined) return []
  const nested = partsOf(expression).flatMap((part) => findComparisons(part.expression))
  const isInexact =
    expression.kind === 'binary' &&
    (expression.operator === '==' || expression.operator === '!=') &&
    [expression.left, expression.right].some(isComputedDouble)
  return isInexact ? [expression, ...nested] : nested
}

function isComputedDouble(expression: Expression): boolean {
  if (withoutNull(expression.type).kind !== 'double') return false
  return (
    (expression.kind === 'binary' && '+-*/'.includes(expression.operator)) ||
    (expression.kind === 'conditional' && [expression.then, expression.otherwise].some(isComputedDouble))
  )
}
