// Counts the work of SQLite's statements against the turn: statements, the rows that they look at, return and sort.

import { expectWork, spendSteps } from '../../base/turn.ts'

/** A short statement takes some three microseconds. */
export const stepsPerStatement = 32

/** Rows beyond these are read one at a time, and counted as work of the turn. */
export const maxAtOnce = 2000
export const firstLimit = ` LIMIT ${maxAtOnce + 1}`
/** Reading a row takes some 800 nanoseconds. */
const stepsPerRow = 8

/** Rows per counted call; a row takes about as long as a step of an expression. */
const rowsCounted = 1024

/** Milliseconds that sorting so many rows takes, after they have been read. */
const sortingTime = 0.5

/** True for a query without a limit of its own. */
export function mayBeLong(sql: string): boolean {
  return sql.startsWith('SELECT') && !/\bLIMIT\b[^()]*$/.test(sql)
}

/** True for a statement that reads or writes rows. COMMIT and ROLLBACK are not counted: a transaction must end even beyond the limit. */
export function readsOrWrites(sql: string): boolean {
  return /^(SELECT|WITH|INSERT|UPDATE|DELETE|REPLACE)\b/.test(sql)
}

/** All rows, counted while they are read. */
export function countRows<T>(rows: Iterable<T>): T[] {
  const result: T[] = []
  for (const row of rows) {
    spendSteps(stepsPerRow)
    result.push(row)
  }
  return result
}

/** The functions of SQL that count rows, one call for many of them. They throw beyond the turn's limit, which ends the statement. */
export const countingFunctions: { readonly [name: string]: () => bigint } = {
  turn() {
    spendSteps(rowsCounted)
    return 1n
  },
  /** Rows of a sort that begins when all of them are read. */
  sorted() {
    expectWork(sortingTime)
    spendSteps(rowsCounted)
    return 1n
  },
}

/**
 * The same statement with a last key in the order of each selection that `sorts`, which counts the sorted rows. Only for a selection that
 * sorts, because no index has this key. A selection with a limit keeps so many rows while it reads, and sorts no more at its end: it is
 * counted once.
 */
export function countSorts(sql: string, sorts: (selection: string) => boolean): string {
  const source = findOutermost(sql, ' FROM (SELECT ')
  if (source !== -1) {
    const start = source + ' FROM ('.length
    const end = start + findOutermost(sql.slice(start), ')')
    return `${sql.slice(0, start)}${countSorts(sql.slice(start, end), sorts)}${sql.slice(end)}`
  }
  const order = findOutermost(sql, ' ORDER BY ')
  if (order === -1 || !sorts(sql)) return sql
  const limit = findOutermost(sql, ' LIMIT ')
  if (limit !== -1 && sql.includes(' OR turn(')) return sql
  const keysEnd = limit === -1 ? sql.length : limit
  const [first = ''] = sql.slice(order + ' ORDER BY '.length, keysEnd).match(/^\w+\."(?:[^"]|"")*"/) ?? []
  if (first === '') return sql
  const count = limit === -1 ? 'sorted' : 'turn'
  return `${sql.slice(0, keysEnd)}, CASE WHEN random() & ${rowsCounted - 1} THEN 1 ELSE ${count}(${first}) END${sql.slice(keysEnd)}`
}

/** The place of a text outside of quotes and inner parentheses, or -1. `)` finds the parenthesis that closes the level of the whole text. */
function findOutermost(sql: string, part: string): number {
  let depth = 0
  for (let index = 0; index < sql.length; index++) {
    if (depth === 0 && sql.startsWith(part, index)) return index
    const sign = sql[index]!
    if (sign === '"' || sign === "'") index = sql.indexOf(sign, index + 1)
    else if (sign === '(') depth++
    else if (sign === ')') depth--
    if (index === -1) return -1
  }
  return -1
}
