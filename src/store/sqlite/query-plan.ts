// Reads SQLite's query plan of a statement, and finds why its cost grows with the number of records.

import { type Walk, explainGrowth } from '../sql/explain/growth.ts'
import type { SqliteDatabase } from './database.ts'

/** A step of the plan, in SQLite's words. */
export function readQueryPlan(database: SqliteDatabase, sql: string): readonly string[] {
  const depths = new Map<unknown, number>([[0n, -1]])
  return database.all(`EXPLAIN QUERY PLAN ${sql}`, []).map(({ id, parent, detail }) => {
    const depth = (depths.get(parent) ?? -1) + 1
    depths.set(id, depth)
    return `${'  '.repeat(depth)}${String(detail)}`
  })
}

/** Why the cost grows; undefined if the statement reads only rows that it returns or that an index finds. */
export function explainPlanGrowth(sql: string, plan: readonly string[]): string | undefined {
  if (plan.some((line) => line.includes('AUTOMATIC'))) return 'makes an index of all records for each request'
  const walks = plan.flatMap((line, index) => (isWalk(line) ? [walkAt(plan, index)] : []))
  // If a subquery chooses a page's keys, only the page itself is sorted outside it.
  const sorting = / AS k CROSS JOIN /.test(sql) ? '  USE TEMP B-TREE FOR ORDER BY' : 'USE TEMP B-TREE FOR ORDER BY'
  return explainGrowth(sql, { walks, sorts: plan.includes(sorting) })
}

/** A full scan of a table of records, or of their members. */
function isWalk(line: string): boolean {
  return /^\s*SCAN (?!CONSTANT ROW|[kmf]$)/.test(line) && !line.includes('VIRTUAL TABLE')
}

/** The innermost subquery of a step. The subquery that chooses a page's keys counts as the statement itself. */
function walkAt(plan: readonly string[], at: number): Walk {
  let depth = countIndent(plan[at]!)
  for (let index = at - 1; index >= 0 && depth > 0; index--) {
    if (countIndent(plan[index]!) >= depth) continue
    depth = countIndent(plan[index]!)
    const [, word] = /^(CORRELATED|LIST|SCALAR) /.exec(plan[index]!.trim()) ?? []
    if (word !== undefined) {
      if (word === 'CORRELATED') return 'for each'
      return word === 'LIST' ? 'for a list' : 'beside'
    }
  }
  return undefined
}

function countIndent(line: string): number {
  return line.length - line.trimStart().length
}
