// Deletes data after its retention time; an index on its start time finds each entry without a scan.

import type { Retention, Referrer } from '../../meaning/retention.ts'
import { type Layout, type TableLayout, deletedColumn, isSoft, findTenantColumns } from '../layout.ts'
import type { Database } from './database.ts'
import { quote } from './names.ts'

export function makeRetention(database: Database, layout: Layout): Retention {
  const readOldest = (sql: string): number | undefined => {
    const time = database.get(sql, [])?.['at']
    return time === null || time === undefined ? undefined : Number(time)
  }
  return {
    oldestAnswer: () => readOldest('SELECT min(at) AS at FROM "$kept"'),
    deleteExpiredAnswers: (before, limit) =>
      database.all('DELETE FROM "$kept" WHERE name IN (SELECT name FROM "$kept" WHERE at <= ? ORDER BY at LIMIT ? + 0) RETURNING at', [
        toInteger(before),
        BigInt(limit),
      ]).length,
    oldestCount: () => readOldest('SELECT min("full") AS at FROM "$limit"'),
    deleteExpiredCounts: (now, limit) =>
      database.all(
        'DELETE FROM "$limit" WHERE name IN (SELECT name FROM "$limit" WHERE "full" <= ? ORDER BY "full" LIMIT ? + 0) RETURNING 1 AS gone',
        [toInteger(now), BigInt(limit)],
      ).length,
    oldestDeleted: (resource) =>
      readOldest(`SELECT min(${quote(deletedColumn)}) AS at FROM ${quote(resource)} WHERE ${quote(deletedColumn)} IS NOT NULL`),
    deleteExpiredRecords: (resource, referrers, before, limit) =>
      database.all(forgetSql(layout.tables.get(resource)!, referrers, layout), [toInteger(before), BigInt(limit)]).length,
  }
}

/** Deletes expired records that nothing refers to, except for themselves. */
function forgetSql(table: TableLayout, referrers: readonly Referrer[], layout: Layout): string {
  const key = table.key.map(({ name }) => quote(name))
  const rowKey = [...table.tenant, ...table.key].map(({ name }) => quote(name))
  const notReferred = referrers.flatMap(({ resource, property }) => {
    const other = layout.tables.get(resource)
    const columns = other?.byProperty.get(property) ?? []
    if (other === undefined || columns.length !== key.length) return []
    const isReference = columns.map(({ name }, index) => `o.${quote(name)} = t.${key[index]}`)
    const otherTenant = findTenantColumns(layout, resource, table.resource) ?? []
    const tenant =
      otherTenant.length === table.tenant.length
        ? otherTenant.map(({ name }, index) => `o.${quote(name)} = t.${quote(table.tenant[index]!.name)}`)
        : []
    const self = resource === table.resource ? [`NOT (${rowKey.map((name) => `o.${name} = t.${name}`).join(' AND ')})`] : []
    return [`NOT EXISTS (SELECT 1 FROM ${quote(resource)} AS o WHERE ${[...tenant, ...isReference, ...self].join(' AND ')})`]
  })
  const deletedAt = `t.${quote(deletedColumn)}`
  const where = [`${deletedAt} IS NOT NULL`, `${deletedAt} <= ?`, ...notReferred].join(' AND ')
  const chosen = `SELECT ${rowKey.map((name) => `t.${name}`).join(', ')} FROM ${quote(table.resource)} AS t WHERE ${where} ORDER BY ${deletedAt} LIMIT ? + 0`
  return `DELETE FROM ${quote(table.resource)} WHERE (${rowKey.join(', ')}) IN (${chosen}) RETURNING 1 AS gone`
}

/**
 * Indexes that find expired deleted records, if the document sets a retention time. They are not part of the layout, so they need no
 * migration.
 */
export function printDeletedIndexes(layout: Layout): string[] {
  return [...layout.tables.keys()]
    .filter((resource) => isSoft(layout, resource))
    .map(
      (resource) =>
        `CREATE INDEX IF NOT EXISTS ${quote(`$deleted ${resource}`)} ON ${quote(resource)} (${quote(deletedColumn)}) WHERE ${quote(deletedColumn)} IS NOT NULL`,
    )
}

function toInteger(ms: number): bigint {
  return BigInt(Math.floor(ms))
}
