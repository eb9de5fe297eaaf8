// Entity tags (RFC 9110, section 8.8.3) and the conditions that compare them (section 13.1).

import { hash } from 'node:crypto'

/** A strong entity tag from data that identifies the content. */
export function makeEntityTag(content: string | Uint8Array): string {
  return `"${hash('sha256', content, 'base64url').slice(0, 22)}"`
}

/**
 * The tag of a response that reads a fixed set of records, from their versions. Within an edition two contents never share a version; the
 * order does not matter. `variant` names the representation if it has several.
 */
export function makeVersionsTag(edition: string, versions: readonly number[], variant?: string): string {
  const versionsText = versions.length === 1 ? String(versions[0]) : [...new Set(versions)].toSorted((a, b) => a - b).join()
  return makeEntityTag(variant === undefined ? `${edition} ${versionsText}` : `${edition} ${variant} ${versionsText}`)
}

export type TagList =
  | { readonly kind: 'any' }
  | { readonly kind: 'tags'; readonly tags: readonly { readonly weak: boolean; readonly tag: string }[] }

/** `*` or a list of tags; undefined if the field is invalid. */
export function parseTags(field: string): TagList | undefined {
  if (field.trim() === '*') return { kind: 'any' }
  const tags: { weak: boolean; tag: string }[] = []
  // Elements of a list may be empty and are then ignored (RFC 9110, section 5.6.1.2).
  let rest = field.replace(/^[\s,]+/, '')
  while (rest !== '') {
    const match = /^(W\/)?("[\x21\x23-\x7e\x80-\uffff]*")\s*(?:,[\s,]*|$)/.exec(rest)
    if (match === null) return undefined
    tags.push({ weak: match[1] !== undefined, tag: match[2]! })
    rest = rest.slice(match[0].length)
  }
  return tags.length === 0 ? undefined : { kind: 'tags', tags }
}

/** `If-Match`: strong comparison; an invalid field matches nothing. `tag` is undefined without a record. */
export function satisfiesIfMatch(field: string, tag: string | undefined): boolean {
  const list = parseTags(field)
  if (list === undefined || tag === undefined) return false
  return list.kind === 'any' || list.tags.some((each) => !each.weak && each.tag === tag)
}

/** `If-None-Match`: weak comparison; true if the request continues. */
export function satisfiesIfNoneMatch(field: string, tag: string | undefined): boolean {
  const list = parseTags(field)
  if (list === undefined || tag === undefined) return true
  return list.kind === 'tags' && !list.tags.some((each) => each.tag === tag)
}
