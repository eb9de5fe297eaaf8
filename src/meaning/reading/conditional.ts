// Conditional requests: the entity tag of an address, and its comparison with the request's.

import { createJsonObject, printJson } from '../../base/json.ts'
import type { Value } from '../../cel/value.ts'
import { makeBody, findOutputTree } from '../../exchange/answer.ts'
import { makeEntityTag, satisfiesIfMatch, satisfiesIfNoneMatch, makeVersionsTag } from '../../exchange/etag.ts'
import type { Exchange } from '../../exchange/exchange.ts'
import { readsFixedRecords } from '../../exchange/reads.ts'
import type { Refusal } from '../../exchange/refusal.ts'
import { convertValueToJson } from '../../exchange/value-json.ts'
import type { RequestedVersion } from '../../exchange/version/requested-version.ts'
import type { Point } from '../../fact/fact.ts'
import { isSafe } from '../../model/methods.ts'
import type { Operation } from '../../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { printSegmentShape } from '../../model/segment.ts'
import { type TransactionContext, makeContext } from '../transaction-context.ts'
import { makeHost } from '../record/host.ts'
import { unlessRefused } from '../attempt.ts'
import { RequestState } from '../request-state.ts'
import type { Interpreter } from '../service.ts'
import type { Row } from '../store.ts'
import { withOutput } from './selected-output.ts'
import { answerContext, dependsOnCaller } from './response-context.ts'
import { isVeiled, makeVisibleValues } from './visible-values.ts'

/** Checks `If-Match`: that it is present if required, and that it matches the tag of a GET on the address, in the same transaction. */
export function checkPreconditions(requestState: RequestState, point: Point): readonly Refusal[] {
  const { exchange, operation } = requestState
  const conditional = slotValueOf(operation.slots.conditional)
  if (conditional === undefined || isSafe(operation.method)) return []
  const match = exchange.headers.get('if-match')
  const noneMatch = exchange.headers.get('if-none-match')
  const subject = point.subject === undefined ? {} : { subject: point.subject }
  if (match === undefined && noneMatch === undefined)
    return conditional === 'required' ? [{ condition: 'precondition-required', ...subject }] : []
  const tag = findCurrentTag(requestState)
  const isMet = (match === undefined || satisfiesIfMatch(match, tag)) && (noneMatch === undefined || satisfiesIfNoneMatch(noneMatch, tag))
  return isMet ? [] : [{ condition: 'precondition-failed', ...subject, details: new Map([['etag', tag ?? null]]) }]
}

/** The tag of a GET response for the same address; of the record's version if no GET exists. Undefined if the record does not exist. */
export function findCurrentTag(requestState: RequestState): string | undefined {
  const { transaction, exchange, operation } = requestState
  const reader = findReader(transaction, operation)
  if (reader === undefined) {
    const row = unlessRefused(() => findRecordOfOperation(requestState))
    return row && makeRowTag(transaction, row, makeTagSuffix(operation, exchange.requestedVersion))
  }
  const path = new Map(
    reader.segments.flatMap((segment, index): [string, string][] => {
      const ownSegment = operation.segments[index]
      const value = ownSegment?.kind === 'parameter' ? exchange.path.get(ownSegment.name) : undefined
      return segment.kind === 'parameter' && value !== undefined ? [[segment.name, value]] : []
    }),
  )
  const readExchange: Exchange = { ...exchange, operation: reader, method: 'GET', path, query: [], body: new Uint8Array(0), hasBody: false }
  const readState = new RequestState(transaction, readExchange)
  return reader.action === 'read' && unlessRefused(() => readState.record()) === undefined
    ? undefined
    : unlessRefused(() => makeAnswerTag(readState, readState.names()).tag)
}

/** The tag of the record's version; if rules hide a part of the record, the tag of the readable part. */
function makeRowTag(transaction: TransactionContext, row: Row, variant: string | undefined): string {
  const { edition, keys } = transaction.service
  if (!isVeiled(transaction, row.resource)) return makeVersionsTag(edition, [row.version], variant)
  const value = makeVisibleValues(transaction, row)
  const visibleMembers = [...row.values.keys()].map((name) => [name, convertValueToJson(value(name) ?? null, keys)] as const)
  return makeEntityTag(printJson([edition, variant ?? null, createJsonObject(visibleMembers)]))
}

/** The record of the operation's action; for `do`, the record that it looks up. */
function findRecordOfOperation(requestState: RequestState): Row | undefined {
  const [lookup] = listSpecifiedEntries(requestState.operation.slots.with)
  return requestState.resource === undefined && lookup !== undefined ? requestState.lookup(lookup.name) : requestState.record()
}

function findReader({ service }: TransactionContext, operation: Operation): Operation | undefined {
  const printShape = ({ segments }: Operation): string => segments.map((segment) => `/${printSegmentShape(segment)}`).join('')
  return service.facts.model.endpoints.value.operations.find(
    (each) => each.method === 'GET' && each.action === 'read' && printShape(each) === printShape(operation),
  )
}

type TaggedBody = { readonly tag: string; readonly body: ReturnType<typeof makeBody> }

/** From the versions of the records that the answer reads, if these are a fixed set; otherwise from the answer's bytes. */
export function makeAnswerTag(requestState: RequestState, names: ReadonlyMap<string, Value>): TaggedBody {
  const { transaction, operation } = requestState
  if (!isTaggedByVersions(transaction.service, operation)) {
    const body = makeBody(operation, withOutput(answerContext(transaction, operation, names), requestState))
    return { tag: makeEntityTag(body ?? ''), body }
  }
  const rows = new Set<Row>()
  const watched: TransactionContext = { ...transaction, onRead: (row) => rows.add(row), host: makeHost(() => watched) }
  const body = makeBody(operation, withOutput(makeContext(watched, names), requestState))
  return {
    tag: makeVersionsTag(
      transaction.service.edition,
      [...rows].map(({ version }) => version),
      makeTagSuffix(operation, transaction.requestedVersion),
    ),
    body,
  }
}

/** A suffix for the entity tag, because each version of the API gives the same records other bytes. */
export function makeTagSuffix(operation: Operation, requestedVersion: RequestedVersion | undefined): string | undefined {
  return findOutputTree(operation, requestedVersion) === undefined ? undefined : requestedVersion?.version.name
}

const fixedByOperation = new WeakMap<Operation, boolean>()

/** True if the versions of the records that an answer reads identify its content. */
export function isTaggedByVersions(service: Interpreter, operation: Operation): boolean {
  return !dependsOnCaller(service, operation) && readsFixed(service, operation)
}

function readsFixed(service: Interpreter, operation: Operation): boolean {
  return fixedByOperation.getOrInsertComputed(operation, ({ slots }) => {
    const output = slotValueOf(slots.output)
    return output !== undefined && readsFixedRecords(output, service.facts.typing)
  })
}
