// Sends statements to PostgreSQL that end together: the server answers once, and an error skips the rest. Each statement is prepared
// once per connection (PostgreSQL documentation, "Extended Query" and "Pipelining").

import pg from 'pg'
import type { SqlRow, SqlValue } from '../sql/database.ts'
import type { SqlRows, Statement } from './call.ts'
import { messages } from './messages.ts'
import { nameStatement } from './statement.ts'

/** `rows`: of the statements that ran. `error`: of the next one, after which none ran. */
export type FlightResult = { readonly rows: readonly SqlRows[]; readonly error?: unknown }

/** A connection of `pg`. */
type Wire = { readonly stream: { readonly writable: boolean; cork(): void; write(bytes: Uint8Array): void; uncork(): void } }

type Parse = (text: string) => SqlValue
type Column = { readonly name: string; readonly exactly: Parse; readonly asNumber: Parse }

/** A statement of one connection. `isDoubtful`: an error may have undone its preparation, or made it useless. */
type Prepared = { columns: readonly Column[]; isDoubtful: boolean }

const preparedOn = new WeakMap<Wire['stream'], Map<string, Prepared>>()

/** The outcome of a COMMIT that rolled back. */
export const rolledBack = new Error('the transaction was rolled back')

export class Flight {
  readonly #statements: readonly Statement[]
  readonly #onDone: (result: FlightResult) => void
  readonly #results: SqlRows[] = []
  readonly #prepared: Prepared[] = []
  /** Statements that this flight prepares. */
  #isNew: Set<Prepared> | undefined
  #rows: (SqlRow | readonly SqlValue[])[] = []
  #error: unknown

  constructor(statements: readonly Statement[], onDone: (result: FlightResult) => void) {
    this.#statements = statements
    this.#onDone = onDone
  }

  submit({ stream }: Wire): null {
    const all = preparedOn.getOrInsertComputed(stream, () => new Map<string, Prepared>())
    for (const { sql, values, isAhead } of this.#statements) {
      const { text, name = '' } = nameStatement(sql)
      this.#prepared.push(this.#prepare(all, name, text))
      messages.bind(name, values)
      messages.execute()
      if (isAhead === true) messages.flush()
    }
    messages.sync()
    const bytes = messages.take()
    if (!stream.writable) return null
    stream.cork()
    stream.write(bytes)
    stream.uncork()
    return null
  }

  #prepare(all: Map<string, Prepared>, name: string, text: string): Prepared {
    const known = all.get(name)
    if (known?.isDoubtful === false) return known
    if (known !== undefined) messages.close(name)
    messages.parse(name, text)
    messages.describe(name)
    const prepared = { columns: [], isDoubtful: false }
    if (name !== '') all.set(name, prepared)
    ;(this.#isNew ??= new Set()).add(prepared)
    return prepared
  }

  handleRowDescription({ fields }: { readonly fields: readonly { readonly name: string; readonly dataTypeID: number }[] }): void {
    this.#prepared[this.#results.length]!.columns = fields.map(({ name, dataTypeID }) => {
      const parse = parsers.get(dataTypeID) ?? asText
      return { name, exactly: parse, asNumber: parse === BigInt ? Number : parse }
    })
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    const index = this.#results.length
    const { lists, exact } = this.#statements[index]!.form
    const { columns } = this.#prepared[index]!
    const list: SqlValue[] = []
    const row: { [column: string]: SqlValue } = {}
    for (let place = 0; place < columns.length; place++) {
      const { name, exactly, asNumber } = columns[place]!
      const text = fields[place]!
      const value = text === null ? null : exact ? exactly(text) : asNumber(text)
      if (lists) list.push(value)
      else row[name] = value
    }
    this.#rows.push(lists ? list : row)
  }

  handleCommandComplete({ text }: { readonly text: string }): void {
    // After an error, COMMIT succeeds and rolls back.
    if (text === 'ROLLBACK' && this.#statements[this.#results.length]!.sql === 'COMMIT') this.#error = rolledBack
    this.#results.push(this.#rows)
    this.#rows = []
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handleReadyForQuery(): void {
    this.#onDone(this.#error === undefined ? { rows: this.#results } : { rows: this.#results, error: this.#error })
  }

  handleError(error: unknown): void {
    const failed = this.#results.length
    // The connection ended after all statements: their results are valid, including a commit.
    if (failed === this.#statements.length) return this.handleReadyForQuery()
    // Statements after the error were not prepared, and that of the error perhaps not.
    for (const [index, prepared] of this.#prepared.entries()) {
      if (index >= failed && (this.#isNew?.has(prepared) === true || (index === failed && hasNoPlan(error)))) prepared.isDoubtful = true
    }
    this.#onDone({ rows: this.#results, error })
  }
}

// `pg` sends several queries ahead only if they belong to its own class. Its constructor makes objects that a flight does not need.
Object.setPrototypeOf(Flight.prototype, pg.Query.prototype)

/** The statement does not exist on this connection, or returns other columns than when it was prepared (SQLSTATE 26000 and 0A000). */
function hasNoPlan(error: unknown): boolean {
  const { code } = error as { readonly code?: string }
  return code === '26000' || code === '0A000'
}

const asText: Parse = (text) => text

/** By the OID of the type. */
const parsers: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [16, (text) => (text === 't' ? 1n : 0n)],
  [17, (text) => Uint8Array.fromHex(text.slice(2))],
  [20, BigInt],
  [21, BigInt],
  [23, BigInt],
  [700, Number],
  [701, Number],
])
