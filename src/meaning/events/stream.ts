// Streams of events: a listener's selection, its start, and the visible content of each event.

import type { Awaitable } from '../../base/awaitable.ts'
import { printCanonical } from '../../base/json.ts'
import { withOuterBindings } from '../../cel/bindings.ts'
import { EvaluationError } from '../../cel/evaluate.ts'
import { equalValues } from '../../cel/values/equality.ts'
import type { Value } from '../../cel/value.ts'
import { traceSlotOrigin } from '../../exchange/answer.ts'
import { type Context, bindNames, holds, isRecord } from '../../exchange/context.ts'
import { wrapInEnvelope, makeEventValue, evaluateSource } from '../../exchange/envelope.ts'
import { type EventLog, type EventRow, beginning } from '../../exchange/event.ts'
import type { Answer } from '../../exchange/exchange.ts'
import { bindCommonNames } from '../../exchange/names.ts'
import { decodePosition, encodePosition } from '../../exchange/position.ts'
import { Refused, reportFailure } from '../../exchange/refusal.ts'
import type { VisibleEvent, Stream } from '../../exchange/stream.ts'
import { convertValueToJson, convertJsonToValue } from '../../exchange/value-json.ts'
import { downgradeEvent } from '../../exchange/version/event.ts'
import { getHiddenData } from '../../fact/hidden-data.ts'
import { listOfferedEvents } from '../../model/endpoints.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Access } from '../access.ts'
import { type TransactionContext, makeContext } from '../transaction-context.ts'
import { beginTransaction } from '../begin.ts'
import { type ReadScope, readScopeOf } from '../caller/visibility.ts'
import { mayReceive } from '../caller/may-receive.ts'
import { limitTurn } from '../limits/bounded.ts'
import { makeResponseContext } from '../reading/response-context.ts'
import type { Interpreter } from '../service.ts'
import type { RequestState } from '../request-state.ts'
import type { Store } from '../store.ts'
import { makeTenancyOfCaller } from '../caller/tenancy.ts'

/** Variables that stay constant while the stream is open; the time is read per event. */
const constantVariables = ['caller', 'claims', 'credential', 'settings', 'service', 'request']

/** Starts a stream: after the event in `Last-Event-ID`, or with the next event. */
function streamOf(requestState: RequestState, log: EventLog): Stream {
  const { transaction, operation, exchange } = requestState
  const names = new Map([
    ...constantVariables.map((name): [string, Value] => [name, transaction.base.get(name) ?? null]),
    ...requestState.names(),
  ])
  const sent = exchange.headers.get('last-event-id')
  const { cursors } = transaction.service.environment
  const position =
    sent === undefined || sent === '' ? undefined : decodePosition(sent, log, transaction.now - retainOf(transaction.service), cursors)
  const newest = log.newestEvent()
  return {
    operation,
    exchange,
    names,
    group: groupOf(requestState, names),
    ...(exchange.requestedVersion === undefined ? {} : { version: exchange.requestedVersion.version }),
    ...(position?.kind === 'position'
      ? { start: position.position, startText: sent! }
      : { start: newest?.position ?? beginning, startText: encodePosition(newest, cursors) }),
    ...(position === undefined || position.kind === 'position' ? {} : { reset: position.kind }),
  }
}

/** How far back a listener can resume, in milliseconds. */
function retainOf({ facts }: Interpreter): number {
  const stream = streamSlots(facts)
  return (stream && slotValueOf(stream.retain)) ?? Number.POSITIVE_INFINITY
}

function streamSlots({ model }: Interpreter['facts']) {
  const delivery = slotValueOf(model.events.value.delivery)
  return delivery && slotValueOf(delivery.stream)
}

/** The response to a stream request; the server sends the events after its headers. */
export function streamAnswer(requestState: RequestState, answer: Answer, log: EventLog): Answer {
  const media = streamSlots(requestState.transaction.service.facts)?.media
  const { trace } = answer
  return {
    ...answer,
    headers: [...answer.headers, ['Content-Type', 'text/event-stream']],
    trace: { ...trace, origins: [...trace.origins, ...(media === undefined ? [] : traceSlotOrigin('Content-Type', media))] },
    stream: streamOf(requestState, log),
  }
}

/** The key of streams with equal requests and callers: each event is represented once for all of them. */
function groupOf({ transaction, operation, exchange }: RequestState, names: ReadonlyMap<string, Value>): string {
  const { modelIndex, facts, keys } = transaction.service
  const where = slotValueOf(operation.slots.where)
  const texts = [...(where === undefined ? [] : [where]), ...makeReadScopes(transaction, operation).values()].filter(
    (text) => typeof text !== 'string',
  )
  const readings = texts.map((text) => modelIndex.readsOf(text))
  const read = new Set(readings.flatMap(({ variables }) => [...variables]))
  // Views, computed properties, and read rules may depend on the caller, too.
  const readsRecords = readings.some(
    ({ calls, records, own, resources }) =>
      records.size > 0 ||
      own.size > 0 ||
      (getHiddenData(modelIndex) !== undefined && resources.size > 0) ||
      [...calls].some((name) => facts.typing.domain.views.has(name)),
  )
  const tenantResources = [...makeReadScopes(transaction, operation).keys()].filter(
    (resource) => transaction.service.resource(resource).tenant.length > 0,
  )
  const dependsOnCaller = readsRecords || tenantResources.length > 0
  const relevantNames = [...names].filter(
    ([name]) => read.has(name) || (dependsOnCaller && (name === 'caller' || name === 'claims' || name === 'credential')),
  )
  return printCanonical([
    operation.id,
    exchange.requestedVersion?.version.name ?? null,
    tenantResources.map((resource) => findCallerTenant(transaction, resource)?.map((value) => convertValueToJson(value, keys)) ?? null),
    ...relevantNames.map(([name, value]) => [name, isRecord(value) ? value.resource : null, convertValueToJson(value, keys)]),
  ])
}

/** By resource, the read scope of a caller for the records of the streamed events. */
function makeReadScopes(transaction: TransactionContext, { slots }: Stream['operation']): ReadonlyMap<string, ReadScope> {
  const wanted = new Set(listOfferedEvents(slots).map(({ text }) => text))
  const causes = transaction.service.eventTypes.flatMap(({ name, causes: own }) => (wanted.has(name) ? own : []))
  return new Map([...new Set(causes.map(({ resource }) => resource))].map((resource) => [resource, readScopeOf(transaction, resource)]))
}

/** Represents events for a stream, without those that its filter or the caller's permissions exclude. */
export function showEvents(
  service: Interpreter,
  access: Access,
  stream: Stream,
  events: readonly EventRow[],
): Awaitable<readonly VisibleEvent[]> {
  const types = new Set(listOfferedEvents(stream.operation.slots).map(({ text }) => text))
  if (!events.some(({ type }) => types.has(type))) return events.map(() => undefined)
  return access.read((store) => showInTransaction(service, store, stream, events, types))
}

function showInTransaction(
  service: Interpreter,
  store: Store,
  stream: Stream,
  events: readonly EventRow[],
  types: ReadonlySet<string>,
): readonly VisibleEvent[] {
  const tx = store.begin()
  try {
    const now = service.environment.clock.now()
    const transaction = beginTransaction(service, tx, now)
    Object.assign(transaction, { base: withOuterBindings(stream.names, transaction.base) })
    const filterContext = makeResponseContext(transaction, stream.operation, stream.names)
    const envelopeContext: Context = {
      ...makeContext(transaction, new Map()),
      variables: bindCommonNames(service.facts, service.settings, now, undefined),
    }
    return events.map((row) =>
      types.has(row.type)
        ? showWithinBounds(service, () => showEvent(transaction, row, stream, filterContext, envelopeContext))
        : undefined,
    )
  } finally {
    tx.rollback()
  }
}

/** The caller's tenant for a resource; undefined if the caller has none. */
function findCallerTenant(transaction: TransactionContext, resource: string): readonly Value[] | undefined {
  try {
    return makeTenancyOfCaller(transaction)(resource)
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

/** True if the record belongs to the caller's tenant, for resources with tenants. */
function isOfTenant(transaction: TransactionContext, { resource, record }: EventRow): boolean {
  const { tenant, properties } = transaction.service.resource(resource)
  if (tenant.length === 0) return true
  if (record === undefined) return false
  const ownTenant = findCallerTenant(transaction, resource)
  return (
    ownTenant !== undefined &&
    tenant.every(({ property }, index) =>
      equalValues(
        convertJsonToValue(record[property] ?? null, properties.get(property)!.type, transaction.service.keys),
        ownTenant[index] ?? null,
      ),
    )
  )
}

/** A filter that takes too long admits nothing. */
function showWithinBounds(service: Interpreter, show: () => VisibleEvent): VisibleEvent {
  try {
    return limitTurn(service, show)
  } catch (error) {
    if (error instanceof Refused) return { problem: error.refusal.report ?? error.message }
    throw error
  }
}

/** Represents one event for the caller of a stream or feed. */
export function showEvent(
  transaction: TransactionContext,
  row: EventRow,
  { operation, version }: Pick<Stream, 'operation' | 'version'>,
  filterContext: Context,
  envelopeContext: Context,
): VisibleEvent {
  const { events } = transaction.service.facts.model
  try {
    if (!isOfTenant(transaction, row)) return undefined
    if (!mayReceive(transaction, row)) return undefined
    const where = slotValueOf(operation.slots.where)
    if (where !== undefined) {
      const type = envelopeContext.typing.scope(where)?.variables.get('event')
      const event = makeEventValue(row, evaluateSource(events.value, envelopeContext), type, envelopeContext)
      if (!holds(where, bindNames(filterContext, [['event', event]]))) return undefined
    }
    return { type: row.type, data: wrapInEnvelope(downgradeEvent(row, version), events.value, envelopeContext) }
  } catch (error) {
    if (error instanceof EvaluationError) return { problem: reportFailure(error) }
    if (error instanceof Refused) return { problem: error.message }
    throw error
  }
}
