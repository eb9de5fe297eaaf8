// Data with a retention time, in memory: stored answers and deleted records, ordered by the beginning of that time.

import { isRecord } from '../../exchange/context.ts'
import { findTenantOfName } from '../caller/name-in-tenant.ts'
import type { Retention, Referrer } from '../retention.ts'
import type { StoredAnswer, Row } from '../store.ts'

/** Rows and soft-deleted rows by the place of their resource: one place for each tenant. */
export type RetainedTables = {
  readonly rows: Map<string, Map<string, Row>>
  readonly answers: Map<string, StoredAnswer>
  /** The time of deletion, by key. */
  readonly deleted: Map<string, Map<string, number>>
}

export function createRetention({ rows, answers, deleted }: RetainedTables): Retention {
  const listPlaces = <T>(tables: ReadonlyMap<string, T>, resource: string): string[] =>
    [...tables.keys()].filter((place) => findTenantOfName(place, resource) !== undefined)
  /** Keys of referenced records at a place: references come from records of the same tenant, or without one. */
  const collectReferredKeys = (place: string, resource: string, referrers: readonly Referrer[]): Set<string> => {
    const tenant = findTenantOfName(place, resource)
    const keys = new Set<string>()
    for (const { resource: from, property } of referrers) {
      for (const other of listPlaces(rows, from)) {
        const otherTenant = findTenantOfName(other, from)
        if (tenant !== '' && otherTenant !== '' && otherTenant !== tenant) continue
        for (const row of rows.get(other)!.values()) {
          const value = row.values.get(property)
          // A reference to itself does not keep a record.
          if (value !== undefined && isRecord(value) && !(other === place && value.key === row.key)) keys.add(value.key)
        }
      }
    }
    return keys
  }
  return {
    oldestAnswer: () => answers.values().next().value?.at,
    deleteExpiredAnswers(before, limit) {
      const old: string[] = []
      for (const [name, { at }] of answers) {
        if (at > before || old.length === limit) break
        old.push(name)
      }
      for (const name of old) answers.delete(name)
      return old.length
    },
    // The limiter bounds the counts in memory itself.
    oldestCount: () => undefined,
    deleteExpiredCounts: () => 0,
    oldestDeleted(resource) {
      const oldest = listPlaces(deleted, resource).flatMap((place) => deleted.get(place)!.values().next().value ?? [])
      return oldest.length === 0 ? undefined : Math.min(...oldest)
    },
    deleteExpiredRecords(resource, referrers, before, limit) {
      let deletedCount = 0
      for (const place of listPlaces(deleted, resource)) {
        const referredKeys = collectReferredKeys(place, resource, referrers)
        for (const [key, at] of deleted.get(place)!) {
          if (at > before || deletedCount === limit) break
          if (referredKeys.has(key)) continue
          deletedCount++
          deleted.get(place)!.delete(key)
          rows.get(place)!.delete(key)
        }
      }
      return deletedCount
    },
  }
}

/** Records when a row was deleted, or that it was restored or removed. */
export function noteDeleted({ deleted }: RetainedTables, place: string, key: string, row: Row | undefined): void {
  if (row?.deleted === undefined) return void deleted.get(place)?.delete(key)
  const table = deleted.getOrInsertComputed(place, () => new Map())
  table.delete(key)
  table.set(key, row.deleted)
}
