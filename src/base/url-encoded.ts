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
