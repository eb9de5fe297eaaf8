// A query to the database and its statement: for one list of values, or for many at once.

import type { SqlValue } from './database.ts'
import type { Dialect } from './dialect.ts'

export type Statement = { readonly sql: string; readonly values: readonly SqlValue[] }

/** SQL with a `?` per value. For records, also their source and mode. */
export type SqlQuery = { readonly values: readonly SqlValue[] } & (
  | { readonly kind: 'truth' | 'number'; readonly sql: string }
  /** A list of texts: a complete statement with one row per text. */
  | { readonly kind: 'texts'; readonly sql: string }
  /** `keys`: of the rows only the columns of their keys. */
  | ({
      readonly kind: 'records' | 'keys'
      readonly resource: string
      /** Present for repeated queries. */
      readonly known?: RepeatedQuery
    } & RecordSelection)
)

/** The SQL as one text, and a short unique name. */
type RepeatedQuery = { readonly sql: string; readonly name: string }
type RecordsQuery = Omit<Extract<SqlQuery, { readonly kind: 'records' | 'keys' }>, 'values'>

export function nameQuery(query: RecordsQuery, name: string): RecordsQuery {
  return { ...query, known: { name, sql: selectOf(query) } }
}

export type RecordSelection = { readonly columns: string; readonly from: string; readonly where: string; readonly order: string }

/** A text that identifies a query: its SQL, and its values on a separate line. */
export function printQueryKey(query: SqlQuery, values: readonly SqlValue[] = query.values): string {
  let text = `${'known' in query && query.known !== undefined ? query.known.name : printSelect(query)}\n`
  for (const value of values) text += `${printValueKey(value)},`
  return text
}

/** Differs for two values; a text has its length before it, so that its own characters divide nothing. */
function printValueKey(value: SqlValue): string {
  if (typeof value === 'string') return `${value.length}"${value}`
  return typeof value === 'bigint' ? `${value}n` : JSON.stringify(value)
}

export function toStatement(query: SqlQuery): Statement {
  return { sql: printSelect(query), values: query.values }
}

function printSelect(query: SqlQuery): string {
  if (query.kind === 'texts') return query.sql
  return 'columns' in query ? (query.known?.sql ?? selectOf(query)) : `SELECT ${query.sql} AS n`
}

function selectOf({ columns, from, where, order }: RecordSelection): string {
  return `SELECT ${columns} FROM ${from}${where === '' ? '' : ` WHERE ${where}`}${order}`
}

/**
 * Runs a query for several lists of values in one statement; column `$of` is the index of the list. Undefined if the values cannot be
 * passed together.
 */
export function makeStatementForAll(
  query: SqlQuery,
  allValues: readonly (readonly SqlValue[])[],
  { given }: Dialect,
): Statement | undefined {
  if (query.kind === 'texts') return undefined
  const parameters = 'columns' in query ? query.where : query.sql
  // A name may contain a question mark; then the positions of parameters are unknown.
  if (
    parameters.split('?').length - 1 !== query.values.length ||
    allValues.some((values) => values.some((value) => value instanceof Uint8Array))
  )
    return undefined
  let index = 0
  const parameterSql = parameters.replaceAll('?', () => `(given.value ->> ${index++})`)
  const values = [`[${allValues.map((each) => `[${each.map(toJsonText).join(',')}]`).join(',')}]`]
  if (!('columns' in query)) return { sql: `SELECT ${given.key} AS "$of", ${parameterSql} AS n FROM ${given.from('?')}`, values }
  const { columns, from, order } = query
  const where = parameterSql === '' ? '' : ` WHERE ${parameterSql}`
  return { sql: `SELECT ${given.key} AS "$of", ${columns} FROM ${given.from('?')} CROSS JOIN ${from}${where}${order}`, values }
}

/** Databases' JSON reads integers beyond a double as integers if they fit 64 bits. */
export function toJsonText(value: SqlValue): string {
  if (typeof value === 'bigint') return String(value)
  // An integral double must keep its type.
  if (typeof value === 'number' && Number.isInteger(value)) return `${value}${Math.abs(value) < 1e21 ? '.0' : ''}`
  if (value instanceof Uint8Array) throw new Error('bytes have no place in JSON')
  if (value === Infinity) return '9e999'
  return value === -Infinity ? '-9e999' : JSON.stringify(value)
}
