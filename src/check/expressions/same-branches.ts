// Reports a conditional whose two results are written alike.

import type { Expression } from '../../cel/expression.ts'
import { partsOf } from '../../cel/parts.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { type Typed, findSpan, spellExpression, listTyped } from './typed.ts'

const code = 'expressions/same-branches'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: ({ typing }) =>
    listTyped(typing).flatMap((typed) =>
      typed.use.slot.node.span.source.convention === undefined ? checkConditionals(typed, typed.expression) : [],
    ),
}

function checkConditionals(typed: Typed, expression: Expression): Diagnostic[] {
  if (expression.inlined !== undefined) return []
  const nested = partsOf(expression).flatMap((part) => checkConditionals(typed, part.expression))
  if (expression.kind !== 'conditional' || spellExpression(typed, expression.then) !== spellExpression(typed, expression.otherwise))
    return nested
  return [
    createDiagnostic(
      'warning',
      code,
      `Both results of the condition ${spellExpression(typed, expression.test)} are ${spellExpression(typed, expression.then)}`,
      { span: findSpan(typed, expression), text: 'for either result of the condition' },
      {
        help: 'Correct one of them, or remove the condition.',
      },
    ),
    ...nested,
  ]
}
