// Determines what an operation writes to its record: the fields of the body, and `set`.

import type { Type } from '../../cel/type.ts'
import type { Value } from '../../cel/value.ts'
import { listReadPaths } from '../../exchange/reads.ts'
import { setFromRequest } from '../../fact/effects/from-request.ts'
import type { Operation } from '../../model/model.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import { printPointer } from '../../schema/failure.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'
import { bindLetPaths } from '../../typing/passthrough.ts'
import { type Names, makeContext } from '../transaction-context.ts'
import type { RequestState } from '../request-state.ts'
import { checkReferences } from './write-checks.ts'
import { traceProvenance } from './input-provenance.ts'
import { fromBody } from './already-decoded.ts'
import { computeSetValue } from './set-values.ts'
import { type Changes, type WriteSources, fromDocument } from './write.ts'

/** `old` are the values that a merge patch changes. */
export function readRequestChanges(requestState: RequestState, names: Names, old: ReadonlyMap<string, Value> = new Map()): Changes {
  const { resource, operation, transaction } = requestState
  const changes = new Map<string, Value | undefined>()
  for (const [property, value] of listSentFields(requestState)) {
    const info = resource?.properties.get(property)
    changes.set(property, requestState.declared.body?.patch === true && info !== undefined ? merge(info, old.get(property), value) : value)
  }
  // References that `set` reads must exist first.
  if (resource !== undefined) checkReferences(transaction, resource, changes, changes.keys(), writeSourcesOf(requestState))
  const context = makeContext(transaction, names)
  for (const { name, value } of listSpecifiedEntries(operation.slots.set))
    changes.set(name, computeSetValue(transaction, name, value, context))
  return changes
}

/** The fields of the body that were sent or filled with a default. */
export function listSentFields(requestState: RequestState): readonly (readonly [property: string, value: Value])[] {
  const { body } = requestState.declared
  const value = body === undefined || body.writes.length === 0 ? undefined : requestState.body()
  const fields: [string, Value][] = []
  for (const { property, path } of body?.writes ?? []) {
    const result = readMemberAt(value, path)
    if (result !== undefined) fields.push([property, result])
  }
  return fields
}

/** The member at a path; undefined if it is missing. */
export function readMemberAt(value: Value | undefined, path: readonly string[]): Value | undefined {
  let current = value
  for (const name of path) current = current instanceof Map ? (current.get(name) as Value | undefined) : undefined
  return current
}

/** A merge patch (RFC 7396) inside an object property: members are merged, null removes a member. */
function merge({ type, nullable }: Property, old: Value | undefined, patch: Value): Value | undefined {
  if (patch === null) return nullable ? null : undefined
  return mergeMembers(type, old, patch)
}

function mergeMembers(type: Type, old: Value | undefined, patch: Value): Value {
  const objectType = type.kind === 'nullable' ? type.of : type
  if (!(patch instanceof Map) || (objectType.kind !== 'object' && objectType.kind !== 'map')) return patch
  const result = new Map<unknown, Value>(old instanceof Map ? old : [])
  for (const [name, value] of patch as ReadonlyMap<string, Value>) {
    const member = objectType.kind === 'object' ? objectType.members.get(name) : { type: objectType.value, optional: true }
    const keepsNull = member?.optional !== true && member?.type.kind === 'nullable'
    if (value === null && !keepsNull) result.delete(name)
    else result.set(name, mergeMembers(member?.type ?? { kind: 'dyn' }, result.get(name), value))
  }
  return result
}

/** The sources of the operation's changes to its record. */
export function writeSourcesOf(requestState: RequestState): WriteSources {
  return sourcesByOperation.getOrInsertComputed(requestState.operation, () => makeWriteSources(requestState))
}

function makeWriteSources({ declared, operation, resource, transaction: { service } }: RequestState): WriteSources {
  const { body } = declared
  if (resource === undefined) return fromDocument
  const { typing } = service.facts
  const set = new Set(listSpecifiedEntries(operation.slots.set).map(({ name }) => name))
  const sent = (body?.writes ?? []).flatMap(({ property, path, sent: place = path }) =>
    set.has(property) ? [] : [[property, place] as const],
  )
  const paths = [...sent, ...listReadPaths(operation.slots.set, typing, ['input', 'body'])]
  const provenance = new Map([
    ...sent.map(([name, path]) => [name, [{ place: 'body', within: '', at: printPointer(path) }]] as const),
    ...traceProvenance(operation.slots.set, typing, 'request', bindLetPaths(operation, typing)),
  ])
  return {
    ...fromDocument,
    ...(body === undefined ? {} : fromBody(service, resource, body.schema, paths)),
    provenance,
    asCaller: true,
    fromRequest: setFromRequest(service.modelIndex, operation),
  }
}

const sourcesByOperation = new WeakMap<Operation, WriteSources>()

/** All writable properties of an existing record: those without a change get their default, or no value. */
export function completeChanges(info: ResourceInfo, changes: Changes, defaultOf: (property: Property) => Value | undefined): Changes {
  const rest = [...info.properties.values()].filter(
    ({ name, writable, immutable }) => writable && !immutable && !info.key.includes(name) && !changes.has(name),
  )
  return new Map([...changes, ...rest.map((property) => [property.name, defaultOf(property)] as const)])
}
