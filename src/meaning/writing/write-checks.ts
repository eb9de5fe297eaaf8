// Checks before a write: references must exist, and uniques must not conflict.

import type { Json } from '../../base/json.ts'
import type { Type } from '../../cel/type.ts'
import type { Value } from '../../cel/value.ts'
import { type Failed, type Refusal, refuse } from '../../exchange/refusal.ts'
import { convertValueToJson } from '../../exchange/value-json.ts'
import { type Path, findLastName, printPointer } from '../../schema/failure.ts'
import type { Property, ResourceInfo, Unique } from '../../typing/domain.ts'
import type { TransactionContext } from '../transaction-context.ts'
import { makeForbidden, maySend, findRefusalOfUnreadable } from '../caller/visibility.ts'
import { isForgotten, listRowsHaving } from '../record/find.ts'
import { walkRecords } from '../record/host.ts'
import { excludesAny, touchesExclusion } from './exclusions.ts'
import type { Row } from '../store.ts'
import type { InputProvenance } from './input-provenance.ts'

/** The place in the request of a property's value: a pointer into its body. */
export type Sources = ReadonlyMap<string, string>

/** The sources of properties written from paths. */
export function groupSources(paths: readonly (readonly [property: string, path: Path])[]): Sources {
  return new Map(paths.map(([name, path]) => [name, printPointer(path)]))
}

/** The sources of written values. */
export type Origins = {
  readonly sources: Sources
  readonly provenance: InputProvenance
  /** True if the request itself writes: its caller must be allowed to read the records it refers to. */
  readonly asCaller: boolean
  /** Properties that a `set` computes from the request. */
  readonly fromRequest: ReadonlySet<string>
}

type Values = ReadonlyMap<string, Value>

/** Refuses a reference to a missing or soft-deleted record. */
export function checkReferences(
  transaction: TransactionContext,
  info: ResourceInfo,
  values: ReadonlyMap<string, Value | undefined>,
  written: Iterable<string>,
  from: Origins,
): void {
  for (const name of written) {
    const property = info.properties.get(name)
    if (property === undefined) continue
    const refusal = findDangling(transaction, info, property, values.get(name), from)
    if (refusal !== undefined) refuse(refusal)
  }
}

export function findDangling(
  transaction: TransactionContext,
  info: ResourceInfo,
  property: Property,
  value: Value | undefined,
  from: Origins,
): Refusal | undefined {
  if (!holdsRecords(property)) return undefined
  for (const { record, path } of walkRecords(value, [property.name])) {
    const row = transaction.tx.row(record.resource, record.key)
    const exists = row !== undefined && row.deleted === undefined
    const isReadable = !exists || !isSent(property, from) || maySend(transaction, record)
    if (!isReadable && findRefusalOfUnreadable(transaction) === 'forbidden') return makeForbidden(record.resource, 'read')
    if (exists && isReadable) continue
    const names = [property.name, ...listMemberNames(property.type, path.slice(1))]
    const failed = makeFailureAt(property, 'reference', transaction.service.keys.keyOf(record), from.sources, path.slice(1))
    return { condition: 'dangling', subject: `${info.name}.${names.join('.')}`, failures: [failed] }
  }
  return undefined
}

/** True if the request itself sent the value. The document refers with its own permissions, in transitions and effects, too. */
function isSent({ name }: Property, { sources, provenance, asCaller, fromRequest }: Origins): boolean {
  return asCaller && (sources.has(name) || fromRequest.has(name) || provenance.get(name)?.some(({ place }) => place !== 'input') === true)
}

const referenceProperties = new WeakMap<Property, boolean>()

/** True if values of the property can refer to records. */
export function holdsRecords(property: Property): boolean {
  return referenceProperties.getOrInsertComputed(property, () => leadsToRecord(property.type, new Set()))
}

/** Untyped values are inspected each time. */
function leadsToRecord(type: Type, within: ReadonlySet<Type>): boolean {
  switch (type.kind) {
    case 'nullable':
    case 'optional':
      return leadsToRecord(type.of, within)
    case 'list':
      return leadsToRecord(type.element, within)
    case 'map':
      return leadsToRecord(type.value, within)
    case 'object':
      return !within.has(type) && [...type.members.values()].some((member) => leadsToRecord(member.type, new Set([...within, type])))
    case 'bool':
    case 'int':
    case 'uint':
    case 'double':
    case 'decimal':
    case 'string':
    case 'enum':
    case 'bytes':
    case 'timestamp':
    case 'duration':
    case 'secret':
    case 'null':
      return false
    default:
      return true
  }
}

/** The member names on a path, without indexes of lists and keys of maps. */
function listMemberNames(type: Type, [step, ...rest]: Path): readonly string[] {
  if (step === undefined) return []
  switch (type.kind) {
    case 'nullable':
    case 'optional':
      return listMemberNames(type.of, [step, ...rest])
    case 'list':
      return listMemberNames(type.element, rest)
    case 'map':
      return listMemberNames(type.value, rest)
    case 'object':
      return [String(step), ...listMemberNames(type.members.get(String(step))?.type ?? { kind: 'dyn' }, rest)]
    default:
      return [step, ...rest].filter((each) => typeof each === 'string')
  }
}

type KeySet = Pick<Unique, 'name' | 'members'>

const keySets = new WeakMap<ResourceInfo, readonly KeySet[]>()

/** The key is first. */
function listKeySets(info: ResourceInfo): readonly KeySet[] {
  return keySets.getOrInsertComputed(info, () => [{ members: info.key, name: info.key.join('+') }, ...info.uniques])
}

/**
 * Conflicts with other records: the key, then each unique and each exclusion that the write touches. All are reported, and the first
 * one refuses.
 */
export function listDuplicates(
  transaction: TransactionContext,
  info: ResourceInfo,
  values: Values,
  written: ReadonlySet<string> | 'all',
  self: string | undefined,
  sources: Sources,
): readonly Refusal[] {
  const duplicates = findDuplicates(transaction, info, values, written, self, sources)
  return info.exclusions.length === 0 ? duplicates : [...duplicates, ...findExcluding(transaction, info, values, written, self, sources)]
}

function findDuplicates(
  transaction: TransactionContext,
  info: ResourceInfo,
  values: Values,
  written: ReadonlySet<string> | 'all',
  self: string | undefined,
  sources: Sources,
): readonly Refusal[] {
  return listKeySets(info).flatMap((set): Refusal[] => {
    const { members } = set
    if (members.length === 0 || (written !== 'all' && !members.some((member) => written.has(member)))) return []
    return findRowWith(transaction, info, values, members, self, members === info.key) === undefined
      ? []
      : [makeDuplicateRefusal(transaction, info, set, values, sources)]
  })
}

export function makeDuplicateRefusal(
  transaction: TransactionContext,
  info: ResourceInfo,
  { name, members }: KeySet,
  values: Values,
  sources: Sources,
): Refusal {
  const [first] = members
  const property = info.properties.get(first!)!
  const value = members.length === 1 ? convertValueToJson(values.get(first!) ?? null, transaction.service.keys) : undefined
  const failed = { ...makeFailureAt(property, 'unique', value, sources), property: members.join('+') }
  return { condition: 'duplicate', subject: `${info.name}.${name}`, failures: [failed] }
}

/** Another record with the same values. Soft-deleted records still occupy their key, but not their uniques. */
export function findRowWith(
  transaction: TransactionContext,
  info: ResourceInfo,
  values: Values,
  members: readonly string[],
  self: string | undefined,
  isKey: boolean,
): Row | undefined {
  if (isKey) {
    const key = transaction.service.keys.keyText(info, transaction.service.keys.keyValues(info, values))
    const row = key === self ? undefined : transaction.tx.row(info.name, key)
    return row !== undefined && isForgotten(transaction, row) ? undefined : row
  }
  const wanted = new Map(members.map((member) => [member, values.get(member) ?? null]))
  return listRowsHaving(transaction, info, wanted).find((row) => row.key !== self)
}

function findExcluding(
  transaction: TransactionContext,
  info: ResourceInfo,
  values: Values,
  written: ReadonlySet<string> | 'all',
  self: string | undefined,
  sources: Sources,
): readonly Refusal[] {
  return info.exclusions.flatMap((exclusion): Refusal[] => {
    const { name, same, overlap } = exclusion
    if (written !== 'all' && !touchesExclusion(transaction, info, exclusion, written)) return []
    if (!excludesAny(transaction, info, exclusion, values, self)) return []
    const members = [...same, ...(overlap === undefined ? [] : [overlap.from, overlap.to])]
    const failed = makeFailureAt(info.properties.get(overlap?.from ?? members[0]!)!, 'exclude', undefined, sources)
    return [{ condition: 'duplicate', subject: `${info.name}.${name}`, failures: [{ ...failed, property: members.join('+') }] }]
  })
}

/** Throws the first refusal, with the others attached. */
export function refuseFirst([first, ...further]: readonly Refusal[]): void {
  if (first !== undefined) refuse({ ...first, further })
}

/** `within` leads from the property to the part of its value that failed. */
function makeFailureAt(property: Property, keyword: string, value: Json | undefined, sources: Sources, within: Path = []): Failed {
  const source = sources.get(property.name)
  const valueMember =
    value === undefined || property.sensitive || property.secret || (typeof value === 'object' && value !== null) ? {} : { value }
  return {
    property: findLastName(within) ?? property.name,
    ...(source === undefined ? {} : { pointer: source + printPointer(within) }),
    keyword,
    ...valueMember,
  }
}
