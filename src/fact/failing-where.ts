// Determines whether the `where` of a list can fail because of the request alone, in a part that reads no record.

import { isClosed } from '../cel/closed.ts'
import type { Expression } from '../cel/expression.ts'
import { findFailures } from '../cel/may-fail.ts'
import { partsOf } from '../cel/parts.ts'
import type { Operation } from '../model/model.ts'
import { type ExpressionText, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Typing } from '../typing/domain.ts'
import { listAssumptions } from './effects/bounds-left.ts'

/** The variable of `where` that represents a record. */
export const recordNames: ReadonlySet<string> = new Set(['this'])

export function canFailForAll(typing: Typing, { slots }: Operation): boolean {
  const where = slotValueOf(slots.where)
  return where !== undefined && canFail(typing, where, listSpecifiedEntries(slots.let))
}

/** A name of `let` fails where it is read; it reads those before it. */
function canFail(
  typing: Typing,
  text: ExpressionText,
  lets: readonly { readonly name: string; readonly value: ExpressionText }[],
): boolean {
  const expression = typing.expression(text)
  if (expression === undefined) return false
  const failures = findFailures(expression, listAssumptions(typing, text)).filter(({ kind }) => kind !== 'zone')
  return hasClosedPart(expression, recordNames, (part) => {
    const index = part.kind === 'variable' ? lets.findIndex(({ name }) => name === part.name) : -1
    return (
      addsInt64(part) ||
      failures.some(({ start, end }) => start === part.start && end === part.end) ||
      (index >= 0 && canFail(typing, lets[index]!.value, lets.slice(0, index)))
    )
  })
}

function hasClosedPart(expression: Expression, rows: ReadonlySet<string>, test: (part: Expression) => boolean): boolean {
  if (isClosed(expression, rows) && test(expression)) return true
  return partsOf(expression).some(({ expression: part, binds }) =>
    hasClosedPart(part, binds.length === 0 ? rows : new Set([...rows, ...binds]), test),
  )
}

/** A sum of integers of 64 bits leaves them; sums of smaller ones do not. */
function addsInt64(expression: Expression): boolean {
  if (expression.kind === 'negate') return isInt64(expression.operand)
  return (
    expression.kind === 'binary' &&
    (expression.operator === '+' || expression.operator === '-') &&
    (isInt64(expression.left) || isInt64(expression.right))
  )
}

function isInt64({ type }: Expression): boolean {
  return type.kind === 'int' && type.wide === true
}
