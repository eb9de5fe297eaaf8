// Translates the condition of a partial index: comparisons of columns with literals, and whether a column has a value.

import { type Json, printJson } from '../../base/json.ts'
import { select } from '../names.ts'
import type { DatabaseColumn, DatabaseTable } from './schema.ts'
import { splitConjuncts, parseLiteral, operand, unquoteName, unwrap } from './sql.ts'

/** The condition over `this`, true for the same rows; undefined if any part has another form. */
export function translateWhere(text: string, table: DatabaseTable): string | undefined {
  const translated = splitConjuncts(unwrap(text)).map((each) => translatePart(unwrap(each), table))
  return translated.every((each) => each !== undefined) ? translated.join(' && ') : undefined
}

function translatePart(text: string, { columns, references }: DatabaseTable): string | undefined {
  const [, name, test] = new RegExp(`^\\(?(${operand})\\)?(?: (is (?:not )?null))?$`, 'i').exec(text) ?? []
  const [, negated] = new RegExp(`^not (${operand})$`, 'i').exec(text) ?? []
  const [, left, operator, right] = new RegExp(`^(${operand}) ?(=|<>|!=) ?(.+)$`).exec(text) ?? []
  const column = columns.find((each) => each.name === unquoteName(name ?? negated ?? left ?? ''))
  if (column === undefined) return undefined
  const value = select('this', column.name)
  if (test !== undefined) return `${value} ${/not/i.test(test) ? '!=' : '=='} null`
  if (references.some((each) => each.columns.includes(column.name))) return undefined
  if (right === undefined) return isBoolean(column) ? `${value} == ${negated === undefined}` : undefined
  const literal = parseLiteral(unwrap(right))
  const printed = literal === undefined ? undefined : printLiteral(literal, column)
  // In SQL, a comparison with null holds for no row.
  const isPresent = operator !== '=' && column.isNullable ? `${value} != null && ` : ''
  return printed === undefined ? undefined : `${isPresent}${value} ${operator === '=' ? '==' : '!='} ${printed}`
}

const isBoolean = ({ type }: DatabaseColumn): boolean => /^bool/i.test(type)

function printLiteral(literal: Json, column: DatabaseColumn): string | undefined {
  const printed = printJson(literal)
  if (isBoolean(column)) {
    if (printed === '1' || printed === '0') return String(printed === '1')
    return typeof literal === 'boolean' ? printed : undefined
  }
  return printed
}
