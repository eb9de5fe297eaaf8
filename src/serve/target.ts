// The request target (RFC 9112, section 3.2): its path and its query parameters.

export type Target = { readonly path: string; readonly query: readonly (readonly [string, string])[] }

/** Undefined where the target is in no form that an origin server serves. */
export function parseTarget(raw: string): Target | undefined {
  let target = raw
  if (!target.startsWith('/')) {
    // The absolute form must be accepted too (section 3.2.2).
    const absolute = /^https?:\/\/[^/?#]*(\/[^?#]*)?(\?[^#]*)?$/i.exec(target)
    if (absolute === null) return undefined
    target = `${absolute[1] ?? '/'}${absolute[2] ?? ''}`
  }
  const mark = target.indexOf('?')
  if (mark < 0) return { path: target, query: [] }
  const query = parseQuery(target.slice(mark + 1))
  return query === undefined ? undefined : { path: target.slice(0, mark), query }
}

/** `application/x-www-form-urlencoded` as the URL standard parses it, but refused where it does not decode to UTF-8. */
function parseQuery(text: string): (readonly [string, string])[] | undefined {
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
