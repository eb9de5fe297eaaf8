// Determines the version of a request, from the place that part 9 defines.

import { EvaluationError, evaluate } from '../cel/evaluate.ts'
import type { Value } from '../cel/value.ts'
import { noRecordsHost } from '../exchange/names.ts'
import { parseMediaType } from '../exchange/negotiate.ts'
import { isRetired } from '../exchange/refuse.ts'
import type { RequestedVersion } from '../exchange/version/requested-version.ts'
import type { Facts, VersionFacts } from '../fact/fact.ts'
import { type ExpressionText, originOf, slotValueOf } from '../model/slot.ts'
import { splitVersionPath, findVersionPath } from '../model/version-path.ts'
import type { Answer, Fields } from '../exchange/exchange.ts'
import { type Router, makeRouter } from './router.ts'
import type { RequestTarget } from './target.ts'

/** The head of a request, as needed to determine its version. */
export type Head = RequestTarget & { readonly headers: Fields }

export type VersionChoice =
  /** The head without the version. */
  | { readonly kind: 'chosen'; readonly requestedVersion: RequestedVersion; readonly router: Router; readonly head: Head }
  | { readonly kind: 'unknown'; readonly requested?: string }
  | { readonly kind: 'retired'; readonly requested: string; readonly version: VersionFacts }

export type Versions = {
  find(head: Head): VersionChoice
  /** Resolves a caller's pinned version for a request that names none; undefined if part 9 pins no caller, or all to one version. */
  readonly pinned: ((name: string, head: Head) => VersionChoice) | undefined
  /** A router for the paths of all versions; undefined if the version is part of the path. */
  readonly anywhere: Router | undefined
  /** Adds the headers that describe the version to an answer. */
  addVersionHeaders(answer: Answer, requestedVersion: RequestedVersion): Answer
  /** The number of requests for each version since the start, and the last time, in milliseconds since 1970. */
  readonly uses: ReadonlyMap<string, { readonly count: number; readonly last: number }>
}

/** Undefined where the document has no versions. */
export function makeVersionRouting(facts: Facts, now: () => number): Versions | undefined {
  const { versions } = facts
  const scheme = slotValueOf(facts.model.versioning.value.scheme)
  if (versions.length === 0 || scheme === undefined) return undefined
  const routers = new Map(versions.map((version) => [version, makeRouter(version.routes)]))
  const versionPlace = findPlace(facts)
  const pinnedForAll = versionPlace.inPath ? undefined : versions.find(({ name }) => name === findLiteralPin(facts))
  const meaning = makeMeaning(facts)
  const uses = new Map<string, { count: number; last: number }>()
  const chooseVersion = (spelling: string, version: VersionFacts, prefix: string | undefined, head: Head): VersionChoice => {
    const use = uses.getOrInsertComputed(version.name, () => ({ count: 0, last: 0 }))
    use.count++
    use.last = now()
    if (isRetired(version, now())) return { kind: 'retired', requested: spelling, version }
    return {
      kind: 'chosen',
      requestedVersion: { version, ...(prefix === undefined ? {} : { prefix }) },
      router: routers.get(version)!,
      head,
    }
  }
  return {
    uses,
    anywhere: versionPlace.inPath ? undefined : makeRouter(versions.flatMap(({ routes }) => routes)),
    addVersionHeaders: makeVersionHeaders(facts),
    find(head) {
      const { text, prefix, rest } = versionPlace.read(head)
      const { requested, version } =
        text === undefined && pinnedForAll !== undefined ? { requested: pinnedForAll.name, version: pinnedForAll } : meaning(text)
      if (version === undefined) return { kind: 'unknown', ...(requested === undefined ? {} : { requested }) }
      return chooseVersion(requested!, version, prefix, rest)
    },
    pinned:
      facts.model.versioning.value.pinned.state !== 'shown' || versionPlace.inPath || pinnedForAll !== undefined
        ? undefined
        : (name, head) => {
            const version = versions.find((each) => each.name === name)
            return version === undefined ? { kind: 'unknown', requested: name } : chooseVersion(name, version, undefined, head)
          },
  }
}

function findVersionState(version: VersionFacts, now: number): 'retired' | 'newest' | 'deprecated' | 'served' {
  if (isRetired(version, now)) return 'retired'
  if (version.isNewest) return 'newest'
  return version.deprecated !== undefined && now >= version.deprecated.ms ? 'deprecated' : 'served'
}

/** For the operator: each version, whether it is still served, and its number of requests. */
export function listVersionUses({ versions }: Facts, { uses }: Versions, now: number): unknown {
  const printDay = (moment: VersionFacts['sunset']): string | undefined => moment && new Date(moment.ms).toISOString().slice(0, 10)
  return versions.map((version) => {
    const use = uses.get(version.name)
    return {
      version: version.name,
      state: findVersionState(version, now),
      deprecated: printDay(version.deprecated),
      sunset: printDay(version.sunset),
      retired: printDay(version.retired),
      requests: use?.count ?? 0,
      ...(use === undefined ? {} : { last: new Date(use.last).toISOString() }),
    }
  })
}

/** If all callers are pinned to one version, no authentication is needed. */
function findLiteralPin({ model, typing }: Facts): string | undefined {
  const pinned = slotValueOf(model.versioning.value.pinned)
  const expression = pinned && typing.expression(pinned)
  return expression?.kind === 'literal' && typeof expression.value === 'string' ? expression.value : undefined
}

type ReadVersion = { readonly text: string | undefined; readonly prefix?: string; readonly rest: Head }

type Place = { readonly inPath: boolean; read(head: Head): ReadVersion }

function findPlace({ model }: Facts): Place {
  const { scheme: slot, value } = model.versioning.value
  const scheme = slotValueOf(slot)
  const path = findVersionPath(slot)
  if (path !== undefined) return { inPath: true, read: fromPath(path) }
  if (scheme === 'media-type') return { inPath: false, read: value.state === 'shown' ? fromAccept : fromParameter }
  const header = typeof scheme === 'object' ? slotValueOf(scheme.header)?.text.toLowerCase() : undefined
  if (header !== undefined) return { inPath: false, read: (head) => ({ text: head.headers.get(header), rest: head }) }
  const parameter = (typeof scheme === 'object' ? slotValueOf(scheme.query)?.text : undefined) ?? 'version'
  return { inPath: false, read: (head) => fromQuery(head, parameter) }
}

function fromPath(path: string): (head: Head) => ReadVersion {
  const split = splitVersionPath(path)
  return (head) => {
    const { text, prefix, rest } = split(head.path)
    return { text, prefix, rest: { ...head, path: rest } }
  }
}

/** The parameter that names the version is not passed to the operation. */
function fromQuery(head: Head, parameter: string): ReadVersion {
  const versionEntry = head.query.find(([name]) => name === parameter)
  return {
    text: versionEntry?.[1],
    rest: versionEntry === undefined ? head : { ...head, query: head.query.filter(([name]) => name !== parameter) },
  }
}

/** With `value` all of `Accept` selects the version, so it selects no media type. */
function fromAccept(head: Head): ReadVersion {
  return { text: head.headers.get('accept'), rest: replaceAccept(head, undefined) }
}

/** The parameter `version` of the first media type that has one, in `Accept` or else in `Content-Type`. */
function fromParameter(head: Head): ReadVersion {
  const accept = head.headers.get('accept')
  const ranges = (accept ?? '').split(',')
  const requested = [...ranges, head.headers.get('content-type') ?? ''].flatMap(
    (range) => parseMediaType(range.trim())?.parameters.get('version') ?? [],
  )
  if (accept === undefined) return { text: requested[0], rest: head }
  const withoutVersions = accept.replaceAll(/;\s*version=("[^"]*"|[^;,\s]*)/gi, '')
  return { text: requested[0], rest: replaceAccept(head, withoutVersions) }
}

function replaceAccept(head: Head, accept: string | undefined): Head {
  const get = (name: string): string | undefined => (name === 'accept' ? accept : head.headers.get(name))
  return { ...head, headers: { get, entries: () => [...head.headers.entries()].flatMap(([name]) => [[name, get(name) ?? ''] as const]) } }
}

type RequestedMeaning = { readonly requested?: string; readonly version?: VersionFacts }

/** `value` maps the text to a version, `accept` gives the admitted ones; the newest of them is chosen. */
function makeMeaning(facts: Facts): (text: string | undefined) => RequestedMeaning {
  const { value, accept } = facts.model.versioning.value
  const [versionValue, admits] = [slotValueOf(value), slotValueOf(accept)]
  const newestFirst = facts.versions.toReversed()
  return (text) => {
    if (text === undefined) return {}
    const requested = versionValue === undefined ? text : evaluateText(facts, versionValue, [['value', text]])
    if (typeof requested !== 'string') return {}
    const version = newestFirst.find(({ name }) =>
      admits === undefined
        ? name === requested
        : evaluateText(facts, admits, [
            ['candidate', name],
            ['version', requested],
          ]) === true,
    )
    return { requested, ...(version === undefined ? {} : { version }) }
  }
}

/** Undefined if the expression fails for the received text. */
function evaluateText({ typing }: Facts, text: ExpressionText, names: readonly (readonly [string, Value])[]): Value | undefined {
  const expression = typing.expression(text)
  if (expression === undefined) return undefined
  try {
    return evaluate(expression, new Map(names), noRecordsHost)
  } catch (error) {
    if (error instanceof EvaluationError) return undefined
    throw error
  }
}

type Header = readonly [name: string, value: string]

/** `Deprecation` (RFC 9745), `Sunset` (RFC 8594), and the request header that the answer depends on. */
function makeVersionHeaders({ model }: Facts): Versions['addVersionHeaders'] {
  const { scheme: slot, value } = model.versioning.value
  const scheme = slotValueOf(slot)
  const inMedia = scheme === 'media-type'
  const header = typeof scheme === 'object' ? slotValueOf(scheme.header)?.text : undefined
  const vary = inMedia ? 'Accept' : header
  const headersByVersion = new Map<VersionFacts, { readonly headers: readonly Header[]; readonly origins: Answer['trace']['origins'] }>()
  const makeHeaders = ({ deprecated, sunset }: VersionFacts): { headers: Header[]; origins: Answer['trace']['origins'] } => ({
    headers: [
      ...(deprecated === undefined ? [] : [['Deprecation', `@${deprecated.ms / 1000}`] as const]),
      ...(sunset === undefined ? [] : [['Sunset', new Date(sunset.ms).toUTCString()] as const]),
      ...(vary === undefined ? [] : [['Vary', vary] as const]),
    ],
    origins: [
      ...(deprecated === undefined ? [] : [['Deprecation', deprecated.origin] as const]),
      ...(sunset === undefined ? [] : [['Sunset', sunset.origin] as const]),
      ...(vary === undefined || slot.state !== 'shown' ? [] : [['Vary', originOf(slot.at)] as const]),
    ],
  })
  return (answer, { version }) => {
    const prepared = headersByVersion.getOrInsertComputed(version, makeHeaders)
    const headers = inMedia && value.state !== 'shown' ? answer.headers.map((header) => addVersion(header, version.name)) : answer.headers
    if (prepared.headers.length === 0 && headers === answer.headers) return answer
    return {
      ...answer,
      headers: [...headers, ...prepared.headers],
      trace: { ...answer.trace, origins: [...answer.trace.origins, ...prepared.origins] },
    }
  }
}

/** Adds the version to the answer's media type, as in the request. */
function addVersion([name, value]: Header, version: string): Header {
  return name.toLowerCase() === 'content-type' && parseMediaType(value)?.parameters.has('version') === false
    ? [name, `${value}; version=${/^[\w.-]+$/.test(version) ? version : JSON.stringify(version)}`]
    : [name, value]
}
