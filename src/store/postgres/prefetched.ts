// Keeps the results of a transaction's queries, also of queries that were sent ahead of the work. A result stays valid until a write that it
// would show, so no query is sent twice.

import type { SqlValue } from '../sql/database.ts'
import type { StatementForm, SqlRows } from './call.ts'
import type { StatementCall } from './call.ts'

/** `after`: the number of writes before the query. */
type Noted = { readonly call: StatementCall; readonly after: number }

/** `table`: empty for all. `where`: the condition of one row, with its values; undefined for any row. */
type Write = { readonly table: string; readonly where?: string; readonly values?: readonly SqlValue[] }

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
    const where = verb === 'INSERT INTO' ? undefined : conditionOf(sql)
    ;(this.#writes ??= []).push(
      where === undefined ? { table } : { table, where, values: values.slice(values.length - where.split('?').length + 1) },
    )
  }

  /** Queries ahead of the work; undefined if the result is not available yet. A result from before a write is usable, because nothing is decided by it. */
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
        write.where !== undefined &&
        sql.lastIndexOf('SELECT') === 0 &&
        conditionOf(sql) === write.where &&
        values.length === write.values!.length &&
        !isSame(values, write.values!)
      if (sql.includes(write.table) && !isOther) return false
    }
    return true
  }
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
function conditionOf(sql: string): string | undefined {
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
