// `application/x-www-form-urlencoded` (URL standard, section 5): pairs of names and texts, as in a query or a form.

type Pairs = readonly (readonly [name: string, text: string])[]

/** Undefined if a part does not decode to UTF-8. */
export function parseUrlEncoded(text: string): Pairs | undefined {
  const pairs: (readonly [string, string])[] = []
  for (const piece of text.split('&')) {
    if (piece === '') continue
    const equals = piece.indexOf('=')
    const name = decode(equals < 0 ? piece : piece.slice(0, equals))
    const value = decode(equals < 0 ? '' : piece.slice(equals + 1))
    if (name === undefined || value === undefined) return undefined
    pairs.push([name, value])
  }
  return pairs
}

function decode(text: string): string | undefined {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    return undefined
  }
}

/** Spaces become `%20`, which a query and a form both allow. */
export function printUrlEncoded(pairs: Pairs): string {
  return pairs.map(([name, text]) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`).join('&')
}

/**
 * An address with other query parameters: each named one is replaced where it first is, or removed if it has no text; new ones come last.
 * All others stay as they are written.
 */
export function withQuery(address: string, parameters: readonly (readonly [name: string, texts: readonly string[]])[]): string {
  const [whole, fragment] = splitAt(address, '#')
  const [path, query] = splitAt(whole, '?')
  const left = new Map(parameters)
  const take = (name: string): readonly string[] => {
    const texts = left.get(name)!
    left.set(name, [])
    return texts.map((text) => `${encodeInQuery(name)}=${encodeInQuery(text)}`)
  }
  const pieces = (query ?? '').split('&').flatMap((piece) => {
    const name = decode(splitAt(piece, '=')[0])
    return name !== undefined && left.has(name) ? take(name) : piece === '' ? [] : [piece]
  })
  const all = [...pieces, ...[...left.keys()].flatMap(take)]
  return `${path}${all.length === 0 ? '' : `?${all.join('&')}`}${fragment === undefined ? '' : `#${fragment}`}`
}

function splitAt(text: string, sign: string): readonly [string, string?] {
  const at = text.indexOf(sign)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}

/** Signs that need no encoding in a query (RFC 3986, section 3.4) and have no meaning in a form stay readable. */
function encodeInQuery(text: string): string {
  return encodeURIComponent(text).replaceAll(/%(?:2C|3A|2F|40)/g, decodeURIComponent)
}
