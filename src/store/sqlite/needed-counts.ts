// Leaves out the counts of rows that need none in the plan that SQLite chose for a statement: a key finds one row for each row of the loop
// around it, which counts; or an index finds exactly the rows that meet the conditions.

import type { DatabaseSync } from 'node:sqlite'

/** A step of SQLite's query plan; `parent` is the id of the step that contains it. */
export type PlanStep = { readonly id: number; readonly parent: number; readonly detail: string }

/** The columns that identify a row of a table. Undefined for an index that may find several rows. */
type FindUniqueColumns = (table: string, index: string | undefined) => readonly string[] | undefined

/** A count of the rows of a table: its name in the statement, and the number of columns of an index that finds exactly these rows. */
const count = String.raw`\(random\(\) & \d+ OR turn\((\w+)\."(?:[^"]|"")*"(?:, (\d+))?\)\)`
const counts = new RegExp(count, 'g')
const conditions = new RegExp(`\\(${count}\\) AND |${count} AND |${count}`, 'g')
const search = /^SEARCH (\w+) USING (?:PRIMARY KEY|(?:COVERING )?INDEX (.*)) \(([^()]*)\)(?: LEFT-JOIN)?$/

type Planned = {
  readonly sql: string
  readonly plan: readonly PlanStep[]
  /** By the name of the counted table: the number of columns of an exact index. */
  readonly counted: ReadonlyMap<string, number | undefined>
  readonly findUniqueColumns: FindUniqueColumns
}

export function readPlan(sql: string, connection: DatabaseSync): readonly PlanStep[] {
  return connection.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as unknown as readonly PlanStep[]
}

/** The statement with only those counts that its plan needs. */
export function dropNeedlessCounts(sql: string, connection: DatabaseSync): string {
  const counted = new Map([...sql.matchAll(counts)].map(([, alias, exact]) => [alias!, exact === undefined ? undefined : Number(exact)]))
  if (counted.size === 0) return sql
  const plan = readPlan(sql, connection)
  const findUniqueColumns: FindUniqueColumns = (table, index) => listUniqueColumns(connection, table, index)
  const needless = [...counted.keys()].filter((alias) => needsNoCount(alias, { sql, plan, counted, findUniqueColumns }))
  if (needless.length === 0) return sql
  const dropped = sql.replaceAll(conditions, (text) => {
    const [, alias] = new RegExp(count).exec(text)!
    if (!needless.includes(alias!)) return text
    return text.endsWith(' AND ') ? '' : 'TRUE'
  })
  // Without a condition SQLite might choose another plan.
  const printPlan = (steps: readonly PlanStep[]): string => steps.map(({ detail }) => detail).join('\n')
  return printPlan(readPlan(dropped, connection)) === printPlan(plan) ? dropped : sql
}

function needsNoCount(alias: string, { sql, plan, counted, findUniqueColumns }: Planned): boolean {
  const steps = plan.filter(({ detail }) => findAlias(detail) === alias)
  const table = new RegExp(`"((?:[^"]|"")*)" AS ${alias}\\b`).exec(sql)?.[1]?.replaceAll('""', '"')
  const exact = counted.get(alias)
  if (table === undefined || steps.length === 0) return false
  return steps.every(({ detail, parent }) => {
    const [, , index, terms] = search.exec(detail) ?? []
    const columns = terms?.split(' AND ').map((term) => (term.endsWith('=?') ? term.slice(0, -'=?'.length) : undefined))
    if (columns === undefined || columns.includes(undefined)) return false
    if (exact !== undefined && columns.length >= exact) return true
    const unique = areListsCounted(parent, plan, counted) ? findUniqueColumns(table, index) : undefined
    return unique !== undefined && unique.length === columns.length && unique.every((name) => columns.includes(name))
  })
}

/** A key may be searched for in a list of keys, which is another query of the same selection: then the loops of that query must be counted. */
function areListsCounted(parent: number, plan: readonly PlanStep[], counted: Planned['counted']): boolean {
  const lists = plan.filter((step) => step.parent === parent && step.detail.startsWith('LIST SUBQUERY'))
  return lists.every(({ id }) =>
    plan.every((step) => {
      const alias = step.parent === id ? findAlias(step.detail) : undefined
      return alias === undefined || (counted.has(alias) && counted.get(alias) === undefined)
    }),
  )
}

function findAlias(detail: string): string | undefined {
  return /^(?:SEARCH|SCAN) (\S+)/.exec(detail)?.[1]
}

/** The columns of the primary key, or those of a unique index if none of them can be null: null is in such an index any number of times. */
function listUniqueColumns(connection: DatabaseSync, table: string, index: string | undefined): readonly string[] | undefined {
  const columns = connection.prepare('SELECT name, pk, "notnull" FROM pragma_table_info(?)').all(table)
  if (index === undefined) return columns.flatMap(({ name, pk }) => (pk === 0 ? [] : [String(name)]))
  const isUnique = connection.prepare('SELECT 1 FROM pragma_index_list(?) WHERE name = ? AND "unique" = 1').get(table, index) !== undefined
  const names = connection
    .prepare('SELECT name FROM pragma_index_info(?)')
    .all(index)
    .map(({ name }) => name)
  const areSet = names.every((name) => columns.some((column) => column['name'] === name && column['notnull'] === 1))
  return isUnique && areSet ? names.map(String) : undefined
}
