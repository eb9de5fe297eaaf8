// Explains the queries of expressions that no statement prints: for each expression, the largest part that one statement answers.

import type { Expression } from '../../../cel/expression.ts'
import { partsOf } from '../../../cel/parts.ts'
import { matchDistinctMembers } from '../../../cel/run/ask.ts'
import type { OperationContext } from '../../../fact/operation-context.ts'
import type { CollectedExpressions } from '../../../fact/expressions.ts'
import { type EarlyQuery, listEarlyQueries } from '../../../fact/early-queries.ts'
import { expressionsOf } from '../../../typing/expressions-of.ts'
import { findResourceOfType } from '../predicate/translation.ts'
import type { ExplainContext, ExplainedQuery } from './about.ts'
import { listCallerResources, explainLookUp } from './look-ups.ts'

export function explainQueries(
  about: ExplainContext,
  operationContext: OperationContext,
  { expressions, texts }: CollectedExpressions,
): ExplainedQuery[] {
  const {
    facts: { typing },
  } = about
  const all = [...expressions, ...texts].flatMap((slot) => expressionsOf(slot, typing))
  const early = new Map(
    listEarlyQueries(operationContext).map((query) => [query.expression, { needs: findNeeds(operationContext, query) }]),
  )
  return [
    ...all.flatMap((expression) => listQueriesOfExpression(about, expression, early)),
    ...explainReferences(about, operationContext, all),
  ]
}

/** The values that a query of a condition needs before it can be asked. */
function findNeeds({ lookups, record }: OperationContext, { names, looksInto }: EarlyQuery): readonly string[] {
  const records = [...lookups, ...(record === undefined ? [] : [record])]
  return [
    ...records.filter(({ name, isByKey }) => names.has(name) && (!isByKey || looksInto.has(name))).map(({ name }) => `record ${name}`),
    ...(names.has('caller') ? ['caller'] : []),
  ]
}

/** Records that expressions reach through references: one by its key, or those of many rows together. */
function explainReferences(
  about: ExplainContext,
  operationContext: OperationContext,
  expressions: readonly Expression[],
): ExplainedQuery[] {
  const {
    facts: {
      typing: { domain },
    },
    shared: { statements },
  } = about
  const names = new Set(expressions.flatMap((expression) => listReferencedResources(expression)))
  const roots = listRootRecords(about, operationContext)
  return [...names].flatMap((name) => {
    const table = domain.resources.has(name) ? statements.get(name) : undefined
    const referrers = new Set((about.modelIndex.referrers.get(name) ?? []).map(({ resource }) => resource))
    const first = roots.filter(({ resource }) => referrers.has(resource)).map(({ gives }) => gives)
    const needs =
      first.length > 0 ? first : [...names].filter((other) => other !== name && referrers.has(other)).map((other) => `followed ${other}`)
    return table === undefined
      ? []
      : [{ what: `follow a reference to ${name}`, sql: table.byKeys ?? table.byKey, gives: `followed ${name}`, needs }]
  })
}

/** The records that an operation reads first, with their queries. */
function listRootRecords(
  about: ExplainContext,
  operationContext: OperationContext,
): readonly { readonly resource: string; readonly gives: string }[] {
  const records = [...(operationContext.record === undefined ? [] : [operationContext.record]), ...operationContext.lookups]
  return [
    ...records.map(({ name, resource }) => ({ resource: resource.name, gives: `record ${name}` })),
    ...listCallerResources(about, operationContext).map(({ name }) => ({ resource: name, gives: 'caller' })),
  ]
}

/** The resources reached through references, as `Customer` by `this.customer.name`. */
function listReferencedResources(expression: Expression): string[] {
  const innerResource =
    expression.kind === 'select' && expression.operand.kind === 'select' ? findResourceOfType(expression.operand.type) : undefined
  return [
    ...(innerResource === undefined ? [] : [innerResource]),
    ...partsOf(expression).flatMap((part) => listReferencedResources(part.expression)),
  ]
}

type EarlyQueries = ReadonlyMap<Expression, Pick<ExplainedQuery, 'needs'>>

function listQueriesOfExpression(about: ExplainContext, expression: Expression, early: EarlyQueries): ExplainedQuery[] {
  const ownQueries = findOwnQuery(about, expression, early)
  return ownQueries ?? partsOf(expression).flatMap((part) => listQueriesOfExpression(about, part.expression, early))
}

/** Undefined if its parts are queried separately. */
function findOwnQuery(about: ExplainContext, expression: Expression, early: EarlyQueries): ExplainedQuery[] | undefined {
  if (expression.kind === 'records') return [{ what: `scan all records of ${expression.resource}`, sql: undefined }]
  if (expression.kind === 'find') {
    const info = about.facts.typing.domain.resources.get(expression.resource)
    const members = expression.by.map(({ member }) => member)
    return [
      ...(info === undefined ? [] : explainLookUp(about, info, members).map((query) => ({ ...query, isAlone: true as const }))),
      ...expression.by.flatMap(({ value }) => listQueriesOfExpression(about, value, early)),
    ]
  }
  if (!queriesRecords(expression)) return undefined
  const sql = about.shared.statementMaker.text(expression)
  return sql === undefined
    ? undefined
    : [{ what: `ask ${nameQueriedResource(expression)}`, sql, ...(early.get(expression) ?? { isAlone: true as const }) }]
}

function queriesRecords(expression: Expression): boolean {
  return (
    expression.type.kind === 'query' ||
    (expression.kind === 'macro' && expression.range.type.kind === 'query') ||
    (expression.kind === 'call' && (expression.name === 'size' || matchDistinctMembers(expression) !== undefined))
  )
}

/** `Follow.exists`, `size(Order)`: the resource and the query. */
function nameQueriedResource(expression: Expression): string {
  if (expression.kind === 'macro') return `${nameQueriedResource(expression.range)}.${expression.name}`
  if (expression.kind === 'call')
    return expression.name === 'size'
      ? `size(${nameQueriedResource(expression.target ?? expression.arguments[0]!)})`
      : `${expression.target === undefined ? '' : `${nameQueriedResource(expression.target)}.`}${expression.name}()`
  if (expression.kind === 'records') return expression.resource
  return expression.kind === 'select' ? expression.member : expression.kind
}
