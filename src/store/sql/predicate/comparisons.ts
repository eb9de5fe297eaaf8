// Translates comparisons of values: by columns, by derived columns, in a common unit of numbers, and by the keys of records.

import type { Expression, Operator } from '../../../cel/expression.ts'
import { withoutNull } from '../../../cel/fits.ts'
import { isClosed } from '../../../cel/closed.ts'
import { comparesFolded } from '../../../cel/values/fold.ts'
import type { Kept } from '../../layout.ts'
import { quote } from '../names.ts'
import type { RowSources } from '../source.ts'
import { alignNumbers, translateExactNumber, isArithmetic } from './numbers.ts'
import { bindKeyColumns, findColumn, findComputedExpression, findKeyColumns } from './paths.ts'
import {
  type SqlParameter,
  type Translation,
  bind,
  failTranslation,
  isRecordType,
  mirrorOperator,
  findResourceOfType,
} from './translation.ts'
import { findStoredType, translateValue } from './values.ts'

/** Translates a comparison of two values. */
export function compareValues(
  translation: Translation,
  { operator, left, right }: Extract<Expression, { kind: 'binary' }>,
  rows: RowSources,
): string {
  const equality = operator === '==' || operator === '!='
  if (isRecordType(left.type) || isRecordType(right.type))
    return equality ? compareRecords(translation, operator, left, right, rows) : failTranslation()
  if (!equality && !['<', '<=', '>', '>='].includes(operator)) return failTranslation()
  if (left.type.kind === 'null' || right.type.kind === 'null')
    return compareWithNull(translation, operator, left.type.kind === 'null' ? right : left, rows)
  if (comparesFolded(left.type) || comparesFolded(right.type)) return compareDerived(translation, operator, left, right, rows, 'folded')
  if (needUnboundedComparison(translation, left, right, rows)) return compareDerived(translation, operator, left, right, rows, 'ordered')
  const storedType = findCommonStoredType(translation, left, right, rows)
  if (storedType === undefined) return compareNumbers(translation, operator, left, right, rows)
  if (operator === '==')
    return translateEquality(translation, left, right, rows, (side) => [translateOperand(translation, side, storedType, operator, rows)])
  const a = translateOperand(translation, left, storedType, mirrorOperator(operator), rows)
  const b = translateOperand(translation, right, storedType, operator, rows)
  return `${a} ${operator === '!=' ? 'IS DISTINCT FROM' : operator} ${b}`
}

/** True if both sides are unbounded decimals, or one is and the other is a parameter. */
function needUnboundedComparison(translation: Translation, left: Expression, right: Expression, rows: RowSources): boolean {
  const columnSides = [left, right].filter((side) => !isClosed(side, rows))
  return columnSides.every((side) => withoutNull(side.type).kind === 'decimal' && findStoredType(translation, side, rows)?.kind === 'json')
}

/** The additional column by which a property is compared: in lower case, or in numeric order. */
type DerivedColumn = 'folded' | 'ordered'

/** The binding of a value that is compared with such a column. */
const derivedBindings: { readonly [name in DerivedColumn]: SqlParameter['as'] } = {
  folded: { kind: 'folded' },
  ordered: { kind: 'value', kept: { kind: 'ordered' }, round: 'exact' },
}

/** Compares by the additional columns; parameters are converted to their form. */
function compareDerived(
  translation: Translation,
  operator: Operator,
  left: Expression,
  right: Expression,
  rows: RowSources,
  column: DerivedColumn,
): string {
  const translateSide = (side: Expression): string =>
    isClosed(side, rows) ? bind(translation, side, derivedBindings[column]) : findDerivedColumn(translation, side, column, rows)
  if (operator === '==') return translateEquality(translation, left, right, rows, (side) => [translateSide(side)])
  const a = translateSide(left)
  return `${a} ${operator === '!=' ? 'IS DISTINCT FROM' : operator} ${translateSide(right)}`
}

/** The column that a property is compared by. */
export function findDerivedColumn(translation: Translation, expression: Expression, column: DerivedColumn, rows: RowSources): string {
  const computed = findComputedExpression(translation, expression, rows)
  if (computed !== undefined) return findDerivedColumn(translation, computed.expression, column, computed.rows)
  if (expression.kind !== 'select') return failTranslation()
  const { owner } = findColumn(translation, expression, rows)
  return `${owner.alias}.${quote(owner.table[column].get(expression.member) ?? failTranslation())}`
}

/** Operators with another spelling in SQL. */
const sqlOperators: { readonly [operator: string]: string } = { '==': '=', '!=': '<>' }

/** How a parameter is rounded to the column's unit on the other side of an operator. */
const roundings: { readonly [operator: string]: 'up' | 'down' } = { '<': 'up', '>=': 'up', '<=': 'down', '>': 'down' }

/** Compares two numeric columns of different storage: in the finer unit. */
function compareNumbers(translation: Translation, operator: Operator, left: Expression, right: Expression, rows: RowSources): string {
  if (isClosed(left, rows) || isClosed(right, rows) || !isArithmetic(left) || !isArithmetic(right)) return failTranslation()
  const [a, b] = alignNumbers(translateExactNumber(translation, left, rows), translateExactNumber(translation, right, rows))
  return `${a.sql} ${sqlOperators[operator] ?? operator} ${b.sql}`
}

/**
 * Equality whose result is never null. `=` if no side can be null, otherwise `IS NOT DISTINCT FROM`. A parameter may be null, such as
 * `caller.id`: compared with columns that cannot, it gets a condition of its own where the database finds rows only by `=`. `sqlOf`: the columns
 * of a side; each call binds its parameters.
 */
function translateEquality(
  translation: Translation,
  left: Expression,
  right: Expression,
  rows: RowSources,
  sqlOf: (side: Expression) => readonly string[],
): string {
  const isParameter = (side: Expression): boolean => isClosed(side, rows)
  const canBeNull = (side: Expression): boolean =>
    isParameter(side) ? translation.given?.has(side) !== true : side.type.kind === 'nullable'
  const nullable = [left, right].filter(canBeNull)
  const a = sqlOf(left)
  const b = sqlOf(right)
  if (a.length === 0 || a.length !== b.length) return failTranslation()
  const join = (operator: string): string => a.map((column, index) => `${column} ${operator} ${b[index]}`).join(' AND ')
  if (nullable.length === 0) return join('=')
  const [parameter] = nullable
  const isOnlyOne = nullable.length === 1 && isParameter(parameter!) && !(isParameter(left) && isParameter(right))
  // The database may begin with the records of a reference only if the condition cannot hold without one.
  const isDirect = [left, right].every((side) => isParameter(side) || side.kind !== 'select' || side.operand.kind === 'variable')
  if (!isOnlyOne || (isDirect && translation.layout.dialect.findsNulls)) return join('IS NOT DISTINCT FROM')
  return `(${[join('='), ...sqlOf(parameter!).map((sql) => `${sql} IS NOT NULL`)].join(' AND ')})`
}

function compareWithNull(translation: Translation, operator: Operator, other: Expression, rows: RowSources): string {
  if (operator !== '==' && operator !== '!=') return failTranslation()
  const operatorSql = operator === '==' ? 'IS NULL' : 'IS NOT NULL'
  return isRecordType(other.type)
    ? `${findKeyColumns(translation, other, rows)[0] ?? failTranslation()} ${operatorSql}`
    : `${translateValue(translation, other, rows)} ${operatorSql}`
}

/** The storage of both sides: that of the side that is a column. */
function findCommonStoredType(translation: Translation, left: Expression, right: Expression, rows: RowSources): Kept | undefined {
  const storedTypes = [left, right].filter((side) => !isClosed(side, rows)).map((side) => findStoredType(translation, side, rows))
  const [first, second] = storedTypes
  if (first === undefined || first.kind === 'json' || first.kind === 'bytes') return undefined
  return storedTypes.length === 2 && (second === undefined || second.kind !== first.kind || findScale(first) !== findScale(second))
    ? undefined
    : first
}

/** One side of a comparison, seen `towards` the other. Parameters are rounded so that the result stays correct. */
function translateOperand(translation: Translation, expression: Expression, kept: Kept, towards: Operator, rows: RowSources): string {
  if (!isClosed(expression, rows)) return translateValue(translation, expression, rows)
  const round = roundings[towards] ?? 'exact'
  return bind(translation, expression, { kind: 'value', kept, round, ...(round === 'exact' ? { equal: true } : {}) })
}

function compareRecords(translation: Translation, operator: Operator, left: Expression, right: Expression, rows: RowSources): string {
  if (left.type.kind === 'null' || right.type.kind === 'null')
    return compareWithNull(translation, operator, left.type.kind === 'null' ? right : left, rows)
  const resource = findResourceOfType(left.type) ?? findResourceOfType(right.type)
  const keyOf = (side: Expression): string[] =>
    isClosed(side, rows) ? bindKeyColumns(translation, side, resource) : findKeyColumns(translation, side, rows)
  // A reference to a key that ignores case may be spelled differently from the record.
  const table = translation.layout.tables.get(resource ?? failTranslation())
  if (table?.key.some(({ property }) => table.folded.has(property))) return failTranslation()
  const same = translateEquality(translation, left, right, rows, keyOf)
  return operator === '==' ? `(${same})` : `NOT (${same})`
}

function findScale(kept: Kept): number | undefined {
  return kept.kind === 'decimal' ? kept.scale : undefined
}
