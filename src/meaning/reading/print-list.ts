// Answers a `list` by one statement that finds the page and prints its items.

import { printJson } from '../../base/json.ts'
import type { Expression } from '../../cel/expression.ts'
import type { Value } from '../../cel/value.ts'
import type { Answer, Exchange } from '../../exchange/exchange.ts'
import { entityTag } from '../../exchange/etag.ts'
import { jsonOf } from '../../exchange/value-json.ts'
import type { VersionFacts } from '../../fact/fact.ts'
import type { Operation } from '../../model/model.ts'
import type { ExpressionText, Template } from '../../model/slot.ts'
import { type Preparation, prepareList } from './list.ts'
import { type PageValues, pageTexts } from './page.ts'
import type { Interpreter } from '../service.ts'
import type { RequestState } from '../request-state.ts'
import type { RecordView, Store } from '../store.ts'
import { uncomputableWhere } from './failing-where.ts'
import { rulesOfReading } from './printable.ts'
import type { ReadPrinter } from './print-read.ts'
import { type Printer, templatePrinter } from './template-printer.ts'
import { recordViewOf } from './record-view.ts'
import { fixedAnswer, inVersion } from './fixed-answer.ts'

/** `items` are the records as one JSON list. */
type Listed = { readonly items: string; readonly page: PageValues }

export function printList(service: Interpreter, store: Store, operation: Operation, output: Template | undefined): ReadPrinter | undefined {
  const { facts: { typing } } = service
  const info = service.resource(operation.subject!.text)
  const rules = rulesOfReading(service, operation)
  const records: RecordView[] = []
  const template = output && templatePrinter<Listed>(output, typing, (expression) => {
    const each = eachItem(expression)
    if (each === undefined) return pagePrinter(expression, service)
    records.push(recordViewOf(service, operation, each.variable, { kind: 'item', expression: each.item }))
    return ({ items }) => items
  })
  const answer = fixedAnswer(service, operation)
  const [record, ...more] = records
  const many = record && store.printing?.many(info.name, record)
  if (rules === undefined || template === undefined || answer === undefined || record === undefined || more.length > 0 || many === undefined) return undefined

  const isTagged = operation.slots.conditional.state === 'shown'
  const { path, headers } = typing.input(operation)
  const isPageOfQuery = pageTexts(operation).every((text) => readsQueryAlone(service, text))
  /** True if the query determines the list, so that a cursor belongs to the query alone. */
  const saysAll = path.size + headers.size === 0 && operation.slots.with.state !== 'shown'
  /** By requested version, because each version spells queries in its own way. */
  const known = new Map<VersionFacts | undefined, WeakMap<Exchange['query'], Preparation>>()

  function preparation(requestState: RequestState): Preparation | undefined {
    const { query, spoken } = requestState.exchange
    const prepared = known.getOrInsertComputed(spoken?.version, () => new WeakMap())
    const before = prepared.get(query)
    if (before !== undefined) return before
    const made = prepareList(requestState, many!)
    if (made !== undefined && isPageOfQuery && (made.isOfQuery || saysAll)) prepared.set(query, made)
    return made
  }

  const mayRefuse = service.operation(operation).points.some(({ condition, name }) => condition === 'invalid' && name === 'where')
  const print = (requestState: RequestState): Answer | undefined => {
    if (mayRefuse && uncomputableWhere(requestState) !== undefined) return undefined
    const found = preparation(requestState)?.print(requestState)
    const text = found && template({ items: `[${found.texts.join(',')}]`, page: found.page })
    const body = text === undefined ? undefined : inVersion(operation, requestState.exchange.spoken, text)
    return body === undefined ? undefined : answer(requestState.exchange, body, isTagged ? entityTag(body) : undefined)
  }
  return { answer: print, queries: (requestState) => preparation(requestState)?.queries(requestState) ?? [] }
}

/** True if the expression depends on nothing but the query. */
function readsQueryAlone({ world: modelIndex }: Interpreter, text: ExpressionText): boolean {
  const { variables, input, calls, resources } = modelIndex.reading(text)
  return [...variables].every((name) => name === 'input') && [...input].every((place) => place === 'query') && calls.size === 0 && resources.size === 0
}

/** `items.map(x, …)`. */
function eachItem(expression: Expression): { readonly variable: string; readonly item: Expression } | undefined {
  if (expression.kind !== 'macro' || expression.name !== 'map' || expression.range.kind !== 'variable' || expression.range.name !== 'items') return undefined
  const [variable] = expression.variables
  const [item, ...more] = expression.arguments
  return variable === undefined || item === undefined || more.length > 0 || expression.variables.length > 1 ? undefined : { variable, item }
}

/** `page`, `page.next` and similar; members that the page lacks are left out. */
function pagePrinter(expression: Expression, { keys }: Interpreter): Printer<Listed> | undefined {
  if (expression.kind === 'variable' && expression.name === 'page') return ({ page }) => printJson(jsonOf(page, keys))
  if (expression.kind !== 'select' || expression.optional || expression.operand.kind !== 'variable' || expression.operand.name !== 'page') return undefined
  const { member } = expression
  return ({ page }) => {
    const value: Value | undefined = page.get(member)
    return value === undefined ? undefined : printJson(jsonOf(value, keys))
  }
}
