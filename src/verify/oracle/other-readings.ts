// Requests that mean the same as a sent one where the document leaves its meaning to the server.

import { findKeyHeader } from '../../model/model.ts'
import { type Expected, type RequestHeader, type ServerRequest, findHeader } from './request.ts'
import type { Step } from './step.ts'
import type { SeenContent } from './seen-content.ts'

const conditionHeader = /^if-(none-)?match$/i

/** With the tag of another version, which a server may give to both: as if it named the present content, and as if it named other content. */
export function listReadingsOfTag(sent: ServerRequest, own: ServerRequest, seen: SeenContent): readonly ServerRequest[] {
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
export function findSameRequest(
  request: ServerRequest,
  { of: operation, trace }: Expected,
  earlier: readonly Step[],
  ask: (request: ServerRequest, step: Step) => Expected,
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
