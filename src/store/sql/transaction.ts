// Records in a database, as the interpreter reads and writes them: every read sees what this transaction wrote.

import { withOuterBindings } from '../../cel/bindings.ts'
import type { Expression } from '../../cel/expression.ts'
import type { Value } from '../../cel/value.ts'
import type { EventLog, EventRow } from '../../exchange/event.ts'
import type { BackgroundWork, QueryContext, Job, StoredAnswer as KeptAnswer, Row, Savepoint, Selection, Timer, Transaction } from '../../meaning/store.ts'
import { placeOf } from '../../meaning/caller/name-in-tenant.ts'
import type { ReadRules } from '../../meaning/caller/read-rules.ts'
import { type TenantQueryContext, isRecordValue } from './binding.ts'
import type { Database, SqlRow, SqlValue } from './database.ts'
import type { DeliveryWriting } from '../../meaning/delivery/deliveries.ts'
import { deliveryWriting } from './delivery-rows.ts'
import { removeJob, setJob } from './jobs.ts'
import { boundColumns } from './bound-values.ts'
import { parseKeptAnswer, answerText } from './stored-answer.ts'
import { replacing } from './names.ts'
import { type SqlQuery, queryText, statementForAll, statementOf } from './sql-query.ts'
import type { OverdueWatch } from './overdue.ts'
import type { GroupCache } from './group-cache.ts'
import { Rows, type RowScope } from './rows.ts'
import type { ReadCache } from './read-cache.ts'
import type { Shared } from './shared.ts'
import type { PrintedViews } from './representation/printed-views.ts'
import { printTimerName, timerOf } from './timers.ts'
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
  within(): Pick<Ending, 'commit' | 'rollback'>
}

/** Takes the next number of a sequence. */
export const nextOfSequence = 'INSERT INTO "$sequence" (name, last) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET last = "$sequence".last + 1 RETURNING last'

export class SqlTransaction implements Transaction {
  readonly #database: Database
  readonly #shared: Shared
  readonly #ending: Ending
  readonly #seen: ReadCache
  readonly #unwritten: WriteBuffer
  readonly #found: GroupCache | undefined
  readonly #rows: Rows
  #deliveries: DeliveryWriting | undefined
  #emit: ((event: Omit<EventRow, 'position'>) => void) | undefined
  readonly #watch: OverdueWatch | undefined
  readonly #views: PrintedViews

  constructor(database: Database, shared: Shared, scope: RowScope, watch: OverdueWatch | undefined, ending: Ending) {
    this.#database = database
    this.#shared = shared
    this.#seen = scope.seen
    this.#unwritten = scope.unwritten
    this.#found = scope.cache
    this.#views = scope.views
    this.#rows = new Rows(database, shared, scope, watch)
    this.#watch = watch
    this.#ending = ending
  }

  savepoint(): Savepoint {
    this.#unwritten.flush()
    const { commit, rollback } = this.#ending.within()
    return {
      release: () => {
        this.#unwritten.flush()
        commit()
      },
      rollBack: () => {
        this.#unwritten.forget()
        this.#seen.clear()
        rollback()
      },
    }
  }

  commit(): void {
    this.#unwritten.flush(this.#ending.isLast)
    this.#ending.commit()
  }

  rollback(): void {
    this.#unwritten.forget()
    this.#seen.clear()
    if (this.#emit !== undefined) this.#shared.events.rolledBack()
    this.#ending.rollback()
  }

  confine(tenancy: Parameters<Transaction['confine']>[0]): void {
    this.#rows.confine(tenancy)
  }

  ofAll<T>(work: () => T): T {
    return this.#rows.ofAll(work)
  }

  tenant(resource: string): readonly Value[] {
    return this.#rows.tenant(resource)
  }

  row(resource: string, key: string): Row | undefined {
    return this.#rows.row(resource, key)
  }

  rows(resource: string): Iterable<Row> {
    return this.#rows.all(resource)
  }

  rowsHaving(resource: string, values: ReadonlyMap<string, Value>): readonly Row[] | undefined {
    this.#watch?.chosenBy(resource, values.keys())
    const [only, ...more] = values
    const question = this.#havingQuestion(resource, values)
    if (question === undefined || question === 'nothing') return question && []
    const neighbours = only !== undefined && more.length === 0 && isRecordValue(only[1]) ? this.#seen.neighbours(only[1]) : []
    const all = neighbours.flatMap((record) => {
      const other = this.#havingQuestion(resource, new Map([[only![0], record]]))
      return other === undefined || other === 'nothing' ? [] : [other.values]
    })
    return this.#answer(question, all) as readonly Row[]
  }

  /** Undefined if columns cannot decide equality; `nothing` if no row can have the values. */
  #havingQuestion(resource: string, values: ReadonlyMap<string, Value>): SqlQuery | 'nothing' | undefined {
    const table = this.#rows.table(resource)
    const tenant = this.#rows.tenantValues(resource)
    const columns: string[] = []
    const parameters: SqlValue[] = [...(tenant ?? [])]
    for (const [name, value] of values) {
      if (value === null) return 'nothing'
      const given = boundColumns(table, this.#rows.info(resource).properties.get(name)!, value, this.#shared.layout, this.#shared.keys)
      if (given === undefined) return undefined
      columns.push(...given.columns)
      parameters.push(...given.values)
    }
    return { ...this.#shared.lookUps(resource, columns, tenant !== undefined), values: parameters }
  }

  select(selection: Selection, asker: QueryContext): readonly Row[] | undefined {
    this.#watch?.selection(selection)
    this.#unwritten.flush()
    const statement = this.#shared.asking.select(selection, this.#asking(asker))
    if (statement === 'nothing') return []
    return statement && this.#rows.read(selection.resource, this.#database.all(statement.sql, statement.values))
  }

  count(selection: Selection, asker: QueryContext): number | undefined {
    this.#watch?.countSelection(selection)
    this.#unwritten.flush()
    const statement = this.#shared.asking.count(selection, this.#asking(asker))
    if (statement === 'nothing') return 0
    return statement && Number(this.#database.get(statement.sql, statement.values)!['n'])
  }

  /** Queries within a tenant see only its records. */
  #asking(asker: QueryContext): TenantQueryContext {
    return { ...asker, tenant: (resource) => this.#rows.tenantValues(resource) }
  }

  ask(expression: Expression, from: QueryContext): Value | undefined {
    this.#watch?.count(expression)
    const { asking, keys } = this.#shared
    const asker = this.#asking(from)
    const question = asking.ask(expression, asker)
    if (question === undefined) return undefined
    const answer = this.#seen.answer(queryText(question)) ?? this.#answer(question, this.#neighbourValues(expression, asker))
    return question.kind === 'records' ? (answer as readonly Row[]).map((row) => keys.recordOfRow(row)) : (answer as Value)
  }

  print(expression: Expression, from: QueryContext, rules?: ReadRules): string | undefined {
    if (this.#watch !== undefined) return undefined
    return this.#views.print(expression, this.#asking(from), () => {
      this.#unwritten.flush()
      this.#database.hold()
    }, rules)
  }

  /** The parameters of the same query for each record that was read together with this one. */
  #neighbourValues(expression: Expression, asker: TenantQueryContext): SqlValue[][] {
    const { asking } = this.#shared
    const varying = [...asking.variablesOf(expression)].flatMap((name) => {
      const value = asker.variables.get(name) ?? null
      const neighbours = isRecordValue(value) ? this.#seen.neighbours(value) : []
      return neighbours.length > 0 ? [{ name, neighbours }] : []
    })
    const [only, ...more] = varying
    if (only === undefined || more.length > 0) return []
    return only.neighbours.flatMap((record) => {
      const question = asking.ask(expression, { ...asker, variables: withOuterBindings(new Map([[only.name, record]]), asker.variables) })
      return question === undefined ? [] : [[...question.values]]
    })
  }

  /** Runs a query once, for all lists of values if there are several. */
  #answer(question: SqlQuery, all: readonly (readonly SqlValue[])[]): Value | readonly Row[] {
    const text = queryText(question)
    const known = this.#seen.answer(text)
    if (known !== undefined) return known
    this.#unwritten.flush()
    const before = question.kind === 'records' ? this.#found?.get(question.resource, text) : undefined
    const statement = before === undefined && all.length > 1 ? statementForAll(question, all, this.#shared.layout.dialect) : undefined
    if (before !== undefined && question.kind === 'records') {
      this.#seen.noteAnswer(text, this.#rows.noteRows(question.resource, before))
    } else if (statement === undefined) {
      const { sql, values } = statementOf(question)
      const answer = this.#answerOf(question, this.#database.all(sql, values))
      this.#seen.noteAnswer(text, answer)
      if (question.kind === 'records' && question.known !== undefined) this.#found?.set(question.resource, text, answer as readonly Row[])
    } else {
      const answers = Map.groupBy(this.#database.all(statement.sql, statement.values), (row) => Number(row['$of']))
      for (const [index, values] of all.entries()) this.#seen.noteAnswer(queryText(question, values), this.#answerOf(question, answers.get(index) ?? []))
      if (question.kind === 'records')
        this.#seen.noteRows(
          question.resource,
          all.flatMap((values) => this.#seen.answer(queryText(question, values)) as readonly Row[]),
        )
    }
    return this.#seen.answer(text)!
  }

  #answerOf(question: SqlQuery, rows: readonly SqlRow[]): Value | readonly Row[] {
    if (question.kind === 'records') return this.#rows.read(question.resource, rows)
    if (question.kind === 'texts') return rows.map((row) => row['n'] as string)
    const answer = rows[0]!['n'] as bigint
    return question.kind === 'truth' ? answer === 1n : answer
  }

  put(row: Omit<Row, 'version'>, isNew = false): Row {
    return this.#rows.put(row, isNew)
  }

  remove(resource: string, key: string): void {
    this.#rows.remove(resource, key)
  }

  #sequence(name: string): string {
    return placeOf(this.#rows.tenantText(name.split('.')[0]!), name)
  }

  next(sequence: string): bigint {
    return this.#database.getAlone(nextOfSequence, [this.#sequence(sequence)])!['last'] as bigint
  }

  pass(sequence: string, number: bigint): void {
    this.#database.getAlone(
      'INSERT INTO "$sequence" (name, last) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET last = CASE WHEN "$sequence".last > excluded.last THEN "$sequence".last ELSE excluded.last END',
      [this.#sequence(sequence), number],
    )
  }

  *timersOf(resource: string, key: string): Iterable<Timer> {
    if (!this.#shared.timed.has(resource)) return
    for (const row of this.#database.all('SELECT * FROM "$timer" WHERE resource = ? AND key = ?', [resource, placeOf(this.#rows.tenantText(resource), key)]))
      yield timerOf(row)
  }

  start(timer: Omit<Timer, 'id'>): void {
    this.setTimer({ ...timer, key: placeOf(this.#rows.tenantText(timer.resource), timer.key), id: this.#shared.version() })
  }

  setTimer(timer: Timer): void {
    const { id, resource, key, field, state, due, attempts, dead } = timer
    this.#shared.timersChanged()
    this.#database.run(
      `INSERT INTO "$timer" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ${replacing('id', ['resource', 'key', 'field', 'state', 'duration', 'due', 'attempts', 'dead'])}`,
      [BigInt(id), resource, key, field, state, printTimerName(timer), BigInt(due), BigInt(attempts), dead ?? null],
    )
  }

  removeTimer(id: number): void {
    this.#shared.timersChanged()
    this.#database.run('DELETE FROM "$timer" WHERE id = ?', [BigInt(id)])
  }

  queue(job: Omit<Job, 'id'>): void {
    this.setJob({ ...job, id: this.#shared.version() })
  }

  setJob(job: Job): void {
    setJob(this.#database, job)
  }

  removeJob(id: number): void {
    removeJob(this.#database, id)
  }

  holds(work: BackgroundWork): boolean {
    return this.#shared.holds?.(work) ?? true
  }

  releaseKey(name: string): void {
    this.#shared.releaseKey?.(name)
  }

  storedAnswer(name: string): KeptAnswer | undefined {
    const row = this.#database.get('SELECT * FROM "$kept" WHERE name = ?', [name])
    return row && { fingerprint: row['fingerprint'] as string, answer: parseKeptAnswer(row['answer'] as string), at: Number(row['at']) }
  }

  keep(name: string, { fingerprint, answer, at }: KeptAnswer): void {
    this.#database.run(`INSERT INTO "$kept" VALUES (?, ?, ?, ?) ${replacing('name', ['fingerprint', 'answer', 'at'])}`, [
      name,
      fingerprint,
      answerText(answer),
      BigInt(at),
    ])
  }

  emit(event: Omit<EventRow, 'position'>): void {
    this.#emit ??= this.#shared.events.eventWriter(this.#database)
    this.#emit(event)
    this.#shared.emitted()
  }

  get deliveries(): DeliveryWriting {
    this.#deliveries ??= deliveryWriting(
      this.#database,
      () => this.#shared.deliveryId?.() ?? this.#shared.version(),
      () => this.#shared.emitted(),
      this.#shared.layout.dialect.sharing,
    )
    return this.#deliveries
  }

  get log(): EventLog {
    return this.#shared.events.log(this.#database)
  }

}
