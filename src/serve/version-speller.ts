// Adds a version to a client's request, at the place that part 9 defines.

import type { Model } from '../model/model.ts'
import { slotValueOf } from '../model/slot.ts'
import { findVersionPath, listVersionNames, spellVersionPath, splitVersionPath } from '../model/version-path.ts'

export type SpelledVersion = {
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly query: readonly (readonly [name: string, value: string])[]
  /** Before every path. */
  readonly prefix?: string
  /** With `prefix`: true if a path begins with a version of the document already. */
  readonly hasVersion?: (path: string) => boolean
}

/** `text` is the version as sent; undefined if the document has no versions. */
export function makeVersionSpeller({ versioning }: Model): (text: string) => SpelledVersion | undefined {
  const scheme = slotValueOf(versioning.value.scheme)
  if (versioning.state !== 'shown' || scheme === undefined) return () => undefined
  const path = findVersionPath(versioning.value.scheme)
  if (path !== undefined) {
    const split = splitVersionPath(path)
    const names = new Set(listVersionNames(versioning.value))
    const hasVersion = (requestPath: string): boolean => names.has(split(requestPath).text ?? '')
    return (text) => ({ headers: [], query: [], prefix: spellVersionPath(path, text), hasVersion })
  }
  if (scheme === 'media-type') {
    const isWhole = versioning.value.value.state === 'shown'
    return (text) => ({ headers: [['Accept', isWhole ? text : `application/json; version=${text}`]], query: [] })
  }
  const header = typeof scheme === 'object' ? slotValueOf(scheme.header)?.text : undefined
  if (header !== undefined) return (text) => ({ headers: [[header, text]], query: [] })
  const parameter = (typeof scheme === 'object' ? slotValueOf(scheme.query)?.text : undefined) ?? 'version'
  return (text) => ({ headers: [], query: [[parameter, text]] })
}
