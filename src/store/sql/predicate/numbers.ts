// Exact arithmetic of a row's integers and decimals. Decimals are integers scaled by a power of ten, and so are their sums and products.
// Only expressions that always fit into 64 bits are translated, because SQLite would continue with a double beyond.

import { parseDecimal, roundDecimal } from '../../../base/decimal.ts'
import type { Expression } from '../../../cel/expression.ts'
import type { Schema } from '../../../schema/schema.ts'
import type { Kept } from '../../layout.ts'
import { isClosed } from '../../../cel/closed.ts'
import type { RowSources } from '../source.ts'
import { columnAt, computedAt } from './paths.ts'
import { subquery } from './records.ts'
import { type Translation, bind, give, guardedBy, guardsOf } from './translation.ts'

/** An integer scaled by 10^`scale`, whose absolute value is at most `most`. */
export type Exact = { readonly sql: string; readonly scale: number; readonly most: bigint }

const most64 = 2n ** 63n - 1n
/** The smallest 64-bit integer has no negation, so arithmetic excludes it. */
const maxWideDigits = 2n ** 63n
/** The bound of `integer` without `format: int64`. */
const maxSafeDigits = 2n ** 53n - 1n

/** Gives up if the value is not such a number. */
export function exactNumber(translation: Translation, expression: Expression, rows: RowSources): Exact {
  if (isClosed(expression, rows)) return numberOf(translation, expression)
  const computed = computedAt(translation, expression, rows)
  if (computed !== undefined) return exactNumber(translation, computed.expression, computed.rows)
  switch (expression.kind) {
    case 'select':
      return column(translation, expression, rows)
    case 'negate': {
      const { sql, ...rest } = exactNumber(translation, expression.operand, rows)
      return bounded({ sql: `(-${sql})`, ...rest })
    }
    case 'binary':
      return arithmetic(translation, expression, rows)
    case 'conditional': {
      const test = translation.condition(translation, expression.test, rows)
      const branch = (part: Expression, is: boolean): Exact =>
        exactNumber(guardedBy(translation, guardsOf(expression.test, is, rows)), part, rows)
      const [then, otherwise] = alignNumbers(branch(expression.then, true), branch(expression.otherwise, false))
      return bounded({
        sql: `CASE WHEN ${test} THEN ${then.sql} ELSE ${otherwise.sql} END`,
        scale: then.scale,
        most: then.most > otherwise.most ? then.most : otherwise.most,
      })
    }
    case 'call': {
      const of = expression.target ?? expression.arguments[0]
      if (expression.name !== 'size' || of?.type.kind !== 'query') return give()
      return { sql: `(SELECT count(*) FROM ${subquery(translation, of, rows)})`, scale: 0, most: maxSafeDigits }
    }
    default:
      return give()
  }
}

/** Converts both to integers of the same unit. */
export function alignNumbers(a: Exact, b: Exact): readonly [Exact, Exact] {
  const scale = Math.max(a.scale, b.scale)
  return [finer(a, scale), finer(b, scale)]
}

/** The column type for such numbers. */
export function keptAsExact(expression: Expression, { scale }: Exact): Kept {
  return expression.type.kind === 'int' ? { kind: 'integer' } : { kind: 'decimal', scale }
}

/** True for arithmetic, or a value computed on read; a column needs no conversion. */
export function isArithmetic(expression: Expression): boolean {
  return expression.type.kind === 'int' || expression.type.kind === 'decimal'
}

function finer(number: Exact, scale: number): Exact {
  if (number.scale === scale) return number
  const factor = 10n ** BigInt(scale - number.scale)
  return bounded({ sql: `(${number.sql} * ${factor})`, scale, most: number.most * factor })
}

function arithmetic(translation: Translation, { operator, left, right }: Extract<Expression, { kind: 'binary' }>, rows: RowSources): Exact {
  const [a, b] = [exactNumber(translation, left, rows), exactNumber(translation, right, rows)]
  if (operator === '*') return bounded({ sql: `(${a.sql} * ${b.sql})`, scale: a.scale + b.scale, most: a.most * b.most })
  if (operator !== '+' && operator !== '-') return give()
  const [x, y] = alignNumbers(a, b)
  return bounded({ sql: `(${x.sql} ${operator} ${y.sql})`, scale: x.scale, most: x.most + y.most })
}

function bounded(number: Exact): Exact {
  return number.most > most64 ? give() : number
}

/** Computed once: as a parameter of that scale, which is refused if its absolute value exceeds the assumed bound. */
function numberOf(translation: Translation, expression: Expression): Exact {
  const { type } = expression
  if (expression.kind === 'literal' && typeof expression.value === 'bigint')
    return { sql: String(expression.value), scale: 0, most: magnitude(expression.value) }
  if (type.kind !== 'int' && !(type.kind === 'decimal' && type.scale !== undefined)) return give()
  const kept: Kept = type.kind === 'int' ? { kind: 'integer' } : { kind: 'decimal', scale: type.scale! }
  return {
    sql: bind(translation, expression, { kind: 'value', kept, round: 'exact', most: maxSafeDigits }),
    scale: type.kind === 'int' ? 0 : type.scale!,
    most: maxSafeDigits,
  }
}

function column(translation: Translation, expression: Extract<Expression, { kind: 'select' }>, rows: RowSources): Exact {
  const { type } = expression
  if (expression.optional || (type.kind !== 'int' && type.kind !== 'decimal')) return give()
  const { sql, column: { kept }, owner } = columnAt(translation, expression, rows)
  const { schema } = translation.layout.domain.resources.get(owner.table.resource)!.properties.get(expression.member)!
  if (kept.kind === 'integer')
    return { sql, scale: 0, most: smaller(type.kind === 'int' && type.wide === true ? maxWideDigits : maxSafeDigits, mostOf(schema, 0)) }
  return kept.kind === 'decimal' ? { sql, scale: kept.scale, most: smaller(most64, mostOf(schema, kept.scale)) } : give()
}

/** The largest absolute value that the schema allows, in units of the scale; undefined without bounds on both sides. */
function mostOf(schema: Schema, scale: number): bigint | undefined {
  if (typeof schema === 'boolean') return undefined
  const sides = [[schema.minimum, schema.exclusiveMinimum], [schema.maximum, schema.exclusiveMaximum]].map((bounds) => {
    const limits = bounds.flatMap((bound) => (bound === undefined ? [] : (parseDecimal(String(bound)) ?? [])))
    return limits.length === 0 ? undefined : limits.map((bound) => magnitude(roundDecimal(bound, scale).digits) + 1n).reduce(smaller)
  })
  const [low, high] = sides
  return low === undefined || high === undefined ? undefined : low > high ? low : high
}

function smaller(a: bigint, b: bigint | undefined): bigint {
  return b === undefined || a < b ? a : b
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}
