// Receives the content of a request, within the operator's ceiling.

import type { IncomingMessage } from 'node:http'

export type Received =
  | { readonly kind: 'content'; readonly bytes: Uint8Array; readonly present: boolean }
  | { readonly kind: 'too-large' }
  /** The client went away before all of it was there. */
  | { readonly kind: 'gone' }

const nothing = new Uint8Array(0)

/** Whether a request has content (RFC 9112, section 6.3): a length, or a transfer coding. */
export function hasContent(request: IncomingMessage): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
}

export function receive(request: IncomingMessage, ceiling: number): Promise<Received> | Received {
  if (!hasContent(request)) return { kind: 'content', bytes: nothing, present: false }
  if (Number(request.headers['content-length'] ?? 0) > ceiling) return { kind: 'too-large' }
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    let size = 0
    request.on('data', (piece: Buffer) => {
      size += piece.length
      if (size <= ceiling) {
        pieces.push(piece)
        return
      }
      request.removeAllListeners('data')
      request.resume()
      resolve({ kind: 'too-large' })
    })
    request.on('end', () => {
      const bytes = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
      resolve({ kind: 'content', bytes, present: size > 0 })
    })
    request.on('error', () => resolve({ kind: 'gone' }))
    request.on('close', () => resolve({ kind: 'gone' }))
  })
}
