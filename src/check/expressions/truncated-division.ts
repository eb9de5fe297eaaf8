// Reports a division of whole numbers where a fraction is allowed: the quotient loses its fraction.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Expression } from '../../cel/expression.ts'
import { withoutNull } from '../../cel/fits.ts'
import { partsOf } from '../../cel/parts.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { findSpan, spellExpression, listTyped } from './typed.ts'

const code = 'expressions/truncated-division'

export const check: Check = {
  code,
  run: ({ typing }) =>
    listTyped(typing).flatMap((typed) =>
      findDivisions(typed.expression).map(({ division, exact }) =>
        createDiagnostic(
          'warning',
          code,
          `${spellExpression(typed, division)} divides whole numbers, in a place for a ${exact ? 'decimal' : 'number'} is expected`,
          { span: findSpan(typed, division), text: 'a whole number: 3 / 2 is 1' },
          {
            reason: 'The quotient of two ints is an int without its fraction.',
            help: exact
              ? advise`Divide decimals, and choose the number of digits:${paste(`round(${suggestDivision(typed, division, 'decimal')}, 2)`)}`
              : advise`Divide doubles, where the fraction counts:${paste(`${suggestDivision(typed, division, 'double')}`)}`,
          },
        ),
      ),
    ),
}

type Division = Extract<Expression, { kind: 'binary' }>
type TruncatedDivision = { readonly division: Division; readonly exact: boolean }

/** Integer divisions next to fractional values, or converted by the checker; an explicit `double` or `decimal` around one is deliberate. */
function findDivisions(expression: Expression): readonly TruncatedDivision[] {
  if (expression.inlined !== undefined) return []
  const nested = partsOf(expression).flatMap((part) => findDivisions(part.expression))
  if (expression.kind === 'binary') return [...nested, ...findInexactSides(expression)]
  if (expression.kind !== 'call' || expression.target !== undefined || (expression.name !== 'double' && expression.name !== 'decimal'))
    return nested
  const [argument] = expression.arguments
  if (argument === undefined || argument.start !== expression.start || argument.end !== expression.end) return nested
  const exact = expression.name === 'decimal'
  return [...nested, ...listDivisions(argument).map((division) => ({ division, exact }))]
}

function findInexactSides({ left, right }: Division): readonly TruncatedDivision[] {
  return (
    [
      [left, right],
      [right, left],
    ] as const
  ).flatMap(([side, { type }]) => {
    const { kind } = withoutNull(type)
    return kind === 'double' || kind === 'decimal' ? listDivisions(side).map((division) => ({ division, exact: kind === 'decimal' })) : []
  })
}

/** The divisions that give the value, while it stays an integer. */
function listDivisions(expression: Expression): readonly Division[] {
  // The result of a function is of the type that it returns.
  if (withoutNull(expression.type).kind !== 'int' || expression.inlined !== undefined) return []
  switch (expression.kind) {
    case 'binary':
      if (expression.operator === '/') return isWhole(expression) ? [] : [expression]
      return [...listDivisions(expression.left), ...listDivisions(expression.right)]
    case 'conditional':
      return [...listDivisions(expression.then), ...listDivisions(expression.otherwise)]
    case 'negate':
      return listDivisions(expression.operand)
    case 'bind':
      return listDivisions(expression.body)
    default:
      return []
  }
}

/** `6 / 2` loses nothing. */
function isWhole({ left, right }: Division): boolean {
  if (left.kind !== 'literal' || right.kind !== 'literal' || typeof left.value !== 'bigint' || typeof right.value !== 'bigint') return false
  return right.value !== 0n && left.value % right.value === 0n
}

function suggestDivision(typed: Parameters<typeof spellExpression>[0], { left, right }: Division, into: 'double' | 'decimal'): string {
  const [a, b] = [left, right].map((side) => spellExpression(typed, side).slice(1, -1)) as [string, string]
  return `${into}(${a}) / ${/^[\w.()[\]"]+$/.test(b) ? b : `(${b})`}`
}
