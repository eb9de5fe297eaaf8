// Finds the lines of part 9 that a difference in an older version concerns.

import type { Span } from '../../base/text.ts'
import type { Compiled } from '../../compile/compile.ts'
import { resourceNameOf } from '../../model/model.ts'
import { type Named, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Difference } from '../oracle/comparison.ts'
import type { Expected, ServerRequest } from '../oracle/request.ts'

/** The changes that give a path its address in the request's version, if it is an older one. */
export function listFormerAddresses({ model }: Compiled, { method, target, version }: ServerRequest): readonly (readonly [Span, string])[] {
  if (version === undefined) return []
  const basePath = slotValueOf(model.service.value.basePath)?.text ?? ''
  return listSpecifiedEntries(model.versioning.value.changes)
    .flatMap(({ value }) => value)
    .flatMap(({ renameEndpoint }) => slotValueOf(renameEndpoint) ?? [])
    .filter(({ name }) => matchesEndpoint(name, method, target.split('?')[0]!, basePath))
    .map(({ key }) => [key.span, 'says its address in this version'] as const)
}

/** Yields the changes since the request's version that affect the difference; for a missing path, the change that removed it. */
export function* listVersionClauses(
  { model, facts }: Compiled,
  difference: Difference,
  expected: Expected,
  { method, target, version }: Pick<ServerRequest, 'method' | 'target' | 'version'>,
): Iterable<readonly [Span, string]> {
  const path = target.split('?')[0]!.replace(/(?<=.)\/$/, '')
  const changes = listSpecifiedEntries(model.versioning.value.changes)
    .filter(
      ({ name }) =>
        version === undefined ||
        isAfter(
          facts.versions.map((known) => known.name),
          name,
          version,
        ),
    )
    .flatMap(({ value }) => value)
  if (expected.of === undefined) {
    for (const { key, slots, segments, method: operationMethod } of model.endpoints.value.operations) {
      const versionSlot = slots.version
      if (
        operationMethod === method &&
        matchesPath(
          segments.map((segment) => (segment.kind === 'literal' ? segment.text : undefined)),
          path,
        )
      ) {
        if (versionSlot.state === 'shown') yield [versionSlot.at.span, 'says which versions have it']
        yield [key.span, 'declares it']
      }
    }
    for (const change of listSpecifiedEntries(model.versioning.value.changes).flatMap(({ value }) => value)) {
      for (const { name, key } of [...(slotValueOf(change.restore) ?? []), ...(slotValueOf(change.renameEndpoint) ?? [])])
        if (matchesEndpoint(name, method, path, slotValueOf(model.service.value.basePath)?.text ?? ''))
          yield [key.span, 'says which versions have it']
    }
    return
  }
  if (version === undefined || difference.part === 'header') return
  const operationMethod = resourceNameOf(expected.of)
  const machines =
    expected.trace.condition?.startsWith('illegal-transition') === true
      ? (facts.typing.domain.resources.get(operationMethod ?? '')?.machines ?? [])
      : []
  const names = new Set([...difference.at.split('/').filter((name) => name !== ''), ...machines.map(({ field }) => field)])
  const entry = expected.trace.entry
  for (const change of changes) {
    const lists: readonly (readonly Named<unknown>[])[] = [
      slotValueOf(change.add),
      slotValueOf(change.remove),
      slotValueOf(change.default),
      slotValueOf(change.retype),
      slotValueOf(change.renameState),
      slotValueOf(change.rename),
    ].filter((list) => list !== undefined)
    for (const { name, key, slot } of lists.flat()) {
      const to = slot.state === 'shown' ? (slot.value as { readonly text?: string }).text : undefined
      const isOfRefusal = entry !== undefined && (name === entry || to === entry)
      // A refusal that the document does not expect names a member of the version's.
      const isRefused = difference.part === 'status' && [name.split('.')[1], to].some((each) => isNamedIn(difference.observed, each))
      if (isOfRefusal || isRefused || names.has(name.split('.')[1] ?? '') || (to !== undefined && names.has(to)))
        yield [key.span, 'says what the version shows instead']
    }
  }
}

/** True if a body names a member, by itself or in a pointer. */
function isNamedIn(body: string, name: string | undefined): boolean {
  return name !== undefined && /^\w+$/.test(name) && new RegExp(`["/]${name}["/]`).test(body)
}

/** True if a version is later than the request's. */
function isAfter(known: readonly string[], changed: string, version: string): boolean {
  return known.indexOf(changed) > known.indexOf(version)
}

/** Ignores letter case: the server may have answered as if the path were the operation's. */
function matchesPath(segments: readonly (string | undefined)[], path: string): boolean {
  const parts = path.toLowerCase().split('/').slice(1)
  return parts.length === segments.length && segments.every((text, index) => text === undefined || text.toLowerCase() === parts[index])
}

/** `base` precedes the paths that the document writes. */
function matchesEndpoint(name: string, method: string, path: string, base: string): boolean {
  const [operationMethod, pattern = ''] = name.split(' ')
  return (
    operationMethod === method &&
    matchesPath(
      `${base}${pattern}`
        .split('/')
        .slice(1)
        .map((part) => (part.startsWith('{') ? undefined : part)),
      path,
    )
  )
}
