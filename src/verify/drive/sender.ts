// Sends the requests of a run over HTTP, with the server's credential for each caller.

import { Agent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import { sendRequest } from '../../scenario/send.ts'
import type { Compiled } from '../../compile/compile.ts'
import { type RequestHeader, type ObservedAnswer, type ServerRequest, type Tampering, withVersion, tamperValue } from '../oracle/request.ts'
import type { ServerCredential } from '../options.ts'

export type RequestSender = {
  send(request: ServerRequest): Promise<ObservedAnswer | { readonly problem: string }>
  close(): void
}

export function openSender(
  compiled: Compiled,
  url: string,
  credentials: ReadonlyMap<string, ServerCredential>,
  patience: number,
  now: () => number = () => Date.now(),
): RequestSender {
  const base = new URL(url)
  const agent = base.protocol === 'https:' ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true })
  return {
    async send(request) {
      const { target, headers, body } = serverOutgoing(withVersion(compiled, request), base, credentials)
      const sent = now()
      const received = await sendRequest(
        { method: request.method, url: base, target, headers, ...(body === undefined ? {} : { body }) },
        agent,
        patience,
      )
      if ('problem' in received) return received
      return { status: received.status, headers: received.headers, body: Buffer.from(received.body).toString(), sent, received: now() }
    },
    close: () => agent.destroy(),
  }
}

function tamperedCredential(credential: ServerCredential | undefined, tampering: Tampering | undefined): ServerCredential | undefined {
  if (credential === undefined || tampering === undefined) return credential
  const pairs = (of: readonly RequestHeader[]): RequestHeader[] => of.map(([name, value]) => [name, tamperValue(value, tampering)])
  return { headers: pairs(credential.headers), query: pairs(credential.query) }
}

/** The HTTP request with the headers and credential that are sent. */
export function serverOutgoing(
  request: ServerRequest,
  base: URL,
  credentials: ReadonlyMap<string, ServerCredential>,
): { readonly target: string; readonly headers: readonly RequestHeader[]; readonly body?: Uint8Array } {
  const credential = tamperedCredential(request.caller === undefined ? undefined : credentials.get(request.caller), request.tampering)
  const query = (credential?.query ?? []).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
  const prefix = base.pathname.replace(/\/$/, '')
  const target = `${prefix}${request.target}${query === '' ? '' : `${request.target.includes('?') ? '&' : '?'}${query}`}`
  const body = request.body === undefined ? undefined : new TextEncoder().encode(request.body)
  const headers: RequestHeader[] = [['Host', base.host], ...(credential?.headers ?? []), ...request.headers]
  if (!headers.some(([name]) => name.toLowerCase() === 'accept')) headers.push(['Accept', '*/*'])
  if (body !== undefined || /^(POST|PUT|PATCH)$/.test(request.method)) headers.push(['Content-Length', String(body?.length ?? 0)])
  return { target, headers, ...(body === undefined ? {} : { body }) }
}
