// The read cache of a transaction: no row is read twice, and the neighbours of records that were read together are read together, so that a
// list needs one statement per look-up.

import type { RecordValue, Value } from '../../cel/value.ts'
import { walkRecords } from '../../meaning/record/host.ts'
import type { RecordKeys } from '../../meaning/record/keys.ts'
import type { Row } from '../../meaning/store.ts'

/** The most records to look up in one statement. */
const maxRows = 1000

/** The most rows that are compared one by one. */
const maxFew = 4

/** Null for a record that does not exist. */
type NotedRow = { readonly resource: string; readonly key: string; row: Row | null }

/** By resource, the properties whose values may refer to records, and those of them that may refer to several. */
export type ReferencesByResource = ReadonlyMap<string, { readonly all: readonly string[]; readonly several: readonly string[] }>

export class ReadCache {
  readonly #keys: RecordKeys
  readonly #holders: ReferencesByResource
  /** The rows that were noted first: most transactions touch few, and a map costs more than all other work of this cache. */
  #few: NotedRow[] = []
  // Most transactions need none of these.
  /** The other rows; null for records that do not exist. */
  #others: Map<string, Map<string, Row | null>> | undefined
  /** Groups of records that were read together, by record. */
  #together: Map<string, Map<string, readonly RecordValue[]>> | undefined
  /** Unread keys to which rows refer by one property. */
  #referred: Map<string, Map<string, readonly string[]>> | undefined
  #answers: Map<string, Value | readonly Row[]> | undefined

  constructor(keys: RecordKeys, holders: ReferencesByResource) {
    this.#keys = keys
    this.#holders = holders
  }

  /** Null for a record that does not exist; undefined if that is unknown. */
  row(resource: string, key: string): Row | null | undefined {
    const noted = this.#findFew(resource, key)
    return noted === undefined ? this.#others?.get(resource)?.get(key) : noted.row
  }

  answer(text: string): Value | readonly Row[] | undefined {
    return this.#answers?.get(text)
  }

  noteAnswer(text: string, answer: Value | readonly Row[]): void {
    ;(this.#answers ??= new Map()).set(text, answer)
  }

  /** A write invalidates cached query results; it replaces single rows. */
  noteWritten(resource: string, key: string, row: Row | undefined): void {
    this.#answers = undefined
    this.#note(resource, key, row ?? null)
  }

  noteMissing(resource: string, key: string): void {
    this.#note(resource, key, null)
  }

  /** Rows of one resource that were read by one statement. */
  noteRows(resource: string, rows: readonly Row[]): void {
    for (const row of rows) this.#note(resource, row.key, row)
    if (rows.length > maxRows) return
    const { all, several } = this.#holders.get(resource)!
    const holders = rows.length === 1 ? several : all
    if (holders.length > 0 && rows.length > 0) this.#noteReferences(rows, holders)
    if (rows.length < 2) return
    const records = rows.map((row) => this.#keys.recordOfRow(row))
    const together = mapNamed((this.#together ??= new Map()), resource)
    for (const record of records) together.set(record.key, records)
  }

  /** The records that were read together with a record. */
  neighbours({ resource, key }: RecordValue): readonly RecordValue[] {
    return this.#together?.get(resource)?.get(key) ?? []
  }

  /** Unread keys at the same place in other rows that were read together. */
  alsoReferred(resource: string, key: string): readonly string[] {
    return (this.#referred?.get(resource)?.get(key) ?? []).filter((other) => this.row(resource, other) === undefined)
  }

  clear(): void {
    this.#few = []
    this.#others = undefined
    this.#together = undefined
    this.#referred = undefined
    this.#answers = undefined
  }

  #note(resource: string, key: string, row: Row | null): void {
    const noted = this.#findFew(resource, key)
    if (noted !== undefined) noted.row = row
    else if (this.#few.length < maxFew) this.#few.push({ resource, key, row })
    else mapNamed((this.#others ??= new Map()), resource).set(key, row)
  }

  #findFew(resource: string, key: string): NotedRow | undefined {
    for (const noted of this.#few) if (noted.key === key && noted.resource === resource) return noted
    return undefined
  }

  #noteReferences(rows: readonly Row[], holders: readonly string[]): void {
    const keysByResource = new Map<string, Map<string, Set<string>>>()
    for (const { values } of rows) {
      for (const name of holders) {
        for (const { record } of walkRecords(values.get(name))) set(mapNamed(keysByResource, name), record.resource).add(record.key)
      }
    }
    for (const byResource of keysByResource.values()) {
      for (const [resource, keys] of byResource) {
        if (keys.size < 2 || keys.size > maxRows) continue
        const all = [...keys]
        const referred = mapNamed((this.#referred ??= new Map()), resource)
        for (const key of all) referred.set(key, all)
      }
    }
  }
}

function mapNamed<T>(maps: Map<string, Map<string, T>>, name: string): Map<string, T> {
  const map = maps.get(name) ?? new Map<string, T>()
  maps.set(name, map)
  return map
}

function set(sets: Map<string, Set<string>>, name: string): Set<string> {
  const keySet = sets.get(name) ?? new Set<string>()
  sets.set(name, keySet)
  return keySet
}
