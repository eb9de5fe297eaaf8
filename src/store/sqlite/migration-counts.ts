// A migration plan's queries about existing records, on the former tables.

import { deletedColumn } from '../layout.ts'
import type { PairedTable, Pairing } from '../migration/pairing.ts'
import type { CountQueries } from '../migration/step.ts'
import { type Copying, convertColumn } from './copying.ts'
import type { SqliteDatabase } from './database.ts'
import { quote } from '../sql/names.ts'

/** The most shared values that a message names. */
const maxExamples = 3

export function makeCountQueries(database: SqliteDatabase, pairing: Pairing, copy: Copying): CountQueries {
  const count = (table: string, where = ''): number => Number(database.get(`SELECT count(*) AS n FROM ${quote(table)}${where}`, [])!['n'])
  return {
    rows: (table) => count(table.name),
    countSet: (table, column) => count(table.name, ` WHERE ${quote(column)} IS NOT NULL`),
    empty: (paired, column) => count(paired.former!.name, ` WHERE ${copy.value(paired, column)} IS NULL`),
    countMisfits(paired, { column, source }) {
      if (source.kind !== 'former') return { changed: 0, lost: 0 }
      const converted = convertColumn('$misfit', source.former, column)
      const countsByMisfit = new Map(
        database
          .all(`SELECT ${converted} AS misfit, count(*) AS n FROM ${quote(paired.former!.name)} GROUP BY 1`, [])
          .map(({ misfit, n }) => [misfit, Number(n)]),
      )
      return { changed: countsByMisfit.get(1n) ?? 0, lost: countsByMisfit.get(2n) ?? 0 }
    },
    census(paired, { source }) {
      if (source.kind !== 'former') return new Map()
      const name = quote(source.former.name)
      return new Map(
        database
          .all(
            `SELECT ${name} AS value, count(*) AS n FROM ${quote(paired.former!.name)} WHERE ${name} IS NOT NULL GROUP BY 1 ORDER BY 1`,
            [],
          )
          .map(({ value, n }) => [String(value), Number(n)]),
      )
    },
    twins(paired, { columns, living }) {
      const values = columns.map(({ name }) => copy.copiedColumn(paired, name))
      const conditions = [
        ...values.map((value) => `${value} IS NOT NULL`),
        ...(living && paired.former!.soft ? [`${quote(deletedColumn)} IS NULL`] : []),
      ]
      const shared = `SELECT ${values.map((value, index) => `${value} AS v${index}`).join(', ')}, count(*) AS n FROM ${quote(paired.former!.name)} WHERE ${conditions.join(' AND ')} GROUP BY ${values.map((_, index) => index + 1).join(', ')} HAVING count(*) > 1`
      const rows = Number(database.get(`SELECT coalesce(sum(n), 0) AS n FROM (${shared})`, [])!['n'])
      const examples = rows === 0 ? [] : database.all(`${shared} ORDER BY n DESC, 1 LIMIT ${maxExamples}`, [])
      return {
        rows,
        examples: examples.map(
          (row) =>
            `${columns.map(({ name }, index) => `${printPropertyPath(paired, name)} ${String(row[`v${index}`])}`).join(', ')} (${String(row['n'])})`,
        ),
      }
    },
    countDangling(paired, { columns, resource, members }) {
      const other = pairing.tables.find(({ table }) => table.name === resource)!
      const ownValues = columns.map((name) => copy.copiedColumn(paired, name))
      const allSet = ownValues.map((value) => `${value} IS NOT NULL`).join(' AND ')
      if (other.former === undefined) return count(paired.former!.name, ` WHERE ${allSet}`)
      const inner = `SELECT ${members.map((name, index) => `${copy.copiedColumn(other, name)} AS m${index}`).join(', ')} FROM ${quote(other.former.name)}`
      const outer = `SELECT ${ownValues.map((value, index) => `${value} AS c${index}`).join(', ')} FROM ${quote(paired.former!.name)} WHERE ${allSet}`
      const isSame = ownValues.map((_, index) => `m${index} = c${index}`).join(' AND ')
      return Number(
        database.get(`SELECT count(*) AS n FROM (${outer}) WHERE NOT EXISTS (SELECT 1 FROM (${inner}) WHERE ${isSame})`, [])!['n'],
      )
    },
    countDeleted: (table) => (table.soft ? count(table.name, ` WHERE ${quote(deletedColumn)} IS NOT NULL`) : 0),
  }
}

function printPropertyPath({ table }: PairedTable, name: string): string {
  return table.columns.find((column) => column.folded === name)?.property ?? name
}
