// The headers that delimit a message or belong to its connection. A server derives them (RFC 9110, section 8.6; RFC 9112, section 6).

const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

export function isConnectionHeader(name: string): boolean {
  return connectionHeaders.has(name.toLowerCase())
}
