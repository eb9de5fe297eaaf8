// Explains the statements of a list: without parameters; with each parameter, filter, order and cursor alone; for each variant that the
// caller decides; and the count, if the answer contains it.

import { EvaluationError, evaluate } from '../../../cel/evaluate.ts'
import type { Expression } from '../../../cel/expression.ts'
import { reads } from '../../../cel/reads.ts'
import type { Type } from '../../../cel/type.ts'
import type { Bindings, Host, Value } from '../../../cel/value.ts'
import { type Sorting, parseSorting } from '../../../exchange/list-request.ts'
import { propertyRule, ruleOf } from '../../../fact/rules.ts'
import type { OperationContext } from '../../../fact/operation-context.ts'
import type { ModelIndex } from '../../../fact/model-index.ts'
import { findPageReads } from '../../../meaning/reading/page.ts'
import { findWhereRules } from '../../../meaning/reading/response-context.ts'
import { prepareWhere } from '../../../meaning/reading/where.ts'
import type { Selection } from '../../../meaning/store.ts'
import { type ExpressionText, slotValue } from '../../../model/slot.ts'
import type { Filter, ResourceInfo } from '../../../typing/domain.ts'
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
  const {
    facts: { typing },
    service,
    modelIndex,
    shared: { statementMaker: ask },
  } = about
  const defaultOrder = parseSorting(
    (slotValue(operation.slots.order) ?? []).map(({ text }) => text),
    resource,
  )
  const style = slotValue(operation.slots.page)?.style
  const paged: { readonly limit?: number; readonly offset?: number } =
    operation.slots.page.state !== 'shown'
      ? {}
      : style?.state === 'shown' && style.value === 'cursor'
        ? { limit: 2 }
        : { limit: 2, offset: 0 }
  const { byDocument, byCaller: seen } = prepareWhere(service, operation)
  const rule = ruleOf(modelIndex, resource.name, 'read')
  const written = [rule.kind === 'conditional' ? rule.expression : undefined, slotValue(operation.slots.where)].flatMap(
    (text): { text: ExpressionText; expression: Expression }[] => {
      const expression = text && typing.expression(text)
      return text === undefined || expression === undefined ? [] : [{ text, expression }]
    },
  )
  const name = `list ${resource.name}`
  const rules = seen.length === 0 ? undefined : findWhereRules(service, operation)
  const ruled = rule.kind === 'conditional' ? (typing.expression(rule.expression) ?? []) : []
  const base: Selection = {
    resource: resource.name,
    where: [ruled, byDocument].flat(),
    ...(rules === undefined ? {} : { visible: { where: seen, rules } }),
    filters: [],
    order: defaultOrder,
    ...paged,
  }
  if (rules !== undefined && !ask.selects(base))
    return [{ what: `${name}: evaluates rules for each record that \`where\` reads`, sql: undefined }]
  const texts = mapTexts([...written, ...listFieldRules(modelIndex)])
  const read = new Set(
    [...base.where, ...seen].flatMap((condition) =>
      reads(condition).variables.flatMap(({ name: variable, path: [place, member] }) =>
        variable === 'input' && place === 'query' && member !== undefined ? [member] : [],
      ),
    ),
  )
  const optional = [...input.query.values()].filter(({ name: parameter, required }) => !required && read.has(parameter))

  function explain(what: string, selection: Selection, sent?: SentFilter): ExplainedQuery[] {
    const valueOfText = makeKnownValues(sent, texts)
    const printed = many?.(selection)
    return listVariants(
      (value): ExplainedQuery | undefined => {
        const decided = ask.decideBy(selection, value)
        if (decided === 'nothing') return undefined
        const statement = printed?.statement(value)
        if (statement === 'nothing') return undefined
        return statement === undefined
          ? { what, sql: ask.selectColumns(decided)?.sql, afterwards: [{ what: 'the answer', why }] }
          : { what, ...statement }
      },
      valueOfText,
      texts,
    ).flatMap(({ words, result }) =>
      result === undefined ? [] : [{ ...result, what: `${name}${what}${words === '' ? '' : `, where ${words}`}` }],
    )
  }

  // The total is queried before the page.
  const counted = findPageReads(operation, service).total
    ? listVariants(
        (value): ExplainedQuery[] => {
          const { limit: _, offset: __, ...all } = base
          const decided = ask.decideBy(all, value)
          return decided === 'nothing' ? [] : [{ what: `count ${resource.name}`, sql: ask.countText(decided) }]
        },
        makeKnownValues(undefined, texts),
        texts,
      ).flatMap(({ words, result }) => result.map((each) => ({ ...each, what: `${each.what}${words === '' ? '' : `, where ${words}`}` })))
    : []
  const after = style?.state === 'shown' && style.value === 'cursor' ? makeSamplePosition(resource, defaultOrder) : undefined
  return [
    ...explain(`, by ${orderText(defaultOrder)}`, base),
    ...(paged.offset === undefined
      ? []
      : explain(`, by ${orderText(defaultOrder)}, far behind its begin`, { ...base, offset: farBehind + 1 })),
    ...(after === undefined ? [] : explain(`, by ${orderText(defaultOrder)}, after a cursor`, { ...base, after })),
    ...optional.flatMap(({ name: parameter, type }) => explain(`, with ${parameter}`, base, { name: parameter, type })),
    ...[...input.filters.values()].flatMap((filter) =>
      listComparisons(filter).flatMap((comparison, index) =>
        explain(`, filtered by ${filter.name}${index === 0 ? '' : ` (${comparison.operator})`}`, { ...base, filters: [comparison] }),
      ),
    ),
    ...(input.sort?.properties ?? [])
      .map((word) => parseSorting([word], resource))
      .flatMap((order) => explain(`, by ${orderText(order)}`, { ...base, order })),
    ...counted,
  ]
}

/** The read rules of properties, evaluated for the records of a page. */
function listFieldRules(modelIndex: ModelIndex): readonly { readonly text: ExpressionText; readonly expression: Expression }[] {
  return [...modelIndex.domain.resources.values()].flatMap(({ name, properties }) =>
    [...properties.keys()].flatMap((property) => {
      const rule = propertyRule(modelIndex, name, property, 'read')
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
    value: operator === 'in' || operator === 'any' ? [null, null] : operator === 'exists' ? true : null,
  }))
}

function orderText(order: readonly Sorting[]): string {
  return order.map(({ property, direction }) => (direction === 'descending' ? `-${property}` : property)).join(', ')
}
