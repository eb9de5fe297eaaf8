// Receives the content of a request, within the operator's ceiling; who asked whether to send it is told to only now.

import type { IncomingMessage, ServerResponse } from 'node:http'

export type Received =
  | { readonly kind: 'content'; readonly bytes: Uint8Array; readonly present: boolean }
  | { readonly kind: 'too-large' }
  /** The client went away before all of it was there. */
  | { readonly kind: 'gone' }

const nothing: Received = { kind: 'content', bytes: new Uint8Array(0), present: false }

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

/** Tells what came, once: now where there is nothing to wait for. */
export function receive(request: IncomingMessage, response: Pick<ServerResponse, 'writeContinue'>, ceiling: number, tell: (content: Received) => void): void {
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
    if (size <= ceiling) {
      pieces.push(piece)
      return
    }
    request.removeAllListeners('data')
    request.resume()
    end({ kind: 'too-large' })
  })
  request.on('end', () => end({ kind: 'content', bytes: pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces), present: size > 0 }))
  // Also where it ends with an error, of which nobody else need know.
  request.on('close', () => end({ kind: 'gone' }))
}
