// Wraps an OpenAPI document as a tree of places: each value with its JSON Pointer. References are followed only within the document.

import { type Json, type JsonObject, isJsonArray, isJsonObject } from '../../base/json.ts'

export type Version = '2.0' | '3.0' | '3.1'

/** A value and its place in the source. */
export type At = { readonly value: Json | undefined; readonly pointer: string }

/** The members that a schema lists. */
export type SchemaFields = {
  /** The schema that lists them, after its references. */
  readonly at: At
  readonly properties: ReadonlyMap<string, At>
  readonly required: ReadonlySet<string>
  readonly title?: string
  readonly description?: string
}

export type Spec = {
  readonly version: Version
  readonly root: At
  /** The target of a reference, over any number of references; `problem` if there is no target. */
  follow(at: At): At & { readonly problem?: string }
  /** The members of schemas by place, computed lazily. */
  readonly fields: Map<string, SchemaFields | undefined>
}

/** The maximum number of references in a chain; longer chains count as cycles. */
const longestChain = 40

export function createSpec(root: JsonObject, version: Version): Spec {
  const start: At = { value: root, pointer: '#' }
  return {
    version,
    root: start,
    fields: new Map(),
    follow(at) {
      let now = at
      for (let step = 0; step < longestChain; step++) {
        const ref = readRef(now)
        if (ref === undefined) return now
        if (!ref.startsWith('#')) return { ...nowhere(at), problem: `\`${ref}\` is in another file` }
        const next = findReferenced(start, ref)
        if (next === undefined) return { ...nowhere(at), problem: `there is nothing at \`${ref}\`` }
        now = next
      }
      return { ...nowhere(at), problem: 'its references lead in a cycle' }
    },
  }
}

const nowhere = ({ pointer }: At): At => ({ value: undefined, pointer })

/** The map at the place. */
export function readObject({ value }: At): JsonObject | undefined {
  return isJsonObject(value) ? (value as JsonObject) : undefined
}

/** The target of a `$ref`; a property with that name is a map, not a reference. */
export function readRef(at: At): string | undefined {
  const ref = readObject(at)?.['$ref']
  return typeof ref === 'string' ? ref : undefined
}

function findReferenced(root: At, ref: string): At | undefined {
  let now: At | undefined = root
  for (const step of ref.slice(1).split('/').slice(1)) {
    const name = decode(step).replaceAll('~1', '/').replaceAll('~0', '~')
    now = isJsonArray(now.value) ? findItem(now, Number(name)) : findMember(now, name)
    if (now === undefined || now.value === undefined) return undefined
  }
  return now
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function step(name: string | number): string {
  return `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** The member's place; its value is undefined if there is no such member. */
export function findMember(at: At, name: string): At {
  const object = readObject(at)
  return { value: object !== undefined && Object.hasOwn(object, name) ? object[name] : undefined, pointer: at.pointer + step(name) }
}

function findItem({ value, pointer }: At, index: number): At {
  return { value: isJsonArray(value) ? value[index] : undefined, pointer: pointer + step(index) }
}

export function listItems(at: At): At[] {
  return isJsonArray(at.value) ? at.value.map((value, index) => ({ value, pointer: at.pointer + step(index) })) : []
}

/** The members of a map; empty for any other value. */
export function listMembers(at: At): (readonly [name: string, at: At])[] {
  if (!isJsonObject(at.value)) return []
  return Object.entries(at.value).map(([name, value]) => [name, { value, pointer: at.pointer + step(name) }])
}

/** A text that is not empty. */
export function readTextAt(at: At, name: string): string | undefined {
  const { value } = findMember(at, name)
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

export function isTrue(at: At, name: string): boolean {
  return findMember(at, name).value === true
}

export function readTextsAt(at: At, name: string): string[] {
  return listItems(findMember(at, name)).flatMap(({ value }) => (typeof value === 'string' ? [value] : []))
}
