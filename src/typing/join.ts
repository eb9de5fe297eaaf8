// Joins types: the common type of alternatives, and the intersection of demands.

import { loosenBounds, loosenToBoth } from '../cel/bounds.ts'
import { isOpen, joinTypes as joinPlain, withNullType, withoutNull } from '../cel/fits.ts'
import type { Member, Type } from '../cel/type.ts'

/** Kinds with a single type. */
const singletonKinds = new Set<Type['kind']>([
  'null',
  'bool',
  'uint',
  'double',
  'string',
  'bytes',
  'timestamp',
  'duration',
  'type',
  'dyn',
  'unknown',
  'secret',
])

export function isSameType(a: Type, b: Type): boolean {
  if (a === b) return true
  if (a.kind !== b.kind) return false
  if (singletonKinds.has(a.kind)) return true
  switch (a.kind) {
    case 'int':
      return b.kind === 'int' && (a.wide ?? false) === (b.wide ?? false)
    case 'decimal':
      return b.kind === 'decimal' && a.scale === b.scale
    case 'enum':
      return b.kind === 'enum' && a.values.length === b.values.length && a.values.every((value) => b.values.includes(value))
    case 'list':
      return b.kind === 'list' && isSameType(a.element, b.element)
    case 'map':
      return b.kind === 'map' && isSameType(a.key, b.key) && isSameType(a.value, b.value)
    case 'object':
      return b.kind === 'object' && haveSameMembers(a, b)
    case 'record':
      return b.kind === 'record' && a.resource === b.resource
    case 'query':
      return b.kind === 'query' && a.resource === b.resource && (a.ordered ?? false) === (b.ordered ?? false)
    case 'nullable':
      return b.kind === 'nullable' && isSameType(a.of, b.of)
    case 'optional':
      return b.kind === 'optional' && isSameType(a.of, b.of)
    default:
      return false
  }
}

/** Shapes may be recursive, so named ones are compared by name alone. */
function haveSameMembers(a: Type & { kind: 'object' }, b: Type & { kind: 'object' }): boolean {
  if (a.name !== undefined || b.name !== undefined) return a.name === b.name
  if (a.members.size !== b.members.size) return false
  for (const [name, member] of a.members) {
    const other = b.members.get(name)
    if (other === undefined || (member.optional ?? false) !== (other.optional ?? false) || !isSameType(member.type, other.type))
      return false
  }
  return true
}

/** The common type of alternatives: an object of the members that all share, the wider number, or `dyn`. */
export function joinAll(types: readonly Type[]): Type {
  const [first, ...rest] = types
  return first === undefined ? { kind: 'unknown' } : rest.reduce((a, b) => joinTwo(a, b, new Map()), first)
}

/** Joined shapes by name, because shapes may contain themselves. */
type Joined = Map<string, Type>

function joinTwo(a: Type, b: Type, joined: Joined): Type {
  if (isSameType(a, b)) return loosenBounds(a, b)
  if (isOpen(a)) return a
  if (isOpen(b)) return b
  if (a.kind === 'null' || b.kind === 'null') return withNullType(a.kind === 'null' ? b : a)
  if (a.kind === 'nullable' || b.kind === 'nullable') return withNullType(joinTwo(withoutNull(a), withoutNull(b), joined))
  if (a.kind === 'list' && b.kind === 'list')
    return { kind: 'list', element: joinTwo(a.element, b.element, joined), ...loosenToBoth(a.bounds, b.bounds) }
  if (a.kind === 'map' && b.kind === 'map' && isSameType(a.key, b.key))
    return { kind: 'map', key: a.key, value: joinTwo(a.value, b.value, joined), ...loosenToBoth(a.bounds, b.bounds) }
  return a.kind === 'object' && b.kind === 'object' ? joinObjects(a, b, joined) : joinPlain(a, b)
}

/** A member that only some alternatives have may be absent; a member whose types differ has no known type. */
function joinObjects(a: Type & { kind: 'object' }, b: Type & { kind: 'object' }, joined: Joined): Type {
  const name = a.name === undefined || b.name === undefined ? undefined : `${a.name} or ${b.name}`
  const existing = joined.get(name ?? '')
  if (existing !== undefined) return existing
  const members = new Map<string, Member>()
  const type: Type = { kind: 'object', ...(name === undefined ? {} : { name }), members }
  if (name !== undefined) joined.set(name, type)
  for (const memberName of new Set([...a.members.keys(), ...b.members.keys()])) {
    members.set(memberName, joinMembers(a.members.get(memberName), b.members.get(memberName), joined))
  }
  return type
}

function joinMembers(x: Member | undefined, y: Member | undefined, joined: Joined): Member {
  const refused = x?.refused ?? y?.refused
  const isOptional = x === undefined || y === undefined || x.optional === true || y.optional === true
  const type = x === undefined || y === undefined ? (x ?? y)!.type : joinTwo(x.type, y.type, joined)
  return { type, ...(isOptional ? { optional: true } : {}), ...(refused === undefined ? {} : { refused }) }
}

/** The type of a value that has all of the types at once (`allOf`): an object has the members of each. */
export function intersectTypes(types: readonly Type[]): Type {
  if (types.length === 1) return types[0]!
  const specified = types.filter((type) => type.kind !== 'dyn')
  const [first, ...rest] = specified
  return first === undefined ? { kind: 'dyn' } : rest.reduce(intersectTwo, first)
}

function intersectTwo(a: Type, b: Type): Type {
  if (isSameType(a, b)) return a
  if (a.kind === 'nullable' && b.kind === 'nullable') return withNullType(intersectTwo(a.of, b.of))
  const [x, y] = [withoutNull(a), withoutNull(b)]
  if (x.kind === 'object' && y.kind === 'object') return intersectObjects(x, y)
  if (x.kind === 'string' && y.kind === 'enum') return y
  return x
}

function intersectObjects(a: Type & { kind: 'object' }, b: Type & { kind: 'object' }): Type {
  const members = new Map(a.members)
  for (const [name, member] of b.members) {
    const existing = members.get(name)
    if (existing === undefined || (existing.optional && !member.optional)) members.set(name, member)
  }
  return { kind: 'object', members }
}
