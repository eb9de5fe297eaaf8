// The statements that an operation can run, and how SQLite goes about each: by which index, or through a whole table.

import type { Expression } from '../../cel/expression.ts'
import { partsOf } from '../../cel/parts.ts'
import type { Facts } from '../../fact/fact.ts'
import { saidIn } from '../../fact/reads.ts'
import { type Situation, situation } from '../../fact/situation.ts'
import { type World, world } from '../../fact/world.ts'
import { keysIn } from '../../meaning/record/keys.ts'
import { shown } from '../../model/slot.ts'
import type { Statements } from '../kind.ts'
import { type Layout, deletedColumn, isSoft, layoutOf } from '../layout.ts'
import { type Asking, asking } from './asking.ts'
import { Database } from './database.ts'
import { explainList } from './explaining-lists.ts'
import { bringMembers } from './members.ts'
import { quote } from './names.ts'
import { tablesOf } from './schema.ts'
import { statementsOf } from './statements.ts'

/** Over a store that is as empty as the document's first one. */
export function explaining(facts: Facts): Statements {
  const { domain } = facts.typing
  const layout = layoutOf(domain, (text) => facts.typing.expression(text))
  const database = new Database(':memory:', { readOnly: false })
  for (const sql of tablesOf(layout)) database.execute(sql)
  bringMembers(database, layout)
  const about: About = { facts, layout, world: world(facts.model, facts.typing), ask: asking(layout, keysIn(domain)) }
  return {
    statements({ operation }) {
      const found = situation(about.world, operation)
      const asked = [...lookedUp(about, found), ...(found.action === 'list' && found.resource !== undefined && layout.tables.has(found.resource.name) ? explainList(about, found, found.resource) : []), ...questions(about, found)]
      const once = new Map(asked.map((each) => [each.sql ?? each.what, each]))
      return Array.from(once.values(), ({ what, sql }) => {
        if (sql === undefined) return { what, plan: [], grows: 'reads all records' }
        const plan = planOf(database, sql)
        const grows = growthOf(sql, plan)
        return { what, sql, plan, ...(grows === undefined ? {} : { grows }) }
      })
    },
    close: () => database.close(),
  }
}

type About = { readonly facts: Facts; readonly layout: Layout; readonly world: World; readonly ask: Asking }
type Asked = { readonly what: string; readonly sql: string | undefined }

function lookedUp({ layout }: About, { record, lookups }: Situation): Asked[] {
  return [...(record === undefined ? [] : [record]), ...lookups].flatMap(({ resource, members, byKey }) => {
    const table = layout.tables.get(resource.name)
    if (table === undefined) return []
    const soft = isSoft(layout, resource.name)
    const { byKey: sql, columns, order } = statementsOf(table, soft)
    const what = `find ${resource.name} by ${members.join(' and ')}`
    if (byKey) return [{ what, sql }]
    const names = members.flatMap((member) => table.folded.get(member) ?? (table.byProperty.get(member) ?? []).map(({ name }) => name))
    const where = [...[...table.tenant.map(({ name }) => name), ...names].map((name) => `t0.${quote(name)} = ?`), ...(soft ? [`t0.${quote(deletedColumn)} IS NULL`] : [])]
    return [{ what, sql: `SELECT ${columns} FROM ${quote(resource.name)} AS t0 WHERE ${where.join(' AND ')}${order}` }]
  })
}

/** What expressions ask over records: of each, the largest part that one statement answers. */
function questions(about: About, found: Situation): Asked[] {
  const { expressions, texts } = saidIn(found)
  const { typing } = about.facts
  const filtering = new Set([shown(found.operation.slots.where)])
  const all = [
    ...expressions.filter((text) => !filtering.has(text)).flatMap((text) => typing.expression(text) ?? []),
    ...texts.flatMap((text) => (typing.text(text) ?? []).flatMap((piece) => (piece.kind === 'expression' ? [piece.expression] : []))),
  ]
  return all.flatMap((expression) => questionsIn(about, expression))
}

function questionsIn(about: About, expression: Expression): Asked[] {
  if (expression.kind === 'records') return [{ what: `go through all of ${expression.resource}`, sql: undefined }]
  if (asksRecords(expression)) {
    const sql = about.ask.text(expression)
    if (sql !== undefined) return [{ what: `ask ${wordOf(expression)}`, sql }]
  }
  return partsOf(expression).flatMap((part) => questionsIn(about, part.expression))
}

function asksRecords(expression: Expression): boolean {
  return expression.type.kind === 'query' || (expression.kind === 'macro' && expression.range.type.kind === 'query') || (expression.kind === 'call' && expression.name === 'size')
}

/** `Follow.exists`, `size(Order)`: of which records, and how. */
function wordOf(expression: Expression): string {
  if (expression.kind === 'macro') return `${wordOf(expression.range)}.${expression.name}`
  if (expression.kind === 'call') return `${expression.name}(${wordOf(expression.target ?? expression.arguments[0]!)})`
  if (expression.kind === 'records') return expression.resource
  return expression.kind === 'select' ? expression.member : expression.kind
}

/** Why a statement costs more the more records there are; undefined where it reads no more than it gives. */
function growthOf(sql: string, plan: readonly string[]): string | undefined {
  const isPage = / LIMIT \?/.test(sql)
  if (isPage && plan.some((line) => line.includes('TEMP B-TREE FOR ORDER BY'))) return 'reads and sorts all records that match, to give a page of them'
  // A table is walked in its own order, or in that of an index: with a condition, past all that it does not let through.
  return plan.some((line) => /^\s*SCAN t\d+/.test(line)) && (/ WHERE /.test(sql) || /^SELECT \(?SELECT count|^SELECT count/.test(sql)) ? 'goes through all records, to find those that match' : undefined
}

function planOf(database: Database, sql: string): string[] {
  const depths = new Map<unknown, number>([[0n, -1]])
  return database.all(`EXPLAIN QUERY PLAN ${sql}`, []).map(({ id, parent, detail }) => {
    const depth = (depths.get(parent) ?? -1) + 1
    depths.set(id, depth)
    return `${'  '.repeat(depth)}${String(detail)}`
  })
}
