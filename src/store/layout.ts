// The tables of a domain: one for each resource, with typed columns named as in the document.

import { compareDecimals, makeDecimal, parseDecimal } from '../base/decimal.ts'
import type { Expression } from '../cel/expression.ts'
import { withoutNull } from '../cel/fits.ts'
import type { Type } from '../cel/type.ts'
import type { ExpressionText } from '../model/slot.ts'
import type { Schema } from '../schema/schema.ts'
import type { Domain, Property, ResourceInfo } from '../typing/domain.ts'
import { mayBeAbsent } from '../typing/properties.ts'
import type { StoredType } from './stored-type.ts'
import type { Dialect } from './sql/dialect.ts'

export type { ComparedAs, StoredType as Kept } from './stored-type.ts'

export type Column = {
  readonly name: string
  readonly kept: StoredType
  readonly nullable: boolean
  readonly property: string
  /** For a reference: the member of the other record's key that the column contains. */
  readonly member?: string
}

export type TableLayout = {
  readonly resource: string
  /** In the order of the properties; a reference to a composite key has several columns. */
  readonly columns: readonly Column[]
  /** The columns of the key, in its order. */
  readonly key: readonly Column[]
  /** The tenant columns: they precede the key and every other unique. */
  readonly tenant: readonly Column[]
  readonly byProperty: ReadonlyMap<string, readonly Column[]>
  /** Properties whose case-folded text has its own column, by the name of that column. */
  readonly folded: ReadonlyMap<string, string>
  /** Unbounded decimals, by the name of the column that sorts in their order. */
  readonly ordered: ReadonlyMap<string, string>
}

export type Layout = {
  readonly domain: Domain
  /** The SQL dialect of the database. */
  readonly dialect: Dialect
  readonly tables: ReadonlyMap<string, TableLayout>
  /** The expressions of properties that are computed on read; absent if no query uses them. */
  readonly expressions?: (text: ExpressionText) => Expression | undefined
}

/** The additional columns: the row's version, and its time of deletion if the resource is soft-deleted. */
export const versionColumn = '$version'
export const deletedColumn = '$deleted'

export function makeLayout(domain: Domain, dialect: Dialect, expressions?: Layout['expressions']): Layout {
  const tables = new Map<string, TableLayout>()
  // A resource whose key is a gap has no records: no complete operation reads or writes it.
  for (const info of domain.resources.values()) if (info.key.length > 0) tables.set(info.name, makeTable(info, domain))
  return { domain, dialect, tables, ...(expressions === undefined ? {} : { expressions }) }
}

function makeTable(info: ResourceInfo, domain: Domain): TableLayout {
  const byProperty = new Map<string, readonly Column[]>()
  const folded = new Map<string, string>()
  const ordered = new Map<string, string>()
  for (const property of info.properties.values()) {
    if (!isStored(property)) continue
    byProperty.set(property.name, listColumns(property, domain))
    if (isUnboundedDecimal(property)) ordered.set(property.name, `${property.name}$ordered`)
    if (property.fold) folded.set(property.name, `${property.name}$folded`)
  }
  const key = info.key.flatMap((name) => byProperty.get(name) ?? [])
  const tenant = info.tenant.flatMap(({ property }) => (info.key.includes(property) ? [] : (byProperty.get(property) ?? [])))
  return { resource: info.name, columns: [...byProperty.values()].flat(), key, tenant, byProperty, folded, ordered }
}

/** Inverses are stored by the other side; a computed value that is not `stored` is computed on read. */
export function isStored(property: Property): boolean {
  return property.inverse === undefined && (property.compute === undefined || property.compute.stored)
}

function listColumns(property: Property, domain: Domain): readonly Column[] {
  const { name, reference } = property
  const nullable = mayBeAbsent(property)
  if (reference === undefined || reference.many) return [{ name, kept: chooseStorage(property), nullable, property: name }]
  const members = listKeyMembers(reference.resource, domain, [])
  return members.map(({ path, kept }) => ({
    name: members.length === 1 ? name : `${name}.${path}`,
    kept,
    nullable,
    property: name,
    member: path,
  }))
}

/** The scalar members of a resource's key; references in a key are replaced by the members of their keys. */
function listKeyMembers(resource: string, domain: Domain, trail: readonly string[]): { path: string; kept: StoredType }[] {
  const info = domain.resources.get(resource)
  if (info === undefined || trail.includes(resource)) return []
  return info.key.flatMap((name) => {
    const property = info.properties.get(name)!
    if (property.reference === undefined) return [{ path: name, kept: chooseStorage(property) }]
    return listKeyMembers(property.reference.resource, domain, [...trail, resource]).map(({ path, kept }) => ({
      path: `${name}.${path}`,
      kept,
    }))
  })
}

function chooseStorage({ type, schema }: Property): StoredType {
  const kept = chooseStoredType(type)
  return kept.kind === 'decimal' && !isWithin64Bits(schema, kept.scale) ? { kind: 'json' } : kept
}

function isUnboundedDecimal(property: Property): boolean {
  return withoutNull(property.type).kind === 'decimal' && chooseStorage(property).kind === 'json'
}

function isWithin64Bits(schema: Schema, scale: number): boolean {
  if (typeof schema === 'boolean') return false
  const bounds = [
    [schema.minimum, schema.exclusiveMinimum],
    [schema.maximum, schema.exclusiveMaximum],
  ]
  return bounds.every((each) =>
    each.some((bound) => {
      const value = bound === undefined ? undefined : parseDecimal(String(bound))
      return (
        value !== undefined &&
        [value, makeDecimal(-value.digits, value.scale)].every((side) => compareDecimals(side, makeDecimal(2n ** 63n - 1n, scale)) <= 0)
      )
    }),
  )
}

export function chooseStoredType(type: Type): StoredType {
  switch (type.kind) {
    case 'nullable':
    case 'optional':
      return chooseStoredType(type.of)
    case 'string':
    case 'enum':
    case 'secret':
      return { kind: 'text' }
    case 'int':
      return { kind: 'integer' }
    case 'double':
      return { kind: 'double' }
    case 'bool':
      return { kind: 'boolean' }
    case 'decimal':
      return type.scale === undefined ? { kind: 'json' } : { kind: 'decimal', scale: type.scale }
    case 'timestamp':
      return { kind: 'timestamp' }
    case 'duration':
      return { kind: 'duration' }
    case 'bytes':
      return { kind: 'bytes' }
    default:
      return { kind: 'json' }
  }
}

/**
 * The columns of one table that contain the same tenant as those of another, in the order of the other's; undefined if there are
 * none.
 */
export function findTenantColumns({ domain, tables }: Layout, from: string, to: string): readonly Column[] | undefined {
  const [fromInfo, other] = [domain.resources.get(from)!, domain.resources.get(to)!]
  const tenantMembers = other.tenant.map((member) => fromInfo.tenant.find((each) => each.from === member.from))
  if (tenantMembers.includes(undefined)) return undefined
  return tenantMembers.flatMap((member) => tables.get(from)!.byProperty.get(member!.property) ?? [])
}

/** True if the resource is soft-deleted. */
export function isSoft({ domain }: Layout, resource: string): boolean {
  const { softDelete } = domain.resources.get(resource)!.source.slots
  return softDelete.state === 'shown' && softDelete.value
}
