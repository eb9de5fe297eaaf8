// Finds the operation that a request means, and the version that it speaks.

import { continueWith } from '../base/awaitable.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Unrouted } from '../exchange/refuse.ts'
import { inNewest } from '../exchange/version/query.ts'
import { answerStatus } from './answer-status.ts'
import { type Call, failCall, respond } from './call.ts'
import { type IncomingExchange, noBytes, operate } from './operate.ts'
import type { RouteMatch, Router } from './router.ts'
import type { VersionChoice, Head, Versions } from './versions.ts'

/** `asked` is the path as sent, including a version. */
export function route(call: Call, router: Router, { path, query, headers }: Head, requestedPath = path): void {
  const { service, method, client: { address, url }, id, spoken } = call
  const match = router.find(method, path)
  if (match.kind !== 'operation') return answerUnmatched(call, requestedPath, match)
  const coming: IncomingExchange = {
    operation: match.operation,
    method,
    path: match.path,
    query,
    headers,
    body: noBytes,
    hasBody: false,
    address,
    received: service.now(),
    id,
  }
  if (url !== undefined) coming.url = url
  if (call.trace !== undefined) coming.trace = call.trace.context
  if (spoken === undefined) return operate(call, coming)
  coming.spoken = spoken
  operate(call, inNewest(coming))
}

/** No operation matches: the path is unknown, or it has other methods. */
function answerUnmatched(call: Call, path: string, found: Exclude<RouteMatch, { readonly kind: 'operation' }>): void {
  const { service, request, method } = call
  if (found.kind === 'undecodable') return respond(call, { answer: answerStatus(400, 'RFC 9110, section 15.5.1') })
  if (found.kind === 'nothing') return respond(call, { answer: service.refuse('no-such-path', refuseUnrouted(call, path)) })
  const { allowed } = found
  if (method !== 'OPTIONS')
    return respond(call, { answer: service.refuse('method-not-allowed', { ...refuseUnrouted(call, path), allowed }) })
  // The methods of a path; for a preflight, the headers that other origins' pages may send.
  const preflight = service.cors?.preflight(request, allowed) ?? []
  respond(call, { answer: answerStatus(204, 'RFC 9110, section 9.3.7', [['Allow', allowed.join(', ')], ...preflight]) })
}

function refuseUnrouted({ method, id, client, spoken }: Call, path: string): Unrouted {
  return { method, path, id, ...client, allowed: [], ...(spoken === undefined ? {} : { spoken }) }
}

/**
 * Selects the version. If the path contains it, it is refused first; otherwise an unknown path, and then methods that no version of
 * the path has.
 */
export function routeVersion(call: Call, versions: Versions, head: Head): void {
  const { service, method } = call
  const anywhere = (): RouteMatch | undefined => versions.anywhere?.find(method, head.path)
  if (method === 'OPTIONS' && anywhere()?.kind === 'method') return route(call, versions.anywhere!, head)
  const choice = versions.find(head)
  if (choice.kind === 'spoken') return speak(call, choice, head)
  const at = anywhere()
  if (at?.kind === 'nothing' || at?.kind === 'undecodable') return route(call, versions.anywhere!, head)
  const { pinned } = versions
  if (choice.kind !== 'unknown' || choice.requested !== undefined || pinned === undefined || at?.kind !== 'operation')
    return speak(call, choice, head)
  const { operation, path } = at
  const { query, headers } = head
  const onError = (error: unknown): void => failCall(call, error)
  continueWith(service.callers.present(operation, { method, query, headers, body: noBytes }), (presented) => {
    const exchange: Exchange = {
      ...refuseUnrouted(call, head.path),
      operation,
      path,
      query,
      headers,
      body: noBytes,
      hasBody: false,
      ...(presented === undefined ? {} : { presented }),
    }
    const goOn = (name: string | undefined): void => speak(call, name === undefined ? choice : pinned(name, head), head)
    continueWith(service.backend.pinned(exchange), goOn, onError)
  }, onError)
}

function speak(call: Call, choice: VersionChoice, { path }: Head): void {
  const { service } = call
  switch (choice.kind) {
    case 'unknown':
      return respond(call, {
        answer: service.refuse('unknown-version', {
          ...refuseUnrouted(call, path),
          ...(choice.requested === undefined ? {} : { requestedVersion: choice.requested }),
        }),
      })
    case 'retired':
      return respond(call, {
        answer: service.refuse('retired-version', { ...refuseUnrouted(call, path), requestedVersion: choice.requested, ended: choice.version }),
      })
    case 'spoken':
      return route({ ...call, spoken: choice.spoken }, choice.router, choice.head, path)
  }
}
