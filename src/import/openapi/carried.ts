// Finds the content of an answer: one record or many, and the surrounding envelope.

import { findPathParameter, splitPath, withoutFormat } from './api.ts'
import { readFields, resolveItems } from './fields.ts'
import { singularize, normaliseSpelling } from '../names.ts'
import { type At, type Spec, listItems, findMember, type SchemaFields } from './spec.ts'

export type RepresentedRecord = {
  /** The fields of the record. */
  readonly fields: SchemaFields
  /** The member of the envelope that contains it, if there is an envelope. */
  readonly member?: string
  readonly envelope?: SchemaFields
  /** The content of the member, if it is an envelope too. */
  readonly inside?: RepresentedRecord
  /** True if no other reading is possible: a list alone, or an envelope recognised by its names. */
  readonly isSure: boolean
}

const listNames = new Set([
  'items',
  'data',
  'results',
  'result',
  'values',
  'content',
  'contents',
  'records',
  'entries',
  'list',
  'rows',
  'elements',
  'objects',
  'resources',
  'edges',
  'nodes',
  'docs',
  'hits',
  'collection',
  'value',
  'members',
  'embedded',
])
const oneNames = new Set(['data', 'result', 'item', 'object', 'record', 'resource', 'response', 'payload', 'value', 'content', 'entity'])

/** Members that tell of the answer itself, beside the record. */
const besideNames = new Set([
  'status',
  'statuscode',
  'success',
  'code',
  'ok',
  'message',
  'msg',
  'error',
  'errors',
  'timestamp',
  'requestid',
  'version',
  'meta',
])

export function findOneRecord(at: At | undefined, path: string, spec: Spec): RepresentedRecord | undefined {
  const fields = at === undefined ? undefined : readFields(at, spec)
  if (fields === undefined) return undefined
  const inside = findEnvelope(fields, path, spec)
  return inside ?? { fields, isSure: true }
}

/**
 * An envelope has one object that is named like an envelope's content or like the path's records, or whose neighbours all tell of the answer,
 * and no members of a record.
 */
function findEnvelope(fields: SchemaFields, path: string, spec: Spec): RepresentedRecord | undefined {
  const called = namesFor(path)
  const objects = [...fields.properties].flatMap(([name, at]) => {
    const inner = resolveItems(at, spec) === undefined ? readFields(at, spec) : undefined
    return inner === undefined ? [] : [{ name, inner }]
  })
  const isBeside = (name: string): boolean => besideNames.has(normaliseSpelling(name))
  const named = objects.filter(({ name }) => oneNames.has(normaliseSpelling(name)) || called.includes(normaliseSpelling(name)))
  const others = [...fields.properties.keys()].filter((name) => name !== objects[0]?.name)
  const [only, ...more] = named.length === 0 && others.length > 0 && others.every(isBeside) ? objects : named
  if (only === undefined || more.length > 0 || fields.properties.size > 6 || fields.properties.has('id')) return undefined
  return { fields: only.inner, member: only.name, envelope: fields, isSure: true }
}

/** `isInside`: within an envelope, which is not searched for another one. */
export function findManyRecords(at: At | undefined, path: string, spec: Spec, isInside = false): RepresentedRecord | undefined {
  if (at === undefined) return undefined
  const plain = resolveItems(at, spec)
  if (plain !== undefined) {
    const fields = readFields(plain, spec)
    return fields === undefined ? undefined : { fields, isSure: true }
  }
  const fields = readFields(at, spec)
  if (fields === undefined) return undefined
  const lists = [...fields.properties].flatMap(([name, property]) => {
    const items = resolveItems(property, spec)
    const inner = items === undefined ? undefined : readFields(items, spec)
    return inner === undefined ? [] : [{ name, inner }]
  })
  const called = namesFor(path)
  const named = lists.filter(({ name }) => listNames.has(normaliseSpelling(name)) || called.includes(normaliseSpelling(name)))
  const [only, ...more] = named.length > 0 ? named : lists
  if (only === undefined && !isInside) return findNestedRecords(fields, path, spec)
  if (only === undefined || more.length > 0) return undefined
  // An object with its own key beside a list is one record that contains others.
  if (named.length === 0 && fields.properties.has('id')) return undefined
  return { fields: only.inner, member: only.name, envelope: fields, isSure: named.length > 0 }
}

/** An envelope around an envelope: `{ data: { items: […] } }`, whose list is recognised by its name. */
function findNestedRecords(envelope: SchemaFields, path: string, spec: Spec): RepresentedRecord | undefined {
  if (envelope.properties.has('id')) return undefined
  const found = [...envelope.properties].flatMap(([member, at]) => {
    const inside = findManyRecords(at, path, spec, true)
    return inside?.envelope === undefined || !inside.isSure ? [] : [{ member, inside }]
  })
  const [only, ...more] = found
  return only === undefined || more.length > 0 ? undefined : { fields: only.inside.fields, envelope, isSure: true, ...only }
}

/** The possible names of a path's records, normalised. */
function namesFor(path: string): string[] {
  const last =
    splitPath(withoutFormat(path))
      .filter((each) => findPathParameter(each) === undefined && each !== '')
      .at(-1) ?? ''
  return last === '' ? [] : [normaliseSpelling(last), normaliseSpelling(singularize(last))]
}

/** The only value that a schema admits. */
export function findOnlyValue(at: At, spec: Spec): { readonly value: string | number | boolean } | undefined {
  const target = spec.follow(at)
  const [first, second] = listItems(findMember(target, 'enum'))
  const only = findMember(target, 'const').value ?? (second === undefined ? first?.value : undefined)
  return typeof only === 'string' || typeof only === 'number' || typeof only === 'boolean' ? { value: only } : undefined
}
