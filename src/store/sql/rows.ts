// Records as rows of their tables, read and written within one transaction: no row is read twice, and in a table with tenants only the
// rows of one tenant are visible.

import { spendSteps } from '../../base/turn.ts'
import type { RecordValue, Value } from '../../cel/value.ts'
import { convertJsonToValue } from '../../exchange/value-json.ts'
import { Draft } from '../../meaning/record/draft.ts'
import { refuseSameKey } from '../../meaning/record/row.ts'
import type { Row, Transaction } from '../../meaning/store.ts'
import { printTenant } from '../../meaning/caller/tenancy.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { type TableLayout, deletedColumn, versionColumn } from '../layout.ts'
import { canEncode, encode, encodeFolded, encodeProperty, parseKeyText, listScalars } from './codec.ts'
import type { Database, SqlRow, SqlValue } from './database.ts'
import type { OverdueWatch } from './overdue.ts'
import { toJsonText } from './sql-query.ts'
import type { GroupCache } from './group-cache.ts'
import type { ReadCache } from './read-cache.ts'
import type { Shared } from './shared.ts'
import type { PrintedViews } from './representation/printed-views.ts'
import { type TableStatements, listKeyColumns } from './statements.ts'
import type { WriteBuffer } from './write-buffer.ts'

/** The state that nested transactions share. */
export type RowScope = {
  readonly readCache: ReadCache
  readonly writeBuffer: WriteBuffer
  readonly views: PrintedViews
  /** Shared by the transactions of a group of writes, or of the reads of a turn. */
  readonly cache?: GroupCache
  /** Counts the numbers of sequences, if no other process takes numbers at the same time. */
  readonly numbers?: SequenceNumbers
}

/** `name` is that of a sequence in its tenant. */
export type SequenceNumbers = { next(name: string): bigint; advance(name: string, number: bigint): void }

type Tenancy = Parameters<Transaction['setTenancy']>[0]

/** Decoding a row takes some three microseconds. */
const stepsPerRow = 32

export class Rows {
  readonly #database: Database
  readonly #shared: Shared
  readonly #readCache: ReadCache
  readonly #writeBuffer: WriteBuffer
  readonly groupCache: GroupCache | undefined
  readonly #watch: OverdueWatch | undefined
  #tenants: Map<string, readonly SqlValue[]> | undefined
  #tenancy: Tenancy | undefined

  constructor(database: Database, shared: Shared, { readCache, writeBuffer, cache }: RowScope, watch: OverdueWatch | undefined) {
    this.#database = database
    this.#shared = shared
    this.#readCache = readCache
    this.#writeBuffer = writeBuffer
    this.groupCache = cache
    this.#watch = watch
  }

  confine(tenancy: Tenancy | undefined): void {
    this.#writeBuffer.flush()
    this.#tenancy = tenancy
    this.#tenants = undefined
    // The cache belongs to the former tenant.
    if (this.#shared.hasTenants) this.#readCache.clear()
  }

  withAllTenants<T>(work: () => T): T {
    const before = this.#tenancy
    this.confine(undefined)
    try {
      return work()
    } finally {
      this.confine(before)
    }
  }

  tenant(resource: string): readonly Value[] {
    return this.#tenancy?.(resource) ?? []
  }

  /** The values of the tenant columns; undefined if all tenants are visible. */
  tenantValues(resource: string): readonly SqlValue[] | undefined {
    if (!this.#shared.hasTenants) return []
    const cachedTenant = this.#tenants?.get(resource)
    if (cachedTenant !== undefined) return cachedTenant
    if (this.info(resource).tenant.length === 0) return []
    if (this.#tenancy === undefined) return undefined
    const encoded = encodeTenantColumns(this.#shared, resource, this.tenant(resource))
    ;(this.#tenants ??= new Map()).set(resource, encoded)
    return encoded
  }

  tenantText(resource: string): string {
    return printTenant(!this.#shared.hasTenants || this.info(resource).tenant.length === 0 ? [] : this.tenant(resource), this.#shared.keys)
  }

  row(resource: string, key: string): Row | undefined {
    const cached = this.#readCache.row(resource, key)
    if (cached !== undefined) return cached ?? undefined
    this.#writeBuffer.flush()
    const { byKeys, byKey, anyByKey } = this.statements(resource)
    const tenant = this.tenantValues(resource)
    const referredKeys = byKeys === undefined || tenant === undefined ? [] : this.#readCache.alsoReferred(resource, key)
    const isOne = referredKeys.length < 2 && tenant?.length === 0
    const before = isOne ? this.groupCache?.get(resource, key) : undefined
    if (before !== undefined) this.noteRows(resource, before)
    else {
      const ownKey = this.#splitKeyText(resource, key)
      // A dynamic value may have a type that no key has.
      if (ownKey === undefined) return undefined
      const found =
        referredKeys.length > 1
          ? this.#database.all(byKeys!, [
              ...(tenant ?? []),
              `[${referredKeys.map((other) => toJsonText(this.#splitKeyText(resource, other)![0]!)).join(',')}]`,
            ])
          : this.#database.all(tenant === undefined ? anyByKey : byKey, [...(tenant ?? []), ...ownKey])
      for (const other of referredKeys) this.#readCache.noteMissing(resource, other)
      const rows = this.read(resource, found)
      if (isOne) this.groupCache?.set(resource, key, rows)
    }
    const row = this.#readCache.row(resource, key) ?? undefined
    if (row === undefined) this.#readCache.noteMissing(resource, key)
    return row
  }

  *all(resource: string): Iterable<Row> {
    const tenant = this.tenantValues(resource)
    const { living, all } = this.statements(resource)
    this.#writeBuffer.flush()
    yield* this.read(resource, this.#database.all(tenant === undefined ? all : living, tenant ?? []))
  }

  read(resource: string, rows: readonly SqlRow[]): readonly Row[] {
    return this.noteRows(
      resource,
      rows.map((row) => this.#decodeRow(resource, row)),
    )
  }

  /** The record of a row that has only the columns of its key. */
  recordOf(resource: string, row: SqlRow): RecordValue {
    const { keys, valuesOf } = this.#shared
    return keys.recordOf(resource, keys.keyValues(this.info(resource), valuesOf.get(resource)!(row)))
  }

  /** Rows that were read, now or before within the same group. */
  noteRows(resource: string, rows: readonly Row[]): readonly Row[] {
    this.#watch?.rows(rows)
    this.#readCache.noteRows(resource, rows)
    return rows
  }

  put(row: Omit<Row, 'version'>, isNew: boolean): Row {
    const cached = this.#readCache.row(row.resource, row.key)
    if (isNew && cached) refuseSameKey(row.resource)
    const version = this.#shared.version()
    const stored: Row = row instanceof Draft ? Object.assign(row, { version }) : { ...row, version }
    this.#writeBuffer.put(stored, cached === undefined && isNew ? null : cached)
    this.#readCache.noteWritten(row.resource, row.key, stored)
    return stored
  }

  remove(resource: string, key: string): void {
    this.#writeBuffer.flush()
    this.#database.run(this.statements(resource).erase, [...(this.tenantValues(resource) ?? []), ...this.#splitKeyText(resource, key)!])
    this.#readCache.noteWritten(resource, key, undefined)
  }

  #decodeRow(resource: string, row: SqlRow): Row {
    spendSteps(stepsPerRow)
    const { keys } = this.#shared
    const values = this.#shared.valuesOf.get(resource)!(row)
    const info = this.info(resource)
    const key = keys.keyText(info, keys.keyValues(info, values))
    const version = Number(row[versionColumn])
    const deleted = row[deletedColumn]
    return deleted === null || deleted === undefined
      ? { resource, key, values, version }
      : { resource, key, values, version, deleted: Number(deleted) }
  }

  /** Splits a key text into its columns; undefined if they cannot hold it, so that no record has it. */
  #splitKeyText(resource: string, text: string): SqlValue[] | undefined {
    const { keys } = this.#shared
    const table = this.table(resource)
    const plainKeyText = table.folded.size === 0 ? splitPlainKey(table, text) : undefined
    if (plainKeyText !== undefined) return plainKeyText
    const info = this.info(resource)
    const values = parseKeyText(text)
      .map((json, index) => convertJsonToValue(json, info.properties.get(info.key[index]!)!.type, keys))
      .flatMap(listScalars)
    if (values.length !== table.key.length || !values.every((value, index) => canEncode(value, table.key[index]!.kept))) return undefined
    const columns = listKeyColumns(table)
    return values.map((value, index) =>
      columns[index] === table.key[index]!.name ? encode(value, table.key[index]!.kept, keys) : encodeFolded(value),
    )
  }

  table(resource: string): TableLayout {
    return this.#shared.layout.tables.get(resource)!
  }

  info(resource: string): ResourceInfo {
    return this.#shared.layout.domain.resources.get(resource)!
  }

  statements(resource: string): TableStatements {
    return this.#shared.statements.get(resource)!
  }
}

/** The tenant's values, in the tenant columns of a resource. */
export function encodeTenantColumns(
  { layout, keys }: Pick<Shared, 'layout' | 'keys'>,
  resource: string,
  values: readonly Value[],
): readonly SqlValue[] {
  const table = layout.tables.get(resource)!
  const info = layout.domain.resources.get(resource)!
  return info.tenant.flatMap(({ property }, index) => {
    const encoded = encodeProperty(table, info.properties.get(property)!, values[index], keys)
    return table.tenant.includes(table.byProperty.get(property)![0]!) ? encoded : []
  })
}

/** For texts that JSON does not escape and small integers only; undefined if any part is of another kind. */
function splitPlainKey({ key }: TableLayout, text: string): SqlValue[] | undefined {
  if (text.includes('\\')) return undefined
  const values: SqlValue[] = []
  let start = 1
  for (const { kept } of key) {
    const isText = text.charCodeAt(start) === quoteCode
    const end = isText ? text.indexOf('"', start + 1) + 1 : findPartEnd(text, start)
    const next = text.charAt(end)
    if (end <= start || (next !== ',' && next !== ']')) return undefined
    if (isText && kept.kind === 'text') values.push(text.slice(start + 1, end - 1))
    else if (!isText && kept.kind === 'integer' && isSmallInteger(text, start, end)) values.push(BigInt(text.slice(start, end)))
    else return undefined
    start = end + 1
  }
  return start === text.length ? values : undefined
}

const quoteCode = 0x22

function findPartEnd(text: string, start: number): number {
  const comma = text.indexOf(',', start)
  return comma < 0 ? text.length - 1 : comma
}

/** True for up to 15 digits, so that the integer is safe. */
function isSmallInteger(text: string, start: number, end: number): boolean {
  const first = text.startsWith('-', start) ? start + 1 : start
  for (let index = first; index < end; index++) if (text.charCodeAt(index) < 0x30 || text.charCodeAt(index) > 0x39) return false
  return end > first && end - first < 16
}
