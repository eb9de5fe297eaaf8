// The plan of a `list`: one statement that reads only what is sent of each record, printed as it comes.

import { printJson } from '../../base/json.ts'
import type { Expression } from '../../cel/expression.ts'
import type { Value } from '../../cel/value.ts'
import type { Answer, Exchange } from '../../exchange/exchange.ts'
import { entityTag } from '../../exchange/etag.ts'
import { jsonOf } from '../../exchange/value-json.ts'
import { ruleOf } from '../../fact/rules.ts'
import type { Operation } from '../../model/model.ts'
import { shown } from '../../model/slot.ts'
import type { Act } from '../act.ts'
import { asksOverNothing, nobody } from '../caller/alone.ts'
import { deadlineOf } from '../limits/deadline.ts'
import { type Preparation, prepared } from '../reading/list.ts'
import type { Page } from '../reading/page.ts'
import type { Service } from '../service.ts'
import { Situation } from '../situation.ts'
import type { Shown, Store } from '../store.ts'
import { asksOf } from './asks.ts'
import { rulesOfPlan } from './fit.ts'
import type { Plan } from './plan.ts'
import { type Printer, templatePrinter } from './printer.ts'
import { shownOf } from './shown.ts'
import { sealedAnswer } from './sealed-answer.ts'

/** `items` are the records as one JSON list. */
type Listed = { readonly items: string; readonly page: Page }

export function listPlan(service: Service, store: Store, operation: Operation): Plan | undefined {
  const { facts: { typing }, world } = service
  const info = service.resource(operation.subject!.text)
  const output = shown(operation.slots.output)
  const rules = rulesOfPlan(service, operation)
  const asks = rules && asksOf(service, operation, rules.early)
  const records: Shown[] = []
  const template = output && templatePrinter<Listed>(output, typing, (expression) => {
    const each = eachItem(expression)
    if (each === undefined) return pagePrinter(expression, service)
    const record = shownOf(service, operation, each.variable, { kind: 'item', expression: each.item })
    return record && records.push(record) > 0 ? ({ items }) => items : undefined
  })
  const answer = sealedAnswer(service, operation)
  const [record, ...more] = records
  const many = record && store.printing?.many(info.name, record)
  if (asks === undefined || template === undefined || answer === undefined || record === undefined || more.length > 0 || many === undefined) return undefined

  const isTagged = operation.slots.conditional.state === 'shown'
  const { path, query, headers } = typing.input(operation)
  const saysAll = path.size + query.size + headers.size === 0
  const known = new WeakMap<Exchange['query'], Preparation>()
  const rule = ruleOf(world, info.name, 'read')
  const conditions = [rule.kind === 'asked' ? rule.expression : undefined, shown(operation.slots.where)]
  const overNothing = conditions.every((text) => text === undefined || asksOverNothing(world, text))

  const print = (exchange: Exchange, found: ReturnType<Preparation['print']>): Answer | undefined => {
    const body = found && template({ items: `[${found.texts.join(',')}]`, page: found.page })
    return body === undefined ? undefined : answer(exchange, body, isTagged ? entityTag(body) : undefined)
  }

  /** Where the query alone says what is asked, the same query asks the same again. */
  function preparation(act: Act, exchange: Exchange): Preparation | undefined {
    const situation = new Situation(act, exchange)
    for (const place of ['path', 'query', 'header'] as const) situation.parameters(place)
    const made = prepared(situation, many!)
    if (made !== undefined && saysAll && exchange.spoken === undefined) known.set(exchange.query, made)
    return made
  }

  return (exchange) => {
    deadlineOf(service, exchange)()
    if (!asks.isAcceptable(exchange)) return undefined
    const before = exchange.spoken === undefined ? known.get(exchange.query) : undefined
    if (before?.isAlone === true) {
      if (!asks.ofCaller && !before.asks) return print(exchange, before.print(nobody))
      if (asks.alone !== undefined && !before.computes && (!before.asks || overNothing)) {
        const asker = asks.alone(exchange)
        return asker && print(exchange, before.print(asker))
      }
    }
    return asks.within(store, exchange, (act) => print(exchange, (before ?? preparation(act, exchange))?.print({ variables: act.base, host: act.host }, act)))
  }
}

/** `items.map(x, …)`. */
function eachItem(expression: Expression): { readonly variable: string; readonly item: Expression } | undefined {
  if (expression.kind !== 'macro' || expression.name !== 'map' || expression.range.kind !== 'variable' || expression.range.name !== 'items') return undefined
  const [variable] = expression.variables
  const [item, ...more] = expression.arguments
  return variable === undefined || item === undefined || more.length > 0 || expression.variables.length > 1 ? undefined : { variable, item }
}

/** `page`, `page.next` and its like: what the page does not have is left out. */
function pagePrinter(expression: Expression, { keys }: Service): Printer<Listed> | undefined {
  if (expression.kind === 'variable' && expression.name === 'page') return ({ page }) => printJson(jsonOf(page, keys))
  if (expression.kind !== 'select' || expression.optional || expression.operand.kind !== 'variable' || expression.operand.name !== 'page') return undefined
  const { member } = expression
  return ({ page }) => {
    const value: Value | undefined = page.get(member)
    return value === undefined ? undefined : printJson(jsonOf(value, keys))
  }
}
