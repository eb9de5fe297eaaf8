// Renames tables, properties and states with their records, and the timers and sequences that depend on their names.

import { deletedColumn } from '../../layout.ts'
import { type ColumnOutline, haveSameKind } from '../../migration/outline.ts'
import type { PairedColumn, PairedTable } from '../../migration/pairing.ts'
import { quote, printSqlLiteral } from '../../sql/names.ts'
import { columnTypeOf } from '../schema.ts'

/** Renames tables and columns in two steps, over temporary names, because two may swap their names. */
export function renameStatements(tables: readonly PairedTable[]): readonly string[] {
  const renamed = tables.filter(({ table, former }) => former !== undefined && former.name !== table.name)
  return [
    ...renamed.map(({ table, former }) => `ALTER TABLE ${quote(former!.name)} RENAME TO ${quote(`$next ${table.name}`)}`),
    ...renamed.map(({ table }) => `ALTER TABLE ${quote(`$next ${table.name}`)} RENAME TO ${quote(table.name)}`),
    ...tables.flatMap((paired) => {
      const at = `ALTER TABLE ${quote(paired.table.name)} RENAME COLUMN`
      const names = paired.columns.flatMap(listNamePairs).filter(([last, next]) => last !== next)
      return [
        ...names.map(([last, next]) => `${at} ${quote(last)} TO ${quote(`$next ${next}`)}`),
        ...names.map(([, next]) => `${at} ${quote(`$next ${next}`)} TO ${quote(next)}`),
      ]
    }),
    ...tables.flatMap(nameStatements),
  ]
}

/** The columns of a property in both documents. */
function listNamePairs({ column, source }: PairedColumn): readonly (readonly [last: string, next: string])[] {
  if (source.kind !== 'former') return []
  const { former } = source
  return [[former.name, column.name], ...pairIfBoth(former.folded, column.folded), ...pairIfBoth(former.ordered, column.ordered)]
}

function pairIfBoth(last: string | undefined, next: string | undefined): readonly (readonly [string, string])[] {
  return last === undefined || next === undefined ? [] : [[last, next]]
}

/** Renames sequences and timers with their property and record; sequences of tenants have the tenant before the name. */
function nameStatements({ table, former, columns }: PairedTable): readonly string[] {
  if (former === undefined) return []
  const statements =
    former.name === table.name
      ? []
      : [`UPDATE "$timer" SET resource = ${printSqlLiteral(table.name)} WHERE resource = ${printSqlLiteral(former.name)}`]
  for (const { column, source } of columns) {
    if (source.kind !== 'former') continue
    const [was, name] = [`${former.name}.${source.former.property}`, `${table.name}.${column.property}`]
    if (was !== name) {
      statements.push(
        `UPDATE "$sequence" SET name = left(name, -length(${printSqlLiteral(was)})) || ${printSqlLiteral(name)} WHERE name = ${printSqlLiteral(was)} OR right(name, length(${printSqlLiteral(was)}) + 1) = chr(10) || ${printSqlLiteral(was)}`,
      )
    }
    if (source.former.property !== column.property)
      statements.push(
        `UPDATE "$timer" SET field = ${printSqlLiteral(column.property)} WHERE resource = ${printSqlLiteral(table.name)} AND field = ${printSqlLiteral(source.former.property)}`,
      )
  }
  return statements
}

/** Renames the states of records and of their timers. */
export function stateStatements({ table, columns }: PairedTable): readonly string[] {
  return columns.flatMap(({ column, source }) =>
    Array.from(source.kind === 'former' ? (source.states ?? []) : []).flatMap(([from, to]) => [
      `UPDATE ${quote(table.name)} SET ${quote(column.name)} = ${printSqlLiteral(to)} WHERE ${quote(column.name)} = ${printSqlLiteral(from)}`,
      `UPDATE "$timer" SET state = ${printSqlLiteral(to)} WHERE resource = ${printSqlLiteral(table.name)} AND field = ${printSqlLiteral(column.property)} AND state = ${printSqlLiteral(from)}`,
    ]),
  )
}

/** True if every value of the former kind is a value of the next one: an integer or decimal as a decimal with at least as many digits. */
export function isWider(former: ColumnOutline, { kept, ordered, json, items }: ColumnOutline): boolean {
  if (ordered !== undefined || former.ordered !== undefined || json !== undefined || items !== undefined || kept.kind !== 'decimal')
    return false
  return former.kept.kind === 'integer' || (former.kept.kind === 'decimal' && former.kept.scale <= kept.scale)
}

/** Changes the kind of a column to a wider one; a value that is too large for it ends the migration. */
export function listKindStatements({ table, columns }: PairedTable): readonly string[] {
  return columns.flatMap(({ column, source }) => {
    if (source.kind !== 'former' || haveSameKind(column, source.former)) return []
    const name = quote(column.name)
    return [
      `ALTER TABLE ${quote(table.name)} ALTER COLUMN ${name} TYPE ${columnTypeOf(column)} USING (${name}::numeric * 1e${countDigits(column) - countDigits(source.former)})::bigint`,
    ]
  })
}

function countDigits({ kept }: ColumnOutline): number {
  return kept.kind === 'decimal' ? kept.scale : 0
}

/** Keeps deleted records from now on. */
export function listSoftStatements({ table, former }: PairedTable): readonly string[] {
  if (!table.soft || former?.soft !== false) return []
  return [
    `ALTER TABLE ${quote(table.name)} ADD COLUMN ${quote(deletedColumn)} bigint`,
    `CREATE INDEX ${quote(`$deleted ${table.name}`)} ON ${quote(table.name)} (${quote(deletedColumn)}) WHERE ${quote(deletedColumn)} IS NOT NULL`,
  ]
}

/** Numbers existing records in the order of their keys; the sequence continues after them. */
export function numberStatements(table: string, key: readonly string[], column: ColumnOutline): readonly string[] {
  const [at, name] = [quote(table), quote(column.name)]
  const same = key.map((part) => `numbered.${quote(part)} = ${at}.${quote(part)}`).join(' AND ')
  return [
    `UPDATE ${at} SET ${name} = numbered.number FROM (SELECT ${key.map(quote).join(', ')}, row_number() OVER (ORDER BY ${key.map(quote).join(', ')}) AS number FROM ${at}) AS numbered WHERE ${same}`,
    `INSERT INTO "$sequence" (name, last) SELECT ${printSqlLiteral(`${table}.${column.property}`)}, coalesce(max(${name}), 0) FROM ${at} ON CONFLICT (name) DO UPDATE SET last = greatest("$sequence".last, excluded.last)`,
  ]
}
