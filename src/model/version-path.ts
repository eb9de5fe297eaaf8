// Reads the place of a version in the path, before the paths of all endpoints: `/{version}`, or `/api/{version}`.

import { slotValue } from './slot.ts'
import type { Versioning } from './versioning.ts'

const hole = '{version}'

/** Undefined if requests name the version elsewhere. */
export function versionPath(scheme: Versioning['scheme']): string | undefined {
  const place = slotValue(scheme)
  if (place === 'path') return `/${hole}`
  return typeof place === 'object' ? slotValue(place.path)?.text : undefined
}

/** The segments before a path, for a version as requests send it. */
export function spellVersionPath(path: string, version: string): string {
  return path.replace(hole, () => version)
}

/** Splits a path: the version's text, the segments with it, and the rest. */
export function splitVersionPath(path: string): (sent: string) => { readonly text?: string; readonly prefix: string; readonly rest: string } {
  const [before = '', after = ''] = path.split(hole).map((text) => RegExp.escape(text))
  const pattern = new RegExp(`^(${before}([^/]+)${after})(/.*)?$`, 's')
  return (sent) => {
    const [, prefix = '', text, rest = '/'] = pattern.exec(sent) ?? []
    return { ...(text === undefined ? {} : { text }), prefix, rest: text === undefined ? sent : rest }
  }
}
