// Splits a stream of bytes into messages: one per line (MCP), or each after a header with its length (LSP).

export type Framing = {
  /** Takes received bytes, and returns the messages that are now complete. */
  readonly take: (bytes: Uint8Array) => readonly string[]
  readonly frame: (message: string) => string
}

/** The maximum size of a message; after a longer one, the stream is closed. */
export const maxBytes = 64 * 1024 * 1024

export class BrokenFraming extends Error {}

export function byLines(): Framing {
  const decoder = new TextDecoder()
  let rest = ''
  return {
    take(bytes) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
      rest = lines.pop()!
      if (rest.length > maxBytes) throw new BrokenFraming('a line is too long')
      return lines.map((line) => line.trim()).filter((line) => line !== '')
    },
    frame: (message) => `${message}\n`,
  }
}

export function byLength(): Framing {
  let rest: Buffer = Buffer.alloc(0)
  return {
    take(bytes) {
      rest = Buffer.concat([rest, bytes])
      const messages: string[] = []
      for (;;) {
        const end = rest.indexOf('\r\n\r\n')
        if (end < 0) {
          if (rest.length > maxBytes) throw new BrokenFraming('a header is too long')
          return messages
        }
        const length = /^content-length: *(\d+)/im.exec(rest.toString('ascii', 0, end))?.[1]
        if (length === undefined || Number(length) > maxBytes) throw new BrokenFraming('a header has no length, or too great a one')
        const until = end + 4 + Number(length)
        if (rest.length < until) return messages
        messages.push(rest.toString('utf8', end + 4, until))
        rest = rest.subarray(until)
      }
    },
    frame: (message) => `Content-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`,
  }
}
