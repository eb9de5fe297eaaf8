// Sends the requests of a run over HTTP, with the server's credential for each caller.

import { Agent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import { sendRequest } from '../../scenario/send.ts'
import type { Compiled } from '../../compile/compile.ts'
import { type RequestHeader, type ObservedAnswer, type ServerRequest, tamperCredential, makeSentRequest } from '../oracle/request.ts'
import type { ServerCredential } from '../options.ts'

export type RequestSender = {
  send(request: ServerRequest): Promise<ObservedAnswer | { readonly problem: string }>
  close(): void
}

/** Milliseconds after which an idle connection is not used again, because the server may be closing it. */
const maxIdle = 1000

export function openSender(
  compiled: Compiled,
  url: string,
  credentials: ReadonlyMap<string, ServerCredential>,
  patience: number,
  now: () => number = () => Date.now(),
): RequestSender {
  const base = new URL(url)
  const openAgent = (): Agent => (base.protocol === 'https:' ? new SecureAgent({ keepAlive: true }) : new Agent({ keepAlive: true }))
  let agent = openAgent()
  let [underWay, lastEnd] = [0, Date.now()]
  const keepOnlyUsed = (): void => {
    if (underWay > 0 || Date.now() - lastEnd < maxIdle) return
    agent.destroy()
    agent = openAgent()
  }
  return {
    async send(request) {
      keepOnlyUsed()
      underWay++
      const { target, headers, body } = buildOutgoingRequest(makeSentRequest(compiled, request), base, credentials)
      const sent = now()
      const received = await sendRequest(
        { method: request.method, url: base, target, headers, ...(body === undefined ? {} : { body }) },
        agent,
        patience,
      )
      underWay--
      lastEnd = Date.now()
      if ('problem' in received) return received
      return { status: received.status, headers: received.headers, body: Buffer.from(received.body).toString(), sent, received: now() }
    },
    close: () => agent.destroy(),
  }
}

/** The HTTP request with the headers and credential that are sent. */
export function buildOutgoingRequest(
  request: ServerRequest,
  base: URL,
  credentials: ReadonlyMap<string, ServerCredential>,
): { readonly target: string; readonly headers: readonly RequestHeader[]; readonly body?: Uint8Array } {
  const valid = request.caller === undefined ? undefined : credentials.get(request.caller)
  const credential = valid === undefined || request.tampering === undefined ? valid : tamperCredential(valid, request.tampering)
  const query = (credential?.query ?? []).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
  const prefix = base.pathname.replace(/\/$/, '')
  const target = `${prefix}${request.target}${query === '' ? '' : `${request.target.includes('?') ? '&' : '?'}${query}`}`
  const body = request.body === undefined ? undefined : new TextEncoder().encode(request.body)
  const headers: RequestHeader[] = [['Host', base.host], ...(credential?.headers ?? []), ...request.headers]
  if (!headers.some(([name]) => name.toLowerCase() === 'accept')) headers.push(['Accept', '*/*'])
  if (body !== undefined || /^(POST|PUT|PATCH)$/.test(request.method)) headers.push(['Content-Length', String(body?.length ?? 0)])
  return { target, headers, ...(body === undefined ? {} : { body }) }
}
