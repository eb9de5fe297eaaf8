// Addresses in a version: with its prefix, and with the former names of endpoints.

import type { ValueStep, VersionFacts, VersionRoute } from '../../fact/versions/version.ts'
import type { Segment } from '../../model/model.ts'
import { textDown } from './query.ts'
import type { RequestedVersion } from './requested-version.ts'

/** Converts the addresses in `Location`, `Content-Location` or `Link`; only those that begin with `/` are the service's. */
export function addressesDown(name: string, value: string, spoken: RequestedVersion): string {
  if (name.toLowerCase() !== 'link') return addressDown(value, spoken)
  return value.replaceAll(/<(\/[^>]*)>/g, (_, address: string) => `<${addressDown(address, spoken)}>`)
}

function addressDown(address: string, { version, prefix = '' }: RequestedVersion): string {
  if (!address.startsWith('/') || address.startsWith('//')) return address
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? []
  return `${prefix}${formerPath(path, version)}${rest}`
}

/** The path of an endpoint in an older version. If several routes match, the more specific one counts, as in routing. */
function formerPath(path: string, { routes, conversions }: VersionFacts): string {
  const segments = path.split('/').slice(1)
  const best = mostLiteralFirst(routes).find(({ operation }) => fits(operation.segments, segments))
  const steps = best && conversions.get(best.operation)?.path
  if (best === undefined || (best.because === undefined && (steps === undefined || steps.size === 0))) return path
  const values = new Map(best.operation.segments.flatMap((segment, index) => {
    const own = segments[index] ?? ''
    const changed = segment.kind === 'parameter' ? steps?.get(segment.name) : undefined
    return segment.kind === 'parameter' ? [[segment.name, changed === undefined ? own : formerSegment(changed, own)] as const] : []
  }))
  return best.segments.map((segment) => `/${segment.kind === 'literal' ? segment.text : (values.get(segment.name) ?? '')}`).join('')
}

/** A segment that does not decode matches no value. */
function formerSegment(steps: readonly ValueStep[], segment: string): string {
  try {
    return encodeURIComponent(textDown(steps, decodeURIComponent(segment)))
  } catch (error) {
    if (error instanceof URIError) return segment
    throw error
  }
}

const sorted = new WeakMap<readonly VersionRoute[], readonly VersionRoute[]>()

/** Routes with more literal segments are more specific. */
function mostLiteralFirst(routes: readonly VersionRoute[]): readonly VersionRoute[] {
  const known = sorted.get(routes)
  if (known !== undefined) return known
  const made = routes.toSorted((a, b) => literals(b) - literals(a))
  sorted.set(routes, made)
  return made
}

const literals = ({ operation }: VersionRoute): number => operation.segments.filter(({ kind }) => kind === 'literal').length

function fits(segments: readonly Segment[], path: readonly string[]): boolean {
  return segments.length === path.length && segments.every((segment, index) => (segment.kind === 'literal' ? segment.text === path[index] : path[index] !== ''))
}
