// Creates the statements of a whole migration, for one transaction while no process serves.

import type { Layout, TableLayout } from '../../layout.ts'
import type { PairedColumn, PairedTable, Pairing } from '../../migration/pairing.ts'
import { quote, printSqlLiteral } from '../../sql/names.ts'
import { columnTypeOf, createIndex, createTable, indexName, listReferenceStatements } from '../schema.ts'
import { listDerivedColumns, makeConstantSql, makeRandomKeySql } from './actions.ts'
import { isDrawn, isNumbered } from './plan.ts'
import { listKindStatements, numberStatements, renameStatements, listSoftStatements, stateStatements } from './renames.ts'

/** References are dropped first and added last, when their targets exist. */
export function listStatementsAtOnce({ tables, droppedTables }: Pairing, layout: Layout, now: number): readonly string[] {
  const dropped: string[] = []
  const drops: string[] = []
  const changes: string[] = []
  const adds: string[] = []
  for (const { name } of droppedTables) {
    dropped.push(`DROP TABLE ${quote(name)} CASCADE`, `DELETE FROM "$timer" WHERE resource = ${printSqlLiteral(name)}`)
  }
  for (const paired of tables) {
    const { table, former, columns } = paired
    const layoutTable = layout.tables.get(table.name)!
    if (former === undefined) {
      changes.push(createTable(table))
      adds.push(...table.indexes.map((index) => createIndex(index, table)), ...listReferenceStatements(layoutTable, layout))
      continue
    }
    const at = `ALTER TABLE ${quote(table.name)}`
    // PostgreSQL chooses the names of constraints: each is looked up, and every reference is created again.
    drops.push(
      `DO $drop$ DECLARE each record; BEGIN FOR each IN SELECT conname FROM pg_constraint WHERE conrelid = ${printSqlLiteral(quote(table.name))}::regclass AND contype = 'f' LOOP EXECUTE format('${at.replaceAll("'", "''")} DROP CONSTRAINT %I', each.conname); END LOOP; END $drop$`,
    )
    const { outdated, created } = listIndexes(paired)
    drops.push(...outdated.map((name) => `DROP INDEX IF EXISTS ${quote(indexName(former.name, name))}`))
    changes.push(...listKindStatements(paired), ...stateStatements(paired), ...listSoftStatements(paired))
    for (const column of columns)
      changes.push(...(isNumbered(column) ? numberRows(paired, column, at) : listColumnStatements(column, layoutTable, layout, at, now)))
    for (const { name } of paired.droppedColumns) changes.push(`${at} DROP COLUMN ${quote(name)}`)
    adds.push(...created, ...listReferenceStatements(layoutTable, layout))
  }
  return [...dropped, ...renameStatements(tables), ...drops, ...changes, ...adds]
}

function listIndexes({ table, former }: PairedTable): { readonly outdated: readonly string[]; readonly created: readonly string[] } {
  const next = new Map(table.indexes.map((index) => [index.name, JSON.stringify(index)]))
  // The name of an index begins with the name of its table.
  const last = new Map(former!.indexes.map((index) => [index.name, former!.name === table.name ? JSON.stringify(index) : undefined]))
  return {
    outdated: [...last.keys()].filter((name) => next.get(name) !== last.get(name)),
    created: table.indexes.filter(({ name }) => next.get(name) !== last.get(name)).map((index) => createIndex(index, table)),
  }
}

function numberRows({ table }: PairedTable, { column }: PairedColumn, at: string): readonly string[] {
  const name = quote(column.name)
  return [
    `${at} ADD COLUMN ${name} ${columnTypeOf(column)}`,
    ...numberStatements(table.name, table.key, column),
    ...(column.nullable ? [] : [`${at} ALTER COLUMN ${name} SET NOT NULL`]),
  ]
}

function listColumnStatements(paired: PairedColumn, table: TableLayout, layout: Layout, at: string, now: number): readonly string[] {
  const { column, source } = paired
  const name = quote(column.name)
  const value = isDrawn(paired) ? makeRandomKeySql(paired) : makeConstantSql(paired, table, layout, now)
  if (source.kind === 'former') {
    if (column.nullable === source.former.nullable) return []
    if (column.nullable) return [`${at} ALTER COLUMN ${name} DROP NOT NULL`]
    return [
      ...(value === undefined ? [] : [`UPDATE ${quote(table.resource)} SET ${name} = ${value} WHERE ${name} IS NULL`]),
      `${at} ALTER COLUMN ${name} SET NOT NULL`,
    ]
  }
  const [adding, ...derived] = [`${at} ADD COLUMN ${name} ${columnTypeOf(column)}`, ...listDerivedColumns(paired, table, layout, at)]
  if (value === undefined) return [adding!, ...derived]
  const defaults = [column.name, ...(column.folded === undefined ? [] : [column.folded])]
  return [
    `${adding}${column.nullable ? '' : ' NOT NULL'} DEFAULT ${value}`,
    ...derived,
    ...defaults.map((each) => `${at} ALTER COLUMN ${quote(each)} DROP DEFAULT`),
  ]
}
