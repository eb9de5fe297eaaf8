// Splits a stream of bytes into messages: one per line (MCP), or each after a header with its length (LSP).

export type Framing = {
  /** Adds received bytes, and returns the messages that are now complete. */
  readonly push: (bytes: Uint8Array) => readonly string[]
  readonly frame: (message: string) => string
}

/** The maximum size of a message; after a longer one, the stream is closed. */
export const maxBytes = 64 * 1024 * 1024

export class BrokenFraming extends Error {}

export function byLines(): Framing {
  const decoder = new TextDecoder()
  let incomplete = ''
  return {
    push(bytes) {
      const lines = (incomplete + decoder.decode(bytes, { stream: true })).split('\n')
      incomplete = lines.pop()!
      if (incomplete.length > maxBytes) throw new BrokenFraming('a line is too long')
      return lines.map((line) => line.trim()).filter((line) => line !== '')
    },
    frame: (message) => `${message}\n`,
  }
}

export function byLength(): Framing {
  let incomplete: Buffer = Buffer.alloc(0)
  return {
    push(bytes) {
      incomplete = Buffer.concat([incomplete, bytes])
      const messages: string[] = []
      for (;;) {
        const end = incomplete.indexOf('\r\n\r\n')
        if (end < 0) {
          if (incomplete.length > maxBytes) throw new BrokenFraming('a header is too long')
          return messages
        }
        const length = /^content-length: *(\d+)/im.exec(incomplete.toString('ascii', 0, end))?.[1]
        if (length === undefined || Number(length) > maxBytes) throw new BrokenFraming('a header has no length, or too great a one')
        const until = end + 4 + Number(length)
        if (incomplete.length < until) return messages
        messages.push(incomplete.toString('utf8', end + 4, until))
        incomplete = incomplete.subarray(until)
      }
    },
    frame: (message) => `Content-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`,
  }
}
