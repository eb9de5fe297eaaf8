// Receives the content of a request, within the operator's ceiling; who asked whether to send it is told to only now.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { freeBytes } from './bodies.ts'

export type Received =
  | { readonly kind: 'content'; readonly bytes: Uint8Array; readonly present: boolean }
  | { readonly kind: 'too-large' }
  /** All that are under way take as much as there is room for. */
  | { readonly kind: 'no-room' }
  /** The client went away before all of it was there. */
  | { readonly kind: 'gone' }

const nothing: Received = { kind: 'content', bytes: new Uint8Array(0), present: false }

/** Whether so much content may come that a request is asked by its head first; who holds it back waits for an answer anyway. */
export function isWorthAsking(request: IncomingMessage): boolean {
  return hasContent(request) && (request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > freeBytes || isHeldBack(request))
}

/** Whether a request has content (RFC 9112, section 6.3): a length, or a transfer coding. */
function hasContent({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

const goingOn = new WeakSet<IncomingMessage>()

/**
 * Whether the client holds its content back until it is told to go on (RFC 9110, section 10.1.1). Nobody knows whether it sends it after
 * another answer, so its connection ends with that.
 */
export function isHeldBack(request: IncomingMessage): boolean {
  const { headers: { expect }, httpVersionMinor } = request
  return expect !== undefined && httpVersionMinor > 0 && hasContent(request) && !goingOn.has(request)
}

/** Tells what came, once: now where there is nothing to wait for. `holds`: whether there is room for so many bytes of it. */
export function receive(request: IncomingMessage, response: Pick<ServerResponse, 'writeContinue'>, ceiling: number, holds: (size: number) => boolean, tell: (content: Received) => void): void {
  if (!hasContent(request)) return tell(nothing)
  if (Number(request.headers['content-length'] ?? 0) > ceiling) return tell({ kind: 'too-large' })
  if (isHeldBack(request)) {
    goingOn.add(request)
    response.writeContinue()
  }
  const pieces: Buffer[] = []
  let size = 0
  let isTold = false
  const end = (content: Received): void => {
    if (isTold) return
    isTold = true
    tell(content)
  }
  request.on('data', (piece: Buffer) => {
    size += piece.length
    const isWithin = size <= ceiling
    if (isWithin && holds(size)) {
      pieces.push(piece)
      return
    }
    pieces.length = 0
    request.removeAllListeners('data')
    request.resume()
    end({ kind: isWithin ? 'no-room' : 'too-large' })
  })
  request.on('end', () => end({ kind: 'content', bytes: pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces), present: size > 0 }))
  // Also where it ends with an error, of which nobody else need know.
  request.on('close', () => end({ kind: 'gone' }))
}
