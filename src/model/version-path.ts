// Reads the place of a version in the path, before the paths of all endpoints: `/{version}`, or `/api/{version}`.

import { slotValueOf, listSpecifiedEntries } from './slot.ts'
import type { Versioning } from './versioning.ts'

const placeholder = '{version}'

/** Undefined if requests name the version elsewhere. */
export function findVersionPath(scheme: Versioning['scheme']): string | undefined {
  const place = slotValueOf(scheme)
  if (place === 'path') return `/${placeholder}`
  return typeof place === 'object' ? slotValueOf(place.path)?.text : undefined
}

/** The segments before a path, for a version as requests send it. */
export function spellVersionPath(path: string, version: string): string {
  return path.replace(placeholder, () => version)
}

/** The names of the versions that part 9 lists, the newest last. */
export function listVersionNames({ versions, current }: Pick<Versioning, 'versions' | 'current'>): readonly string[] {
  return [...listSpecifiedEntries(versions).map(({ name }) => name), ...(current.state === 'shown' ? [current.value.text] : [])]
}

/** Splits a path: the version's text, the segments with it, and the rest. */
export function splitVersionPath(
  path: string,
): (requestPath: string) => { readonly text?: string; readonly prefix: string; readonly rest: string } {
  const [prefixText = '', suffixText = ''] = path.split(placeholder).map((text) => RegExp.escape(text))
  const pattern = new RegExp(`^(${prefixText}([^/]+)${suffixText})(/.*)?$`, 's')
  return (requestPath) => {
    const [, prefix = '', text, rest = '/'] = pattern.exec(requestPath) ?? []
    return { ...(text === undefined ? {} : { text }), prefix, rest: text === undefined ? requestPath : rest }
  }
}
