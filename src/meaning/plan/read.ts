// The plan of a `read`: one statement that reads only what is sent, printed as it comes.

import type { Exchange } from '../../exchange/exchange.ts'
import { entityTag, tagOfVersions } from '../../exchange/etag.ts'
import type { Operation } from '../../model/model.ts'
import { shown } from '../../model/slot.ts'
import { foundBy } from '../../typing/found.ts'
import { over } from '../../cel/bindings.ts'
import type { Value } from '../../cel/value.ts'
import { nobody } from '../caller/alone.ts'
import { isTaggedByVersions } from '../reading/conditional.ts'
import { deadlineOf } from '../limits/deadline.ts'
import type { Service } from '../service.ts'
import { Situation } from '../situation.ts'
import type { Store } from '../store.ts'
import { asksOf } from './asks.ts'
import { rulesOfPlan } from './fit.ts'
import type { Plan } from './plan.ts'
import { sealedAnswer } from './sealed-answer.ts'
import { shownOf } from './shown.ts'

export function readPlan(service: Service, store: Store, operation: Operation): Plan | undefined {
  const { facts: { typing } } = service
  const info = service.resource(operation.subject!.text)
  const output = shown(operation.slots.output)
  const rules = rulesOfPlan(service, operation)
  const asks = rules && asksOf(service, operation, rules.early)
  const members = foundBy(info, typing.input(operation))
  const record = output && shownOf(service, operation, 'this', { kind: 'template', template: output })
  const answer = sealedAnswer(service, operation)
  if (rules === undefined || asks === undefined || record === undefined || answer === undefined || members.length === 0) return undefined
  const one = store.printing?.one(info.name, members, rules.ofRecord, record)
  if (one === undefined) return undefined

  const isTagged = operation.slots.conditional.state === 'shown'
  const byVersions = isTagged && isTaggedByVersions(service, operation)
  // Which records a computation reads is not known here, and so neither are their versions.
  if (byVersions && one.computes) return undefined
  const parameters = parametersOf(service, operation, members)
  const asksNobody = !asks.ofCaller && rules.ofRecord.length === 0 && one.isAlone

  /** Who asks is found out in a transaction only where other records tell it. */
  const found = (exchange: Exchange, values: readonly Value[]): ReturnType<typeof one.print> => {
    if (asksNobody) return one.print(values, nobody)
    if (asks.alone === undefined || !rules.overNothing || !one.isAlone) {
      return asks.within(store, exchange, (act) => one.print(values, { variables: over(new Situation(act, exchange).names(nothing), act.base), host: act.host }))
    }
    const asker = asks.alone(exchange)
    return asker && one.print(values, asker)
  }

  return (exchange) => {
    deadlineOf(service, exchange)()
    const values = asks.isAcceptable(exchange) ? parameters(exchange) : undefined
    if (values === undefined) return undefined
    const read = found(exchange, values)
    if (read === undefined) return undefined
    const { text, versions } = read
    return answer(exchange, text, isTagged ? (byVersions ? tagOfVersions(service.edition, versions) : entityTag(text)) : undefined)
  }
}

const nothing: ReadonlySet<string> = new Set()

/** The values that the record is found by, in the order of `members`; undefined where any parameter of the request is wrong. */
function parametersOf(service: Service, operation: Operation, members: readonly string[]): (exchange: Exchange) => readonly Value[] | undefined {
  const { query, headers } = service.facts.typing.input(operation)
  const decoder = service.input(operation)
  const others = [...(query.size > 0 || shown(operation.slots.strict) === true ? (['query'] as const) : []), ...(headers.size > 0 ? (['header'] as const) : [])]
  return (exchange) => {
    const path = decoder.parameters('path', exchange, service.keys).value
    if (path === undefined || others.some((place) => decoder.parameters(place, exchange, service.keys).failures !== undefined)) return undefined
    return members.map((member) => path.get(member) ?? null)
  }
}
