// Receives a request body within the operator's limit; sends `100 Continue` only now, if the client expects it.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { freeBytes } from './bodies.ts'

export type ReceivedBody =
  | { readonly kind: 'content'; readonly bytes: Uint8Array; readonly present: boolean }
  | { readonly kind: 'too-large' }
  /** The running requests use all the memory for bodies. */
  | { readonly kind: 'no-room' }
  /** The client disconnected before the whole body arrived. */
  | { readonly kind: 'gone' }

const emptyBody: ReceivedBody = { kind: 'content', bytes: new Uint8Array(0), present: false }

/** True if the body may be so large that the head is checked first; a client that holds its body back waits for a response anyway. */
export function mayBeLarge(request: IncomingMessage): boolean {
  return (
    hasContent(request) &&
    (request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > freeBytes || isHeldBack(request))
  )
}

/** True if a request has a body (RFC 9112, section 6.3): a length, or a transfer coding. */
function hasContent({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

const goingOn = new WeakSet<IncomingMessage>()

/**
 * True if the client waits for `100 Continue` before its body (RFC 9110, section 10.1.1). After any other response it may or may not send
 * the body, so the connection closes.
 */
export function isHeldBack(request: IncomingMessage): boolean {
  const {
    headers: { expect },
    httpVersionMinor,
  } = request
  return expect !== undefined && httpVersionMinor > 0 && hasContent(request) && !goingOn.has(request)
}

/**
 * Reports the received body once; immediately if there is nothing to wait for. `reserve`: true if there is room for this number of bytes.
 */
export function receive(
  request: IncomingMessage,
  response: Pick<ServerResponse, 'writeContinue'>,
  ceiling: number,
  reserve: (size: number) => boolean,
  onBody: (content: ReceivedBody) => void,
): void {
  if (!hasContent(request)) return onBody(emptyBody)
  if (Number(request.headers['content-length'] ?? 0) > ceiling) return onBody({ kind: 'too-large' })
  if (isHeldBack(request)) {
    goingOn.add(request)
    response.writeContinue()
  }
  const pieces: Buffer[] = []
  let size = 0
  let hasEnded = false
  const end = (content: ReceivedBody): void => {
    if (hasEnded) return
    hasEnded = true
    onBody(content)
  }
  request.on('data', (piece: Buffer) => {
    size += piece.length
    const isWithin = size <= ceiling
    if (isWithin && reserve(size)) {
      pieces.push(piece)
      return
    }
    pieces.length = 0
    request.removeAllListeners('data')
    request.resume()
    end({ kind: isWithin ? 'no-room' : 'too-large' })
  })
  request.on('end', () => end({ kind: 'content', bytes: pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces), present: size > 0 }))
  // Also after a connection error, which needs no report.
  request.on('close', () => end({ kind: 'gone' }))
}
