// Finds the operation that a request means, and the version that it speaks.

import { continueWith } from '../base/awaitable.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Unrouted } from '../exchange/refuse.ts'
import { upgradeExchange } from '../exchange/version/query.ts'
import { answerStatus } from './answer-status.ts'
import { type Call, failCall, respond } from './call.ts'
import { noBytes } from './no-bytes.ts'
import { type IncomingExchange, runOperation } from './operate.ts'
import type { RouteMatch, Router } from './router.ts'
import { printOriginForm } from './target.ts'
import type { VersionChoice, Head, Versions } from './versions.ts'

/** `requestedPath` is the path as sent, including a version. */
export function routeRequest(call: Call, router: Router, { path, query, headers }: Head, requestedPath = path): void {
  const {
    service,
    method,
    client: { address, url },
    id,
    requestedVersion,
  } = call
  const match = router.find(method, path)
  if (match.kind !== 'operation') return answerUnmatched(call, requestedPath, match)
  const incoming: IncomingExchange = {
    operation: match.operation,
    method,
    path: match.path,
    query,
    target: printOriginForm(call.request.url ?? '/'),
    headers,
    body: noBytes,
    hasBody: false,
    address,
    receivedAt: service.now(),
    id,
  }
  if (url !== undefined) incoming.url = url
  if (call.trace !== undefined) incoming.trace = call.trace.context
  if (requestedVersion === undefined) return runOperation(call, incoming)
  incoming.requestedVersion = requestedVersion
  runOperation(call, upgradeExchange(incoming))
}

/** No operation matches: the path is unknown, or it has other methods. */
function answerUnmatched(call: Call, path: string, match: Exclude<RouteMatch, { readonly kind: 'operation' }>): void {
  const { service, request, method } = call
  if (match.kind === 'undecodable') return respond(call, { answer: answerStatus(400, 'RFC 9110, section 15.5.1') })
  if (match.kind === 'nothing') return respond(call, { answer: service.refuse('no-such-path', refuseUnrouted(call, path)) })
  const { allowed } = match
  if (method !== 'OPTIONS')
    return respond(call, { answer: service.refuse('method-not-allowed', { ...refuseUnrouted(call, path), allowed }) })
  // The methods of a path; for a preflight, the headers that other origins' pages may send.
  const preflight = service.cors?.preflight(request, allowed) ?? []
  respond(call, { answer: answerStatus(204, 'RFC 9110, section 9.3.7', [['Allow', allowed.join(', ')], ...preflight]) })
}

function refuseUnrouted({ method, id, client, request, requestedVersion }: Call, path: string): Unrouted {
  return {
    method,
    path,
    id,
    target: printOriginForm(request.url ?? '/'),
    ...client,
    allowed: [],
    ...(requestedVersion === undefined ? {} : { requestedVersion }),
  }
}

/**
 * Selects the version. If the path contains it, it is refused first; otherwise an unknown path, and then methods that no version of
 * the path has.
 */
export function routeVersion(call: Call, versions: Versions, head: Head): void {
  const { service, method } = call
  const findAnywhere = (): RouteMatch | undefined => versions.anywhere?.find(method, head.path)
  if (method === 'OPTIONS' && findAnywhere()?.kind === 'method') return routeRequest(call, versions.anywhere!, head)
  const choice = versions.find(head)
  if (choice.kind === 'chosen') return routeWithinVersion(call, choice, head)
  const match = findAnywhere()
  if (match?.kind === 'nothing' || match?.kind === 'undecodable') return routeRequest(call, versions.anywhere!, head)
  const { pinned } = versions
  if (choice.kind !== 'unknown' || choice.requested !== undefined || pinned === undefined || match?.kind !== 'operation')
    return routeWithinVersion(call, choice, head)
  const { operation, path } = match
  const { query, headers } = head
  const onError = (error: unknown): void => failCall(call, error)
  continueWith(
    service.callers.present(operation, { method, query, headers, body: noBytes }),
    (credentials) => {
      const exchange: Exchange = {
        ...refuseUnrouted(call, head.path),
        operation,
        path,
        query,
        headers,
        body: noBytes,
        hasBody: false,
        ...(credentials === undefined ? {} : { credentials }),
      }
      const continueRouting = (name: string | undefined): void =>
        routeWithinVersion(call, name === undefined ? choice : pinned(name, head), head)
      continueWith(service.backend.pinnedVersion(exchange), continueRouting, onError)
    },
    onError,
  )
}

function routeWithinVersion(call: Call, choice: VersionChoice, { path }: Head): void {
  const { service } = call
  switch (choice.kind) {
    case 'unknown':
      return respond(call, {
        answer: service.refuse('unknown-version', {
          ...refuseUnrouted(call, path),
          ...(choice.requested === undefined ? {} : { versionText: choice.requested }),
        }),
      })
    case 'retired':
      return respond(call, {
        answer: service.refuse('retired-version', {
          ...refuseUnrouted(call, path),
          versionText: choice.requested,
          retiredVersion: choice.version,
        }),
      })
    case 'chosen':
      return routeRequest({ ...call, requestedVersion: choice.requestedVersion }, choice.router, choice.head, path)
  }
}
