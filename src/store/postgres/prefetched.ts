// Keeps the results of a transaction's queries, also of queries that were sent ahead of the work. A result stays valid until a write that it
// would show, so no query is sent twice.

import type { SqlValue } from '../sql/database.ts'
import type { StatementForm, SqlRows } from './call.ts'
import type { StatementCall } from './call.ts'

/** `after`: the number of writes before the query. */
type Noted = { readonly call: StatementCall; readonly after: number }

/** `table`: empty for all. `where`: the condition of one row, with its values. `row`: the columns of a new row. Without both: any row. */
type Write = {
  readonly table: string
  readonly where?: string
  readonly values?: readonly SqlValue[]
  readonly row?: ReadonlyMap<string, SqlValue>
}

export class PrefetchedCalls {
  #noted: Noted[] | undefined
  /** The writes of the current run, in order. */
  #writes: Write[] | undefined

  /** Called before each run of the work. */
  rewind(): void {
    this.#writes = undefined
  }

  forget(): void {
    this.#noted = undefined
  }

  get unsent(): readonly StatementCall[] {
    return this.#noted === undefined ? [] : this.#noted.flatMap(({ call }) => (call.isSent ? [] : [call]))
  }

  /** Notes a write of the work, or the end of a transaction or savepoint. */
  noteWrite(sql: string, values: readonly SqlValue[]): void {
    if (/^(?:BEGIN|SAVEPOINT|RELEASE)\b/.test(sql)) return
    const [, verb, table = ''] = /^(INSERT INTO|UPDATE|DELETE FROM) ("(?:[^"]|"")*")/.exec(sql) ?? []
    const row = verb === 'INSERT INTO' ? findNewRow(sql, values) : undefined
    const where = verb === 'INSERT INTO' ? undefined : findCondition(sql)
    ;(this.#writes ??= []).push(
      where === undefined
        ? { table, ...(row === undefined ? {} : { row }) }
        : { table, where, values: values.slice(values.length - where.split('?').length + 1) },
    )
  }

  /**
   * Queries ahead of the work; undefined if the result is not available yet. A result from before a write is usable, because nothing is
   * decided by it.
   */
  result(sql: string, values: readonly SqlValue[], form: StatementForm): SqlRows | undefined {
    const prefetched = this.#noted?.find(({ call }) => isQuery(call, sql, values, form))
    if (prefetched !== undefined) return prefetched.call.rows
    if (isPlainQuery(sql)) this.note({ sql, values, form, rows: undefined, isSent: false })
    return undefined
  }

  /** Notes a query that was just sent. */
  note(call: StatementCall): void {
    ;(this.#noted ??= []).push({ call, after: this.#writes?.length ?? 0 })
  }

  /** The same query, if it was sent ahead and its result is still valid. */
  takeCall(sql: string, values: readonly SqlValue[], form: StatementForm): StatementCall | undefined {
    return this.#noted?.find(({ call, after }) => isQuery(call, sql, values, form) && this.#holds(call, after))?.call
  }

  /** Writes to other tables change no result, nor do writes to other rows if the query is for one row. */
  #holds({ sql, values }: StatementCall, after: number): boolean {
    for (let index = after; index < (this.#writes?.length ?? 0); index++) {
      const write = this.#writes![index]!
      const isOther =
        write.row === undefined
          ? write.where !== undefined &&
            sql.lastIndexOf('SELECT') === 0 &&
            findCondition(sql) === write.where &&
            values.length === write.values!.length &&
            !isSame(values, write.values!)
          : isExcluded(sql, values, write.table, write.row)
      if (sql.includes(write.table) && !isOther) return false
    }
    return true
  }
}

const columnsByInsert = new Map<string, readonly string[]>()

/** Undefined if the row is not known, or if a stored row may change instead. */
function findNewRow(sql: string, values: readonly SqlValue[]): ReadonlyMap<string, SqlValue> | undefined {
  const columns = columnsByInsert.getOrInsertComputed(sql, () => {
    const [, list, places] = /^INSERT INTO "(?:[^"]|"")*" \(((?:"(?:[^"]|"")*"(?:, )?)+)\) VALUES \(([?, ]+)\)$/.exec(sql) ?? []
    const names = list?.match(/"(?:[^"]|"")*"/g) ?? []
    return places?.split('?').length === names.length + 1 ? names : []
  })
  return columns.length === 0 ? undefined : new Map(columns.map((name, index) => [name, values[index]!]))
}

/** A column that each row of a simple query of one table has a given value of, with the place of that value among those of the query. */
type Equality = { readonly column: string; readonly place: number }

const equalitiesByQuery = new Map<string, readonly Equality[]>()

/** True if a query cannot find a new row of a table, because the row has another value. */
function isExcluded(sql: string, values: readonly SqlValue[], table: string, row: ReadonlyMap<string, SqlValue>): boolean {
  return equalitiesByQuery
    .getOrInsertComputed(`${table} ${sql}`, () => listEqualities(sql, table))
    .some(({ column, place }) => {
      const [sought, own] = [values[place], row.get(column)]
      return own !== undefined && own !== null && typeof own !== 'object' && typeof own === typeof sought && own !== sought
    })
}

function listEqualities(sql: string, table: string): readonly Equality[] {
  const [head, condition, ...more] = sql.split(' WHERE ')
  if (condition === undefined || more.length > 0 || !head!.endsWith(` FROM ${table} AS t0`) || head!.includes('?')) return []
  const [conjunction] = condition.split(/ ORDER BY | LIMIT /)
  if (/ OR |\(/.test(conjunction!)) return []
  let next = 0
  return conjunction!.split(' AND ').flatMap((part): readonly Equality[] => {
    const [, column] = /^(?:t0\.)?("(?:[^"]|"")*") = \?(?:::[a-z ]+)?$/.exec(part) ?? []
    const place = next
    next += part.split('?').length - 1
    return column === undefined ? [] : [{ column, place }]
  })
}

/** True if a statement only reads, and returns the same at any time in its transaction. */
export function isPlainQuery(sql: string): boolean {
  return /^(?:SELECT|WITH)\b/.test(sql) && !/\b(?:INSERT|UPDATE|DELETE|SHARE|nextval|clock_timestamp)\b|\bpg_/.test(sql)
}

/** True if a query is the same, and its rows have the same form. */
function isQuery(call: StatementCall, sql: string, values: readonly SqlValue[], form: StatementForm): boolean {
  return call.sql === sql && call.form.lists === form.lists && call.form.exact === form.exact && isSame(call.values, values)
}

/** The last condition of a statement. */
function findCondition(sql: string): string | undefined {
  const whereIndex = sql.lastIndexOf(' WHERE ')
  return whereIndex < 0 ? undefined : sql.slice(whereIndex)
}

export function isSame(a: readonly SqlValue[], b: readonly SqlValue[]): boolean {
  return (
    a.length === b.length &&
    a.every(
      (value, index) =>
        value === b[index] || (value instanceof Uint8Array && b[index] instanceof Uint8Array && Buffer.compare(value, b[index]) === 0),
    )
  )
}
