// Media types: the request's Content-Type (RFC 9110, section 8.3) and its Accept header (section 12.5.1).

export type MediaType = { readonly type: string; readonly parameters: ReadonlyMap<string, string> }

/** In lower case, except values of parameters other than `charset`; undefined if invalid. */
export function parseMediaType(text: string): MediaType | undefined {
  const [type = '', ...rest] = splitOutsideQuotes(text, ';').map((part) => part.trim())
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+\/[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(type)) return undefined
  const parameters = new Map<string, string>()
  for (const part of rest) {
    const [, name, quoted, token] = /^([^=\s]+)=(?:"((?:[^"\\]|\\.)*)"|([^\s"]*))$/.exec(part) ?? []
    if (name === undefined) continue
    const value = quoted?.replace(/\\(.)/g, '$1') ?? token!
    parameters.set(name.toLowerCase(), name.toLowerCase() === 'charset' ? value.toLowerCase() : value)
  }
  return { type: type.toLowerCase(), parameters }
}

function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = []
  let start = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\' && quoted) i++
    else if (text[i] === '"') quoted = !quoted
    else if (text[i] === separator && !quoted) {
      parts.push(text.slice(start, i))
      start = i + 1
    }
  }
  return [...parts, text.slice(start)]
}

/** The accepted media type that a request's content has; undefined if none. JSON is UTF-8 (RFC 8259, section 8.1). */
export function findAcceptedMedia(contentType: string | undefined, accepted: readonly string[]): string | undefined {
  // Without `Content-Type`, the recipient may guess the type (RFC 9110, section 8.3).
  if (contentType === undefined) return accepted[0]
  if (accepted.includes(contentType)) return contentType
  const media = parseMediaType(contentType)
  if (media === undefined) return undefined
  const charset = media.parameters.get('charset')
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') return undefined
  return accepted.find((text) => {
    const acceptedType = parseMediaType(text)
    return acceptedType?.type === media.type && [...acceptedType.parameters].every(([name, value]) => media.parameters.get(name) === value)
  })
}

/** The offered media type that `Accept` prefers, of equal ones the first; undefined if it admits none. */
export function choosePreferredMedia(accept: string | undefined, offered: readonly string[]): string | undefined {
  if (accept === undefined || accept === '*/*' || accept.trim() === '') return offered[0]
  let best: { readonly media: string; readonly weight: number } | undefined
  for (const media of offered) {
    const weight = findWeight(accept, media)
    if (weight > (best?.weight ?? 0)) best = { media, weight }
  }
  return best?.media
}

/** The weight of a media type in `Accept`: that of the most specific matching range; 0 refuses. */
function findWeight(accept: string, media: string): number {
  const offered = parseMediaType(media)
  if (offered === undefined) return 1
  let best = { rank: -1, weight: 0 }
  for (const text of splitOutsideQuotes(accept, ',')) {
    // Old Java clients send `*; q=.2` beside `*/*; q=.2`.
    const range = parseMediaType(text.trim().replace(/^\*(?=\s*(?:;|$))/, '*/*'))
    if (range === undefined) continue
    const rank = measureSpecificity(range, offered)
    if (rank < 0) continue
    const weight = parseWeight(range.parameters.get('q'))
    if (rank > best.rank || (rank === best.rank && weight > best.weight)) best = { rank, weight }
  }
  return best.weight
}

/** −1 if the range does not match the type; otherwise higher for a narrower range. */
function measureSpecificity(range: MediaType, offered: MediaType): number {
  if (range.type === '*/*') return 0
  const [main] = offered.type.split('/')
  if (range.type === `${main}/*`) return 1
  if (range.type !== offered.type) return -1
  // JSON has no parameter `charset` (RFC 8259, section 11); it is always UTF-8, so the parameter is ignored.
  const requested = [...range.parameters].filter(
    ([name, value]) => name !== 'q' && !(name === 'charset' && /^utf-?8$/.test(value) && /[/+]json$/.test(offered.type)),
  )
  return requested.every(([name, value]) => offered.parameters.get(name) === value) ? 2 + requested.length : -1
}

function parseWeight(text: string | undefined): number {
  if (text === undefined) return 1
  return /^(0?(\.\d+)?|0\.|1(\.0*)?)$/.test(text) ? Number(text) : 0
}
