// Answers a migration plan's queries about the records of a database.

import { deletedColumn } from '../layout.ts'
import type { Index, ReferenceOutline, TableOutline } from '../migration/outline.ts'
import type { PairedTable } from '../migration/pairing.ts'
import type { CountQueries } from '../migration/step.ts'
import type { Database, SqlRow } from '../sql/database.ts'
import { quote } from '../sql/names.ts'

/** Types only become wider, which changes no value. */
export function createCountQueries(database: Database): CountQueries {
  const count = (table: TableOutline, where: string): number =>
    Number(database.get(`SELECT count(*) AS n FROM ${quote(table.name)} WHERE ${where}`, [])!['n'])
  const formerColumn = (paired: PairedTable, name: string): string => {
    const pairedColumn = paired.columns.find(({ column }) => column.name === name || column.folded === name)
    if (pairedColumn?.source.kind !== 'former') return 'NULL'
    return quote(
      pairedColumn.column.folded === name
        ? (pairedColumn.source.former.folded ?? pairedColumn.source.former.name)
        : pairedColumn.source.former.name,
    )
  }
  return {
    rows: (table) => count(table, 'TRUE'),
    countSet: (table, column) => count(table, `${quote(column)} IS NOT NULL`),
    empty: (paired, { source }) => {
      if (source.kind === 'former') return count(paired.former!, `${quote(source.former.name)} IS NULL`)
      return source.kind === 'nothing' ? count(paired.former!, 'TRUE') : 0
    },
    countMisfits: () => ({ changed: 0, lost: 0 }),
    census: (paired, { source }) =>
      source.kind === 'former'
        ? new Map(
            database
              .all(
                `SELECT ${quote(source.former.name)} AS state, count(*) AS n FROM ${quote(paired.former!.name)} WHERE ${quote(source.former.name)} IS NOT NULL GROUP BY 1 ORDER BY 1`,
                [],
              )
              .map((row) => [String(row['state']), Number(row['n'])]),
          )
        : new Map(),
    twins(paired, { columns, living }: Index) {
      const values = columns.map(({ name }) => formerColumn(paired, name))
      const where = [
        ...values.map((value) => `${value} IS NOT NULL`),
        ...(living && paired.former!.soft ? [`${quote(deletedColumn)} IS NULL`] : []),
      ].join(' AND ')
      const shared = database.all(
        `SELECT ${values.map((value, index) => `${value} AS v${index}`).join(', ')}, count(*) AS n FROM ${quote(paired.former!.name)} WHERE ${where} GROUP BY ${values.map((_, index) => index + 1).join(', ')} HAVING count(*) > 1 ORDER BY n DESC, 1`,
        [],
      )
      return {
        rows: shared.reduce((sum, row) => sum + Number(row['n']), 0),
        examples: shared
          .slice(0, 3)
          .map(
            (row: SqlRow) => `${columns.map(({ name }, index) => `${name} ${String(row[`v${index}`])}`).join(', ')} (${String(row['n'])})`,
          ),
      }
    },
    countDangling(paired, { columns, resource, members }: ReferenceOutline) {
      const ownColumns = columns.map((name) => formerColumn(paired, name))
      const isSame = members
        .map((name, index) => `o.${quote(name)} = ${ownColumns[index] === 'NULL' ? 'NULL' : `t.${ownColumns[index]}`}`)
        .join(' AND ')
      return Number(
        database.get(
          `SELECT count(*) AS n FROM ${quote(paired.former!.name)} AS t WHERE ${ownColumns.map((value) => `${value === 'NULL' ? value : `t.${value}`} IS NOT NULL`).join(' AND ')} AND NOT EXISTS (SELECT 1 FROM ${quote(resource)} AS o WHERE ${isSame})`,
          [],
        )!['n'],
      )
    },
    countDeleted: (table) => (table.soft ? count(table, `${quote(deletedColumn)} IS NOT NULL`) : 0),
  }
}
