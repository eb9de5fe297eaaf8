// Derives the type of a schema's values in expressions.

import { compareDecimals, makeDecimal, computeNeededScale, parseDecimal } from '../base/decimal.ts'
import { type Json, isDecimal, isJsonArray } from '../base/json-value.ts'
import { makeBounds, withoutBounds } from '../cel/bounds.ts'
import { withNullType, withoutNull } from '../cel/fits.ts'
import type { Member, Type } from '../cel/type.ts'
import type { SchemaKeys as Keywords, SchemaNode } from '../model/schema.ts'
import { type Data, slotValueOf } from '../model/slot.ts'
import { countBounds, numberBounds, readTextForms } from './bounds-of.ts'
import { joinAll, intersectTypes } from './join.ts'

/**
 * `stored`: a stored value. `input`: a value in a request, without the members that only the service writes. `patch`: a merge patch (RFC
 * 7396), where any member may be absent. `passed`: a value that the document passes to a transition or to code; it may omit members that
 * get their own values.
 */
export type Mode = 'stored' | 'input' | 'patch' | 'passed'

/** The meaning of names in `$ref`. */
export type TypeNames = {
  /** True for a resource: the value is its record. */
  resource(name: string): boolean
  /** A shape's own type in a mode; undefined if the shape is unknown. */
  shape(name: string, mode: Mode): Type | undefined
}

const dynamicType: Type = { kind: 'dyn' }
const unknownType: Type = { kind: 'unknown' }

export function typeOf(node: SchemaNode, names: TypeNames, mode: Mode = 'stored'): Type {
  return typePart(node, names, mode, false)
}

/** `isPartOfAllOf`: in `allOf`, another schema may give the type, and this one only adds members. */
function typePart(node: SchemaNode, names: TypeNames, mode: Mode, isPartOfAllOf: boolean): Type {
  if (node.always !== undefined) return dynamicType
  const { keywords } = node
  const parts: Type[] = []
  const typeNames = slotValueOf(keywords.type)
  const declaredType = typeDeclared(keywords, typeNames, names, mode)
  if (declaredType !== undefined) parts.push(declaredType)
  for (const part of slotValueOf(keywords.allOf) ?? []) parts.push(typePart(part, names, mode, true))
  for (const alternatives of [slotValueOf(keywords.anyOf), slotValueOf(keywords.oneOf)]) {
    if (alternatives !== undefined) parts.push(joinAll(alternatives.map((part) => typeOf(part, names, mode))))
  }
  const listsMembers = declaredType === undefined && keywords.properties.state === 'shown'
  if (listsMembers && (isPartOfAllOf || parts.length > 0)) parts.push(typeObject(keywords, names, mode))
  const type = intersectTypes(parts)
  return mode === 'stored' && keywords.secret.state === 'shown' ? makeSecretType(type) : type
}

function makeSecretType(type: Type): Type {
  return type.kind === 'nullable' ? { kind: 'nullable', of: { kind: 'secret' } } : { kind: 'secret' }
}

function typeDeclared(keywords: Keywords, typeNames: readonly string[] | undefined, names: TypeNames, mode: Mode): Type | undefined {
  const withDeclaredNull = (type: Type): Type => (typeNames?.includes('null') ? withNullType(type) : type)
  const name = slotValueOf(keywords.$ref)?.text
  if (name !== undefined) {
    if (names.resource(name)) return withDeclaredNull({ kind: 'record', resource: name })
    return withDeclaredNull(names.shape(name, mode) ?? unknownType)
  }
  const constant = slotValueOf(keywords.const)
  if (constant !== undefined) return typeData([constant])
  const values = slotValueOf(keywords.enum)
  if (values !== undefined && values.length > 0 && values.every(({ value }) => value === null || typeof value === 'string')) {
    return typeData(values)
  }
  if (typeNames === undefined) return values === undefined ? undefined : typeData(values)
  const types = typeNames.filter((typeName) => typeName !== 'null').map((typeName) => typeByName(typeName, keywords, names, mode))
  return types.length === 0 ? { kind: 'null' } : withDeclaredNull(joinAll(types))
}

function typeData(values: readonly Data[]): Type {
  return joinAll(values.map(({ value }) => typeJson(value)))
}

/** The type of a literal JSON value: texts are strings, and whole numbers are integers. */
export function typeJson(value: Json): Type {
  switch (typeof value) {
    case 'string':
      return { kind: 'enum', values: [value] }
    case 'boolean':
      return { kind: 'bool' }
    case 'bigint':
      return { kind: 'int', wide: true }
    case 'number':
      return Number.isInteger(value) ? { kind: 'int', ...makeBounds(BigInt(value), BigInt(value)) } : { kind: 'double' }
    case 'object':
      break
  }
  if (value === null) return { kind: 'null' }
  if (isJsonArray(value))
    return {
      kind: 'list',
      element: value.length === 0 ? dynamicType : joinAll(value.map(typeJson)),
      ...makeBounds(BigInt(value.length), BigInt(value.length)),
    }
  if (isDecimal(value)) return { kind: 'decimal', scale: value.scale }
  return { kind: 'object', members: new Map(Object.entries(value).map(([name, member]) => [name, { type: typeJson(member) }])) }
}

function typeByName(typeName: string, keywords: Keywords, names: TypeNames, mode: Mode): Type {
  const format = slotValueOf(keywords.format)?.text
  switch (typeName) {
    case 'boolean':
      return { kind: 'bool' }
    case 'integer':
      return { kind: 'int', ...(format === 'int64' ? { wide: true } : {}), ...numberBounds(keywords) }
    case 'number':
      return numberType(keywords, format)
    case 'string':
      return typeString(keywords, format)
    case 'array':
      return { kind: 'list', element: typeElement(keywords, names, mode), ...countBounds(keywords, 'array') }
    case 'object':
      return typeObject(keywords, names, mode)
    default:
      return unknownType
  }
}

function typeString(keywords: Keywords, format: string | undefined): Type {
  if (format === 'date-time') return { kind: 'timestamp' }
  if (format === 'duration') return { kind: 'duration' }
  return { kind: 'string', ...readTextForms(keywords) }
}

/** The type of a value before decoding: formats are plain text, and null is excluded. */
export function typeRaw(node: SchemaNode, names: TypeNames): Type {
  const type = withoutBounds(withoutNull(typeOf(node, names, 'input')))
  const typeNames = slotValueOf(node.keywords.type)?.filter((typeName) => typeName !== 'null')
  const isText =
    type.kind === 'enum' || type.kind === 'timestamp' || type.kind === 'duration' || (typeNames?.length === 1 && typeNames[0] === 'string')
  const items = slotValueOf(node.keywords.items)
  if (type.kind === 'list' && items !== undefined && node.keywords.prefixItems.state !== 'shown')
    return { ...type, element: typeRawElement(items, type.element, names) }
  return isText ? { kind: 'string' } : type
}

function typeRawElement(items: SchemaNode, element: Type, names: TypeNames): Type {
  const raw = typeRaw(items, names)
  return element.kind === 'nullable' ? withNullType(raw) : raw
}

/** Decimal for `format: decimal`, or for multiples of a tenth, a hundredth and so on. */
function numberType(keywords: Keywords, format: string | undefined): Type {
  const declared = slotValueOf(keywords.multipleOf)
  const unit = declared === undefined ? undefined : parseDecimal(declared.text)
  const scale = unit === undefined ? undefined : computeNeededScale(unit)
  const bounds = numberBounds(keywords)
  if (format === 'decimal') return { kind: 'decimal', ...(scale === undefined ? {} : { scale }), ...bounds }
  const isTenth = unit !== undefined && scale !== undefined && scale > 0 && compareDecimals(unit, makeDecimal(1n, scale)) === 0
  return isTenth ? { kind: 'decimal', scale, ...bounds } : { kind: 'double', ...bounds }
}

function typeElement(keywords: Keywords, names: TypeNames, mode: Mode): Type {
  const itemMode = mode === 'patch' ? 'input' : mode
  const prefixItems = slotValueOf(keywords.prefixItems) ?? []
  const items = slotValueOf(keywords.items)
  const types = [...prefixItems, ...(items === undefined ? [] : [items])].map((each) => typeOf(each, names, itemMode))
  return types.length === 0 || (prefixItems.length > 0 && items === undefined) ? dynamicType : joinAll(types)
}

/** Without listed members, the type is a map of `additionalProperties`. */
function typeObject(keywords: Keywords, names: TypeNames, mode: Mode, name?: string): Type {
  const properties = slotValueOf(keywords.properties)
  if (properties === undefined) {
    const valueSchema = slotValueOf(keywords.additionalProperties)
    return {
      kind: 'map',
      key: { kind: 'string' },
      value: valueSchema === undefined ? dynamicType : typeOf(valueSchema, names, mode),
      ...countBounds(keywords, 'object'),
    }
  }
  const members = new Map<string, Member>()
  fillMembers(members, keywords, names, mode)
  return { kind: 'object', ...(name === undefined ? {} : { name }), members }
}

/** Adds to an existing map, so that a shape can contain itself. */
export function fillMembers(members: Map<string, Member>, keywords: Keywords, names: TypeNames, mode: Mode): void {
  const required = new Set(slotValueOf(keywords.required)?.map(({ text }) => text))
  for (const { name, slot } of slotValueOf(keywords.properties) ?? []) {
    if (slot.state !== 'shown') {
      members.set(name, { type: unknownType })
      continue
    }
    const type = typeOf(slot.value, names, mode)
    const isRemovable = mode === 'patch' && !required.has(name) && slot.value.keywords.default.state !== 'shown'
    const isAlwaysPresent = isPresent(slot.value, required.has(name), mode)
    members.set(name, isAlwaysPresent ? { type } : { type: isRemovable ? withNullType(type) : type, optional: true })
  }
}

/** True if a member is always present: required, defaulted, or generated during decoding. */
function isPresent(node: SchemaNode, required: boolean, mode: Mode): boolean {
  if (mode === 'patch') return false
  const { keywords } = node
  const defaultValue = slotValueOf(keywords.default)
  const hasOwnValue = keywords.generate.state === 'shown' || (defaultValue !== undefined && defaultValue.value !== null)
  if (mode === 'passed' && hasOwnValue) return false
  if (keywords.generate.state === 'shown') return true
  if (mode !== 'stored' && (slotValueOf(keywords.readOnly) === true || keywords.compute.state === 'shown')) return false
  return required || hasOwnValue
}
