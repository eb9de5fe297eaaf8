// Records in SQLite, as the interpreter reads and writes them: every read sees what this transaction wrote.

import { over } from '../../cel/bindings.ts'
import type { Expression } from '../../cel/expression.ts'
import type { Value } from '../../cel/value.ts'
import { valueOf } from '../../exchange/value-json.ts'
import type { EventRow } from '../../exchange/event.ts'
import type { Asker, Job, Kept as KeptAnswer, Row, Selection, Timer, Transaction } from '../../meaning/store.ts'
import type { RecordKeys } from '../../meaning/keys.ts'
import { placeOf } from '../../meaning/place.ts'
import { tenantText } from '../../meaning/tenancy.ts'
import { each } from '../../model/slot.ts'
import { timedOf } from '../../model/timed.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { type Layout, type Table, deletedColumn, isSoft, versionColumn } from '../layout.ts'
import { type Asking, asking } from './asking.ts'
import { type AskerOfTenant, isRecord } from './binding.ts'
import { decodeProperty, encode, encodeFolded, encodeProperty, keyJson, parts } from './codec.ts'
import type { Database, SqlRow, SqlValue } from './database.ts'
import type { DeliveryWriting } from '../../meaning/deliveries.ts'
import { type Numbering, emitting, newestEvent } from './events.ts'
import { deliveryWriting } from './kept-deliveries.ts'
import { removeJob, setJob } from './jobs.ts'
import { givenValues } from './given.ts'
import { answerOf, answerText } from './kept-answer.ts'
import { quote } from './names.ts'
import { type Question, jsonText, questionText, statementForAll, statementOf } from './question.ts'
import type { Watch } from './overdue.ts'
import { Seen } from './seen.ts'
import { type Statements, keyColumns, statementsOf } from './statements.ts'
import { durationText, timerOf } from './timers.ts'

/** What all transactions of one store share. */
export type Shared = {
  readonly layout: Layout
  readonly keys: RecordKeys
  readonly statements: ReadonlyMap<string, Statements>
  readonly asking: Asking
  /** Resources whose records can have timers. */
  readonly timed: ReadonlySet<string>
  /** The next version: higher than any that was given before, also before a restart. */
  version(): number
  /** Told that another timer may be due first. */
  timersChanged(): void
  /** Told of each event, and each delivery, that is written. */
  emitted(): void
  readonly numbering: Numbering
  /** Whether some table keeps tenants apart. */
  readonly hasTenants: boolean
}

type Tenancy = Parameters<Transaction['confine']>[0]

export function sharedOf(layout: Layout, keys: RecordKeys, version: () => number, timersChanged: () => void, emitted: () => void = () => undefined): Shared {
  const statements = new Map([...layout.tables].map(([name, table]) => [name, statementsOf(table, isSoft(layout, name))]))
  const timed = new Set(layout.domain.model.states.value.machines.filter((machine) => each(machine.slots.states).some(({ value }) => timedOf(value).length > 0)).map(({ resource }) => resource))
  return { layout, keys, statements, asking: asking(layout, keys), timed, version, timersChanged, emitted, numbering: { last: undefined }, hasTenants: [...layout.domain.resources.values()].some(({ tenant }) => tenant.length > 0) }
}

/** How a transaction of the interpreter ends: a savepoint within the writer's group, or a read transaction of its own. */
export type Ending = { commit(): void; rollback(): void }

export class SqliteTransaction implements Transaction {
  readonly #database: Database
  readonly #shared: Shared
  readonly #ending: Ending
  readonly #seen: Seen
  #deliveries: DeliveryWriting | undefined
  readonly #tenants = new Map<string, readonly SqlValue[]>()
  #tenancy: Tenancy | undefined
  #emit: ((event: Omit<EventRow, 'position'>) => void) | undefined
  readonly #watch: Watch | undefined

  /** `seen` is shared with the transactions around it. */
  constructor(database: Database, shared: Shared, seen: Seen, watch: Watch | undefined, ending: Ending) {
    this.#database = database
    this.#shared = shared
    this.#seen = seen
    this.#watch = watch
    this.#ending = ending
  }

  commit(): void {
    this.#ending.commit()
  }

  rollback(): void {
    this.#seen.clear()
    if (this.#emit !== undefined) this.#shared.numbering.last = undefined
    this.#ending.rollback()
  }

  confine(tenancy: Tenancy | undefined): void {
    this.#tenancy = tenancy
    this.#tenants.clear()
    // What was read is of whoever it was confined to before.
    if (this.#shared.hasTenants) this.#seen.clear()
  }

  tenant(resource: string): readonly Value[] {
    return this.#tenancy?.(resource) ?? []
  }

  /** Of the columns that keep tenants apart; undefined where the records of all are there. */
  #tenantValues(resource: string): readonly SqlValue[] | undefined {
    if (!this.#shared.hasTenants) return []
    const known = this.#tenants.get(resource)
    if (known !== undefined) return known
    const { tenant: columns, byProperty } = this.#table(resource)
    const info = this.#info(resource)
    if (info.tenant.length === 0) return []
    if (this.#tenancy === undefined) return undefined
    const values = this.tenant(resource)
    const encoded = info.tenant.flatMap(({ property }, index) => {
      const own = encodeProperty(this.#table(resource), info.properties.get(property)!, values[index], this.#shared.keys)
      return columns.includes(byProperty.get(property)![0]!) ? own : []
    })
    this.#tenants.set(resource, encoded)
    return encoded
  }

  #tenantText(resource: string): string {
    return tenantText(!this.#shared.hasTenants || this.#info(resource).tenant.length === 0 ? [] : this.tenant(resource), this.#shared.keys)
  }

  row(resource: string, key: string): Row | undefined {
    const seen = this.#seen.row(resource, key)
    if (seen !== undefined) return seen.row
    const { byKeys, byKey, anyByKey } = this.#statements(resource)
    const tenant = this.#tenantValues(resource)
    const others = byKeys === undefined || tenant === undefined ? [] : this.#seen.alsoReferred(resource, key)
    const found = others.length > 1
      ? this.#database.all(byKeys!, [...(tenant ?? []), `[${others.map((other) => jsonText(this.#keyValues(resource, other)[0]!)).join(',')}]`])
      : this.#database.all(tenant === undefined ? anyByKey : byKey, [...(tenant ?? []), ...this.#keyValues(resource, key)])
    for (const other of others) this.#seen.noteMissing(resource, other)
    this.#read(resource, found)
    const row = this.#seen.row(resource, key)?.row
    if (row === undefined) this.#seen.noteMissing(resource, key)
    return row
  }

  *rows(resource: string): Iterable<Row> {
    const tenant = this.#tenantValues(resource)
    const { living, all } = this.#statements(resource)
    yield* this.#read(resource, this.#database.all(tenant === undefined ? all : living, tenant ?? []))
  }

  having(resource: string, values: ReadonlyMap<string, Value>): readonly Row[] | undefined {
    this.#watch?.chosenBy(resource, values.keys())
    const [only, ...more] = values
    const question = this.#havingQuestion(resource, values)
    if (question === undefined || question === 'nothing') return question && []
    const neighbours = only !== undefined && more.length === 0 && isRecord(only[1]) ? this.#seen.neighbours(only[1]) : []
    const all = neighbours.flatMap((record) => {
      const other = this.#havingQuestion(resource, new Map([[only![0], record]]))
      return other === undefined || other === 'nothing' ? [] : [other.values]
    })
    return this.#answer(question, all) as readonly Row[]
  }

  /** Undefined where a column cannot tell; `nothing` where no row can have the values. */
  #havingQuestion(resource: string, values: ReadonlyMap<string, Value>): Question | 'nothing' | undefined {
    const table = this.#table(resource)
    const tenant = this.#tenantValues(resource)
    const conditions: string[] = tenant === undefined ? [] : [...this.#statements(resource).tenant]
    const parameters: SqlValue[] = [...(tenant ?? [])]
    for (const [name, value] of values) {
      if (value === null) return 'nothing'
      const given = givenValues(table, this.#info(resource).properties.get(name)!, value, this.#shared.layout, this.#shared.keys)
      if (given === undefined) return undefined
      conditions.push(...given.columns.map((column) => `t0.${quote(column)} = ?`))
      parameters.push(...given.values)
    }
    if (isSoft(this.#shared.layout, resource)) conditions.push(`t0.${quote(deletedColumn)} IS NULL`)
    const { columns, order } = this.#statements(resource)
    return { kind: 'records', resource, columns, from: `${quote(resource)} AS t0`, where: conditions.join(' AND '), order, values: parameters }
  }

  select(selection: Selection, asker: Asker): readonly Row[] | undefined {
    this.#watch?.selection(selection)
    const statement = this.#shared.asking.select(selection, this.#asking(asker))
    return statement && this.#read(selection.resource, this.#database.all(statement.sql, statement.values))
  }

  count(selection: Selection, asker: Asker): number | undefined {
    this.#watch?.counted(selection)
    const statement = this.#shared.asking.count(selection, this.#asking(asker))
    return statement && Number(this.#database.get(statement.sql, statement.values)!['n'])
  }

  /** Whoever asks within one tenant asks of its records alone. */
  #asking(asker: Asker): AskerOfTenant {
    return { ...asker, tenant: (resource) => this.#tenantValues(resource) }
  }

  ask(expression: Expression, from: Asker): Value | undefined {
    this.#watch?.asked(expression)
    const { asking, keys } = this.#shared
    const asker = this.#asking(from)
    const question = asking.ask(expression, asker)
    if (question === undefined) return undefined
    const answer = this.#seen.answer(questionText(question)) ?? this.#answer(question, this.#asNeighbours(expression, asker))
    return question.kind === 'records' ? (answer as readonly Row[]).map((row) => keys.recordOfRow(row)) : (answer as Value)
  }

  /** The values of the same question for each record that was read together with the one that it is asked for. */
  #asNeighbours(expression: Expression, asker: AskerOfTenant): SqlValue[][] {
    const { asking } = this.#shared
    const varying = [...asking.given(expression)].flatMap((name) => {
      const value = asker.variables.get(name) ?? null
      const neighbours = isRecord(value) ? this.#seen.neighbours(value) : []
      return neighbours.length > 0 ? [{ name, neighbours }] : []
    })
    const [only, ...more] = varying
    if (only === undefined || more.length > 0) return []
    return only.neighbours.flatMap((record) => {
      const question = asking.ask(expression, { ...asker, variables: over(new Map([[only.name, record]]), asker.variables) })
      return question === undefined ? [] : [[...question.values]]
    })
  }

  /** Asks once, for all of several lists of values where there are any. */
  #answer(question: Question, all: readonly (readonly SqlValue[])[]): Value | readonly Row[] {
    const text = questionText(question)
    const known = this.#seen.answer(text)
    if (known !== undefined) return known
    const statement = all.length > 1 ? statementForAll(question, all) : undefined
    if (statement === undefined) {
      const { sql, values } = statementOf(question)
      this.#seen.noteAnswer(text, this.#answerOf(question, this.#database.all(sql, values)))
    } else {
      const answers = Map.groupBy(this.#database.all(statement.sql, statement.values), (row) => Number(row['$of']))
      for (const [index, values] of all.entries()) this.#seen.noteAnswer(questionText(question, values), this.#answerOf(question, answers.get(index) ?? []))
      if (question.kind === 'records') this.#seen.noteRows(question.resource, all.flatMap((values) => this.#seen.answer(questionText(question, values)) as readonly Row[]))
    }
    return this.#seen.answer(text)!
  }

  #answerOf(question: Question, found: readonly SqlRow[]): Value | readonly Row[] {
    if (question.kind === 'records') return this.#read(question.resource, found)
    const answer = found[0]!['n'] as bigint
    return question.kind === 'truth' ? answer === 1n : answer
  }

  put(row: Omit<Row, 'version'>): Row {
    const { keys } = this.#shared
    const table = this.#table(row.resource)
    const info = this.#info(row.resource)
    const stored: Row = { ...row, version: this.#shared.version() }
    const columns: SqlValue[] = []
    for (const [name, [first, ...more]] of table.byProperty) {
      const property = info.properties.get(name)!
      if (property.reference === undefined && more.length === 0) columns.push(encode(row.values.get(name), first!.kept, keys))
      else columns.push(...encodeProperty(table, property, row.values.get(name), keys))
    }
    for (const name of table.folded.keys()) columns.push(encodeFolded(row.values.get(name)))
    columns.push(BigInt(stored.version))
    if (isSoft(this.#shared.layout, row.resource)) columns.push(row.deleted === undefined ? null : BigInt(row.deleted))
    this.#database.run(this.#statements(row.resource).upsert, columns)
    this.#seen.noteWritten(row.resource, row.key, stored)
    return stored
  }

  remove(resource: string, key: string): void {
    this.#database.run(this.#statements(resource).erase, [...(this.#tenantValues(resource) ?? []), ...this.#keyValues(resource, key)])
    this.#seen.noteWritten(resource, key, undefined)
  }

  #sequence(name: string): string {
    return placeOf(this.#tenantText(name.split('.')[0]!), name)
  }

  next(sequence: string): bigint {
    const sql = 'INSERT INTO "$sequence" (name, last) VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET last = last + 1 RETURNING last'
    return this.#database.get(sql, [this.#sequence(sequence)])!['last'] as bigint
  }

  pass(sequence: string, number: bigint): void {
    this.#database.run('INSERT INTO "$sequence" (name, last) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET last = max(last, excluded.last)', [this.#sequence(sequence), number])
  }

  *timersOf(resource: string, key: string): Iterable<Timer> {
    if (!this.#shared.timed.has(resource)) return
    for (const row of this.#database.all('SELECT * FROM "$timer" WHERE resource = ? AND key = ?', [resource, placeOf(this.#tenantText(resource), key)])) yield timerOf(row)
  }

  start(timer: Omit<Timer, 'id'>): void {
    this.setTimer({ ...timer, key: placeOf(this.#tenantText(timer.resource), timer.key), id: this.#shared.version() })
  }

  setTimer(timer: Timer): void {
    const { id, resource, key, field, state, due, attempts, dead } = timer
    this.#shared.timersChanged()
    this.#database.run('INSERT OR REPLACE INTO "$timer" VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)', [
      BigInt(id), resource, key, field, state, durationText(timer), BigInt(due), BigInt(attempts), dead ?? null,
    ])
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

  kept(name: string): KeptAnswer | undefined {
    const row = this.#database.get('SELECT * FROM "$kept" WHERE name = ?', [name])
    return row && { fingerprint: row['fingerprint'] as string, answer: answerOf(row['answer'] as string), at: Number(row['at']) }
  }

  keep(name: string, { fingerprint, answer, at }: KeptAnswer): void {
    this.#database.run('INSERT OR REPLACE INTO "$kept" VALUES (?, ?, ?, ?)', [name, fingerprint, answerText(answer), BigInt(at)])
  }

  emit(event: Omit<EventRow, 'position'>): void {
    this.#emit ??= emitting(this.#database, this.#shared.numbering)
    this.#emit(event)
    this.#shared.emitted()
  }

  get deliveries(): DeliveryWriting {
    this.#deliveries ??= deliveryWriting(this.#database, () => this.#shared.version(), () => this.#shared.emitted())
    return this.#deliveries
  }

  newestEvent(): EventRow | undefined {
    return newestEvent(this.#database)
  }

  #read(resource: string, found: readonly SqlRow[]): readonly Row[] {
    const rows = found.map((row) => this.#rowOf(resource, row))
    this.#watch?.rows(rows)
    this.#seen.noteRows(resource, rows)
    return rows
  }

  #rowOf(resource: string, row: SqlRow): Row {
    const table = this.#table(resource)
    const values = new Map<string, Value>()
    for (const name of table.byProperty.keys()) {
      const value = decodeProperty(table, this.#info(resource).properties.get(name)!, row, this.#shared.keys, this.#shared.layout.domain)
      if (value !== undefined) values.set(name, value)
    }
    const info = this.#info(resource)
    const key = this.#shared.keys.keyText(info, this.#shared.keys.keyValues(info, values))
    const deleted = row[deletedColumn]
    return { resource, key, values, version: Number(row[versionColumn]), ...(deleted === null || deleted === undefined ? {} : { deleted: Number(deleted) }) }
  }

  /** The key's columns from the text that records are known by. */
  #keyValues(resource: string, text: string): SqlValue[] {
    const { keys } = this.#shared
    const table = this.#table(resource)
    if (table.key.length === 1 && table.key[0]!.kept.kind === 'text' && table.folded.size === 0) return [(JSON.parse(text) as [string])[0]]
    const info = this.#info(resource)
    const values = keyJson(text).map((json, index) => valueOf(json, info.properties.get(info.key[index]!)!.type, keys))
    const columns = keyColumns(table)
    return values.flatMap(parts).map((value, index) => columns[index] === table.key[index]!.name ? encode(value, table.key[index]!.kept, keys) : encodeFolded(value))
  }

  #table(resource: string): Table {
    return this.#shared.layout.tables.get(resource)!
  }

  #info(resource: string): ResourceInfo {
    return this.#shared.layout.domain.resources.get(resource)!
  }

  #statements(resource: string): Statements {
    return this.#shared.statements.get(resource)!
  }
}
