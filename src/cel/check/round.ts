// `round(x, n)`: the only place where decimals are divided; the division is exact until the result is rounded.

import type { Expression } from '../expression.ts'
import { isOpen, withoutNull } from '../fits.ts'
import type { Syntax } from '../syntax.ts'
import type { Type } from '../type.ts'
import { typeText } from '../type-text.ts'
import { asDecimal } from './conform.ts'
import { type CheckContext, makeMistakenExpression, reportProblem, spellPart } from './context.ts'
import { matchDecimals, requireNonNull } from './operators.ts'

export function inferRound(syntax: Extract<Syntax, { kind: 'call' }>, context: CheckContext): Expression {
  const [value, digits] = syntax.arguments
  if (value === undefined || digits === undefined || syntax.arguments.length > 2) {
    reportProblem(context, 'no-overload', syntax, '`round` takes a decimal and the number of digits after the point that are kept', {
      help: 'It is: round(decimal, int): decimal',
    })
    return makeMistakenExpression(syntax)
  }
  const operand = isDivision(value) ? checkQuotient(value, context) : inferExact(context.infer(value, context), context)
  const scale = requireNonNull(context.infer(digits, context), '`round` takes a number of digits', context)
  if (!isOpen(scale.type) && scale.type.kind !== 'int') {
    reportProblem(
      context,
      'no-overload',
      scale,
      `${spellPart(context, scale)} is ${typeText(scale.type)}, and the digits that \`round\` keeps are an int`,
    )
  }
  const knownScale = scale.kind === 'literal' && typeof scale.value === 'bigint' ? { scale: Number(scale.value) } : {}
  const type: Type = { kind: 'decimal', ...knownScale }
  return { kind: 'call', name: 'round', arguments: [operand, scale], type, start: syntax.start, end: syntax.end }
}

function isDivision(syntax: Syntax): syntax is Extract<Syntax, { kind: 'binary' }> {
  return syntax.kind === 'binary' && syntax.operator === '/'
}

/** Integer division is exact here, too: round(7 / 2, 1) is 3.5. */
function checkQuotient(syntax: Extract<Syntax, { kind: 'binary' }>, context: CheckContext): Expression {
  const sides = matchDecimals([context.infer(syntax.left, context), context.infer(syntax.right, context)])
  const [left, right] = sides.map((side) => inferExact(side, context)) as [Expression, Expression]
  return { kind: 'binary', operator: '/', left, right, type: { kind: 'decimal' }, start: syntax.start, end: syntax.end }
}

function inferExact(expression: Expression, context: CheckContext): Expression {
  const operand = requireNonNull(asDecimal(expression) ?? expression, '`round` takes no null', context)
  const { kind } = withoutNull(operand.type)
  if (isOpen(operand.type) || kind === 'decimal' || kind === 'int') return operand
  const text = context.text.slice(operand.start, operand.end)
  const help =
    kind === 'double' ? `Of a double: math.round(${text}), or make it exact: decimal(${text})` : 'It is: round(decimal, int): decimal'
  reportProblem(
    context,
    'no-overload',
    operand,
    `${spellPart(context, operand)} is ${typeText(operand.type)}, and \`round\` takes a decimal`,
    { help },
  )
  return { ...operand, type: { kind: 'unknown' } }
}
