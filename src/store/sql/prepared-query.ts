// Prepares expressions over records as queries: tests, numbers, texts, and records.

import type { Expression } from '../../cel/expression.ts'
import { reads } from '../../cel/reads.ts'
import { matchDistinctMembers } from '../../cel/run/ask.ts'
import type { RecordKeys } from '../../meaning/record/keys.ts'
import type { Layout } from '../layout.ts'
import { type Binder, makeBinder } from './binding.ts'
import { printDistinctMembers } from './members.ts'
import { printCountedScan } from './predicate/records.ts'
import type { SqlParameter } from './predicate/translation.ts'
import { makeTranslator } from './predicate/translator.ts'
import { Aliases, printFrom } from './source.ts'
import type { SqlQuery } from './sql-query.ts'
import { makeTableStatements } from './statements.ts'

/** `variables`: those on which the values depend. */
export type PreparedQuery = { readonly query: SqlQuery; readonly values: Binder; readonly variables: ReadonlySet<string> }

/** Prepares a query that reads only records and bound values. */
export function prepareQuery(expression: Expression, layout: Layout, keys: RecordKeys): PreparedQuery | undefined {
  const translated = makeQuery(expression, layout)
  // A statement computes nothing if its only parameter is the complete query, for example `records.size()` of a list in `let`.
  if (translated === undefined || translated.parameters.some((parameter) => parameter.expression === expression)) return undefined
  const variables = new Set(
    translated.parameters.flatMap(({ expression: parameter, guards = [] }) =>
      [parameter, ...guards.map(({ expression: guard }) => guard)].flatMap((read) => reads(read).variables.map(({ name }) => name)),
    ),
  )
  return { query: translated.query, values: makeBinder(translated.parameters, keys), variables }
}

function makeQuery(
  expression: Expression,
  layout: Layout,
): { readonly query: SqlQuery; readonly parameters: readonly SqlParameter[] } | undefined {
  const translate = makeTranslator(layout, new Aliases())
  if (expression.kind === 'macro' && ['exists', 'all', 'exists_one'].includes(expression.name)) {
    const fragment = translate.predicate(expression, new Map())
    return fragment && { query: { kind: 'truth', sql: fragment.sql, values: [] }, parameters: fragment.parameters }
  }
  if (expression.kind === 'call' && expression.name === 'size') {
    const fragment = translate.number(expression)
    return fragment && { query: { kind: 'number', sql: fragment.sql, values: [] }, parameters: fragment.parameters }
  }
  const members = matchDistinctMembers(expression)
  if (members !== undefined) {
    const sql = printDistinctMembers(layout, members.resource, members.property)
    return sql === undefined ? undefined : { query: { kind: 'texts', sql, values: [] }, parameters: [] }
  }
  if (expression.type.kind !== 'query' || expression.kind === 'records') return undefined
  const records = translate.records(expression)
  if (records === undefined) return undefined
  const { table, alias } = records.from
  const { columns, order } = makeTableStatements(layout, table, alias)
  const where = [...printCountedScan(layout, records, expression), ...records.where].map((sql) => `(${sql})`).join(' AND ')
  return {
    query: { kind: 'records', resource: table.resource, columns, from: printFrom(records.from), where, order, values: [] },
    parameters: records.parameters,
  }
}
