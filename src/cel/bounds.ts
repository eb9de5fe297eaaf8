// Knowledge about values beyond their types, and how it combines when two types are joined.

import type { Bounds, Member, TextForm, Type } from './type.ts'

/** A text with more possible forms than this counts as any text. */
const maxForms = 8

/** The type without bounds on the value itself. Elements keep their bounds. */
export function withoutBounds(type: Type): Type {
  switch (type.kind) {
    case 'int':
    case 'double':
    case 'decimal':
    case 'list': {
      const { bounds, ...rest } = type
      return bounds === undefined ? type : rest
    }
    case 'string': {
      const { forms, ...rest } = type
      return forms === undefined ? type : rest
    }
    case 'nullable':
    case 'optional':
      return { ...type, of: withoutBounds(type.of) }
    default:
      return type
  }
}

/** Bounds that hold for both; empty if one has none. */
export function loosenToBoth(a: Bounds | undefined, b: Bounds | undefined): { bounds?: Bounds } {
  if (a === undefined || b === undefined) return {}
  return makeBounds(chooseLooserLeast(a.least, b.least), chooseLooserMost(a.most, b.most), excludesZero(a) && excludesZero(b))
}

/** A least bound that holds for both; undefined if one is unbounded. */
export function chooseLooserLeast<T extends bigint | number | string>(a: T | undefined, b: T | undefined): T | undefined {
  if (a === undefined || b === undefined) return undefined
  return a < b ? a : b
}

/** A greatest bound that holds for both; undefined if one is unbounded. */
export function chooseLooserMost<T extends bigint | number | string>(a: T | undefined, b: T | undefined): T | undefined {
  if (a === undefined || b === undefined) return undefined
  return a > b ? a : b
}

/** Bounds as a property to spread into a type; empty without bounds. */
export function makeBounds(least: bigint | undefined, most: bigint | undefined, nonZero = false): { bounds?: Bounds } {
  if (least === undefined && most === undefined && !nonZero) return {}
  return { bounds: { ...(least === undefined ? {} : { least }), ...(most === undefined ? {} : { most }), ...(nonZero ? { nonZero } : {}) } }
}

export function excludesZero({ least, most, nonZero }: Bounds): boolean {
  return nonZero === true || (least !== undefined && least > 0n) || (most !== undefined && most < 0n)
}

/** The possible forms of a text of the type; undefined if it can be any text. */
export function formsOf(type: Type): readonly TextForm[] | undefined {
  if (type.kind === 'enum') return type.values.length > maxForms ? undefined : type.values.map((text) => ({ text }))
  return type.kind === 'string' ? type.forms : undefined
}

/** Texts of either type. */
export function joinTexts(a: Type, b: Type): Type {
  const [left, right] = [formsOf(a), formsOf(b)]
  const forms = left === undefined || right === undefined ? undefined : [...new Set([...left, ...right])]
  const areKnown = forms?.some(({ text }) => text === undefined) === true && forms.length <= maxForms
  return areKnown ? { kind: 'string', forms } : { kind: 'string' }
}

/** `type` with bounds loosened until they also hold for values of `otherType`. `depth` limits recursive shapes. */
export function loosenBounds(type: Type, otherType: Type, depth = 4): Type {
  if (type === otherType || depth === 0) return type
  switch (type.kind) {
    case 'int':
    case 'double':
    case 'decimal':
      return { ...withoutBounds(type), ...(isNumber(otherType) ? loosenToBoth(type.bounds, otherType.bounds) : {}) } as Type
    case 'string': {
      const { forms: _, ...rest } = type
      return { ...rest, ...joinTexts(type, otherType) }
    }
    case 'list': {
      if (otherType.kind !== 'list') return withoutBounds(type)
      const { bounds: _, ...rest } = type
      return { ...rest, element: loosenBounds(type.element, otherType.element, depth - 1), ...loosenToBoth(type.bounds, otherType.bounds) }
    }
    case 'nullable':
    case 'optional':
      return {
        ...type,
        of: loosenBounds(type.of, otherType.kind === 'nullable' || otherType.kind === 'optional' ? otherType.of : otherType, depth - 1),
      }
    case 'object':
      if (otherType.kind !== 'object' || (type.name !== undefined && type.name === otherType.name)) return type
      return { ...type, members: loosenMembers(type.members, otherType.members, depth) }
    default:
      return type
  }
}

function loosenMembers(
  members: ReadonlyMap<string, Member>,
  otherMembers: ReadonlyMap<string, Member>,
  depth: number,
): ReadonlyMap<string, Member> {
  return new Map(
    Array.from(members, ([name, member]) => {
      const otherMember = otherMembers.get(name)
      return [
        name,
        otherMember === undefined ? member : { ...member, type: loosenBounds(member.type, otherMember.type, depth - 1) },
      ] as const
    }),
  )
}

function isNumber(type: Type): type is Extract<Type, { kind: 'int' | 'double' | 'decimal' }> {
  return type.kind === 'int' || type.kind === 'double' || type.kind === 'decimal'
}
