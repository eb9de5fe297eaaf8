// Explains the statements of a list: without parameters; with each parameter, filter, order and cursor alone; for each variant that the
// caller decides; and the count, if the answer contains it.

import { EvaluationError, evaluate } from '../../../cel/evaluate.ts'
import type { Expression } from '../../../cel/expression.ts'
import { reads } from '../../../cel/reads.ts'
import type { Type } from '../../../cel/type.ts'
import type { Bindings, Host, Value } from '../../../cel/value.ts'
import { type Sorting, parseSorting } from '../../../exchange/list-request.ts'
import { findPropertyRule, ruleOf } from '../../../fact/rules.ts'
import type { OperationContext } from '../../../fact/operation-context.ts'
import type { ModelIndex } from '../../../fact/model-index.ts'
import { findPageReads } from '../../../meaning/reading/page.ts'
import { findWhereRules } from '../../../meaning/reading/response-context.ts'
import { prepareWhere } from '../../../meaning/reading/where.ts'
import type { Selection } from '../../../meaning/store.ts'
import type { FilterOperator } from '../../../model/filters.ts'
import type { Operation } from '../../../model/model.ts'
import { type ExpressionText, slotValueOf } from '../../../model/slot.ts'
import type { Filter, ResourceInfo, TypedParameter } from '../../../typing/domain.ts'
import type { ExplainContext, ExplainedQuery } from './about.ts'
import { type SqlPrinting, farBehind } from '../printing.ts'
import { mapTexts, listVariants } from './variants.ts'

/** Explains a list. `many` prints the page; without it the service reads records, for the reason `why`. */
export function explainList(
  about: ExplainContext,
  { operation, input }: OperationContext,
  resource: ResourceInfo,
  many: ReturnType<SqlPrinting['forSelection']> | undefined,
  why: string,
): readonly ExplainedQuery[] {
  const { service, modelIndex, shared } = about
  const defaultOrder = parseSorting(
    (slotValueOf(operation.slots.order) ?? []).map(({ text }) => text),
    resource,
  )
  const isByCursor = hasCursor(operation)
  const { byDocument, byCaller } = prepareWhere(service, operation)
  const rule = ruleOf(modelIndex, resource.name, 'read')
  const rules = byCaller.length === 0 ? undefined : findWhereRules(service, operation)
  const base: Selection = {
    resource: resource.name,
    where: [...(rule.kind === 'conditional' ? [modelIndex.typing.expression(rule.expression) ?? []].flat() : []), ...byDocument],
    ...(rules === undefined ? {} : { visible: { where: byCaller, rules } }),
    filters: [],
    order: defaultOrder,
    ...samplePage(operation),
  }
  if (rules !== undefined && !shared.statementMaker.selects(base))
    return [{ what: `list ${resource.name}: evaluates rules for each record that \`where\` reads`, sql: undefined }]

  const texts = mapTexts([...listWrittenConditions(about, operation, resource), ...listFieldRules(modelIndex)])
  const explain = (what: string, selection: Selection, sent?: SentFilter): ExplainedQuery[] =>
    explainSelection(about, { what, name: `list ${resource.name}`, selection, sent, texts, many, why })
  const byOrder = `, by ${orderText(defaultOrder)}`
  const after = isByCursor ? makeSamplePosition(resource, defaultOrder) : undefined
  return [
    ...explain(byOrder, base),
    ...('offset' in base ? explain(`${byOrder}, far behind its begin`, { ...base, offset: farBehind + 1 }) : []),
    ...(after === undefined ? [] : explain(`${byOrder}, after a cursor`, { ...base, after })),
    ...listOptionalReads(input, [...base.where, ...byCaller]).flatMap(({ name, type }) => explain(`, with ${name}`, base, { name, type })),
    ...[...input.filters.values()].flatMap((filter) =>
      listComparisons(filter).flatMap((comparison, index) =>
        explain(`, filtered by ${filter.name}${index === 0 ? '' : ` (${comparison.operator})`}`, { ...base, filters: [comparison] }),
      ),
    ),
    ...(input.sort?.properties ?? [])
      .map((word) => parseSorting([word], resource))
      .flatMap((order) => explain(`, by ${orderText(order)}`, { ...base, order })),
    // The total is queried before the page.
    ...(findPageReads(operation, service).total ? explainCount(about, base, texts) : []),
  ]
}

function hasCursor({ slots }: Operation): boolean {
  const style = slotValueOf(slots.page)?.style
  return style?.state === 'shown' && style.value === 'cursor'
}

/** A page of two records, at its beginning. */
function samplePage(operation: Operation): Pick<Selection, 'limit' | 'offset'> {
  if (operation.slots.page.state !== 'shown') return {}
  return hasCursor(operation) ? { limit: 2 } : { limit: 2, offset: 0 }
}

/** The conditions that the document writes for the list: the read rule, and `where`. */
function listWrittenConditions(
  { facts: { typing }, modelIndex }: ExplainContext,
  { slots }: Operation,
  { name }: ResourceInfo,
): readonly { readonly text: ExpressionText; readonly expression: Expression }[] {
  const rule = ruleOf(modelIndex, name, 'read')
  return [rule.kind === 'conditional' ? rule.expression : undefined, slotValueOf(slots.where)].flatMap((text) => {
    const expression = text && typing.expression(text)
    return text === undefined || expression === undefined ? [] : [{ text, expression }]
  })
}

/** The optional query parameters that a condition reads. */
function listOptionalReads({ query }: OperationContext['input'], conditions: readonly Expression[]): readonly TypedParameter[] {
  const readNames = new Set(
    conditions.flatMap((condition) =>
      reads(condition).variables.flatMap(({ name, path: [place, member] }) =>
        name === 'input' && place === 'query' && member !== undefined ? [member] : [],
      ),
    ),
  )
  return [...query.values()].filter(({ name, required }) => !required && readNames.has(name))
}

type ExplainedSelection = {
  /** The difference from the plain list, as words after its name. */
  readonly what: string
  readonly name: string
  readonly selection: Selection
  readonly sent: SentFilter | undefined
  readonly texts: ReadonlyMap<Expression, string>
  readonly many: ReturnType<SqlPrinting['forSelection']> | undefined
  readonly why: string
}

/** The statement of each variant. */
function explainSelection({ shared: { statementMaker } }: ExplainContext, explained: ExplainedSelection): ExplainedQuery[] {
  const { what, name, selection, sent, texts, many, why } = explained
  const printed = many?.(selection)
  return listVariants(
    (value): ExplainedQuery | undefined => {
      const decided = statementMaker.decideBy(selection, value)
      if (decided === 'nothing') return undefined
      const statement = printed?.statement(value)
      if (statement === 'nothing') return undefined
      return statement === undefined
        ? { what, sql: statementMaker.selectColumns(decided)?.sql, afterwards: [{ what: 'the answer', why }] }
        : { what, ...statement }
    },
    makeKnownValues(sent, texts),
    texts,
  ).flatMap(({ words, result }) =>
    result === undefined ? [] : [{ ...result, what: `${name}${what}${words === '' ? '' : `, where ${words}`}` }],
  )
}

function explainCount(
  { shared: { statementMaker } }: ExplainContext,
  base: Selection,
  texts: ReadonlyMap<Expression, string>,
): ExplainedQuery[] {
  const { limit: _, offset: __, ...all } = base
  return listVariants(
    (value): ExplainedQuery[] => {
      const decided = statementMaker.decideBy(all, value)
      return decided === 'nothing' ? [] : [{ what: `count ${base.resource}`, sql: statementMaker.countText(decided) }]
    },
    makeKnownValues(undefined, texts),
    texts,
  ).flatMap(({ words, result }) => result.map((each) => ({ ...each, what: `${each.what}${words === '' ? '' : `, where ${words}`}` })))
}

/** The read rules of properties, evaluated for the records of a page. */
function listFieldRules(modelIndex: ModelIndex): readonly { readonly text: ExpressionText; readonly expression: Expression }[] {
  return [...modelIndex.domain.resources.values()].flatMap(({ name, properties }) =>
    [...properties.keys()].flatMap((property) => {
      const rule = findPropertyRule(modelIndex, name, property, 'read')
      const expression = rule.kind === 'conditional' ? modelIndex.typing.expression(rule.expression) : undefined
      return rule.kind !== 'conditional' || expression === undefined ? [] : [{ text: rule.expression, expression }]
    }),
  )
}

/** The only optional parameter that a request sends. */
type SentFilter = { readonly name: string; readonly type: Type }

/**
 * Evaluates what is known before a request: the query parameter that is sent and, in the representation, an authenticated caller. Other
 * conditions that read no row are chosen per variant.
 */
function makeKnownValues(sent: SentFilter | undefined, texts: ReadonlyMap<Expression, string>): (expression: Expression) => Value {
  const query = new Map<string, Value>(sent === undefined ? [] : [[sent.name, makeSampleValue(sent.type) ?? 'x']])
  const names: Bindings = makeBindings(new Map<string, Value>([['input', new Map<string, Value>([['query', query]])]]))
  const printed: Bindings = makeBindings(new Map<string, Value>([['caller', { kind: 'record', resource: '', key: '', of: undefined }]]))
  return (expression) => (texts.has(expression) ? evaluate(expression, names, noRecords) : evaluateOrGuess(expression, printed))
}

/** A condition that is not known beforehand is `open`. */
function evaluateOrGuess(expression: Expression, variables: Bindings): Value {
  try {
    return evaluate(expression, variables, noRecords)
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error
    return expression.type.kind === 'bool' ? 'open' : 'x'
  }
}

function makeBindings(known: ReadonlyMap<string, Value>): Bindings {
  return { get: (name) => known.get(name) ?? refuseUnknown(), has: () => true }
}

function refuseUnknown(): never {
  throw new EvaluationError('no-value', 'not known before a request is')
}

const noRecords: Host = { property: refuseUnknown, records: refuseUnknown, find: refuseUnknown, call: refuseUnknown }

/** For expressions of the answer, with an authenticated caller. */
export const valueInAnswer: (expression: Expression) => Value = makeKnownValues(undefined, new Map())

/** A sample value; undefined for types that contain others. */
function makeSampleValue(type: Type): Value | undefined {
  switch (type.kind) {
    case 'nullable':
    case 'optional':
      return makeSampleValue(type.of)
    case 'bool':
      return true
    case 'int':
      return 1n
    case 'double':
      return 1
    case 'timestamp':
      return { kind: 'timestamp', ms: 0 }
    case 'string':
    case 'enum':
      return 'x'
    default:
      return undefined
  }
}

/** A sample cursor position; undefined if a property of the order has no sample. */
function makeSamplePosition({ properties }: ResourceInfo, order: readonly Sorting[]): readonly Value[] | undefined {
  const values = order.map(({ property }) => makeSampleValue(properties.get(property)?.type ?? { kind: 'null' }))
  return values.every((value) => value !== undefined) ? values : undefined
}

/** A comparison per operator of the filter, equality first; one comparison represents all ranges. */
function listComparisons({ property, path, operators }: Filter): Selection['filters'] {
  const [first, ...others] = [...operators.keys()].toSorted((a, b) => Number(b === 'eq') - Number(a === 'eq'))
  const ranges = others.filter((operator) => ['gt', 'gte', 'lt', 'lte'].includes(operator))
  const chosen = [first!, ...others.filter((operator) => !ranges.includes(operator) || operator === ranges[0])]
  return chosen.map((operator) => ({
    property,
    ...(path.length === 0 ? {} : { path }),
    operator,
    value: sampleValue(operator),
  }))
}

function orderText(order: readonly Sorting[]): string {
  return order.map(({ property, direction }) => (direction === 'descending' ? `-${property}` : property)).join(', ')
}

/** A value of the form that an operator compares with. */
function sampleValue(operator: FilterOperator): Value {
  if (operator === 'in' || operator === 'any') return [null, null]
  return operator === 'exists' ? true : null
}
