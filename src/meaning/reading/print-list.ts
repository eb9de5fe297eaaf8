// Answers a `list` by one statement that finds the page and prints its items.

import { printJson } from '../../base/json.ts'
import type { Expression } from '../../cel/expression.ts'
import type { Value } from '../../cel/value.ts'
import type { Answer, Exchange } from '../../exchange/exchange.ts'
import { makeEntityTag } from '../../exchange/etag.ts'
import { convertValueToJson } from '../../exchange/value-json.ts'
import type { VersionFacts } from '../../fact/fact.ts'
import type { Operation } from '../../model/model.ts'
import type { ExpressionText, Template } from '../../model/slot.ts'
import { isChosenByQuery } from './cursor-use.ts'
import { type PreparedList, prepareList } from './list.ts'
import { type PageValues, listPageTexts } from './page.ts'
import type { Interpreter } from '../service.ts'
import type { RequestState } from '../request-state.ts'
import type { RecordView, Store } from '../store.ts'
import { findUncomputableWhere } from './failing-where.ts'
import { findRulesOfReading } from './printable.ts'
import type { ReadPrinter } from './print-read.ts'
import { type Printer, makeTemplatePrinter } from './template-printer.ts'
import { makeRecordView } from './record-view.ts'
import { makeFixedAnswer, convertTextToVersion } from './fixed-answer.ts'

/** `items` are the records as one JSON list. */
type PrintedPage = { readonly items: string; readonly page: PageValues }

export function printList(service: Interpreter, store: Store, operation: Operation, output: Template | undefined): ReadPrinter | undefined {
  const {
    facts: { typing },
  } = service
  const info = service.resource(operation.subject!.text)
  const rules = findRulesOfReading(service, operation)
  const records: RecordView[] = []
  const template =
    output &&
    makeTemplatePrinter<PrintedPage>(output, typing, (expression) => {
      const mapped = mapOverItems(expression)
      if (mapped === undefined) return makePagePrinter(expression, service)
      records.push(makeRecordView(service, operation, mapped.variable, { kind: 'item', expression: mapped.item }))
      return ({ items }) => items
    })
  const makeResponse = makeFixedAnswer(service, operation)
  const [record, ...more] = records
  const printSelection = record && store.printing?.forSelection(info.name, record)
  if (
    rules === undefined ||
    template === undefined ||
    makeResponse === undefined ||
    record === undefined ||
    more.length > 0 ||
    printSelection === undefined
  )
    return undefined

  const isTagged = operation.slots.conditional.state === 'shown'
  const isPageOfQuery = listPageTexts(operation).every((text) => readsQueryAlone(service, text))
  const hasCursorOfQuery = isChosenByQuery(operation, service)
  /** By requested version, because each version spells queries in its own way. */
  const preparedLists = new Map<VersionFacts | undefined, WeakMap<Exchange['query'], PreparedList>>()

  function prepareOnce(requestState: RequestState): PreparedList | undefined {
    const { query, requestedVersion } = requestState.exchange
    const cache = preparedLists.getOrInsertComputed(requestedVersion?.version, () => new WeakMap())
    const cached = cache.get(query)
    if (cached !== undefined) return cached
    const list = prepareList(requestState, printSelection!)
    if (list !== undefined && isPageOfQuery && (list.isReusable || hasCursorOfQuery)) cache.set(query, list)
    return list
  }

  const mayRefuse = service.operation(operation).points.some(({ condition, name }) => condition === 'invalid' && name === 'where')
  const printPage = (requestState: RequestState): Answer | undefined => {
    if (mayRefuse && findUncomputableWhere(requestState) !== undefined) return undefined
    const printed = prepareOnce(requestState)?.print(requestState)
    const text = printed && template({ items: `[${printed.texts.join(',')}]`, page: printed.page })
    const body = text === undefined ? undefined : convertTextToVersion(operation, requestState.exchange.requestedVersion, text)
    return body === undefined ? undefined : makeResponse(requestState.exchange, body, isTagged ? makeEntityTag(body) : undefined)
  }
  return { answer: printPage, queries: (requestState) => prepareOnce(requestState)?.queries(requestState) ?? [] }
}

/** True if the expression depends on nothing but the query. */
function readsQueryAlone({ modelIndex }: Interpreter, text: ExpressionText): boolean {
  const { variables, input, calls, resources } = modelIndex.readsOf(text)
  return (
    [...variables].every((name) => name === 'input') &&
    [...input].every((place) => place === 'query') &&
    calls.size === 0 &&
    resources.size === 0
  )
}

/** `items.map(x, …)`. */
function mapOverItems(expression: Expression): { readonly variable: string; readonly item: Expression } | undefined {
  if (expression.kind !== 'macro' || expression.name !== 'map' || expression.range.kind !== 'variable' || expression.range.name !== 'items')
    return undefined
  const [variable] = expression.variables
  const [item, ...more] = expression.arguments
  return variable === undefined || item === undefined || more.length > 0 || expression.variables.length > 1 ? undefined : { variable, item }
}

/** `page`, `page.next` and similar; members that the page lacks are left out. */
function makePagePrinter(expression: Expression, { keys }: Interpreter): Printer<PrintedPage> | undefined {
  if (expression.kind === 'variable' && expression.name === 'page') return ({ page }) => printJson(convertValueToJson(page, keys))
  if (expression.kind !== 'select' || expression.optional || expression.operand.kind !== 'variable' || expression.operand.name !== 'page')
    return undefined
  const { member } = expression
  return ({ page }) => {
    const value: Value | undefined = page.get(member)
    return value === undefined ? undefined : printJson(convertValueToJson(value, keys))
  }
}
