// Guards the operator's listener: on loopback it admits every local process but no page of another origin; elsewhere it requires the
// operator's token.

import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Why a request is not answered. */
export type GuardRefusal = { readonly status: number; readonly error: string; readonly headers?: { readonly [name: string]: string } }

export type AccessGuard = (request: IncomingMessage, isPublic: boolean) => GuardRefusal | undefined

/** Host names of this machine only, in the spelling of `Host` and `--admin-host`. */
export function isLoopback(host: string): boolean {
  const name =
    /^(?:\[([^\]]*)\](?::\d+)?|([^:]*):\d+)$/
      .exec(host)
      ?.slice(1)
      .find((part) => part !== undefined)
      ?.toLowerCase() ?? host.toLowerCase()
  return name === 'localhost' || name === '::1' || /^127(?:\.\d{1,3}){3}$/.test(name)
}

/** `open` requests (health, the page's own files) need no token. */
export function makeOperatorGuard({ host, token }: { readonly host: string; readonly token?: string }): AccessGuard {
  return (request, open) => {
    const { origin, authorization, host: requestedHost = '' } = request.headers
    // Refuses foreign host names that point to this machine (DNS rebinding).
    if (isLoopback(host) && !isLoopback(requestedHost))
      return { status: 421, error: 'This listener answers to the names of this machine only.' }
    if (request.method !== 'GET' && request.method !== 'HEAD' && origin !== undefined && origin !== `http://${requestedHost}`)
      return { status: 403, error: 'Pages of other origins change nothing here.' }
    if (token === undefined || open || isToken(authorization, token)) return undefined
    return { status: 401, error: "The operator's token is needed.", headers: { 'WWW-Authenticate': 'Bearer' } }
  }
}

function isToken(authorization: string | undefined, token: string): boolean {
  const sentToken = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  return sentToken !== undefined && timingSafeEqual(hashText(sentToken), hashText(token))
}

function hashText(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
