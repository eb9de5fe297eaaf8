// Requests that mean the same as a sent one where the document leaves its meaning to the server.

import { findKeyHeader } from '../../model/model.ts'
import { type Expected, type ObservedAnswer, type RequestHeader, type ServerRequest, findHeader } from './request.ts'
import type { Step } from './step.ts'
import type { SeenContent } from './seen-content.ts'
import { withWrittenTag } from './with-written-tag.ts'
import { withoutNegotiation } from './without-negotiation.ts'

/** An answer that is not the expected one. `own`: the request with the interpreter's texts in place of the server's. */
export type UnexpectedAnswer = {
  readonly sent: ServerRequest
  readonly own: ServerRequest
  readonly expected: Expected
  readonly observed: ObservedAnswer
  /** True if the server may have written records unasked. */
  readonly isWritten: boolean
}

/** The interpreter's answer to a request now, or in place of an earlier step; it changes nothing. */
type Ask = (request: ServerRequest, from?: Step) => Expected

/** Requests that the server may have answered in place of the sent one, because the document leaves it to the server. */
export function listOtherReadings(
  { sent, own, expected, observed, isWritten }: UnexpectedAnswer,
  seen: SeenContent,
  earlier: readonly Step[],
  ask: Ask,
): readonly ServerRequest[] {
  return [
    withoutNegotiation(own, expected),
    withPresentTag(sent, own, seen, ask),
    isWritten ? withWrittenTag(own, expected, observed) : undefined,
    ...listReadingsOfTag(sent, own, seen),
    findSameRequest(own, expected, earlier, ask),
  ].filter((request) => request !== undefined)
}

/** A server may derive a tag from the content: such a tag becomes valid again when the content returns. */
function withPresentTag(sent: ServerRequest, own: ServerRequest, seen: SeenContent, ask: Ask): ServerRequest | undefined {
  const [path] = sent.target.split('?') as [string]
  const condition = sent.headers.find(([name]) => conditionHeader.test(name))
  const lastBody = condition && seen.bodyOf(path, condition[1])
  if (condition === undefined || lastBody === undefined) return undefined
  const headers = own.headers.filter(([name]) => !conditionHeader.test(name))
  const { body: _, ...rest } = own
  const current = ask({ ...rest, method: 'GET', headers: headers.filter(([name]) => !/^content-/i.test(name)) })
  const tag = findHeader(current.headers, 'etag')
  return tag === undefined || String(current.body) !== lastBody ? undefined : { ...own, headers: [...headers, [condition[0], tag]] }
}

const conditionHeader = /^if-(none-)?match$/i

/** With the tag of another version, which a server may give to both: as if it named the present content, and as if it named other content. */
function listReadingsOfTag(sent: ServerRequest, own: ServerRequest, seen: SeenContent): readonly ServerRequest[] {
  const condition = sent.headers.find(([name]) => conditionHeader.test(name))?.[1]
  const tags = condition?.match(/(W\/)?"[^"]*"/g) ?? []
  if (!tags.some((tag) => seen.isOfOtherVersion(sent, tag))) return []
  return ['*', '"of-another-time"'].map((value) => withCondition(own, value))
}

function withCondition(request: ServerRequest, value: string): ServerRequest {
  return { ...request, headers: request.headers.map(([name, each]) => [name, conditionHeader.test(name) ? value : each]) }
}

/**
 * The request whose idempotency key another request has, if both would have the same answer with a new key: they differ only in what the operation does
 * not read. `ask` answers a request as if it came in place of a step, and undoes its changes.
 */
function findSameRequest(
  request: ServerRequest,
  { of: operation, trace }: Expected,
  earlier: readonly Step[],
  ask: Ask,
): ServerRequest | undefined {
  const key = trace.condition === 'idempotency-mismatch' && operation !== undefined ? findKeyHeader(operation) : undefined
  if (key === undefined) return undefined
  const isKey = (name: string): boolean => name.toLowerCase() === key.toLowerCase()
  const describe = (each: ServerRequest): string =>
    JSON.stringify([each.method, each.target, each.version, each.caller, findHeader(each.headers, key)])
  const first = earlier.find((step) => step.request !== undefined && describe(step.request) === describe(request))
  if (first?.request === undefined) return undefined
  const [a, b] = [first.request, request].map((each) => {
    const withNewKey = each.headers.map(([name, text]): RequestHeader => [name, isKey(name) ? `${text}-new` : text])
    const { status, body } = ask({ ...each, headers: withNewKey }, first)
    return `${status} ${String(body)}`
  })
  return a === b ? first.request : undefined
}
