// A transaction over records in memory: its writes are a layer over committed records until it commits.

import { spendSteps } from '../../base/turn.ts'
import { UndoLog } from '../../base/undo-log.ts'
import type { EventLog, EventRow } from '../../exchange/event.ts'
import type { Value } from '../../cel/value.ts'
import type { DeliveryWriting } from '../delivery/deliveries.ts'
import { Overdue } from '../timers/overdue.ts'
import { qualifyName, findTenantOfName } from '../caller/name-in-tenant.ts'
import { refuseSameKey } from '../record/row.ts'
import type { Job, StoredAnswer, Row, Savepoint, Timer, Transaction } from '../store.ts'
import type { MemoryDeliveries } from './deliveries.ts'
import { append, makeEventLog } from './events.ts'
import { type RetainedTables, noteDeleted } from './retention.ts'
import type { TimerTable } from './timers.ts'

/** The committed data. */
export type Tables = RetainedTables & {
  readonly timers: TimerTable
  readonly jobs: Map<number, Job>
  readonly sequences: Map<string, bigint>
  /** In the order of their positions. */
  readonly events: EventRow[]
  readonly deliveries: MemoryDeliveries
}

export type Compare = (a: Row, b: Row) => number

/** The text that identifies a tenant. */
export type TenantText = (values: readonly Value[]) => string

/** Resources whose records overdue timers change, while timers that were due by `began` have not fired. */
export type WriteWatch = { readonly began: number; readonly changed: ReadonlySet<string> }

/** Reads see its own writes; other transactions see them after `commit`. */
export class MemoryTransaction implements Transaction {
  readonly #parentTables: Tables
  readonly #rows = new Map<string, Map<string, Row | undefined>>()
  readonly #timers = new Map<number, Timer | undefined>()
  readonly #jobs = new Map<number, Job | undefined>()
  readonly #storedAnswers = new Map<string, StoredAnswer | undefined>()
  readonly #sequences = new Map<string, bigint>()
  #events: Omit<EventRow, 'position'>[] = []
  #later: (() => void)[] = []
  readonly #whenUndone: (() => void)[] = []
  readonly #undo = new UndoLog()
  readonly #next: () => number
  readonly #compare: Compare
  readonly #tenantText: TenantText
  readonly #watch: WriteWatch | undefined
  #tenancy: ((resource: string) => readonly Value[]) | undefined

  constructor(committed: Tables, next: () => number, compare: Compare, tenantText: TenantText, watch: WriteWatch | undefined) {
    this.#watch = watch
    this.#parentTables = committed
    this.#next = next
    this.#compare = compare
    this.#tenantText = tenantText
  }

  setTenancy(tenancy: ((resource: string) => readonly Value[]) | undefined): void {
    this.#tenancy = tenancy
  }

  readAllTenants<T>(work: () => T): T {
    const before = this.#tenancy
    this.#tenancy = undefined
    try {
      return work()
    } finally {
      this.#tenancy = before
    }
  }

  tenantValues(resource: string): readonly Value[] {
    return this.#tenancy?.(resource) ?? []
  }

  /** Each tenant has its own table per resource. */
  #findTenant(resource: string): string {
    return this.#tenantText(this.tenantValues(resource))
  }

  row(resource: string, key: string): Row | undefined {
    for (const table of this.#listTables(resource)) {
      const changed = this.#rows.get(table)
      const row = changed?.has(key) ? changed.get(key) : this.#parentTables.rows.get(table)?.get(key)
      if (row === undefined) continue
      this.#refuseOverdue(resource, qualifyName(findTenantOfName(table, resource) ?? '', key))
      return row
    }
    return undefined
  }

  #refuseOverdue(resource: string, place: string): void {
    const { began = 0, changed } = this.#watch ?? {}
    if (changed?.has(resource) !== true) return
    if (this.#parentTables.timers.timersOf(resource, place).some(({ dead, due }) => dead === undefined && due <= began))
      throw new Overdue([{ resource, key: place }])
  }

  *rows(resource: string): Iterable<Row> {
    yield* [...this.rowsUnordered(resource)].sort((a, b) => {
      spendSteps(1)
      return this.#compare(a, b)
    })
  }

  *rowsUnordered(resource: string): Iterable<Row> {
    // A scan of the whole resource may depend on any of its records.
    if (
      this.#watch?.changed.has(resource) === true &&
      (this.#parentTables.timers.first()?.due ?? Number.POSITIVE_INFINITY) <= this.#watch.began
    )
      throw new Overdue()
    for (const table of this.#listTables(resource)) {
      const changed = this.#rows.get(table)
      for (const [key, row] of this.#parentTables.rows.get(table) ?? []) {
        spendSteps(1)
        if (changed?.has(key) !== true && row.deleted === undefined) yield row
      }
      for (const row of changed?.values() ?? []) if (row !== undefined && row.deleted === undefined) yield row
    }
  }

  /** The tenant's table; before the tenant is known, the tables of all tenants. */
  #listTables(resource: string): Iterable<string> {
    if (this.#tenancy !== undefined) return [qualifyName(this.#findTenant(resource), resource)]
    const all = new Set([...this.#parentTables.rows.keys(), ...this.#rows.keys()])
    return [...all].filter((table) => table === resource || table.endsWith(`\n${resource}`))
  }

  put(row: Omit<Row, 'version'>, isNew = false): Row {
    if (isNew && this.row(row.resource, row.key) !== undefined) refuseSameKey(row.resource)
    const stored: Row = { ...row, version: this.#next() }
    this.#undo.set(this.#openChanges(row.resource), row.key, stored)
    return stored
  }

  remove(resource: string, key: string): void {
    this.#undo.set(this.#openChanges(resource), key, undefined)
  }

  nextNumber(name: string): bigint {
    const sequence = this.#nameSequence(name)
    const number = (this.#sequences.get(sequence) ?? this.#parentTables.sequences.get(sequence) ?? 0n) + 1n
    this.#undo.set(this.#sequences, sequence, number)
    return number
  }

  advanceSequence(name: string, number: bigint): void {
    const sequence = this.#nameSequence(name)
    const last = this.#sequences.get(sequence) ?? this.#parentTables.sequences.get(sequence) ?? 0n
    if (number > last) this.#undo.set(this.#sequences, sequence, number)
  }

  #nameSequence(name: string): string {
    return qualifyName(this.#findTenant(name.split('.')[0]!), name)
  }

  *timersOf(resource: string, ownKey: string): Iterable<Timer> {
    const key = qualifyName(this.#findTenant(resource), ownKey)
    for (const timer of this.#parentTables.timers.timersOf(resource, key)) if (!this.#timers.has(timer.id)) yield timer
    for (const timer of this.#timers.values()) if (timer?.resource === resource && timer.key === key) yield timer
  }

  startTimer(timer: Omit<Timer, 'id'>): void {
    const id = this.#next()
    this.#undo.set(this.#timers, id, { ...timer, key: qualifyName(this.#findTenant(timer.resource), timer.key), id })
  }

  setTimer(timer: Timer): void {
    this.#undo.set(this.#timers, timer.id, timer)
  }

  removeTimer(id: number): void {
    this.#undo.set(this.#timers, id, undefined)
  }

  queueJob(job: Omit<Job, 'id'>): void {
    const id = this.#next()
    this.#undo.set(this.#jobs, id, { ...job, id })
  }

  setJob(job: Job): void {
    this.#undo.set(this.#jobs, job.id, job)
  }

  claim(): boolean {
    return true
  }

  releaseKey(): void {}

  removeJob(id: number): void {
    this.#undo.set(this.#jobs, id, undefined)
  }

  storedAnswer(name: string): StoredAnswer | undefined {
    return this.#storedAnswers.has(name) ? this.#storedAnswers.get(name) : this.#parentTables.answers.get(name)
  }

  storeAnswer(name: string, stored: StoredAnswer): void {
    this.#undo.set(this.#storedAnswers, name, stored)
  }

  emit(event: Omit<EventRow, 'position'>): void {
    this.#events.push(event)
  }

  get deliveries(): DeliveryWriting {
    return this.#parentTables.deliveries.deliveryWriting(this.#next, (work) => this.#later.push(work))
  }

  get log(): EventLog {
    return makeEventLog(this.#parentTables.events)
  }

  savepoint(): Savepoint {
    const mark = this.#undo.mark()
    const [events, later, undone] = [this.#events.length, this.#later.length, this.#whenUndone.length]
    return {
      release: () => mark.release(),
      rollBack: () => {
        mark.rollBack()
        this.#events.length = events
        this.#later.length = later
        for (const work of this.#whenUndone.splice(undone)) work()
      },
    }
  }

  whenUndone(work: () => void): void {
    this.#whenUndone.push(work)
  }

  /** Publishes nothing: no other transaction has seen the writes. */
  rollback(): void {
    this.#events = []
    this.#later = []
    for (const work of this.#whenUndone.splice(0)) work()
    for (const changes of [this.#rows, this.#timers, this.#jobs, this.#storedAnswers, this.#sequences]) changes.clear()
  }

  /** Publishes all writes at once. */
  commit(): void {
    for (const [resource, changed] of this.#rows) {
      const rows = openTable(this.#parentTables.rows, resource)
      for (const [key, row] of changed) {
        replace(rows, key, row)
        noteDeleted(this.#parentTables, resource, key, row)
      }
    }
    for (const [id, timer] of this.#timers) {
      if (timer === undefined) this.#parentTables.timers.delete(id)
      else this.#parentTables.timers.set(timer)
    }
    for (const [id, job] of this.#jobs) replace(this.#parentTables.jobs, id, job)
    for (const [name, stored] of this.#storedAnswers) {
      // A replaced value moves to the end of the order.
      this.#parentTables.answers.delete(name)
      replace(this.#parentTables.answers, name, stored)
    }
    for (const [name, number] of this.#sequences) this.#parentTables.sequences.set(name, number)
    append(this.#parentTables.events, this.#events)
    for (const work of this.#later) work()
  }

  #openChanges(resource: string): Map<string, Row | undefined> {
    return openTable(this.#rows, qualifyName(this.#findTenant(resource), resource))
  }
}

function openTable<T>(tables: Map<string, Map<string, T>>, name: string): Map<string, T> {
  return tables.getOrInsertComputed(name, () => new Map())
}

function replace<K, V>(map: Map<K, V>, key: K, value: V | undefined): void {
  if (value === undefined) map.delete(key)
  else map.set(key, value)
}
