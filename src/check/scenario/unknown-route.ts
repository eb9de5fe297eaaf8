// Reports requests of scenarios that no operation answers, unless the scenario expects that.

import type { Help } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { VersionRoute } from '../../fact/versions/version.ts'
import type { HurlEntry, HurlRequest, HurlTemplate } from '../../hurl/tree.ts'
import type { Operation } from '../../model/model.ts'
import { type Segment, isSegmentOf, printSegmentShape } from '../../model/segment.ts'
import { findVersionPath, listVersionNames, spellVersionPath, splitVersionPath } from '../../model/version-path.ts'
import type { Versioning } from '../../model/versioning.ts'
import type { Check } from '../check.ts'
import { readScenariosOf } from '../scenarios.ts'

const code = 'scenario/unknown-route'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model, versions }) {
    const { endpoints, versioning } = model
    if (endpoints.state === 'not shown' || (versioning.state !== 'none' && versions.length === 0)) return []
    const allRoutes =
      versions.length === 0
        ? endpoints.value.operations.map((operation) => ({ operation, ...operation }))
        : versions.flatMap((version) => version.routes)
    const routes = Map.groupBy(allRoutes, ({ segments }) => segments.length)
    const readPath = makePathReader(versioning.value)
    const moveVersion = makeVersionMover(versioning.value)
    return readScenariosOf(model.document).flatMap(({ entries }) => {
      let hasDirective = false
      return entries.flatMap((entry) => {
        hasDirective ||= entry.directives.version !== undefined
        const { request, response } = entry
        const path = findPath(request.url)
        if (path === undefined || (response !== undefined && expectedStatuses.has(response.status.value))) return []
        const possible = readPath(path, hasDirective)
        return possible.length > 0 ? checkPaths(entry, path, possible, routes) : checkMoved(entry, path, moveVersion(path), routes)
      })
    })
  },
}

/** The paths that a request may have in part 4, most likely first; none if it has no version, which the scenario may test. */
type PathReader = (path: string, hasDirective: boolean) => readonly string[]

function makePathReader(versioning: Versioning): PathReader {
  const place = findVersionPath(versioning.scheme)
  if (place === undefined) return (path) => [path]
  const split = splitVersionPath(place)
  const names = new Set(listVersionNames(versioning))
  // With `value` or `accept`, other texts may mean a version too.
  const isOpen = versioning.value.state === 'shown' || versioning.accept.state === 'shown'
  return (path, hasDirective) => {
    const { text, rest } = split(path)
    const isVersion = text !== undefined && names.has(text)
    const mayBeVersion = text !== undefined && (isOpen || text.includes(placeholder))
    if (!hasDirective) return isVersion ? [rest] : []
    return isVersion ? [rest] : mayBeVersion ? [path, rest] : [path]
  }
}

/** `version`: the segments with the version; `before` those in front of it, and `rest` all others. */
type MovedVersion = { readonly version: string; readonly before: string; readonly rest: string; readonly place: string }

function makeVersionMover(versioning: Versioning): (path: string) => MovedVersion | undefined {
  const place = findVersionPath(versioning.scheme)
  if (place === undefined) return () => undefined
  const versions = listVersionNames(versioning).map((name) => spellVersionPath(place, name))
  return (path) => {
    for (const version of versions) {
      const start = `${path}/`.indexOf(`${version}/`)
      if (start <= 0) continue
      const before = path.slice(0, start)
      return { version, before, rest: `${before}${path.slice(start + version.length)}`, place: `${before}${place}` }
    }
    return undefined
  }
}

type Routes = ReadonlyMap<number, readonly VersionRoute[]>

/** The scenario may test the responses of HTTP itself. */
const expectedStatuses = new Set<number | 'any'>([404, 405])
/** Answered for every path that has an operation (RFC 9110, section 9.3). */
const standardMethods = new Set(['HEAD', 'OPTIONS'])

function checkPaths({ request }: HurlEntry, path: string, possible: readonly string[], routes: Routes): Diagnostic[] {
  const candidates = possible.map(splitPath)
  if (candidates.some((segments) => isAnswered(segments, request, routes))) return []
  const matching = findMatching(routes, candidates[0]!)
  const prefix = matching.length > 0 ? undefined : findMissingPrefix(routes, candidates[0]!)
  const help =
    prefix === undefined
      ? 'Add the operation to part 4, or mend the request.'
      : `A scenario writes the whole path: \`${request.method.name} ${withPrefix(request.url, prefix)}\`.`
  return [diagnose(request, path, matching, { gets: matching.length > 0 ? '405' : '404', help })]
}

/** A version that stands elsewhere in the path, often behind the base path: requests that expect a refusal may test that. */
function checkMoved({ request, response }: HurlEntry, path: string, moved: MovedVersion | undefined, routes: Routes): Diagnostic[] {
  const status = response?.status.value ?? 'any'
  if (moved === undefined || (status !== 'any' && status >= 400) || !isAnswered(splitPath(moved.rest), request, routes)) return []
  const help = `The version stands before the whole path, also before \`basePath\`: \`{{url}}${moved.version}${moved.rest.replaceAll(placeholder, '…')}\`. For \`${moved.before}${moved.version}\`, leave out \`basePath\` and write in part 9 \`scheme: { path: '${moved.place}' }\`.`
  return [diagnose(request, path, [], { gets: '`unknown-version`', help })]
}

function splitPath(path: string): readonly string[] {
  return path.split('/').slice(1)
}

function isAnswered(segments: readonly string[], { method }: HurlRequest, routes: Routes): boolean {
  const matching = findMatching(routes, segments)
  if (matching.length === 0) return mayHaveMoreSegments(routes, segments)
  return matching.some((route) => route.method === method.name || standardMethods.has(method.name))
}

function findMatching(routes: Routes, segments: readonly string[]): readonly VersionRoute[] {
  return (routes.get(segments.length) ?? []).filter((route) => matchesPath(route, segments))
}

/** A placeholder may hold several segments, such as the `name` of a resource: `operations/7`. */
function mayHaveMoreSegments(routes: Routes, segments: readonly string[]): boolean {
  const texts = `/${segments.join('/')}`.split(placeholder).map((text) => RegExp.escape(text))
  if (texts.length === 1) return false
  const pattern = new RegExp(`^${texts.join('.+')}$`)
  return [...routes].some(
    ([length, candidates]) =>
      length > segments.length && candidates.some((route) => pattern.test(`/${route.segments.map(printSegmentShape).join('/')}`)),
  )
}

/** The literal segments in front of the path that make it the path of an operation, such as those of `basePath`. */
function findMissingPrefix(routes: Routes, segments: readonly string[]): string | undefined {
  for (const [length, candidates] of routes) {
    if (length <= segments.length) continue
    for (const route of candidates) {
      const leading = route.segments.slice(0, length - segments.length)
      const rest = { segments: route.segments.slice(leading.length) }
      const texts = leading.flatMap((segment) => (segment.kind === 'parameter' ? [] : [segment.text]))
      const isAnchored = rest.segments.some((segment, index) => segment.kind === 'literal' && segment.text === segments[index])
      if (texts.length === leading.length && isAnchored && matchesPath(rest, segments)) return `/${texts.join('/')}`
    }
  }
  return undefined
}

/** The operations of the newest version that a request can mean: none, if its address is not known before the run. */
export function matchOperations({ url, method }: HurlRequest, operations: readonly Operation[]): readonly Operation[] {
  const segments = findPath(url)?.split('/').slice(1)
  return segments === undefined
    ? []
    : operations.filter(
        (operation) =>
          operation.method === method.name && operation.segments.length === segments.length && matchesPath(operation, segments),
      )
}

const placeholder = '\u0000'

/** The path after the service's address, with placeholders marked; undefined if it cannot be separated. */
function findPath({ parts: [first, ...rest] }: HurlTemplate): string | undefined {
  if (first?.kind !== 'placeholder' || !['url', 'host'].includes(first.expression.name)) return undefined
  const text = rest.map((part) => (part.kind === 'text' ? part.value : placeholder)).join('')
  const [path = ''] = text.split(/[?#]/)
  return path.startsWith('/') ? path : undefined
}

function matchesPath({ segments }: Pick<VersionRoute, 'segments'>, requested: readonly string[]): boolean {
  return segments.every((segment, index) => {
    const text = requested[index] ?? ''
    return isSegmentOf(segment, text) || isSegmentOf(segment, decode(text)) || mayBecome(segment, text)
  })
}

/** A placeholder may be any text, but the ending after a parameter is written. */
function mayBecome(segment: Segment, text: string): boolean {
  if (!text.includes(placeholder)) return false
  const ending = segment.kind === 'parameter' ? (segment.ending ?? '') : ''
  return text.endsWith(placeholder) || text.endsWith(ending)
}

function decode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The author's address, with the segments behind its first placeholder. */
function withPrefix({ span }: HurlTemplate, prefix: string): string {
  return span.source.text.slice(span.start, span.end).replace('}}', `}}${prefix}`)
}

function diagnose(
  { method, url }: HurlRequest,
  path: string,
  matching: readonly VersionRoute[],
  { gets, help }: { readonly gets: string; readonly help: string | Help },
): Diagnostic {
  const name = `${method.name} ${path.replaceAll(placeholder, '{}')}`
  const others = matching.slice(0, 3).map(({ operation: { key } }) => ({ span: key.span, text: 'the same path' }))
  return createDiagnostic(
    'warning',
    code,
    `${quoteName(name)} is a request that no operation answers`,
    { span: url.span, text: 'answered by HTTP alone' },
    {
      ...(others.length === 0 ? {} : { others }),
      reason: `It gets ${gets}, and the scenario does not expect that.`,
      help,
    },
  )
}
