// Lists the endpoints of a version, with their addresses.

import { countBasePathSegments, readWrittenAddress } from '../../model/base-path.ts'
import type { Model, Operation } from '../../model/model.ts'
import { type Segment, parseSegment } from '../../model/segment.ts'
import { type Origin, listSpecifiedEntries, originOf, slotValueOf } from '../../model/slot.ts'
import type { VersionLink } from './chain.ts'
import type { VersionRoute } from './version.ts'

/** In document order; `names` are those of all versions, oldest first. */
export function listVersionRoutes(link: VersionLink, names: readonly string[], { endpoints }: Model): VersionRoute[] {
  const index = names.indexOf(link.name)
  return endpoints.value.operations
    .filter((operation) => existsIn(operation, index, names))
    .map((operation) => ({ operation, ...findAddress(link, operation) }))
}

/** True if the version is not before `version` of the operation, and before the version that removed a restored operation. */
function existsIn({ slots, until }: Operation, index: number, names: readonly string[]): boolean {
  const since = slotValueOf(slots.version)?.text
  const hasBegun = since === undefined || index >= names.indexOf(since)
  return hasBegun && (until === undefined || index < names.indexOf(until))
}

function findAddress({ since }: VersionLink, operation: Operation): Omit<VersionRoute, 'operation'> {
  const base = operation.segments.slice(0, countBasePathSegments(operation))
  let { method, path, segments } = readWrittenAddress(operation)
  let because: Origin | undefined
  for (const { renameEndpoint } of since) {
    const renaming = listSpecifiedEntries(renameEndpoint).find(({ value }) => isAddress(value.text, method, path))
    const formerAddress = renaming && parseAddress(renaming.name)
    if (formerAddress === undefined) continue
    ;({ method, path, segments } = formerAddress)
    because = originOf(renaming!.key)
  }
  return because === undefined
    ? { method, segments: operation.segments }
    : { method, segments: [...base, ...withCurrentNames(segments, operation.segments)], because }
}

function isAddress(text: string, method: string, path: string): boolean {
  const address = parseAddress(text)
  return address?.method === method && address.path === path
}

/** Parses `GET /order/{id}`; a check reports text that is not an address. */
export function parseAddress(text: string): { method: string; path: string; segments: readonly Segment[] } | undefined {
  const [, method, path] = /^([A-Z]+)\s+(\/\S*)$/.exec(text.trim()) ?? []
  if (method === undefined || path === undefined) return undefined
  const segments = path
    .split('/')
    .slice(1)
    .map((segment): Segment => parseSegment(segment) ?? { kind: 'literal', text: segment })
  return { method, path, segments }
}

/** Parameters with a name of the operation keep it; the others get the remaining names in order. */
function withCurrentNames(segments: readonly Segment[], currentSegments: readonly Segment[]): readonly Segment[] {
  const names = currentSegments.flatMap((segment) => (segment.kind === 'parameter' ? [segment.name] : []))
  const formerNames = segments.flatMap((segment) => (segment.kind === 'parameter' ? [segment.name] : []))
  const remaining = names.filter((name) => !formerNames.includes(name))
  return segments.map((segment) =>
    segment.kind === 'parameter' && !names.includes(segment.name) ? { ...segment, name: remaining.shift() ?? segment.name } : segment,
  )
}
