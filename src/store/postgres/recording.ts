// Runs synchronous work over an asynchronous database. Statements are recorded with their answers: if the work needs a missing answer, it
// stops, the statement is sent, and the work runs again from its beginning with the recorded answers.

import type { Clock, Randomness, RewindableRandomness } from '../../base/clock.ts'
import { StoreFailure } from '../../exchange/store-failure.ts'
import { Prepared } from '../../meaning/prepare.ts'
import type { Database, RowQuery, SqlRow, SqlValue } from '../sql/database.ts'
import { type Form, type SqlRows, rowsExactly } from './connections.ts'

/** Leaves work that waits for an answer. */
class Awaiting extends StoreFailure {}

/** A shared error object: its stack is never read, and creating one costs as much as a short piece of work. */
export const awaiting = new Awaiting('an answer of the database is not there yet')

/** The work sent other statements than in its previous run, so its recording is discarded. */
export class Diverged extends StoreFailure {}

/** Marks the beginning of a transaction in a recording. */
export const beginSql = 'BEGIN'

export type Call = { readonly sql: string; readonly values: readonly SqlValue[]; readonly form: Form; rows: SqlRows | undefined; isSent: boolean; /** Calls a service outside the database. */ readonly elsewhere?: () => Promise<SqlRows> }

const none: ReadonlySet<string> = new Set()

/** The statements, random values and answers of one piece of work. */
export class Recording {
  /** The statements in order, inside and between transactions. */
  calls: Call[] = []
  /** Statements that are separate transactions, by their text and occurrence. */
  #alone: Map<string, Call> | undefined
  #marks: Set<string> | undefined
  #drawn: Map<string, { readonly values: unknown[]; at: number; mark: number }> | undefined
  #at = 0
  #repeated: Map<string, number> | undefined
  /** Values that the open transaction took by separate statements, and those of transactions that committed. */
  #taken: Set<Call> | undefined
  #used: Set<Call> | undefined
  #isLeft = false
  #beside: Call | undefined
  /** True if the next statement must begin a transaction. */
  #begins = false
  #now: number | undefined

  /** Before the work is run, from its beginning. */
  rewind(): void {
    this.#at = 0
    for (const drawn of this.#drawn?.values() ?? []) drawn.at = drawn.mark = 0
    this.#repeated = undefined
    this.#taken = undefined
    this.#used = undefined
    this.#isLeft = false
    this.#beside = undefined
    this.#begins = false
    this.#marks = undefined
  }

  /** Forgets the statements of transactions, so that they run again. Random values and separate transactions stay. */
  forget(): void {
    this.calls = []
  }

  /** The time is the same throughout. */
  now(clock: Clock): number {
    return (this.#now ??= clock.now())
  }

  /** The draws of one kind, if there were any: those after `mark` can be drawn again. */
  drawnOf(kind: string): { readonly values: unknown[]; at: number; mark: number } | undefined {
    return this.#drawn?.get(kind)
  }

  /** A random or counted value is generated once, and reused in each run of the work. */
  draw<T>(kind: string, make: () => T): T {
    const drawn = (this.#drawn ??= new Map()).getOrInsertComputed(kind, () => ({ values: [], at: 0, mark: 0 }))
    if (drawn.at === drawn.values.length) drawn.values.push(make())
    return drawn.values[drawn.at++] as T
  }

  /** A mark for listeners after the work is done. */
  mark(what: string): void {
    ;(this.#marks ??= new Set()).add(what)
  }

  get marks(): ReadonlySet<string> {
    return this.#marks ?? none
  }

  /** Statements of their own that are not answered. */
  get asked(): readonly Call[] {
    return this.#alone === undefined ? [] : this.#alone.values().filter(({ rows }) => rows === undefined).toArray()
  }

  /** Throws `awaiting` where the answer is not known. */
  ask(sql: string, values: readonly SqlValue[], form: Form): SqlRows {
    if (this.#isLeft) throw awaiting
    this.#open()
    return this.#next(sql, values, form).rows ?? this.#leave()
  }

  /** A transaction begins with the next statement. */
  begin(): void {
    this.#begins = true
  }

  /** A transaction without statements has not begun. */
  end(how: 'COMMIT' | 'ROLLBACK'): void {
    // A value that a rolled-back transaction took, such as a sequence number, goes to the next transaction.
    if (how === 'ROLLBACK') this.#repeated = undefined
    else for (const call of this.#taken ?? []) (this.#used ??= new Set()).add(call)
    this.#taken = undefined
    if (this.#begins) this.#begins = false
    else {
      if (how === 'COMMIT' && this.#beside !== undefined && !this.#isLeft) this.demand(this.#beside)
      this.tell(how, [])
    }
  }

  #open(): void {
    if (!this.#begins) return
    this.#begins = false
    this.#next(beginSql, [], rowsExactly)
  }

  /** A statement without an answer is sent with the next one that has an answer, or at the end. */
  tell(sql: string, values: readonly SqlValue[]): void {
    if (this.#isLeft) return
    this.#open()
    this.#next(sql, values, rowsExactly)
  }

  askAlone(sql: string, values: readonly SqlValue[], form: Form): SqlRows {
    if (this.#isLeft) throw awaiting
    const call = this.#callAlone(sql, values, form)
    ;(this.#taken ??= new Set()).add(call)
    return call.rows ?? this.#leave()
  }

  /** Asks another server, once for all runs of the work. */
  askElsewhere(name: string, values: readonly SqlValue[], send: () => Promise<SqlRows>): SqlRows {
    if (this.#isLeft) throw awaiting
    return this.#callAlone(name, values, rowsExactly, send).rows ?? this.#leave()
  }

  #callAlone(sql: string, values: readonly SqlValue[], form: Form, elsewhere?: () => Promise<SqlRows>): Call {
    const text = `${sql}\n${JSON.stringify(values, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))}`
    const count = this.#repeated?.get(text) ?? 0
    ;(this.#repeated ??= new Map()).set(text, count + 1)
    return (this.#alone ??= new Map<string, Call>()).getOrInsertComputed(`${count} ${text}`, () => ({ sql, values, form, rows: undefined, isSent: false, ...(elsewhere === undefined ? {} : { elsewhere }) }))
  }

  /** Sends a query together with the next one. A commit waits for its answer. */
  askBeside(sql: string, values: readonly SqlValue[]): Call {
    return (this.#beside = this.#callAlone(sql, values, rowsExactly))
  }

  /** Leaves the work where the answer is not there yet. */
  demand({ rows }: Call): void {
    if (rows === undefined) this.#leave()
  }

  /** Values that no committed transaction took, also those of a try that the last one did not follow. */
  get unused(): readonly Call[] {
    return this.#alone === undefined ? [] : this.#alone.values().filter((call) => call.rows !== undefined && this.#used?.has(call) !== true && this.#taken?.has(call) !== true).toArray()
  }

  #leave(): never {
    this.#isLeft = true
    throw awaiting
  }

  #next(sql: string, values: readonly SqlValue[], form: Form): Call {
    const known = this.calls[this.#at++]
    if (known !== undefined) {
      if (known.sql !== sql || !isSame(known.values, values)) throw new Diverged(`asked anew, the work asks \`${sql}\` with other values, or instead of \`${known.sql}\``)
      return known
    }
    const call: Call = { sql, values, form, rows: undefined, isSent: false }
    this.calls.push(call)
    return call
  }
}

function isSame(a: readonly SqlValue[], b: readonly SqlValue[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index] || (value instanceof Uint8Array && b[index] instanceof Uint8Array))
}

const lists: Form = { lists: true, exact: true }
const listsOfNumbers: Form = { lists: true, exact: false }

/** A database that asks by the recording of the work that is run just now. */
export class RecordedDatabase implements Database {
  #recording: Recording | undefined
  #returned: Uint8Array = new Uint8Array(0)
  #restart: () => void = () => undefined

  /** Calls `restart` before each run of a piece of work. */
  onRun(restart: () => void): void {
    const before = this.#restart
    this.#restart = () => {
      before()
      restart()
    }
  }

  during<T>(recording: Recording, work: () => T): T {
    const before = this.#recording
    this.#recording = recording
    recording.rewind()
    this.#restart()
    try {
      return work()
    } finally {
      this.#recording = before
    }
  }

  /** Computes a value that is cached elsewhere, so it is not recorded. */
  unrecorded<T>(make: () => T): T {
    const recording = this.#recording
    this.#recording = undefined
    try {
      return make()
    } finally {
      this.#recording = recording
    }
  }

  get recording(): Recording {
    if (this.#recording === undefined) throw new Error('the database is asked outside of a piece of work')
    return this.#recording
  }

  /** The clock, where work that is run again is to find the same time. */
  clock(clock: Clock): Clock {
    return { now: () => (this.#recording === undefined ? clock.now() : this.#recording.now(clock)) }
  }

  randomness(randomness: Randomness): RewindableRandomness {
    const drawn = () => this.#recording?.drawnOf('bytes')
    return {
      mark: () => {
        const found = drawn()
        if (found !== undefined) found.mark = found.at
      },
      keep: () => undefined,
      rewind: () => {
        const found = drawn()
        if (found !== undefined) found.at = found.mark
      },
      bytes: (count) => (this.#recording === undefined ? randomness.bytes(count) : this.#recording.draw('bytes', () => this.#bytes(count, randomness)).slice()),
    }
  }

  /** Random bytes that a former run of the work drew, and the last one did not, are drawn by the next work. */
  returnBytes(recording: Recording): void {
    const drawn = recording.drawnOf('bytes')
    if (drawn === undefined || drawn.at === drawn.values.length) return
    this.#returned = new Uint8Array(Buffer.concat([...(drawn.values.slice(drawn.at) as Uint8Array[]), this.#returned]))
  }

  #bytes(count: number, randomness: Randomness): Uint8Array {
    const first = this.#returned.slice(0, count)
    this.#returned = this.#returned.subarray(first.length)
    return first.length === count ? first : new Uint8Array(Buffer.concat([first, randomness.bytes(count - first.length)]))
  }

  all(sql: string, parameters: readonly SqlValue[]): SqlRow[] {
    return this.recording.ask(sql, parameters, rowsExactly) as SqlRow[]
  }

  get(sql: string, parameters: readonly SqlValue[]): SqlRow | undefined {
    return this.all(sql, parameters)[0]
  }

  allAlone(sql: string, parameters: readonly SqlValue[]): SqlRow[] {
    return this.recording.askAlone(sql, parameters, rowsExactly) as SqlRow[]
  }

  getAlone(sql: string, parameters: readonly SqlValue[]): SqlRow | undefined {
    return this.allAlone(sql, parameters)[0]
  }

  askElsewhere(name: string, values: readonly SqlValue[], send: () => Promise<SqlRows>): SqlRows {
    return this.recording.askElsewhere(name, values, send)
  }

  run(sql: string, parameters: readonly SqlValue[]): void {
    this.recording.tell(sql, parameters)
  }

  // A transaction begins with its first statement by itself.
  hold(): void {}

  reading(sql: string, exact: boolean): RowQuery {
    return (parameters) => this.recording.ask(sql, parameters, exact ? lists : listsOfNumbers) as readonly (readonly SqlValue[])[]
  }

  readingOne(sql: string, exact: boolean): (parameters: readonly SqlValue[]) => readonly SqlValue[] | undefined {
    const read = this.reading(sql, exact)
    return (parameters) => read(parameters)[0]
  }

  // PostgreSQL computes what is costly of a row only once it is sorted and limited.
  sorts(): boolean {
    return false
  }
}

/** Work that was waited for, of an exchange whose attempts are recorded. */
export class RecordedPrepared extends Prepared {
  readonly #database: RecordedDatabase

  constructor(database: RecordedDatabase) {
    super()
    this.#database = database
  }

  override once<T>(key: string, make: () => T): T {
    return super.once(key, () => this.#database.unrecorded(make))
  }
}
