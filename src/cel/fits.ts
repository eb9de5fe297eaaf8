// Relations between types: assignability, and the common type of two types.

import { joinTexts, loosenBounds, loosenToBoth } from './bounds.ts'
import type { Member, Type } from './type.ts'

export const unknownType: Type = { kind: 'unknown' }
export const dynType: Type = { kind: 'dyn' }
export const bool: Type = { kind: 'bool' }
export const intType: Type = { kind: 'int' }
export const double: Type = { kind: 'double' }
export const stringType: Type = { kind: 'string' }

/** True for a type without information: any type, or the result of a mistake. */
export function isOpen(type: Type): boolean {
  return type.kind === 'dyn' || type.kind === 'unknown'
}

/** The type without null. */
export function withoutNull(type: Type): Type {
  return type.kind === 'nullable' ? type.of : type
}

export function withNullType(type: Type): Type {
  switch (type.kind) {
    case 'nullable':
    case 'optional':
    case 'null':
    case 'dyn':
    case 'unknown':
      return type
    default:
      return { kind: 'nullable', of: type }
  }
}

export function makeOptionalType(type: Type): Type {
  return { kind: 'optional', of: withoutNull(type) }
}

export function isNumeric(type: Type): boolean {
  return type.kind === 'int' || type.kind === 'uint' || type.kind === 'double' || type.kind === 'decimal'
}

export function isText(type: Type): boolean {
  return type.kind === 'string' || type.kind === 'enum'
}

/** Records not yet read, as the list that they are to everything but storage. */
export function asList(type: Type): Type {
  if (type.kind !== 'query') return type
  const element: Type = { kind: 'record', resource: type.resource }
  return type.ordered ? { kind: 'list', element } : { kind: 'list', element, unordered: true }
}

/** True if a value of type `from` is allowed where `to` is expected; an int widens to a double or a decimal. */
export function isAssignable(from: Type, to: Type): boolean {
  return isAssignableWithin(from, to, new Map())
}

/**
 * Pairs of objects that were compared. Shapes may contain themselves; a repeated pair counts as fitting. All comparisons must hold, so the
 * first failure ends them.
 */
type Pairs = Map<Type, Set<Type>>

function isAssignableWithin(from: Type, to: Type, pairs: Pairs): boolean {
  // A secret is not assignable to any type that could show it.
  if (from.kind === 'secret') return to.kind === 'unknown' || isSecretAssignable(from, withoutNull(to))
  // A value whose type is known only at run time is JSON, such as a claim, and never a record.
  if (from.kind === 'dyn') return withoutNull(to).kind !== 'record'
  if (isOpen(from) || isOpen(to)) return true
  if (to.kind === 'secret' && to.credential) return isText(from)
  if (to.kind === 'nullable') return from.kind === 'null' || isAssignableWithin(withoutNull(from), to.of, pairs)
  switch (from.kind) {
    case 'int':
      return to.kind === 'int' || to.kind === 'double' || to.kind === 'decimal'
    case 'decimal':
      return to.kind === 'decimal' && (to.scale === undefined || (from.scale !== undefined && from.scale <= to.scale))
    case 'enum':
      return to.kind === 'string' || (to.kind === 'enum' && from.values.every((value) => to.values.includes(value)))
    case 'list':
      return to.kind === 'list' && isAssignableWithin(from.element, to.element, pairs)
    case 'query':
      return to.kind === 'query' ? from.resource === to.resource : isAssignableWithin(asList(from), to, pairs)
    case 'map':
      if (to.kind === 'object') return from.members !== undefined && areMembersAssignable(from.members, to, pairs)
      return to.kind === 'map' && isAssignableWithin(from.key, to.key, pairs) && isAssignableWithin(from.value, to.value, pairs)
    case 'object':
      return isObjectAssignable(from, to, pairs)
    case 'record':
      return to.kind === 'record' && from.resource === to.resource
    case 'optional':
      return to.kind === 'optional' && isAssignableWithin(from.of, to.of, pairs)
    default:
      return from.kind === to.kind
  }
}

function isSecretAssignable(from: Extract<Type, { kind: 'secret' }>, to: Type): boolean {
  return to.kind === 'secret' && (to.credential ?? false) === (from.credential ?? false)
}

function isObjectAssignable(from: Extract<Type, { kind: 'object' }>, to: Type, pairs: Pairs): boolean {
  if (to.kind === 'map')
    return (
      isAssignable(stringType, to.key) && [...from.members.values()].every((member) => isAssignableWithin(member.type, to.value, pairs))
    )
  if (to.kind !== 'object') return false
  const compared = pairs.get(from) ?? new Set()
  if (from.members === to.members || compared.has(to)) return true
  pairs.set(from, compared.add(to))
  return areMembersAssignable(from.members, to, pairs)
}

/** A literal map has the members that are written in it. */
function areMembersAssignable(members: ReadonlyMap<string, Member>, to: Extract<Type, { kind: 'object' }>, pairs: Pairs): boolean {
  for (const [name, member] of to.members) {
    const actual = members.get(name)
    if (
      actual === undefined
        ? !member.optional
        : (actual.optional && !member.optional) || !isAssignableWithin(actual.type, member.type, pairs)
    )
      return false
  }
  return true
}

/** The least type that both fit; dyn if no such type exists. */
export function joinTypes(a: Type, b: Type): Type {
  if (a.kind === 'unknown' || a === b) return b
  if (b.kind === 'unknown') return a
  if (a.kind === 'dyn' || b.kind === 'dyn') return dynType
  if (isNullable(a) || isNullable(b)) return joinNullable(withoutNull(a), withoutNull(b))
  return joinNonNull(a, b)
}

function isNullable({ kind }: Type): boolean {
  return kind === 'null' || kind === 'nullable'
}

/** No type is both nullable and optional: an expression uses one of the two forms of absence. */
function joinNullable(a: Type, b: Type): Type {
  if (a.kind === 'optional' || b.kind === 'optional') return dynType
  if (a.kind === 'null') return withNullType(b)
  return b.kind === 'null' ? withNullType(a) : withNullType(joinTypes(a, b))
}

/** True if a join of known types has no common type, at any depth. */
export function lacksCommonType(common: Type, parts: readonly Type[]): boolean {
  return containsDyn(common) && !parts.some(containsDyn)
}

/** True if a part of the type is known only at run time. */
export function containsDyn(type: Type): boolean {
  switch (type.kind) {
    case 'dyn':
      return true
    case 'list':
      return containsDyn(type.element)
    case 'map':
      return containsDyn(type.key) || containsDyn(type.value)
    case 'nullable':
    case 'optional':
      return containsDyn(type.of)
    default:
      return false
  }
}

/** The joined content of two collections: an int inside one cannot be widened, because it exists already. */
export function joinInside(a: Type, b: Type): Type {
  const [x, y] = [withoutNull(a), withoutNull(b)]
  return isNumeric(x) && isNumeric(y) && x.kind !== y.kind ? dynType : joinTypes(a, b)
}

function joinNonNull(a: Type, b: Type): Type {
  if (a.kind === 'query' && b.kind === 'query' && a.resource === b.resource) return a.ordered ? b : a
  if (a.kind === 'query' || b.kind === 'query') return joinLists(asList(a), asList(b))
  if (a.kind === 'int' && b.kind === 'int') return a.wide ? loosenBounds(a, b) : loosenBounds(b, a)
  if (a.kind === 'decimal' && b.kind === 'decimal')
    return { kind: 'decimal', ...combineScales(a.scale, b.scale, Math.max), ...loosenToBoth(a.bounds, b.bounds) }
  if (a.kind === 'enum' && b.kind === 'enum') return joinEnums(a, b)
  if (isText(a) && isText(b)) return joinTexts(a, b)
  if (a.kind === 'list' || b.kind === 'list') return joinLists(a, b)
  if (a.kind === 'map' && b.kind === 'map') return joinMaps(a, b)
  if (a.kind === 'optional' && b.kind === 'optional') return { kind: 'optional', of: joinInside(a.of, b.of) }
  if (a.kind === 'object' && b.kind === 'map') return joinLiteralMap(a, b)
  if (b.kind === 'object' && a.kind === 'map') return joinLiteralMap(b, a)
  if (isAssignable(a, b)) return b.kind === 'decimal' ? { kind: 'decimal', ...combineScales(0, b.scale, Math.max) } : loosenBounds(b, a)
  if (isAssignable(b, a)) return loosenBounds(a, b)
  return (a.kind === 'int' && b.kind === 'decimal') || (b.kind === 'int' && a.kind === 'decimal') ? { kind: 'decimal' } : dynType
}

function joinLists(a: Type, b: Type): Type {
  if (a.kind !== 'list' || b.kind !== 'list') return dynType
  const element = joinInside(a.element, b.element)
  return { kind: 'list', element, ...(a.unordered || b.unordered ? { unordered: true } : {}), ...loosenToBoth(a.bounds, b.bounds) }
}

type MapType = Extract<Type, { kind: 'map' }>

function joinMaps(a: MapType, b: MapType): Type {
  const joined: Type = {
    kind: 'map',
    key: joinInside(a.key, b.key),
    value: joinInside(a.value, b.value),
    ...loosenToBoth(a.bounds, b.bounds),
  }
  return a.members === undefined || b.members === undefined ? joined : { ...joined, members: joinMembers(a.members, b.members) }
}

/** A key that only one of two literals has can be absent. */
function joinMembers(a: ReadonlyMap<string, Member>, b: ReadonlyMap<string, Member>): ReadonlyMap<string, Member> {
  return new Map(
    [...new Set([...a.keys(), ...b.keys()])].map((name) => {
      const [x, y] = [a.get(name), b.get(name)]
      if (x === undefined || y === undefined) return [name, { type: (x ?? y)!.type, optional: true }]
      return [name, { type: joinInside(x.type, y.type), ...(x.optional || y.optional ? { optional: true } : {}) }]
    }),
  )
}

/** A literal beside an object is an object too, if it has the required members: `[{}]` beside a list of objects. */
function joinLiteralMap(object: Extract<Type, { kind: 'object' }>, map: MapType): Type {
  const literalType: Type | undefined = map.members && { kind: 'object', members: map.members }
  if (literalType !== undefined && isAssignable(literalType, object) && [...map.members!.keys()].every((name) => object.members.has(name)))
    return loosenBounds(object, literalType)
  return isAssignable(object, map) ? map : dynType
}

function joinEnums(a: Extract<Type, { kind: 'enum' }>, b: Extract<Type, { kind: 'enum' }>): Type {
  const values = [...new Set([...a.values, ...b.values])]
  return a.written && b.written ? { kind: 'enum', values, written: true } : { kind: 'enum', values }
}

/** The scale of a result of two operands; undefined if either has none. */
export function combineScales(a: number | undefined, b: number | undefined, combine: (a: number, b: number) => number): { scale?: number } {
  return a === undefined || b === undefined ? {} : { scale: combine(a, b) }
}
