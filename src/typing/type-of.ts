// Derives the type of a schema's values in expressions.

import { compareDecimals, decimal, neededScale, parseDecimal } from '../base/decimal.ts'
import { type Json, isDecimal, isJsonArray } from '../base/json-value.ts'
import { boundsOf, withoutBounds } from '../cel/bounds.ts'
import { withNullType, withoutNull } from '../cel/fits.ts'
import type { Member, Type } from '../cel/type.ts'
import type { SchemaKeys as Keywords, SchemaNode } from '../model/schema.ts'
import { type Data, slotValue } from '../model/slot.ts'
import { countBounds, numberBounds, textForms } from './bounds-of.ts'
import { joinAll, meet } from './join.ts'

/**
 * `stored`: a stored value. `input`: a value in a request, without the members that only the service writes. `patch`: a merge patch (RFC
 * 7396), where any member may be absent. `given`: a value that the document passes to a transition or to code; it may omit members that get
 * their own values.
 */
export type Mode = 'stored' | 'input' | 'patch' | 'given'

/** The meaning of names in `$ref`. */
export type TypeNames = {
  /** True for a resource: the value is its record. */
  resource(name: string): boolean
  /** A shape's own type in a mode; undefined if the shape is unknown. */
  shape(name: string, mode: Mode): Type | undefined
}

const anything: Type = { kind: 'dyn' }
const nothingKnown: Type = { kind: 'unknown' }

export function typeOf(node: SchemaNode, names: TypeNames, mode: Mode = 'stored'): Type {
  return typeBeside(node, names, mode, false)
}

/** `beside`: in `allOf`, another schema may give the type, and this one only adds members. */
function typeBeside(node: SchemaNode, names: TypeNames, mode: Mode, beside: boolean): Type {
  if (node.always !== undefined) return anything
  const { keywords } = node
  const parts: Type[] = []
  const words = slotValue(keywords.type)
  const own = ownType(keywords, words, names, mode)
  if (own !== undefined) parts.push(own)
  for (const part of slotValue(keywords.allOf) ?? []) parts.push(typeBeside(part, names, mode, true))
  for (const some of [slotValue(keywords.anyOf), slotValue(keywords.oneOf)]) {
    if (some !== undefined) parts.push(joinAll(some.map((part) => typeOf(part, names, mode))))
  }
  const listsMembers = own === undefined && keywords.properties.state === 'shown'
  if (listsMembers && (beside || parts.length > 0)) parts.push(objectType(keywords, names, mode))
  const type = meet(parts)
  return mode === 'stored' && keywords.secret.state === 'shown' ? secretOf(type) : type
}

function secretOf(type: Type): Type {
  return type.kind === 'nullable' ? { kind: 'nullable', of: { kind: 'secret' } } : { kind: 'secret' }
}

function ownType(keywords: Keywords, words: readonly string[] | undefined, names: TypeNames, mode: Mode): Type | undefined {
  const asSaid = (type: Type): Type => (words?.includes('null') ? withNullType(type) : type)
  const name = slotValue(keywords.$ref)?.text
  if (name !== undefined) {
    if (names.resource(name)) return asSaid({ kind: 'record', resource: name })
    return asSaid(names.shape(name, mode) ?? nothingKnown)
  }
  const only = slotValue(keywords.const)
  if (only !== undefined) return typeOfData([only])
  const values = slotValue(keywords.enum)
  if (values !== undefined && values.length > 0 && values.every(({ value }) => value === null || typeof value === 'string')) {
    return typeOfData(values)
  }
  if (words === undefined) return values === undefined ? undefined : typeOfData(values)
  const types = words.filter((word) => word !== 'null').map((word) => typeOfWord(word, keywords, names, mode))
  return types.length === 0 ? { kind: 'null' } : asSaid(joinAll(types))
}

function typeOfData(values: readonly Data[]): Type {
  return joinAll(values.map(({ value }) => jsonType(value)))
}

/** The type of a literal JSON value: texts are strings, and whole numbers are integers. */
export function jsonType(value: Json): Type {
  switch (typeof value) {
    case 'string': return { kind: 'enum', values: [value] }
    case 'boolean': return { kind: 'bool' }
    case 'bigint': return { kind: 'int', wide: true }
    case 'number': return Number.isInteger(value) ? { kind: 'int', ...boundsOf(BigInt(value), BigInt(value)) } : { kind: 'double' }
    case 'object': break
  }
  if (value === null) return { kind: 'null' }
  if (isJsonArray(value))
    return {
      kind: 'list',
      element: value.length === 0 ? anything : joinAll(value.map(jsonType)),
      ...boundsOf(BigInt(value.length), BigInt(value.length)),
    }
  if (isDecimal(value)) return { kind: 'decimal', scale: value.scale }
  return { kind: 'object', members: new Map(Object.entries(value).map(([name, member]) => [name, { type: jsonType(member) }])) }
}

function typeOfWord(word: string, keywords: Keywords, names: TypeNames, mode: Mode): Type {
  const format = slotValue(keywords.format)?.text
  switch (word) {
    case 'boolean': return { kind: 'bool' }
    case 'integer': return { kind: 'int', ...(format === 'int64' ? { wide: true } : {}), ...numberBounds(keywords) }
    case 'number': return numberType(keywords, format)
    case 'string': return stringType(keywords, format)
    case 'array': return { kind: 'list', element: elementType(keywords, names, mode), ...countBounds(keywords, 'array') }
    case 'object': return objectType(keywords, names, mode)
    default: return nothingKnown
  }
}

function stringType(keywords: Keywords, format: string | undefined): Type {
  if (format === 'date-time') return { kind: 'timestamp' }
  if (format === 'duration') return { kind: 'duration' }
  return { kind: 'string', ...textForms(keywords) }
}

/** The type of a value before decoding: formats are plain text, and null is excluded. */
export function rawType(node: SchemaNode, names: TypeNames): Type {
  const type = withoutBounds(withoutNull(typeOf(node, names, 'input')))
  const words = slotValue(node.keywords.type)?.filter((word) => word !== 'null')
  const isText =
    type.kind === 'enum' || type.kind === 'timestamp' || type.kind === 'duration' || (words?.length === 1 && words[0] === 'string')
  const items = slotValue(node.keywords.items)
  if (type.kind === 'list' && items !== undefined && node.keywords.prefixItems.state !== 'shown')
    return { ...type, element: rawElement(items, type.element, names) }
  return isText ? { kind: 'string' } : type
}

function rawElement(items: SchemaNode, element: Type, names: TypeNames): Type {
  const raw = rawType(items, names)
  return element.kind === 'nullable' ? withNullType(raw) : raw
}

/** Decimal for `format: decimal`, or for multiples of a tenth, a hundredth and so on. */
function numberType(keywords: Keywords, format: string | undefined): Type {
  const declared = slotValue(keywords.multipleOf)
  const unit = declared === undefined ? undefined : parseDecimal(declared.text)
  const scale = unit === undefined ? undefined : neededScale(unit)
  const bounds = numberBounds(keywords)
  if (format === 'decimal') return { kind: 'decimal', ...(scale === undefined ? {} : { scale }), ...bounds }
  const isTenth = unit !== undefined && scale !== undefined && scale > 0 && compareDecimals(unit, decimal(1n, scale)) === 0
  return isTenth ? { kind: 'decimal', scale, ...bounds } : { kind: 'double', ...bounds }
}

function elementType(keywords: Keywords, names: TypeNames, mode: Mode): Type {
  const inner = mode === 'patch' ? 'input' : mode
  const first = slotValue(keywords.prefixItems) ?? []
  const items = slotValue(keywords.items)
  const types = [...first, ...(items === undefined ? [] : [items])].map((each) => typeOf(each, names, inner))
  return types.length === 0 || (first.length > 0 && items === undefined) ? anything : joinAll(types)
}

/** Without listed members, the type is a map of `additionalProperties`. */
function objectType(keywords: Keywords, names: TypeNames, mode: Mode, name?: string): Type {
  const properties = slotValue(keywords.properties)
  if (properties === undefined) {
    const rest = slotValue(keywords.additionalProperties)
    return {
      kind: 'map',
      key: { kind: 'string' },
      value: rest === undefined ? anything : typeOf(rest, names, mode),
      ...countBounds(keywords, 'object'),
    }
  }
  const members = new Map<string, Member>()
  fillMembers(members, keywords, names, mode)
  return { kind: 'object', ...(name === undefined ? {} : { name }), members }
}

/** Adds to an existing map, so that a shape can contain itself. */
export function fillMembers(members: Map<string, Member>, keywords: Keywords, names: TypeNames, mode: Mode): void {
  const required = new Set(slotValue(keywords.required)?.map(({ text }) => text))
  for (const { name, slot } of slotValue(keywords.properties) ?? []) {
    if (slot.state !== 'shown') {
      members.set(name, { type: nothingKnown })
      continue
    }
    const type = typeOf(slot.value, names, mode)
    const isRemovable = mode === 'patch' && !required.has(name) && slot.value.keywords.default.state !== 'shown'
    const isAlwaysThere = isPresent(slot.value, required.has(name), mode)
    members.set(name, isAlwaysThere ? { type } : { type: isRemovable ? withNullType(type) : type, optional: true })
  }
}

/** True if a member is always present: required, defaulted, or generated during decoding. */
function isPresent(node: SchemaNode, required: boolean, mode: Mode): boolean {
  if (mode === 'patch') return false
  const { keywords } = node
  const fallback = slotValue(keywords.default)
  const fillsItself = keywords.generate.state === 'shown' || (fallback !== undefined && fallback.value !== null)
  if (mode === 'given' && fillsItself) return false
  if (keywords.generate.state === 'shown') return true
  if (mode !== 'stored' && (slotValue(keywords.readOnly) === true || keywords.compute.state === 'shown')) return false
  return required || fillsItself
}
