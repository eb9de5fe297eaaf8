// Answers a feed: the events after a position that its caller may read, one page of them.

import type { Json } from '../../base/json.ts'
import type { Value } from '../../cel/value.ts'
import { toNaturalValue } from '../../cel/values/natural.ts'
import type { Context } from '../../exchange/context.ts'
import { type EventPosition, type EventRow, beginning } from '../../exchange/event.ts'
import { bindCommonNames } from '../../exchange/names.ts'
import { isPosition, decodePosition, encodePosition } from '../../exchange/position.ts'
import { type Refusal, refuse } from '../../exchange/refusal.ts'
import { listOfferedEvents } from '../../model/endpoints.ts'
import { slotValueOf } from '../../model/slot.ts'
import { makeContext } from '../transaction-context.ts'
import { readSentCursor, foreignCursor, readPageSize } from '../reading/page.ts'
import { makeResponseContext } from '../reading/response-context.ts'
import type { RequestState } from '../request-state.ts'
import { showEvent } from './stream.ts'

/** The requested part of a feed; without `after`, it begins at the oldest stored event. */
type RequestedEvents = { readonly size: number; readonly after: EventPosition | undefined; readonly sentPosition: string | undefined }

/** Events per read, and the most that one answer examines: types, rules and filters may exclude most of them. */
const batch = 200
const maxRead = 2000

export function readFeed(requestState: RequestState): { readonly items: readonly Value[]; readonly page: ReadonlyMap<string, Value> } {
  const requested = readRequestedEvents(requestState)
  if ('condition' in requested) return refuse(requested)
  const { items, last, more } = findEventsAfter(requestState, requested)
  const next = last === undefined ? requested.sentPosition : undefined
  return {
    items: items.map(toNaturalValue),
    page: new Map<string, Value>([
      ['next', next ?? encodePosition(last, requestState.transaction.service.environment.cursors)],
      ['more', more],
      ['size', BigInt(requested.size)],
    ]),
  }
}

/** The refusal for an invalid page request: `invalid query` or `cursor-expired`. */
export function findFeedRefusal(requestState: RequestState): Refusal | undefined {
  const requested = readRequestedEvents(requestState)
  return 'condition' in requested ? requested : undefined
}

function readRequestedEvents(requestState: RequestState): RequestedEvents | Refusal {
  return requestState.once('feed', () => decodeRequest(requestState))
}

function decodeRequest(requestState: RequestState): RequestedEvents | Refusal {
  const {
    operation,
    transaction: { service, tx },
  } = requestState
  const page = slotValueOf(operation.slots.page)!
  const request = requestState.list()
  const size = readPageSize(requestState, page, request)
  if (typeof size !== 'number') return size
  const sent = readSentCursor(requestState, page, request)
  if (sent === undefined) return { size, after: undefined, sentPosition: undefined }
  const position = decodePosition(sent, tx.log, computeOldestTime(requestState), service.environment.cursors)
  if (position.kind === 'position') return { size, after: position.position, sentPosition: sent }
  // A position of another epoch is no longer valid, so its client begins again.
  return position.kind === 'expired' || isPosition(sent, service.environment.cursors) ? { condition: 'cursor-expired' } : foreignCursor
}

/** Events up to this time are no longer sent, even if they are still stored. */
function computeOldestTime({ transaction: { service, now } }: RequestState): number {
  const feed = slotValueOf(slotValueOf(service.facts.model.events.value.delivery)?.feed ?? { state: 'unsaid' })
  return now - ((feed && slotValueOf(feed.retain)) ?? Number.POSITIVE_INFINITY)
}

/** `last`: the event after which the next page begins; undefined if there is no newer event. `more`: not all events were examined. */
type FoundEvents = { readonly items: readonly Json[]; readonly last: EventRow | undefined; readonly more: boolean }

function findEventsAfter(requestState: RequestState, { size, after }: RequestedEvents): FoundEvents {
  const { operation, transaction } = requestState
  const { log } = transaction.tx
  const types = new Set(listOfferedEvents(operation.slots).map(({ text }) => text))
  const oldest = computeOldestTime(requestState)
  const show = makeEventPrinter(requestState)
  const items: Json[] = []
  let last: EventRow | undefined
  for (let read = 0; read < maxRead; read += batch) {
    const rows = log.events(last?.position ?? after ?? beginning, batch)
    for (const row of rows) {
      if (items.length === size) return { items, last, more: true }
      last = row
      const data = row.time <= oldest || !types.has(row.type) ? undefined : show(row)
      if (data !== undefined) items.push(data)
    }
    if (rows.length < batch) return { items, last, more: false }
  }
  return { items, last, more: true }
}

/**
 * Builds the function that represents an event in its envelope for the caller; undefined for an event that a filter or rule excludes, or
 * that cannot be represented.
 */
function makeEventPrinter(requestState: RequestState): (row: EventRow) => Json | undefined {
  const { operation, transaction, exchange } = requestState
  const { facts, settings } = transaction.service
  const filterContext = makeResponseContext(transaction, operation, requestState.names())
  const envelopeContext: Context = {
    ...makeContext(transaction, new Map()),
    variables: bindCommonNames(facts, settings, transaction.now, undefined),
  }
  return (row) => {
    const shown = showEvent(
      transaction,
      row,
      { operation, ...(exchange.requestedVersion === undefined ? {} : { version: exchange.requestedVersion.version }) },
      filterContext,
      envelopeContext,
    )
    if (shown === undefined || 'data' in shown) return shown?.data
    requestState.leftOut = { count: (requestState.leftOut?.count ?? 0) + 1, why: 'an event cannot be shown' }
    return undefined
  }
}
