// Turns a database that one document made, or an empty one, into the store of another, in one transaction: all of it, or nothing.

import { printTimestamp } from '../../base/time.ts'
import type { Facts } from '../../fact/fact.ts'
import { StoreFailure } from '../../exchange/store-failure.ts'
import { valueOf } from '../../exchange/value-json.ts'
import { keysIn } from '../../meaning/record/keys.ts'
import type { MigrationResult, MigrationOptions, StoreProblem } from '../kind.ts'
import { type Layout, type TableLayout, deletedColumn, layoutOf } from '../layout.ts'
import { type Index, type Outline, type ReferenceOutline, type TableOutline, outlineOf } from '../migration/outline.ts'
import { type PairedColumn, type PairedTable, type Pairing, pair } from '../migration/pairing.ts'
import { planMigration } from '../migration/plan.ts'
import { renamesOf } from '../migration/renames.ts'
import { type CountQueries, type MigrationPlan, type StepKind, planOutcome } from '../migration/step.ts'
import { encodeProperty } from '../sql/codec.ts'
import { type Database, DatabaseFailure, type SqlRow } from '../sql/database.ts'
import { indexesOf } from '../sql/indexes.ts'
import { sqlLiteral, quote } from '../sql/names.ts'
import { connect } from './connections.ts'
import { postgres } from './dialect.ts'
import { explainFailure, makingTables, outlineText, tableNames } from './open.ts'
import { RecordedDatabase } from './recording.ts'
import { createIndex, createTable, indexName, referencesOf, columnTypeOf } from './schema.ts'
import { type Performing, performWork } from './work.ts'

/** Milliseconds for which tables that are in use are waited for. */
const patience = 5000

/** Steps that are done to PostgreSQL; a plan with any other is refused. */
const done: ReadonlySet<StepKind> = new Set<StepKind>(['add-table', 'drop-table', 'add-column', 'drop-column', 'allow-null', 'add-unique', 'drop-unique', 'add-index', 'drop-index', 'add-reference', 'drop-reference'])

export async function migrate(facts: Facts, address: string, name: string, migrating: MigrationOptions): Promise<MigrationResult | StoreProblem> {
  const connections = connect({ address, size: 1 })
  try {
    const layout = layoutOf(facts.typing.domain, postgres)
    const database = new RecordedDatabase()
    const performing: Performing = { opening: `BEGIN ISOLATION LEVEL SERIALIZABLE; SET LOCAL lock_timeout = ${patience}; SELECT pg_current_xact_id()::text AS xid`, random: () => migrating.randomness.bytes(1)[0]! / 255 }
    return (await performWork(connections, database, () => migrateIn(database, layout, name, migrating), performing)).value
  } catch (error) {
    if (error instanceof StoreFailure) return { problem: `${name} cannot be migrated: ${error instanceof DatabaseFailure ? explainFailure(error) : error.message}` }
    throw error
  } finally {
    await connections.end().catch(() => undefined)
  }
}

function migrateIn(database: RecordedDatabase, layout: Layout, name: string, { allow, now }: MigrationOptions): MigrationResult | StoreProblem {
  database.recording.begin()
  const taken = (outcome: MigrationResult | StoreProblem): MigrationResult | StoreProblem => {
    database.recording.end('ROLLBACK')
    return outcome
  }
  const tables = database.all(tableNames, [])
  const isEmpty = tables.length === 0
  if (!isEmpty && !tables.some((row) => row['name'] === '$ninefold')) return taken({ problem: `${name} is not the store of any document` })
  const kept = isEmpty ? undefined : database.get('SELECT value FROM "$ninefold" WHERE name = ?', ['layout'])?.['value']
  if (kept === outlineText(layout)) return taken({ kind: 'same' })
  const last: Outline = isEmpty ? { tables: [] } : (JSON.parse(String(kept)) as Outline)
  const next = outlineOf(layout, indexesOf)
  const pairing = pair(last, next, layout, renamesOf(layout.domain.model))
  const plan = withUndone(planMigration(pairing, countsIn(database)), pairing)
  const outcome = planOutcome(plan)
  if (allow === 'look') return taken({ kind: 'planned', plan })
  if (outcome === 'needs' || (outcome === 'loses' && allow !== 'losing')) return taken({ kind: 'stopped', plan })
  for (const sql of isEmpty ? makingTables(layout) : statementsFor(pairing, layout, now)) database.run(sql, [])
  database.run('INSERT INTO "$ninefold" (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value', ['layout', outlineText(layout)])
  database.recording.end('COMMIT')
  return { kind: 'done', plan }
}

/** An unsupported step is reported, and blocks the others. */
function withUndone({ steps }: MigrationPlan, { tables }: Pairing): MigrationPlan {
  const help = 'Make it in two editions: add the new beside the old, have clients write both, and drop the old.'
  return {
    steps: steps.map((step) => {
      const column = tables.find(({ table }) => table.name === step.table)?.columns.find((each) => each.column.name === step.name)
      const isFilled = step.kind !== 'add-column' || column === undefined || column.source.kind === 'nothing' || isFillable(column)
      if (done.has(step.kind) && isFilled) return step
      const { kind, table, name, from, to, rows } = step
      const about = { ...(name === undefined ? {} : { name }), ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }), ...(rows === undefined ? {} : { rows }) }
      return { kind, table, ...about, safe: false as const, needs: `\`${kind}\` is not done to PostgreSQL yet`, help }
    }),
  }
}

/** Whether the same value fills the column of every row. */
function isFillable({ source }: PairedColumn): boolean {
  return source.kind === 'filled' && (source.fill.kind === 'default' || source.fill.kind === 'state' || (source.fill.kind === 'generated' && (source.fill.by === 'now' || source.fill.by === 'now-on-update')))
}

/** Only supported steps are counted; for the others the queries return nothing. */
function countsIn(database: Database): CountQueries {
  const count = (table: TableOutline, where: string): number => Number(database.get(`SELECT count(*) AS n FROM ${quote(table.name)} WHERE ${where}`, [])!['n'])
  const former = (paired: PairedTable, name: string): string => {
    const own = paired.columns.find(({ column }) => column.name === name || column.folded === name)
    if (own?.source.kind !== 'former') return 'NULL'
    return quote(own.column.folded === name ? (own.source.former.folded ?? own.source.former.name) : own.source.former.name)
  }
  return {
    rows: (table) => count(table, 'TRUE'),
    held: (table, column) => count(table, `${quote(column)} IS NOT NULL`),
    empty: (paired, { source }) => (source.kind === 'former' ? count(paired.former!, `${quote(source.former.name)} IS NULL`) : source.kind === 'nothing' ? count(paired.former!, 'TRUE') : 0),
    misfits: () => ({ changed: 0, lost: 0 }),
    census: () => new Map(),
    twins(paired, { columns, living }: Index) {
      const values = columns.map(({ name }) => former(paired, name))
      const where = [...values.map((value) => `${value} IS NOT NULL`), ...(living && paired.former!.soft ? [`${quote(deletedColumn)} IS NULL`] : [])].join(' AND ')
      const shared = database.all(`SELECT ${values.map((value, index) => `${value} AS v${index}`).join(', ')}, count(*) AS n FROM ${quote(paired.former!.name)} WHERE ${where} GROUP BY ${values.map((_, index) => index + 1).join(', ')} HAVING count(*) > 1 ORDER BY n DESC, 1`, [])
      return { rows: shared.reduce((sum, row) => sum + Number(row['n']), 0), examples: shared.slice(0, 3).map((row: SqlRow) => `${columns.map(({ name }, index) => `${name} ${String(row[`v${index}`])}`).join(', ')} (${String(row['n'])})`) }
    },
    dangling(paired, { columns, resource, members }: ReferenceOutline) {
      const own = columns.map((name) => former(paired, name))
      const same = members.map((name, index) => `o.${quote(name)} = ${own[index] === 'NULL' ? 'NULL' : `t.${own[index]}`}`).join(' AND ')
      return Number(database.get(`SELECT count(*) AS n FROM ${quote(paired.former!.name)} AS t WHERE ${own.map((value) => `${value === 'NULL' ? value : `t.${value}`} IS NOT NULL`).join(' AND ')} AND NOT EXISTS (SELECT 1 FROM ${quote(resource)} AS o WHERE ${same})`, [])!['n'])
    },
    deleted: (table) => (table.soft ? count(table, `${quote(deletedColumn)} IS NOT NULL`) : 0),
  }
}

/** References go first and come last: what they refer to is then there. */
function statementsFor({ tables, gone }: Pairing, layout: Layout, now: number): readonly string[] {
  const drops: string[] = []
  const changes: string[] = []
  const adds: string[] = []
  for (const { name } of gone) {
    drops.push(`DROP TABLE ${quote(name)} CASCADE`, `DELETE FROM "$timer" WHERE resource = ${sqlLiteral(name)}`)
  }
  for (const paired of tables) {
    const { table, former, columns } = paired
    const own = layout.tables.get(table.name)!
    if (former === undefined) {
      changes.push(createTable(table))
      adds.push(...table.indexes.map((index) => createIndex(index, table)), ...referencesOf(own, layout))
      continue
    }
    const at = `ALTER TABLE ${quote(table.name)}`
    // PostgreSQL chooses the names of constraints: each is looked up, and every reference is created again.
    drops.push(`DO $drop$ DECLARE each record; BEGIN FOR each IN SELECT conname FROM pg_constraint WHERE conrelid = ${sqlLiteral(quote(table.name))}::regclass AND contype = 'f' LOOP EXECUTE format('${at.replaceAll("'", "''")} DROP CONSTRAINT %I', each.conname); END LOOP; END $drop$`)
    const wanted = new Map(table.indexes.map((index) => [index.name, JSON.stringify(index)]))
    const there = new Map(former.indexes.map((index) => [index.name, JSON.stringify(index)]))
    for (const index of former.indexes) if (wanted.get(index.name) !== there.get(index.name)) drops.push(`DROP INDEX IF EXISTS ${quote(indexName(table.name, index.name))}`)
    for (const column of columns) changes.push(...columnStatements(column, own, layout, at, now))
    for (const { name } of paired.gone) changes.push(`${at} DROP COLUMN ${quote(name)}`)
    for (const index of table.indexes) if (wanted.get(index.name) !== there.get(index.name)) adds.push(createIndex(index, table))
    adds.push(...referencesOf(own, layout))
  }
  return [...drops, ...changes, ...adds]
}

function columnStatements({ column, source }: PairedColumn, table: TableLayout, layout: Layout, at: string, now: number): readonly string[] {
  const name = quote(column.name)
  if (source.kind === 'former') return column.nullable && !source.former.nullable ? [`${at} ALTER COLUMN ${name} DROP NOT NULL`] : []
  const type = columnTypeOf(table.columns.find((each) => each.name === column.name)!)
  if (source.kind === 'nothing') return [`${at} ADD COLUMN ${name} ${type}`]
  const value = source.fill.kind === 'state' ? sqlLiteral(source.fill.state) : source.fill.kind === 'default' ? defaultOf(layout, table, column.name) : sqlLiteral(printTimestamp(now))
  return [`${at} ADD COLUMN ${name} ${type}${column.nullable ? '' : ' NOT NULL'} DEFAULT ${value}`, `${at} ALTER COLUMN ${name} DROP DEFAULT`]
}

function defaultOf(layout: Layout, table: TableLayout, column: string): string {
  const keys = keysIn(layout.domain)
  const { property: name, kept } = table.columns.find((each) => each.name === column)!
  const property = layout.domain.resources.get(table.resource)!.properties.get(name)!
  const value = encodeProperty(table, property, valueOf(property.default!.value, property.type, keys), keys)[table.byProperty.get(name)!.findIndex((each) => each.name === column)]!
  if (value === null) return 'NULL'
  if (kept.kind === 'boolean') return value === 1n ? 'TRUE' : 'FALSE'
  return typeof value === 'string' ? sqlLiteral(value) : value instanceof Uint8Array ? `'\\x${value.toHex()}'` : String(value)
}
