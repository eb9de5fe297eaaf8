// Collects the members of a schema from references and `allOf`, and compares schemas.

import { type Json, printCanonical, isJsonArray, isJsonObject, createJsonObject } from '../../base/json.ts'
import {
  type At,
  type SchemaFields,
  type Spec,
  isTrue,
  listItems,
  findMember,
  listMembers,
  readRef,
  readTextAt,
  readTextsAt,
} from './spec.ts'

const deepest = 12

/** Undefined if it is not an object, or is one of several alternatives. */
export function readFields(at: At, spec: Spec): SchemaFields | undefined {
  const target = spec.follow(at)
  if (!isJsonObject(target.value)) return undefined
  if (spec.fields.has(target.pointer)) return spec.fields.get(target.pointer)
  // A schema that contains itself has no members there.
  spec.fields.set(target.pointer, undefined)
  const found = collectFields(target, spec)
  spec.fields.set(target.pointer, found)
  return found
}

function collectFields(target: At, spec: Spec): SchemaFields | undefined {
  const alone = wrap(target)
  if (alone !== undefined) return readFields(alone, spec)
  if (listItems(findMember(target, 'oneOf')).length > 0 || listItems(findMember(target, 'anyOf')).length > 0) return undefined
  const types = readTypes(target)
  if (types.length > 0 && !types.includes('object')) return undefined
  const parts = listItems(findMember(target, 'allOf')).map((each) => readFields(each, spec))
  if (parts.some((each) => each === undefined)) return undefined
  const properties = new Map<string, At>()
  const required = new Set<string>()
  for (const part of parts) {
    for (const [name, property] of part!.properties) properties.set(name, property)
    for (const name of part!.required) required.add(name)
  }
  for (const [name, property] of listMembers(findMember(target, 'properties'))) properties.set(name, property)
  for (const name of readTextsAt(target, 'required')) required.add(name)
  if (properties.size === 0) return undefined
  const [title, description] = [readTextAt(target, 'title'), readTextAt(target, 'description')]
  return {
    at: target,
    properties,
    required,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  }
}

/** The only schema inside a wrapper: `allOf: [X]` alone, or X or null. */
function wrap(at: At): At | undefined {
  for (const word of ['allOf', 'anyOf', 'oneOf']) {
    const all = listItems(findMember(at, word)).filter((each) => word === 'allOf' || !isNull(each))
    const own = listMembers(at)
      .map(([name]) => name)
      .filter((name) => name === 'properties' || name === 'required' || (name !== word && name.endsWith('Of')))
    if (all.length === 1 && own.length === 0 && listItems(findMember(at, word)).length > 0) return all[0]
  }
  return undefined
}

function isNull(at: At): boolean {
  return findMember(at, 'type').value === 'null'
}

export function readTypes(at: At): string[] {
  const { value } = findMember(at, 'type')
  return (isJsonArray(value) ? value : [value]).filter((each) => typeof each === 'string')
}

/** The schema of an array's items; undefined if it is not an array. */
export function resolveItems(at: At, spec: Spec): At | undefined {
  const target = spec.follow(at)
  const alone = isJsonObject(target.value) ? wrap(target) : undefined
  if (alone !== undefined && alone.value !== undefined) return resolveItems(alone, spec)
  const types = readTypes(target)
  const inner = findMember(target, 'items')
  return isJsonObject(inner.value) && (types.length === 0 || types.includes('array')) ? inner : undefined
}

/** True for one value that is neither a map nor a list, as in a path or a query. */
export function isSingle(at: At, spec: Spec): boolean {
  const target = spec.follow(at)
  const types = readTypes(target).filter((each) => each !== 'null')
  return types.length === 1 && ['string', 'integer', 'number', 'boolean'].includes(types[0]!)
}

const forPeople = new Set([
  'title',
  'description',
  'example',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'externalDocs',
  'xml',
  'default',
  '$comment',
])

/** The canonical text of a schema, for comparison: without annotations, and with acyclic references resolved. */
export function printAdmitted(at: At, spec: Spec, around: readonly string[] = []): string {
  return printCanonical(normalizeSchema(at, spec, around))
}

function normalizeSchema(at: At, spec: Spec, around: readonly string[]): Json {
  // A schema of one value is expanded; any other named schema is represented by its name.
  if (readRef(at) !== undefined && !isSingle(at, spec)) return spec.follow(at).pointer
  const target = spec.follow(at)
  if (around.length > deepest) return target.pointer
  const deeper = [...around, target.pointer]
  if (isJsonArray(target.value)) return listItems(target).map((each) => normalizeSchema(each, spec, deeper))
  if (!isJsonObject(target.value)) return target.value ?? null
  const isMap = target.pointer.endsWith('/properties')
  return createJsonObject(
    listMembers(target)
      .filter(([name]) => isMap || (!forPeople.has(name) && !name.startsWith('x-')))
      .map(([name, inner]) => [name, normalizeSchema(inner, spec, deeper)]),
  )
}

/** True if both have the same type, regardless of bounds. */
export function isAlike(a: At, b: At, spec: Spec): boolean {
  const [first, second] = [spec.follow(a), spec.follow(b)]
  if (first.pointer === second.pointer) return true
  const kind = (at: At): string =>
    `${readTypes(at)
      .filter((each) => each !== 'null')
      .join()} ${readTextAt(at, 'format') ?? ''} ${printAdmitted(findMember(at, 'enum'), spec)}`
  const types = readTypes(first)
  if (types.includes('object') || types.includes('array') || types.length === 0)
    return printAdmitted(first, spec) === printAdmitted(second, spec)
  return kind(first) === kind(second)
}

/** True if the other schema has most members of these fields. */
export function sharesMostMembers(fields: SchemaFields, other: SchemaFields, spec: Spec): boolean {
  const common = [...fields.properties].filter(([name, at]) => {
    const own = other.properties.get(name)
    return own !== undefined && isAlike(own, at, spec)
  })
  return common.length > 0 && common.length * 2 >= fields.properties.size
}

export function isReadOnly(at: At, spec: Spec): boolean {
  return isTrue(at, 'readOnly') || isTrue(spec.follow(at), 'readOnly')
}

export function isWriteOnly(at: At, spec: Spec): boolean {
  return isTrue(at, 'writeOnly') || isTrue(spec.follow(at), 'writeOnly')
}

export function isNullable(at: At, spec: Spec): boolean {
  const target = spec.follow(at)
  return (
    isTrue(at, 'nullable') ||
    isTrue(at, 'x-nullable') ||
    isTrue(target, 'nullable') ||
    isTrue(target, 'x-nullable') ||
    readTypes(target).includes('null') ||
    [...listItems(findMember(target, 'anyOf')), ...listItems(findMember(target, 'oneOf'))].some(isNull)
  )
}
