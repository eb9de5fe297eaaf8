// Addresses in a version: with its prefix, and with the former names of endpoints.

import type { ValueStep, VersionFacts, VersionRoute } from '../../fact/versions/version.ts'
import { type Segment, fillSegment, isSegmentOf, readSegmentValue } from '../../model/segment.ts'
import { downgradeText } from './query.ts'
import type { RequestedVersion } from './requested-version.ts'

/** Converts the addresses in `Location`, `Content-Location` or `Link`; only those that begin with `/` are the service's. */
export function downgradeAddresses(name: string, value: string, requestedVersion: RequestedVersion): string {
  if (name.toLowerCase() !== 'link') return downgradeAddress(value, requestedVersion)
  return value.replaceAll(/<(\/[^>]*)>/g, (_, address: string) => `<${downgradeAddress(address, requestedVersion)}>`)
}

function downgradeAddress(address: string, { version, prefix = '' }: RequestedVersion): string {
  if (!address.startsWith('/') || address.startsWith('//')) return address
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(address) ?? []
  return `${prefix}${downgradeUrlPath(path, version)}${rest}`
}

/** The path of an endpoint in an older version. If several routes match, the more specific one counts, as in routing. */
function downgradeUrlPath(path: string, { routes, conversions }: VersionFacts): string {
  const segments = path.split('/').slice(1)
  const best = sortMostLiteralFirst(routes).find(({ operation }) => matchesRoute(operation.segments, segments))
  const steps = best && conversions.get(best.operation)?.path
  if (best === undefined || (best.because === undefined && (steps === undefined || steps.size === 0))) return path
  const values = new Map(
    best.operation.segments.flatMap((segment, index) => {
      if (segment.kind === 'literal') return []
      const segmentText = readSegmentValue(segment, segments[index] ?? '') ?? ''
      const changed = steps?.get(segment.name)
      return [[segment.name, changed === undefined ? segmentText : downgradeUrlSegment(changed, segmentText)] as const]
    }),
  )
  return best.segments
    .map((segment) => `/${fillSegment(segment, segment.kind === 'literal' ? '' : (values.get(segment.name) ?? ''))}`)
    .join('')
}

/** A segment that does not decode matches no value. */
function downgradeUrlSegment(steps: readonly ValueStep[], segment: string): string {
  try {
    return encodeURIComponent(downgradeText(steps, decodeURIComponent(segment)))
  } catch (error) {
    if (error instanceof URIError) return segment
    throw error
  }
}

const sorted = new WeakMap<readonly VersionRoute[], readonly VersionRoute[]>()

/** Routes with more literal segments are more specific. */
function sortMostLiteralFirst(routes: readonly VersionRoute[]): readonly VersionRoute[] {
  const cached = sorted.get(routes)
  if (cached !== undefined) return cached
  const bySpecificity = routes.toSorted((a, b) => countLiterals(b) - countLiterals(a))
  sorted.set(routes, bySpecificity)
  return bySpecificity
}

const countLiterals = ({ operation }: VersionRoute): number =>
  operation.segments.filter((segment) => segment.kind === 'literal' || segment.ending !== undefined).length

function matchesRoute(segments: readonly Segment[], path: readonly string[]): boolean {
  return segments.length === path.length && segments.every((segment, index) => isSegmentOf(segment, path[index]!))
}
