// Records in a database, as the interpreter reads and writes them: every read sees what this transaction wrote.

import type { Expression } from '../../cel/expression.ts'
import type { RecordValue, Value } from '../../cel/value.ts'
import type { EventLog, EventRow } from '../../exchange/event.ts'
import type {
  BackgroundWork,
  QueryContext,
  Job,
  StoredAnswer as KeptAnswer,
  Row,
  Savepoint,
  Selection,
  Timer,
  Transaction,
} from '../../meaning/store.ts'
import { qualifyName } from '../../meaning/caller/name-in-tenant.ts'
import type { ReadRules } from '../../meaning/caller/read-rules.ts'
import type { Database } from './database.ts'
import type { DeliveryWriting } from '../../meaning/delivery/deliveries.ts'
import { makeDeliveryWriting } from './delivery-rows.ts'
import { insertJob, removeJob, updateJob } from './jobs.ts'
import { parseKeptAnswer, answerText } from './stored-answer.ts'
import { replaceClause } from './names.ts'
import { RecordQueries } from './record-queries.ts'
import type { OverdueWatch } from './overdue.ts'
import { Rows, type RowScope, type SequenceNumbers } from './rows.ts'
import type { ReadCache } from './read-cache.ts'
import type { Shared } from './shared.ts'
import { insertTimer, decodeTimer, updateTimer } from './timers.ts'
import type { WriteBuffer } from './write-buffer.ts'

/**
 * The end of an interpreter transaction: a savepoint in the writer's group, or a separate read transaction. `isLast`: its owner
 * writes nothing afterwards.
 */
export type Ending = {
  readonly isLast: boolean
  commit(): void
  rollback(): void
  /** Begins a savepoint within it. */
  beginNested(): Pick<Ending, 'commit' | 'rollback'>
}

/** Takes the next numbers of a sequence, and returns the last of them. Values: its name, and how many. */
export const nextOfSequence =
  'INSERT INTO "$sequence" (name, last) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET last = "$sequence".last + excluded.last RETURNING last'

export class SqlTransaction implements Transaction {
  readonly #database: Database
  readonly #shared: Shared
  readonly #ending: Ending
  readonly #readCache: ReadCache
  readonly #writeBuffer: WriteBuffer
  readonly #rows: Rows
  readonly #numbers: SequenceNumbers | undefined
  #deliveries: DeliveryWriting | undefined
  #emit: ((event: Omit<EventRow, 'position'>) => void) | undefined
  readonly #queries: RecordQueries

  constructor(database: Database, shared: Shared, scope: RowScope, watch: OverdueWatch | undefined, ending: Ending) {
    this.#database = database
    this.#shared = shared
    this.#readCache = scope.readCache
    this.#writeBuffer = scope.writeBuffer
    this.#rows = new Rows(database, shared, scope, watch)
    this.#queries = new RecordQueries(database, shared, scope, this.#rows, watch)
    this.#numbers = scope.numbers
    this.#ending = ending
  }

  savepoint(): Savepoint {
    this.#writeBuffer.flush()
    const { commit, rollback } = this.#ending.beginNested()
    return {
      release: () => {
        this.#writeBuffer.flush()
        commit()
      },
      rollBack: () => {
        this.#writeBuffer.forget()
        this.#readCache.clear()
        rollback()
      },
    }
  }

  commit(): void {
    this.#writeBuffer.flush(this.#ending.isLast)
    this.#ending.commit()
  }

  rollback(): void {
    this.#writeBuffer.forget()
    this.#readCache.clear()
    if (this.#emit !== undefined) this.#shared.events.rolledBack()
    this.#ending.rollback()
  }

  setTenancy(tenancy: Parameters<Transaction['setTenancy']>[0]): void {
    this.#rows.confine(tenancy)
  }

  readAllTenants<T>(work: () => T): T {
    return this.#rows.withAllTenants(work)
  }

  tenantValues(resource: string): readonly Value[] {
    return this.#rows.tenant(resource)
  }

  row(resource: string, key: string): Row | undefined {
    return this.#rows.row(resource, key)
  }

  rows(resource: string): Iterable<Row> {
    return this.#rows.all(resource)
  }

  rowsHaving(resource: string, values: ReadonlyMap<string, Value>): readonly Row[] | undefined {
    return this.#queries.rowsHaving(resource, values)
  }

  recordsHaving(resource: string, values: ReadonlyMap<string, Value>): readonly RecordValue[] | undefined {
    return this.#queries.recordsHaving(resource, values)
  }

  select(selection: Selection, asker: QueryContext): readonly Row[] | undefined {
    return this.#queries.select(selection, asker)
  }

  count(selection: Selection, asker: QueryContext): number | undefined {
    return this.#queries.count(selection, asker)
  }

  query(expression: Expression, asker: QueryContext): Value | undefined {
    return this.#queries.ask(expression, asker)
  }

  print(expression: Expression, asker: QueryContext, rules?: ReadRules): string | undefined {
    return this.#queries.print(expression, asker, rules)
  }

  put(row: Omit<Row, 'version'>, isNew = false): Row {
    return this.#rows.put(row, isNew)
  }

  remove(resource: string, key: string): void {
    this.#rows.remove(resource, key)
  }

  #nameSequence(name: string): string {
    return qualifyName(this.#rows.tenantText(name.split('.')[0]!), name)
  }

  nextNumber(sequence: string): bigint {
    const name = this.#nameSequence(sequence)
    return this.#numbers?.next(name) ?? (this.#database.getAlone(nextOfSequence, [name, 1n])!['last'] as bigint)
  }

  advanceSequence(sequence: string, number: bigint): void {
    if (this.#numbers !== undefined) return this.#numbers.advance(this.#nameSequence(sequence), number)
    this.#database.getAlone(
      'INSERT INTO "$sequence" (name, last) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET last = CASE WHEN "$sequence".last > excluded.last THEN "$sequence".last ELSE excluded.last END',
      [this.#nameSequence(sequence), number],
    )
  }

  *timersOf(resource: string, key: string): Iterable<Timer> {
    if (!this.#shared.timed.has(resource)) return
    for (const row of this.#database.all('SELECT * FROM "$timer" WHERE resource = ? AND key = ?', [
      resource,
      qualifyName(this.#rows.tenantText(resource), key),
    ]))
      yield decodeTimer(row)
  }

  startTimer(timer: Omit<Timer, 'id'>): void {
    this.#shared.timersChanged()
    insertTimer(this.#database, {
      ...timer,
      key: qualifyName(this.#rows.tenantText(timer.resource), timer.key),
      id: this.#shared.version(),
    })
  }

  setTimer(timer: Timer): void {
    this.#shared.timersChanged()
    updateTimer(this.#database, timer)
  }

  removeTimer(id: number): void {
    this.#shared.timersChanged()
    this.#database.run('DELETE FROM "$timer" WHERE id = ?', [BigInt(id)])
  }

  queueJob(job: Omit<Job, 'id'>): void {
    insertJob(this.#database, { ...job, id: this.#shared.version() })
  }

  setJob(job: Job): void {
    updateJob(this.#database, job)
  }

  removeJob(id: number): void {
    removeJob(this.#database, id)
  }

  claim(work: BackgroundWork): boolean {
    return this.#shared.claim?.(work) ?? true
  }

  releaseKey(name: string): void {
    this.#shared.releaseKey?.(name)
  }

  storedAnswer(name: string): KeptAnswer | undefined {
    const row = this.#database.get('SELECT * FROM "$kept" WHERE name = ?', [name])
    return row && { fingerprint: row['fingerprint'] as string, answer: parseKeptAnswer(row['answer'] as string), at: Number(row['at']) }
  }

  storeAnswer(name: string, { fingerprint, answer, at }: KeptAnswer): void {
    this.#database.run(`INSERT INTO "$kept" VALUES (?, ?, ?, ?) ${replaceClause('name', ['fingerprint', 'answer', 'at'])}`, [
      name,
      fingerprint,
      answerText(answer),
      BigInt(at),
    ])
  }

  emit(event: Omit<EventRow, 'position'>): void {
    this.#emit ??= this.#shared.events.eventWriter(this.#database)
    this.#emit(event)
    this.#shared.onEmitted()
  }

  get deliveries(): DeliveryWriting {
    this.#deliveries ??= makeDeliveryWriting(
      this.#database,
      () => this.#shared.deliveryId?.() ?? this.#shared.version(),
      () => this.#shared.onEmitted(),
      this.#shared.layout.dialect.sharing,
    )
    return this.#deliveries
  }

  get log(): EventLog {
    return this.#shared.events.log(this.#database)
  }
}
