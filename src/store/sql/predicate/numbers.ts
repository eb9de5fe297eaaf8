// Exact arithmetic of a row's integers and decimals. Decimals are integers scaled by a power of ten, and so are their sums and products.
// Only expressions that always fit into 64 bits are translated, because SQLite would continue with a double beyond.

import { parseDecimal, roundDecimal } from '../../../base/decimal.ts'
import type { Expression } from '../../../cel/expression.ts'
import type { Schema } from '../../../schema/schema.ts'
import type { Kept } from '../../layout.ts'
import { isClosed } from '../../../cel/closed.ts'
import type { RowSources } from '../source.ts'
import { findColumn, findComputedExpression } from './paths.ts'
import { printSubquery } from './records.ts'
import { maxTimePart, timeCallOf, timePartSql } from './times.ts'
import { type Translation, bind, failTranslation, addGuards, listGuards } from './translation.ts'

/** An integer scaled by 10^`scale`, whose absolute value is at most `max`. */
export type ExactNumber = { readonly sql: string; readonly scale: number; readonly max: bigint }

const max64 = 2n ** 63n - 1n
/** The smallest 64-bit integer has no negation, so arithmetic excludes it. */
const maxWideDigits = 2n ** 63n
/** The bound of `integer` without `format: int64`. */
const maxSafeDigits = 2n ** 53n - 1n

/** Gives up if the value is not such a number. */
export function translateExactNumber(translation: Translation, expression: Expression, rows: RowSources): ExactNumber {
  if (isClosed(expression, rows)) return numberOf(translation, expression)
  const computed = findComputedExpression(translation, expression, rows)
  if (computed !== undefined) return translateExactNumber(translation, computed.expression, computed.rows)
  switch (expression.kind) {
    case 'select':
      return translateExactColumn(translation, expression, rows)
    case 'negate': {
      const { sql, ...rest } = translateExactNumber(translation, expression.operand, rows)
      return orFailBeyondMax({ sql: `(-${sql})`, ...rest })
    }
    case 'binary':
      return translateArithmetic(translation, expression, rows)
    case 'conditional': {
      const test = translation.condition(translation, expression.test, rows)
      const translateBranch = (part: Expression, is: boolean): ExactNumber =>
        translateExactNumber(addGuards(translation, listGuards(expression.test, is, rows)), part, rows)
      const [then, otherwise] = alignNumbers(translateBranch(expression.then, true), translateBranch(expression.otherwise, false))
      return orFailBeyondMax({
        sql: `CASE WHEN ${test} THEN ${then.sql} ELSE ${otherwise.sql} END`,
        scale: then.scale,
        max: then.max > otherwise.max ? then.max : otherwise.max,
      })
    }
    case 'call': {
      const timeCall = timeCallOf(expression)
      if (timeCall !== undefined) {
        const { dialect } = translation.layout
        return { sql: timePartSql(timeCall, timeColumn(translation, timeCall.time, rows), dialect.dayPart), scale: 0, max: maxTimePart }
      }
      const target = expression.target ?? expression.arguments[0]
      if (expression.name !== 'size' || target?.type.kind !== 'query') return failTranslation()
      return { sql: `(SELECT count(*) FROM ${printSubquery(translation, target, rows)})`, scale: 0, max: maxSafeDigits }
    }
    default:
      return failTranslation()
  }
}

/** Converts both to integers of the same unit. */
export function alignNumbers(a: ExactNumber, b: ExactNumber): readonly [ExactNumber, ExactNumber] {
  const scale = Math.max(a.scale, b.scale)
  return [scaleUp(a, scale), scaleUp(b, scale)]
}

/** The column type for such numbers. */
export function makeExactStoredType(expression: Expression, { scale }: ExactNumber): Kept {
  return expression.type.kind === 'int' ? { kind: 'integer' } : { kind: 'decimal', scale }
}

/** True for arithmetic, or a value computed on read; a column needs no conversion. */
export function isArithmetic(expression: Expression): boolean {
  return expression.type.kind === 'int' || expression.type.kind === 'decimal'
}

function scaleUp(number: ExactNumber, scale: number): ExactNumber {
  if (number.scale === scale) return number
  const factor = 10n ** BigInt(scale - number.scale)
  return orFailBeyondMax({ sql: `(${number.sql} * ${factor})`, scale, max: number.max * factor })
}

function translateArithmetic(
  translation: Translation,
  { operator, left, right }: Extract<Expression, { kind: 'binary' }>,
  rows: RowSources,
): ExactNumber {
  const [a, b] = [translateExactNumber(translation, left, rows), translateExactNumber(translation, right, rows)]
  if (operator === '*') return orFailBeyondMax({ sql: `(${a.sql} * ${b.sql})`, scale: a.scale + b.scale, max: a.max * b.max })
  if (operator !== '+' && operator !== '-') return failTranslation()
  const [x, y] = alignNumbers(a, b)
  return orFailBeyondMax({ sql: `(${x.sql} ${operator} ${y.sql})`, scale: x.scale, max: x.max + y.max })
}

function orFailBeyondMax(number: ExactNumber): ExactNumber {
  return number.max > max64 ? failTranslation() : number
}

/** Computed once: as a parameter of that scale, which is refused if its absolute value exceeds the assumed bound. */
function numberOf(translation: Translation, expression: Expression): ExactNumber {
  const { type } = expression
  if (expression.kind === 'literal' && typeof expression.value === 'bigint')
    return { sql: String(expression.value), scale: 0, max: toAbsolute(expression.value) }
  if (type.kind !== 'int' && !(type.kind === 'decimal' && type.scale !== undefined)) return failTranslation()
  const kept: Kept = type.kind === 'int' ? { kind: 'integer' } : { kind: 'decimal', scale: type.scale! }
  return {
    sql: bind(translation, expression, { kind: 'value', kept, round: 'exact', max: maxSafeDigits }),
    scale: type.kind === 'int' ? 0 : type.scale!,
    max: maxSafeDigits,
  }
}

/** A stored time. */
export function timeColumn(translation: Translation, time: Expression, rows: RowSources): string {
  const computed = findComputedExpression(translation, time, rows)
  if (computed !== undefined) return timeColumn(translation, computed.expression, computed.rows)
  if (time.kind !== 'select' || time.optional) return failTranslation()
  const { sql, column } = findColumn(translation, time, rows)
  return column.kept.kind === 'timestamp' ? sql : failTranslation()
}

function translateExactColumn(
  translation: Translation,
  expression: Extract<Expression, { kind: 'select' }>,
  rows: RowSources,
): ExactNumber {
  const { type } = expression
  if (expression.optional || (type.kind !== 'int' && type.kind !== 'decimal')) return failTranslation()
  const {
    sql,
    column: { kept },
    owner,
  } = findColumn(translation, expression, rows)
  const { schema } = translation.layout.domain.resources.get(owner.table.resource)!.properties.get(expression.member)!
  if (kept.kind === 'integer')
    return {
      sql,
      scale: 0,
      max: chooseSmaller(type.kind === 'int' && type.wide === true ? maxWideDigits : maxSafeDigits, findMaximum(schema, 0)),
    }
  return kept.kind === 'decimal'
    ? { sql, scale: kept.scale, max: chooseSmaller(max64, findMaximum(schema, kept.scale)) }
    : failTranslation()
}

/** The largest absolute value that the schema allows, in units of the scale; undefined without bounds on both sides. */
function findMaximum(schema: Schema, scale: number): bigint | undefined {
  if (typeof schema === 'boolean') return undefined
  const sides = [
    [schema.minimum, schema.exclusiveMinimum],
    [schema.maximum, schema.exclusiveMaximum],
  ].map((bounds) => {
    const limits = bounds.flatMap((bound) => (bound === undefined ? [] : (parseDecimal(String(bound)) ?? [])))
    return limits.length === 0 ? undefined : limits.map((bound) => toAbsolute(roundDecimal(bound, scale).digits) + 1n).reduce(chooseSmaller)
  })
  const [low, high] = sides
  if (low === undefined || high === undefined) return undefined
  return low > high ? low : high
}

function chooseSmaller(a: bigint, b: bigint | undefined): bigint {
  return b === undefined || a < b ? a : b
}

function toAbsolute(value: bigint): bigint {
  return value < 0n ? -value : value
}
