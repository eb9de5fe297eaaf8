// Finds the resources of an API: addressable items of its paths, with their schema and key.

import { type SourceOperation, findJsonContent, findPathParameter, splitPath, listSuccesses, withoutFormat } from './api.ts'
import { isAlike, isNullable, isSingle, sharesMostMembers } from './fields.ts'
import { findManyRecords, findOneRecord } from './carried.ts'
import { cutToCollection, findLastParameter, listPathParameters } from './source-paths.ts'
import { singularize, normaliseSpelling } from '../names.ts'
import type { NameAllocator } from '../names.ts'
import type { At, Spec, SchemaFields } from './spec.ts'

/** A property by which a path finds a record. */
export type PathPart = {
  readonly property: string
  /** The name in the path. */
  readonly parameter: string
  /** Its schema: the property's, or the path parameter's. */
  readonly at: At
  /** True if only the path has it, and the schema does not. */
  readonly isOfPath: boolean
}

/** True if records have the property: their schema lists it, or it is in their key, or they are created below it. */
export function isStoredPart({ property, isOfPath }: PathPart, { key, parents }: Pick<SourceResource, 'key' | 'parents'>): boolean {
  return !isOfPath || [...key, ...parents].some((each) => each.property === property)
}

export type RecordMember = { readonly property: string; readonly parts: readonly (PathPart | undefined)[] }

export type SourceResource = {
  readonly name: string
  readonly fields: SchemaFields
  /** The constant key of a record that is one of a kind, whose path has no parameters. */
  readonly only?: string
  /** Empty if unknown. */
  key: readonly PathPart[]
  /** Path parameters of the list in which a record is created; its schema lacks them. */
  parents: readonly PathPart[]
  /** Paths of one record, each with the properties of its parameters; undefined for an unknown one. */
  readonly items: Map<string, readonly (PathPart | undefined)[]>
  /** Paths of one property of a record, likewise. */
  readonly members: Map<string, RecordMember>
  /** Paths of all records, or of all records of an earlier one in the path, likewise. */
  readonly collections: Map<string, readonly (PathPart | undefined)[]>
  /** The source's evidence that it is a resource. */
  readonly because: string
}

/** Finds the resources of a source from its paths, the records of its answers, and the schemas that they share. */
export function findSourceResources(operations: readonly SourceOperation[], spec: Spec, names: NameAllocator): SourceResource[] {
  return new ResourceFinder(operations, spec, names).find()
}

class ResourceFinder {
  readonly #operations: readonly SourceOperation[]
  readonly #gets: readonly SourceOperation[]
  readonly #spec: Spec
  readonly #names: NameAllocator
  /** The collections whose records have a path. */
  readonly #addressed: ReadonlySet<string>
  readonly #resources: SourceResource[] = []
  /** By the path of all records. */
  readonly #byPath = new Map<string, SourceResource>()

  constructor(operations: readonly SourceOperation[], spec: Spec, names: NameAllocator) {
    this.#operations = operations
    this.#gets = operations.filter(({ method }) => method === 'GET')
    this.#addressed = new Set(
      operations.filter(({ path }) => findLastParameter(path) !== undefined).map(({ path }) => cutToCollection(path)),
    )
    this.#spec = spec
    this.#names = names
  }

  /** The order matters: the surest evidence comes first. */
  find(): SourceResource[] {
    for (const operation of this.#gets) this.#addReadRecord(operation)
    for (const operation of this.#gets) this.#addList(operation)
    for (const operation of this.#operations) this.#addCreated(operation)
    for (const operation of this.#operations) this.#addItemOfList(operation)
    for (const operation of this.#gets) this.#addSingleton(operation)
    for (const resource of this.#resources) resource.key = findKey(resource, this.#spec)
    for (const operation of this.#gets) this.#addOnly(operation)
    for (const [path, resource] of this.#byPath) {
      for (const operation of this.#operations.filter((each) => withoutFormat(each.path) === path))
        resource.collections.set(operation.path, listParents(resource, operation, this.#spec))
    }
    return this.#resources
  }

  #addReadRecord(operation: SourceOperation): void {
    const { path } = operation
    const parameter = findLastParameter(path)
    const record = parameter === undefined ? undefined : findOneRecord(answerOf(operation), path, this.#spec)
    if (record === undefined || parameter === undefined) return
    const collection = cutToCollection(path)
    const resource = this.#byPath.get(collection) ?? this.#findBySchema(record.fields) ?? this.#add(record.fields, operation)
    this.#byPath.set(collection, resource)
    this.#addItem(resource, operation, parameter)
  }

  /** Objects in a list are records if a path addresses them, or if the list is the only content. */
  #addList(operation: SourceOperation): void {
    const path = withoutFormat(operation.path)
    const many =
      findLastParameter(operation.path) === undefined ? findManyRecords(answerOf(operation), operation.path, this.#spec) : undefined
    if (many === undefined) return
    const known = this.#byPath.get(path) ?? this.#findBySchema(many.fields)
    if (known === undefined && !this.#addressed.has(path) && !many.isSure) return
    this.#byPath.set(path, known ?? this.#add(many.fields, operation))
  }

  /** RFC 9110, section 15.3.2: 201 means that a resource was created, and the answer contains it. */
  #addCreated(operation: SourceOperation): void {
    const { path, method } = operation
    const collection = withoutFormat(path)
    if (
      method !== 'POST' ||
      this.#byPath.has(collection) ||
      findLastParameter(path) !== undefined ||
      listSuccesses(operation)[0]?.status !== '201'
    )
      return
    const created = findOneRecord(answerOf(operation), path, this.#spec)
    if (created !== undefined) this.#byPath.set(collection, this.#findBySchema(created.fields) ?? this.#add(created.fields, operation))
  }

  /** Paths to a single record without a read belong to the preceding list. */
  #addItemOfList(operation: SourceOperation): void {
    const parameter = findLastParameter(operation.path)
    const resource = parameter === undefined ? undefined : this.#byPath.get(cutToCollection(operation.path))
    if (resource !== undefined && parameter !== undefined && !resource.items.has(operation.path))
      this.#addItem(resource, operation, parameter)
  }

  /** An object below a record, with its own path: its parameters identify it, unless another path finds it as a record. */
  #addSingleton(operation: SourceOperation): void {
    const { path } = operation
    if (listPathParameters(path).length === 0 || findLastParameter(path) !== undefined || this.#byPath.has(withoutFormat(path))) return
    if (this.#addMember(operation)) return
    const answer = answerOf(operation)
    const single = findManyRecords(answer, path, this.#spec)?.isSure === true ? undefined : findOneRecord(answer, path, this.#spec)
    if (single === undefined) return
    const known = this.#findBySchema(single.fields)
    const resource = known ?? this.#add(single.fields, operation)
    resource.items.set(
      path,
      listPathParameters(path).map((parameter) =>
        known === undefined
          ? findParent(resource, parameter, operation, this.#spec)
          : findKeyPart(resource, parameter, operation, this.#spec),
      ),
    )
  }

  /** `/users/{id}/address` shows the `address` of a user, if the path of a user has such a member, which is always there. */
  #addMember(operation: SourceOperation): boolean {
    const { path } = operation
    const answer = answerOf(operation)
    const owner = cutToCollection(path)
    const name = normaliseSpelling(splitPath(withoutFormat(path)).at(-1) ?? '')
    for (const { fields, items, members } of this.#resources) {
      const [, parts] = [...items].find(([item]) => withoutFormat(item) === owner && findLastParameter(item) !== undefined) ?? []
      const [property, at] = [...fields.properties].find(([each]) => normaliseSpelling(each) === name) ?? []
      if (parts === undefined || property === undefined || at === undefined || answer === undefined) continue
      if (!fields.required.has(property) || isNullable(at, this.#spec) || !isAlike(at, answer, this.#spec)) continue
      members.set(path, { property, parts })
      return true
    }
    return false
  }

  /** An object without a key that one path shows and writes, such as `/settings`. */
  #addOnly(operation: SourceOperation): void {
    const { path } = operation
    const name = splitPath(withoutFormat(path)).at(-1) ?? ''
    if (listPathParameters(path).length > 0 || this.#byPath.has(withoutFormat(path)) || name === '') return
    const answer = answerOf(operation)
    const shown = findManyRecords(answer, path, this.#spec)?.isSure === true ? undefined : findOneRecord(answer, path, this.#spec)
    if (shown === undefined || this.#findBySchema(shown.fields) !== undefined) return
    const writing = this.#operations.filter((each) => each.path === path && (each.method === 'PUT' || each.method === 'PATCH'))
    const isWritten = writing.some(({ body }) => {
      const sent = body === undefined ? undefined : findOneRecord(findJsonContent(body.content)?.schema, path, this.#spec)?.fields
      return sent !== undefined && sharesMostMembers(sent, shown.fields, this.#spec)
    })
    if (!isWritten) return
    const resource = this.#add(shown.fields, operation, name)
    const at = { value: { type: 'string', const: name }, pointer: operation.at.pointer }
    const property = shown.fields.properties.has('id') ? 'only' : 'id'
    resource.key = [{ property, parameter: property, at, isOfPath: true }]
    resource.items.set(path, [])
  }

  #findBySchema({ at }: SchemaFields): SourceResource | undefined {
    return this.#resources.find(({ fields }) => fields.at.pointer === at.pointer)
  }

  #add(fields: SchemaFields, { path, at }: SourceOperation, only?: string): SourceResource {
    const resource: SourceResource = {
      name: this.#names.take(nameOf(fields, path)),
      fields,
      ...(only === undefined ? {} : { only }),
      key: [],
      parents: [],
      items: new Map(),
      members: new Map(),
      collections: new Map(),
      because: at.pointer,
    }
    this.#resources.push(resource)
    return resource
  }

  #addItem(resource: SourceResource, operation: SourceOperation, parameter: string): void {
    const parents = listParents(resource, operation, this.#spec).slice(0, -1)
    resource.items.set(operation.path, [...parents, findKeyPart(resource, parameter, operation, this.#spec)])
  }
}

/**
 * Maps the leading path parameters to properties of that name, or to ones that only the path has. The last part of a key is the record's
 * own.
 */
function listParents(resource: SourceResource, operation: SourceOperation, spec: Spec): (PathPart | undefined)[] {
  return listPathParameters(operation.path).map(
    (parameter) =>
      resource.key.slice(0, -1).find((each) => each.parameter === parameter) ?? findParent(resource, parameter, operation, spec),
  )
}

/** `{petId}`, and the `{id}` of `/pets/{id}/visits`, are the `petId` of a visit. */
function findParent(resource: SourceResource, parameter: string, operation: SourceOperation, spec: Spec): PathPart | undefined {
  const steps = splitPath(withoutFormat(operation.path))
  const owner = singularize(steps[steps.indexOf(`{${parameter}}`) - 1] ?? '')
  const names = [parameter, `${owner}${parameter}`].map(normaliseSpelling).filter((each) => each !== 'id')
  const own = [...resource.fields.properties.keys()].find((each) => names.includes(normaliseSpelling(each)))
  return makePathPart(own, parameter, resource, operation, spec)
}

/** The path with the fewest parameters finds a record; without such a path, an `id` does. */
function findKey({ fields, items }: SourceResource, spec: Spec): readonly PathPart[] {
  const [first] = [...items.values()].filter((parts) => parts.at(-1) !== undefined).toSorted((a, b) => a.length - b.length)
  if (first !== undefined && first.every((each) => each !== undefined)) return first
  const property = fields.properties.get('id')
  return property !== undefined && isSingle(property, spec) ? [{ property: 'id', parameter: 'id', at: property, isOfPath: false }] : []
}

function answerOf(operation: SourceOperation): At | undefined {
  const [first] = listSuccesses(operation)
  return first === undefined ? undefined : findJsonContent(first.content)?.schema
}

/** The schema's name in the source; without one, the name of the records in the path. */
function nameOf({ at, title }: SchemaFields, path: string): string {
  const own = /^#\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(at.pointer)?.[1]
  if (own !== undefined) return own.replaceAll('~1', '/').replaceAll('~0', '~')
  const last = splitPath(withoutFormat(path))
    .filter((each) => findPathParameter(each) === undefined && each !== '')
    .at(-1)
  return last === undefined ? (title ?? 'Thing') : singularize(last)
}

/**
 * The property for the last parameter of the path: by its name, or by its name without the resource's; otherwise one that only the path
 * has.
 */
function findKeyPart(resource: SourceResource, parameter: string, operation: SourceOperation, spec: Spec): PathPart | undefined {
  const property = findPropertyName(
    parameter,
    [
      resource.name,
      singularize(
        splitPath(withoutFormat(operation.path))
          .filter((each) => findPathParameter(each) === undefined)
          .at(-1) ?? '',
      ),
    ],
    resource.fields,
  )
  return makePathPart(property, parameter, resource, operation, spec)
}

function makePathPart(
  property: string | undefined,
  parameter: string,
  { fields }: SourceResource,
  operation: SourceOperation,
  spec: Spec,
): PathPart | undefined {
  const at = property === undefined ? undefined : fields.properties.get(property)
  if (property !== undefined && at !== undefined) return isSingle(at, spec) ? { property, parameter, at, isOfPath: false } : undefined
  if (fields.properties.has(parameter)) return undefined
  const declared = operation.parameters.find((each) => each.in === 'path' && each.name === parameter)
  const schema = declared?.schema.value === undefined ? { value: { type: 'string' }, pointer: operation.at.pointer } : declared.schema
  return isSingle(schema, spec) ? { property: parameter, parameter, at: schema, isOfPath: true } : undefined
}

function findPropertyName(parameter: string, owners: readonly string[], { properties }: SchemaFields): string | undefined {
  if (properties.has(parameter)) return parameter
  const wanted = normaliseSpelling(parameter)
  const bySpelling = new Map([...properties.keys()].map((each) => [normaliseSpelling(each), each]))
  // `petId` of a Pet is its `id`, `petName` its `name`; a Pet's `id` may be called `petId` there.
  const ends = owners
    .map(normaliseSpelling)
    .filter((each) => each !== '' && wanted.startsWith(each))
    .map((each) => wanted.slice(each.length))
  const owned = owners.map((each) => `${normaliseSpelling(each)}${wanted}`)
  const found = [wanted, ...ends, ...owned].map((each) => bySpelling.get(each)).find((each) => each !== undefined)
  if (found !== undefined) return found
  // A single identifier matches any identifier name.
  return wanted.endsWith('id') ? bySpelling.get('id') : undefined
}
