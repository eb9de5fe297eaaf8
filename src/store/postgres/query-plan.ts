// Gets PostgreSQL's plans of statements, over empty temporary tables that are never committed.

import { type PlanFacts, type Walk, explainGrowth } from '../sql/explain/growth.ts'
import type { SqlRow } from '../sql/database.ts'
import type { Layout } from '../layout.ts'
import { type Connection, connect } from './connections.ts'
import { listTableStatements } from './open.ts'
import { nameStatement } from './statement.ts'

export type Planner = {
  /** The plan in PostgreSQL's words, one line per step. */
  plan(sql: string): Promise<readonly string[]>
  close(): Promise<void>
}

/** Empty tables would be scanned, so the plan assumes tables with many rows, in which an index helps. */
const asIfManyRows = ['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_material'].map(
  (name) => `SET LOCAL ${name} = off`,
)

/** Rejects with a `StoreFailure`. */
export async function openPlanner(address: string, layout: Layout): Promise<Planner> {
  const connections = connect({ address, size: 1 })
  try {
    const connection = await connections.acquire()
    for (const sql of [
      'BEGIN',
      'SET LOCAL search_path = pg_temp',
      ...listTableStatements(layout),
      ...asIfManyRows,
      'SET LOCAL plan_cache_mode = force_generic_plan',
    ])
      await connection.send(sql, [])
    return {
      plan: (sql) => planOf(connection, nameStatement(sql).text),
      async close() {
        connection.release(true)
        await connections.end()
      },
    }
  } catch (error) {
    await connections.end().catch(() => undefined)
    throw error
  }
}

/** The same plan for all values, as a prepared statement has it after some executions. */
async function planOf(connection: Connection, text: string): Promise<readonly string[]> {
  // A page uses an index in its order, if there is one; other small results are sorted.
  await connection.send(`SET LOCAL enable_sort = ${/ LIMIT \$/.test(text) ? 'off' : 'on'}`, [])
  await connection.send(`PREPARE explained AS ${text}`, [])
  const parameters = new Set(text.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, '').match(/\$\d+/g))
  const values = parameters.size === 0 ? '' : `(${Array.from(parameters, () => 'NULL').join(', ')})`
  const rows = (await connection.send(`EXPLAIN (COSTS OFF) EXECUTE explained${values}`, [])) as readonly SqlRow[]
  await connection.send('DEALLOCATE explained', [])
  return rows.map((row) => String(row['QUERY PLAN']))
}

/** Undefined if a statement reads only the rows that it returns or that an index finds. */
export function findGrowth(sql: string, plan: readonly string[]): string | undefined {
  return explainGrowth(sql, readFacts(plan))
}

function readFacts(plan: readonly string[]): PlanFacts {
  const walks = plan.flatMap((line, index) => (isWalk(plan, index, line) ? [walkAt(plan, index)] : []))
  return {
    walks,
    sorts: plan.some(
      (line, index) => /^\s*(?:->\s+)?(?:Incremental )?Sort\b(?! Key| Method)/.test(line) && walkAt(plan, index) === undefined,
    ),
  }
}

/** A full scan of a table, in its own order or in that of an index. */
function isWalk(plan: readonly string[], at: number, line: string): boolean {
  const [, kind] = /(Seq Scan|Index Scan|Index Only Scan)(?: Backward)? (?:using .+ )?on /.exec(line) ?? []
  if (kind === undefined) return false
  return kind === 'Seq Scan' || !listDetails(plan, at).some((detail) => detail.startsWith('Index Cond:'))
}

/** The further lines of a step. */
function listDetails(plan: readonly string[], at: number): readonly string[] {
  const details: string[] = []
  for (
    let index = at + 1;
    index < plan.length && measureDepth(plan[index]!) > measureDepth(plan[at]!) && !plan[index]!.includes('->');
    index++
  )
    details.push(plan[index]!.trim())
  return details
}

/** The innermost subquery of a step: `SubPlan` runs for each row, or makes a list once where it is hashed; `InitPlan` runs once. */
function walkAt(plan: readonly string[], at: number): Walk {
  let depth = measureDepth(plan[at]!)
  for (let index = at - 1; index >= 0 && depth > 0; index--) {
    if (measureDepth(plan[index]!) >= depth) continue
    depth = measureDepth(plan[index]!)
    const [, kind, number] = /^(SubPlan|InitPlan) (\d+)/.exec(plan[index]!.trim()) ?? []
    if (kind === 'InitPlan') return 'beside'
    if (kind === 'SubPlan') return plan.some((line) => line.includes(`hashed SubPlan ${number}`)) ? 'for a list' : 'for each'
  }
  return undefined
}

function measureDepth(line: string): number {
  return line.length - line.trimStart().length
}
