// The endpoints of a version, and their addresses.

import { basePathLength, writtenAddress } from '../../model/base-path.ts'
import type { Model, Operation, Segment } from '../../model/model.ts'
import { type Origin, specifiedEntries, originOf, slotValue } from '../../model/slot.ts'
import type { VersionLink } from './chain.ts'
import type { VersionRoute } from './version.ts'

/** In document order; `names` are those of all versions, oldest first. */
export function routesIn(link: VersionLink, names: readonly string[], { endpoints }: Model): VersionRoute[] {
  const index = names.indexOf(link.name)
  return endpoints.value.operations
    .filter((operation) => isIn(operation, index, names))
    .map((operation) => ({ operation, ...addressIn(link, operation) }))
}

/** From the version that it says, and of a restored one before the version that took it away. */
function isIn({ slots, until }: Operation, index: number, names: readonly string[]): boolean {
  const since = slotValue(slots.version)?.text
  const begins = since === undefined || index >= names.indexOf(since)
  return begins && (until === undefined || index < names.indexOf(until))
}

function addressIn({ since }: VersionLink, operation: Operation): Omit<VersionRoute, 'operation'> {
  const base = operation.segments.slice(0, basePathLength(operation))
  let { method, path, segments } = writtenAddress(operation)
  let because: Origin | undefined
  for (const { renameEndpoint } of since) {
    const before = specifiedEntries(renameEndpoint).find(({ value }) => isAddress(value.text, method, path))
    const read = before && parseAddress(before.name)
    if (read === undefined) continue
    ;({ method, path, segments } = read)
    because = originOf(before!.key)
  }
  return because === undefined
    ? { method, segments: operation.segments }
    : { method, segments: [...base, ...rename(segments, operation.segments)], because }
}

function isAddress(text: string, method: string, path: string): boolean {
  const read = parseAddress(text)
  return read?.method === method && read.path === path
}

/** Parses `GET /order/{id}`; a check reports text that is not an address. */
export function parseAddress(text: string): { method: string; path: string; segments: readonly Segment[] } | undefined {
  const [, method, path] = /^([A-Z]+)\s+(\/\S*)$/.exec(text.trim()) ?? []
  if (method === undefined || path === undefined) return undefined
  const segments = path.split('/').slice(1).map((segment): Segment => {
    const name = /^\{([A-Za-z_][\w-]*)\}$/.exec(segment)?.[1]
    return name === undefined ? { kind: 'literal', text: segment } : { kind: 'parameter', name }
  })
  return { method, path, segments }
}

/** A parameter is the operation's of the same name; where the names differ, the next one that is left. */
function rename(segments: readonly Segment[], own: readonly Segment[]): readonly Segment[] {
  const names = own.flatMap((segment) => (segment.kind === 'parameter' ? [segment.name] : []))
  const allNames = segments.flatMap((segment) => (segment.kind === 'parameter' ? [segment.name] : []))
  const left = names.filter((name) => !allNames.includes(name))
  return segments.map((segment) =>
    segment.kind === 'parameter' && !names.includes(segment.name) ? { kind: 'parameter', name: left.shift() ?? segment.name } : segment,
  )
}
