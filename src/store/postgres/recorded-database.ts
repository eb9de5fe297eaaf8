// The database as synchronous work sees it: it reads from the recording of the current run.

import type { Clock, Randomness, RewindableRandomness } from '../../base/clock.ts'
import { Prepared } from '../../meaning/prepare.ts'
import type { Database, RowQuery, SqlRow, SqlValue } from '../sql/database.ts'
import { type StatementForm, rowsExactly } from './call.ts'
import type { Recording } from './recording.ts'

const lists: StatementForm = { lists: true, exact: true }
const listsOfNumbers: StatementForm = { lists: true, exact: false }

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

  runRecorded<T>(recording: Recording, work: () => T): T {
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

  /** Runs look-ups that the work will need: their queries are sent together with the statement that the work waits for. */
  ahead(recording: Recording, looks: () => void): void {
    const before = this.#recording
    this.#recording = recording
    this.#restart()
    try {
      recording.prefetch(looks)
    } finally {
      this.#recording = before
    }
  }

  /** Computes a value that is cached elsewhere, so it is not recorded. */
  withoutRecording<T>(make: () => T): T {
    const recording = this.#recording
    this.#recording = undefined
    try {
      return make()
    } finally {
      this.#recording = recording
    }
  }

  get recording(): Recording {
    if (this.#recording === undefined) throw new Error('the database is queried outside of a piece of work')
    return this.#recording
  }

  /** The clock; work that runs again gets the same time. */
  clock(clock: Clock): Clock {
    return { now: () => (this.#recording === undefined ? clock.now() : this.#recording.now(clock)) }
  }

  randomness(randomness: Randomness): RewindableRandomness {
    const drawsOfBytes = () => this.#recording?.valuesOf('bytes')
    return {
      mark: () => {
        const values = drawsOfBytes()
        if (values !== undefined) values.mark = values.at
      },
      keep: () => undefined,
      rewind: () => {
        const found = drawsOfBytes()
        if (found !== undefined) found.at = found.mark
      },
      bytes: (count) =>
        this.#recording === undefined
          ? randomness.bytes(count)
          : this.#recording.draw('bytes', () => this.#bytes(count, randomness)).slice(),
    }
  }

  /** Random bytes that only an earlier run of the work drew are drawn by the next work. */
  returnBytes(recording: Recording): void {
    const drawsOfBytes = recording.valuesOf('bytes')
    if (drawsOfBytes === undefined || drawsOfBytes.at === drawsOfBytes.values.length) return
    this.#returned = new Uint8Array(Buffer.concat([...(drawsOfBytes.values.slice(drawsOfBytes.at) as Uint8Array[]), this.#returned]))
  }

  #bytes(count: number, randomness: Randomness): Uint8Array {
    const first = this.#returned.slice(0, count)
    this.#returned = this.#returned.subarray(first.length)
    return first.length === count ? first : new Uint8Array(Buffer.concat([first, randomness.bytes(count - first.length)]))
  }

  all(sql: string, parameters: readonly SqlValue[]): SqlRow[] {
    return this.recording.query(sql, parameters, rowsExactly) as SqlRow[]
  }

  get(sql: string, parameters: readonly SqlValue[]): SqlRow | undefined {
    return this.all(sql, parameters)[0]
  }

  allAlone(sql: string, parameters: readonly SqlValue[]): SqlRow[] {
    return this.recording.queryAlone(sql, parameters, rowsExactly) as SqlRow[]
  }

  getAlone(sql: string, parameters: readonly SqlValue[]): SqlRow | undefined {
    return this.allAlone(sql, parameters)[0]
  }

  run(sql: string, parameters: readonly SqlValue[]): void {
    this.recording.execute(sql, parameters)
  }

  // A transaction begins with its first statement.
  ensureTransaction(): void {}

  prepareQuery(sql: string, exact: boolean): RowQuery {
    return (parameters) => this.recording.query(sql, parameters, exact ? lists : listsOfNumbers) as readonly (readonly SqlValue[])[]
  }

  readingOne(sql: string, exact: boolean): (parameters: readonly SqlValue[]) => readonly SqlValue[] | undefined {
    const read = this.prepareQuery(sql, exact)
    return (parameters) => read(parameters)[0]
  }

  // PostgreSQL computes expensive values of a row after sorting and limiting.
  sorts(): boolean {
    return false
  }
}

/** Prepared work of an exchange, whose attempts are recorded. */
export class RecordedPrepared extends Prepared {
  readonly #database: RecordedDatabase

  constructor(database: RecordedDatabase) {
    super()
    this.#database = database
  }

  override once<T>(key: string, make: () => T): T {
    return super.once(key, () => this.#database.withoutRecording(make))
  }
}
