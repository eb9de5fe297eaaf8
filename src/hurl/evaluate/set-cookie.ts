// The fields of a `Set-Cookie` header (RFC 6265, section 5.2).

export type SetCookie = {
  readonly name: string
  readonly value: string
  /** By lower-case name; one without a value has the empty text. */
  readonly attributes: ReadonlyMap<string, string>
}

export function readSetCookie(header: string): SetCookie {
  const [pair = '', ...rest] = header.split(';')
  const [name, value] = splitPair(pair)
  return { name, value, attributes: new Map(rest.map(splitPair).map(([key, each]) => [key.toLowerCase(), each])) }
}

function splitPair(text: string): [name: string, value: string] {
  const at = text.indexOf('=')
  return at === -1 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()]
}
