// Joins inserts that follow one another and differ only in their values: one statement inserts several rows.

import type { Statement } from './call.ts'

/** `count`: the number of inserts that it joins. */
export type JoinedStatement = Statement & { readonly count?: number }

/** Each number of rows is a statement of its own, so only powers of two are sent. */
const maxRows = 64

export function joinInserts(statements: readonly Statement[]): readonly JoinedStatement[] {
  const joined: JoinedStatement[] = []
  for (let index = 0; index < statements.length;) {
    const first = statements[index]!
    let count = 1
    if (statements[index + 1]?.sql === first.sql && insertOf(first.sql) !== undefined) {
      while (index + count < statements.length && count < maxRows && statements[index + count]!.sql === first.sql) count++
      count = 2 ** Math.floor(Math.log2(count))
    }
    joined.push(count === 1 ? first : joinRows(statements.slice(index, index + count)))
    index += count
  }
  return joined
}

function joinRows(inserts: readonly Statement[]): JoinedStatement {
  const { sql, form } = inserts[0]!
  const { head, row } = insertOf(sql)!
  return {
    sql: `${head}${inserts.map(() => row).join(', ')}`,
    values: inserts.flatMap(({ values }) => values),
    form,
    count: inserts.length,
  }
}

type Insert = { readonly head: string; readonly row: string }

/**
 * An insert of one row that returns nothing, in two parts. Not one with a value that reads a table: it would not see the rows before it in
 * the same statement.
 */
function insertOf(sql: string): Insert | undefined {
  const [, head, row] = /^(INSERT INTO .*? VALUES )(\(.*\))$/s.exec(sql) ?? []
  return head === undefined || row === undefined || /\b(?:SELECT|CONFLICT|RETURNING)\b/.test(row) ? undefined : { head, row }
}
