// Builds the request of a delivery, with the current records; or the reason why the delivery fails.

import type { RecordValue, Value } from '../../cel/value.ts'
import { unlessHidden } from '../../cel/values/hidden.ts'
import { type Context, bindNames, evaluateOptionalText, fillTextTemplate, evaluateExpression } from '../../exchange/context.ts'
import { printCondition, toRefused } from '../../exchange/refusal.ts'
import { convertValueToText } from '../../exchange/value-json.ts'
import { slotValueOf } from '../../model/slot.ts'
import { limitTurn } from '../limits/bounded.ts'
import type { Interpreter } from '../service.ts'
import type { Store, Transaction } from '../store.ts'
import { makeDeliveryBody } from './content.ts'
import type { Delivery, DeliveryRequest } from './deliveries.ts'
import { evaluateDestinations } from './destination.ts'
import { makeEventContext } from './event-context.ts'
import type { DeliveryPlan } from './plan.ts'
import { mayReaderReceive } from './reader.ts'
import { findAddressee, isStopped } from './stopped.ts'

/** Why no request can be sent: the delivery ends. */
export type NoRequest = { readonly failure: string }

export function makeRequestNow(service: Interpreter, store: Store, delivery: Delivery, plan: DeliveryPlan): DeliveryRequest | NoRequest {
  const tx = store.begin()
  try {
    const request = limitTurn(service, () => makeRequest(service, tx, delivery, plan))
    if ('failure' in request || !isStopped(store, tx, delivery.destination, request.url, findAddressee(delivery))) return request
    return { failure: 'the receiver answered 410 before: it accepts no further deliveries until its address or its record changes' }
  } catch (error) {
    const { refusal } = toRefused(error)
    return { failure: `its request could not be built: ${refusal.report ?? printCondition(refusal)}` }
  } finally {
    tx.rollback()
  }
}

function makeRequest(service: Interpreter, tx: Transaction, { content }: Delivery, plan: DeliveryPlan): DeliveryRequest | NoRequest {
  if (content.kind === 'request') return content.request
  if (content.kind === 'gone') return { failure: 'it was delivered' }
  const { event, to } = content
  const { transaction, context } = makeEventContext(service, tx, event, plan)
  const destinations = slotValueOf(plan.destination.to)
  if (to === undefined && destinations !== undefined) {
    // If the destinations could not be computed before, they usually still cannot.
    evaluateDestinations(destinations, context)
    return { failure: 'its destinations could not be computed when the event happened' }
  }
  const unreadable = { failure: 'the caller for whom it is sent may no longer read its record' }
  if (to === undefined)
    return mayReaderReceive(transaction, plan, event, context)
      ? prepareRequest(service, plan, context, makeDeliveryBody(service, event, plan.destination, context))
      : unreadable
  const row = tx.row(to.resource, to.key)
  if (row === undefined || row.deleted !== undefined) return { failure: `its destination, ${to.resource} ${to.key}, no longer exists` }
  const record: RecordValue = service.keys.recordOfRow(row)
  const destinationContext = bindNames(context, [['to', record]])
  if (!mayReaderReceive(transaction, plan, event, destinationContext)) return unreadable
  return prepareRequest(service, plan, destinationContext, makeDeliveryBody(service, event, plan.destination, destinationContext))
}

/**
 * Completes the request: the media type of the body, unless a header has it. `readerContext` has the reader's permissions: a hidden header
 * is omitted.
 */
export function prepareRequest(
  service: Interpreter,
  { destination, method, signature, subject }: DeliveryPlan,
  context: Context,
  content: { readonly body?: string; readonly headers: DeliveryRequest['headers'] },
  readerContext = context,
): DeliveryRequest {
  const ownHeaders = (slotValueOf(destination.headers) ?? []).flatMap(({ name, slot }): [string, string][] => {
    const text = slot.state === 'shown' ? unlessHidden(() => evaluateOptionalText(slot.value, readerContext)) : undefined
    return text === undefined ? [] : [[name, text]]
  })
  const headerNames = new Set(ownHeaders.map(([name]) => name.toLowerCase()))
  const secret = slotValueOf(destination.secret)
  const address = fillTextTemplate(slotValueOf(destination.url)!, context)
  return {
    method,
    url: subject === undefined ? address : makeSubjectAddress(address, fillTextTemplate(subject, context)),
    headers: [...content.headers.filter(([name]) => !headerNames.has(name.toLowerCase())), ...ownHeaders],
    ...(content.body === undefined ? {} : { body: content.body }),
    secrets:
      signature === undefined || secret === undefined
        ? []
        : listSecrets(evaluateExpression(secret, context)).map((value) => convertValueToText(value, service.keys)),
  }
}

/** The subject is the path of the broker's address, as attempts show it and as the sender reads it. */
function makeSubjectAddress(address: string, subject: string): string {
  return `${address.replace(/\/+$/, '')}/${encodeURIComponent(subject)}`
}

/** One secret or a list of secrets; null gives no signature. */
function listSecrets(value: Value): readonly Value[] {
  const all = Array.isArray(value) ? (value as readonly Value[]) : [value]
  return all.flatMap((each) => {
    const secret = typeof each === 'object' && each !== null && 'kind' in each && each.kind === 'optional' ? each.value : each
    return secret === null || secret === undefined || secret === '' ? [] : [secret]
  })
}
