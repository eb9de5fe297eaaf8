// Reads SQLite's query plan of a statement, and finds why its cost grows with the number of records.

import type { SqliteDatabase } from '../database.ts'

/** SQLite's own words, a line a step. */
export function queryPlan(database: SqliteDatabase, sql: string): readonly string[] {
  const depths = new Map<unknown, number>([[0n, -1]])
  return database.all(`EXPLAIN QUERY PLAN ${sql}`, []).map(({ id, parent, detail }) => {
    const depth = (depths.get(parent) ?? -1) + 1
    depths.set(id, depth)
    return `${'  '.repeat(depth)}${String(detail)}`
  })
}

/** Undefined where a statement reads no more than it gives, and what an index leads to. */
export function growthOf(sql: string, plan: readonly string[]): string | undefined {
  if (plan.some((line) => line.includes('AUTOMATIC'))) return 'makes an index of all records for each request'
  const { isPage, isQuestion, hasConditions, aggregates, isExistence } = shapeOf(sql)
  for (const [index, line] of plan.entries()) {
    if (!isWalk(line)) continue
    const within = subqueryAround(plan, index)
    if (within?.startsWith('CORRELATED') === true) return 'goes through all records, for each that is read'
    if (within?.startsWith('LIST') === true) return 'goes through all records, to find those that match'
    if (within !== undefined && !isQuestion) return 'goes through all records, for a question beside'
    if (aggregates) return hasConditions ? 'goes through all records, to count those that match' : 'counts all records'
    // A table is walked in its own order, or in that of an index: with a condition, past all that it does not let through.
    if (hasConditions && isPage) return 'may go through all records, until it has a page of those that match'
    if (hasConditions || (isQuestion && !isExistence)) return 'goes through all records, to find those that match'
    if (!isPage && !isQuestion && !sql.endsWith(' LIMIT 1')) return 'answers with all records, since the list has no page'
  }
  // If a subquery chooses a page's keys, only the page itself is sorted outside it.
  const sorting = / AS k CROSS JOIN /.test(sql) ? '  USE TEMP B-TREE FOR ORDER BY' : 'USE TEMP B-TREE FOR ORDER BY'
  if (isPage && plan.includes(sorting)) return 'reads and sorts all records that match, to give a page of them'
  return undefined
}

/** A table of records, or of their members, from its beginning to its end. */
function isWalk(line: string): boolean {
  return /^\s*SCAN (?!CONSTANT ROW|k$|m$)/.test(line) && !line.includes('VIRTUAL TABLE')
}

/** The name of the innermost subquery of a step. The subquery that chooses a page's keys counts as the statement itself. */
function subqueryAround(plan: readonly string[], at: number): string | undefined {
  let depth = depthOf(plan[at]!)
  for (let index = at - 1; index >= 0 && depth > 0; index--) {
    if (depthOf(plan[index]!) >= depth) continue
    depth = depthOf(plan[index]!)
    const words = plan[index]!.trim()
    if (/^(?:CORRELATED |LIST |SCALAR )/.test(words)) return words
  }
  return undefined
}

function depthOf(line: string): number {
  return line.length - line.trimStart().length
}

type Shape = { readonly isPage: boolean; readonly isQuestion: boolean; readonly isExistence: boolean; readonly hasConditions: boolean; readonly aggregates: boolean }

/** The statement's own shape without parenthesised subqueries; for a page, that of the subquery that chooses its keys. */
function shapeOf(sql: string): Shape {
  const plain = sql.replaceAll(/'(?:[^']|'')*'/g, "''").replaceAll(/"(?:[^"]|"")*"/g, '""')
  const [, exists, question] = /^SELECT (EXISTS |NOT EXISTS )?\((SELECT .*)\) AS n$/.exec(plain) ?? []
  let text = question ?? / FROM \((SELECT .* LIMIT \? OFFSET \?)\) AS k /.exec(plain)?.[1] ?? plain
  const aggregates = /^SELECT (?:coalesce\()?(?:count|sum|total|min|max|group_concat|concat\('', group_concat)\(/.test(text)
  for (let before = ''; before !== text;) [before, text] = [text, text.replaceAll(/\([^()]*\)/g, '_')]
  return { isPage: / LIMIT \?/.test(text), isQuestion: question !== undefined, isExistence: exists !== undefined, hasConditions: / WHERE /.test(text), aggregates }
}
