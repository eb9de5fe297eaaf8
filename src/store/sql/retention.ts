// Deletes data after its retention time; an index on its start time finds each entry without a scan.

import type { Forgetting, Referrer } from '../../meaning/retention.ts'
import { type Layout, type TableLayout, deletedColumn, isSoft, sameTenant } from '../layout.ts'
import type { Database } from './database.ts'
import { quote } from './names.ts'

export function forgettingIn(database: Database, layout: Layout): Forgetting {
  const oldest = (sql: string): number | undefined => {
    const at = database.get(sql, [])?.['at']
    return at === null || at === undefined ? undefined : Number(at)
  }
  return {
    oldestAnswer: () => oldest('SELECT min(at) AS at FROM "$kept"'),
    forgetAnswers: (before, limit) =>
      database.all('DELETE FROM "$kept" WHERE name IN (SELECT name FROM "$kept" WHERE at <= ? ORDER BY at LIMIT ?) RETURNING at', [
        whole(before),
        BigInt(limit),
      ]).length,
    oldestCount: () => oldest('SELECT min("full") AS at FROM "$limit"'),
    forgetCounts: (now, limit) =>
      database.all(
        'DELETE FROM "$limit" WHERE name IN (SELECT name FROM "$limit" WHERE "full" <= ? ORDER BY "full" LIMIT ?) RETURNING 1 AS gone',
        [whole(now), BigInt(limit)],
      ).length,
    oldestDeleted: (resource) =>
      oldest(`SELECT min(${quote(deletedColumn)}) AS at FROM ${quote(resource)} WHERE ${quote(deletedColumn)} IS NOT NULL`),
    forgetDeleted: (resource, referrers, before, limit) =>
      database.all(forgetSql(layout.tables.get(resource)!, referrers, layout), [whole(before), BigInt(limit)]).length,
  }
}

/** Deletes expired records that nothing refers to, except for themselves. */
function forgetSql(table: TableLayout, referrers: readonly Referrer[], layout: Layout): string {
  const key = table.key.map(({ name }) => quote(name))
  const whole = [...table.tenant, ...table.key].map(({ name }) => quote(name))
  const held = referrers.flatMap(({ resource, property }) => {
    const other = layout.tables.get(resource)
    const columns = other?.byProperty.get(property) ?? []
    if (other === undefined || columns.length !== key.length) return []
    const same = columns.map(({ name }, index) => `o.${quote(name)} = t.${key[index]}`)
    const theirs = sameTenant(layout, resource, table.resource) ?? []
    const tenant =
      theirs.length === table.tenant.length
        ? theirs.map(({ name }, index) => `o.${quote(name)} = t.${quote(table.tenant[index]!.name)}`)
        : []
    const self = resource === table.resource ? [`NOT (${whole.map((name) => `o.${name} = t.${name}`).join(' AND ')})`] : []
    return [`NOT EXISTS (SELECT 1 FROM ${quote(resource)} AS o WHERE ${[...tenant, ...same, ...self].join(' AND ')})`]
  })
  const at = `t.${quote(deletedColumn)}`
  const where = [`${at} IS NOT NULL`, `${at} <= ?`, ...held].join(' AND ')
  const chosen = `SELECT ${whole.map((name) => `t.${name}`).join(', ')} FROM ${quote(table.resource)} AS t WHERE ${where} ORDER BY ${at} LIMIT ?`
  return `DELETE FROM ${quote(table.resource)} WHERE (${whole.join(', ')}) IN (${chosen}) RETURNING 1 AS gone`
}

/**
 * Indexes that find expired deleted records, if the document sets a retention time. They are not part of the layout, so they need no
 * migration.
 */
export function deletedIndexes(layout: Layout): string[] {
  return [...layout.tables.keys()]
    .filter((resource) => isSoft(layout, resource))
    .map(
      (resource) =>
        `CREATE INDEX IF NOT EXISTS ${quote(`$deleted ${resource}`)} ON ${quote(resource)} (${quote(deletedColumn)}) WHERE ${quote(deletedColumn)} IS NOT NULL`,
    )
}

function whole(ms: number): bigint {
  return BigInt(Math.floor(ms))
}
