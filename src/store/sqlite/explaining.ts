// The statements that an operation can run, and how SQLite goes about each: by which index, or through a whole table.

import type { Expression } from '../../cel/expression.ts'
import { partsOf } from '../../cel/parts.ts'
import { type Sorting, inFull } from '../../exchange/list-request.ts'
import type { Facts } from '../../fact/fact.ts'
import { saidIn } from '../../fact/reads.ts'
import { ruleOf } from '../../fact/rules.ts'
import { type Situation, situation } from '../../fact/situation.ts'
import { type World, world } from '../../fact/world.ts'
import { keysIn } from '../../meaning/record/keys.ts'
import type { Selection } from '../../meaning/store.ts'
import { shown } from '../../model/slot.ts'
import type { Filter, ResourceInfo } from '../../typing/domain.ts'
import type { Statements } from '../kind.ts'
import { type Layout, deletedColumn, isSoft, layoutOf } from '../layout.ts'
import { type Asking, asking } from './asking.ts'
import { Database } from './database.ts'
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
      const asked = [...lookedUp(about, found), ...lists(about, found), ...questions(about, found)]
      const once = new Map(asked.map((each) => [each.sql ?? each.what, each]))
      return Array.from(once.values(), ({ what, sql }) => (sql === undefined ? { what, plan: [] } : { what, sql, plan: planOf(database, sql) }))
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

/** The list as it is without a filter, with each of the filters alone, and in each of the orders that can be asked for. */
function lists(about: About, { operation, action, resource, input }: Situation): Asked[] {
  if (action !== 'list' || resource === undefined || !about.layout.tables.has(resource.name)) return []
  const usual = inFull((shown(operation.slots.order) ?? []).map(({ text }) => text), resource)
  const paged = operation.slots.page.state === 'shown' ? { limit: 2, offset: 0 } : {}
  const base: Selection = { resource: resource.name, where: conditionsOf(about, resource, shown(operation.slots.where)), filters: [], order: usual, ...paged }
  const told = (what: string, selection: Selection): Asked => ({ what: `list ${resource.name}${what}`, sql: about.ask.text(selection) })
  return [
    told(`, by ${orderText(usual)}`, base),
    ...[...input.filters.values()].flatMap((filter) => told(`, filtered by ${filter.property}`, { ...base, filters: [comparisonOf(filter)] })),
    ...(input.sort?.properties ?? []).map((word) => inFull([word], resource)).map((order) => told(`, by ${orderText(order)}`, { ...base, order })),
  ]
}

function conditionsOf({ world: known, facts }: About, resource: ResourceInfo, where: Parameters<typeof facts.typing.expression>[0] | undefined): readonly Expression[] {
  const rule = ruleOf(known, resource.name, 'read')
  return [rule.kind === 'asked' ? rule.expression : undefined, where].flatMap((text) => (text === undefined ? [] : (facts.typing.expression(text) ?? [])))
}

/** Equal to a value, where that can be asked. */
function comparisonOf({ property, operators }: Filter): Selection['filters'][number] {
  const operator = operators.has('eq') ? 'eq' : [...operators.keys()][0]!
  return { property, operator, value: operator === 'in' ? [] : null }
}

function orderText(order: readonly Sorting[]): string {
  return order.map(({ property, direction }) => (direction === 'descending' ? `-${property}` : property)).join(', ')
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

function planOf(database: Database, sql: string): string[] {
  const depths = new Map<unknown, number>([[0n, -1]])
  return database.all(`EXPLAIN QUERY PLAN ${sql}`, []).map(({ id, parent, detail }) => {
    const depth = (depths.get(parent) ?? -1) + 1
    depths.set(id, depth)
    return `${'  '.repeat(depth)}${String(detail)}`
  })
}
