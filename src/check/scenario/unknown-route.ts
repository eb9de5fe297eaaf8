// Reports requests of scenarios that no operation answers, unless the scenario expects that.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { VersionRoute } from '../../fact/versions/version.ts'
import type { HurlEntry, HurlRequest, HurlTemplate } from '../../hurl/tree.ts'
import type { Operation } from '../../model/model.ts'
import { slotValueOf } from '../../model/slot.ts'
import { type Segment, isSegmentOf, printSegmentShape } from '../../model/segment.ts'
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
    const versionNames = slotValueOf(versioning.value.scheme) === 'path' ? versions.map(({ name }) => name) : undefined
    return readScenariosOf(model.document).flatMap(({ entries }) => {
      const namesVersion = entries.some(({ directives }) => directives.version !== undefined)
      return entries.flatMap((entry) => checkEntry(entry, routes, namesVersion ? undefined : versionNames))
    })
  },
}

type Routes = ReadonlyMap<number, readonly VersionRoute[]>

/** The scenario may test the responses of HTTP itself. */
const expectedStatuses = new Set<number | 'any'>([404, 405])
/** Answered for every path that has an operation (RFC 9110, section 9.3). */
const standardMethods = new Set(['HEAD', 'OPTIONS'])

/** `versions`: the names that the path may begin with; a scenario with another prefix tests that. */
function checkEntry({ request, response }: HurlEntry, routes: Routes, versions: readonly string[] | undefined): Diagnostic[] {
  const path = findPath(request.url)
  if (path === undefined || (response !== undefined && expectedStatuses.has(response.status.value))) return []
  const parts = path.split('/').slice(1)
  if (versions !== undefined && !versions.includes(parts[0] ?? '')) return []
  const segments = versions === undefined ? parts : parts.slice(1)
  const matching = (routes.get(segments.length) ?? []).filter((route) => matchesPath(route, segments))
  if (matching.some(({ method }) => method === request.method.name || standardMethods.has(request.method.name))) return []
  if (matching.length === 0 && mayHaveMoreSegments(routes, segments)) return []
  const prefix = matching.length > 0 ? undefined : findMissingPrefix(routes, segments)
  return [diagnose(request, path, matching, prefix)]
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

/** A placeholder may be any text, but the verb of a custom method is written. */
function mayBecome(segment: Segment, text: string): boolean {
  if (!text.includes(placeholder)) return false
  const verb = segment.kind === 'parameter' ? (segment.verb ?? '') : ''
  return text.endsWith(placeholder) || text.endsWith(verb)
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

function diagnose({ method, url }: HurlRequest, path: string, matching: readonly VersionRoute[], prefix: string | undefined): Diagnostic {
  const name = `${method.name} ${path.replaceAll(placeholder, '{}')}`
  const others = matching.slice(0, 3).map(({ operation: { key } }) => ({ span: key.span, text: 'the same path' }))
  return diagnostic(
    'warning',
    code,
    `${quoteName(name)} is a request that no operation answers`,
    { span: url.span, text: 'answered by HTTP alone' },
    {
      ...(others.length === 0 ? {} : { others }),
      reason: `It gets ${matching.length > 0 ? '405' : '404'}, and the scenario does not expect that.`,
      help:
        prefix === undefined
          ? 'Add the operation to part 4, or mend the request.'
          : `A scenario writes the whole path: \`${method.name} ${withPrefix(url, prefix)}\`.`,
    },
  )
}
