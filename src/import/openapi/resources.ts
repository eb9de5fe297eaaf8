// Finds the resources of an API: addressable items of its paths, with their schema and key.

import { type SourceOperation, jsonContent, parameterIn, segments, successes } from './api.ts'
import { isSingle } from './fields.ts'
import { manyIn, oneIn } from './carried.ts'
import { singular, normaliseSpelling } from '../names.ts'
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

/** True if records have the property: their schema lists it, or it is in their key. */
export function isStoredPart({ property, isOfPath }: PathPart, { key }: Pick<SourceResource, 'key'>): boolean {
  return !isOfPath || key.some((each) => each.property === property)
}

export type SourceResource = {
  readonly name: string
  readonly fields: SchemaFields
  /** Empty if unknown. */
  key: readonly PathPart[]
  /** Paths of one record, each with the properties of its parameters; undefined for an unknown one. */
  readonly items: Map<string, readonly (PathPart | undefined)[]>
  /** Paths of all records, or of all records of an earlier one in the path, likewise. */
  readonly collections: Map<string, readonly (PathPart | undefined)[]>
  /** The source's evidence that it is a resource. */
  readonly because: string
}

export function findSourceResources(operations: readonly SourceOperation[], spec: Spec, names: NameAllocator): SourceResource[] {
  const resources: SourceResource[] = []
  const gets = operations.filter(({ method }) => method === 'GET')
  const byPath = new Map<string, SourceResource>()
  const resourceAt = (fields: SchemaFields): SourceResource | undefined =>
    resources.find((each) => each.fields.at.pointer === fields.at.pointer)

  for (const operation of gets) {
    const path = operation.path
    const parameter = lastParameter(path)
    const record = parameter === undefined ? undefined : oneIn(answerOf(operation), path, spec)
    if (record === undefined || parameter === undefined) continue
    const resource = byPath.get(collectionOf(path)) ?? resourceAt(record.fields) ?? make(record.fields, path, operation)
    byPath.set(collectionOf(path), resource)
    addItem(resource, operation, parameter)
  }
  const items = new Set(operations.filter(({ path }) => lastParameter(path) !== undefined).map(({ path }) => collectionOf(path)))
  for (const operation of gets) {
    const { path } = operation
    const many = lastParameter(path) === undefined ? manyIn(answerOf(operation), path, spec) : undefined
    if (many === undefined) continue
    const before = byPath.get(withoutTrailingSlash(path)) ?? resourceAt(many.fields)
    // Objects in a list are records if a path addresses them, or if the list is the only content.
    if (before === undefined && !items.has(withoutTrailingSlash(path)) && !many.isSure) continue
    const resource = before ?? make(many.fields, path, operation)
    byPath.set(withoutTrailingSlash(path), resource)
  }
  // RFC 9110, section 15.3.2: 201 means that a resource was created, and the answer contains it.
  for (const operation of operations) {
    const { path, method } = operation
    if (
      method !== 'POST' ||
      byPath.has(withoutTrailingSlash(path)) ||
      lastParameter(path) !== undefined ||
      successes(operation)[0]?.status !== '201'
    )
      continue
    const created = oneIn(answerOf(operation), path, spec)
    if (created !== undefined) byPath.set(withoutTrailingSlash(path), resourceAt(created.fields) ?? make(created.fields, path, operation))
  }
  // Paths to a single record without a read belong to the preceding list.
  for (const operation of operations) {
    const parameter = lastParameter(operation.path)
    const resource = parameter === undefined ? undefined : byPath.get(collectionOf(operation.path))
    if (resource !== undefined && parameter !== undefined && !resource.items.has(operation.path)) addItem(resource, operation, parameter)
  }
  // An object below a record, with its own path: its parameters identify it, unless another path finds it as a record.
  for (const operation of gets) {
    const { path } = operation
    if (parametersIn(path).length === 0 || lastParameter(path) !== undefined || byPath.has(withoutTrailingSlash(path))) continue
    const single = manyIn(answerOf(operation), path, spec)?.isSure === true ? undefined : oneIn(answerOf(operation), path, spec)
    if (single === undefined) continue
    const before = resourceAt(single.fields)
    if (before === undefined) make(single.fields, path, operation)
    const resource = before ?? resources.at(-1)!
    resource.items.set(
      path,
      parametersIn(path).map((parameter) =>
        before === undefined ? parentOf(resource, parameter, operation, spec) : keyBy(resource, parameter, operation, spec),
      ),
    )
  }
  for (const resource of resources) resource.key = keyOf(resource, spec)
  for (const [path, resource] of byPath) {
    for (const operation of operations.filter((each) => withoutTrailingSlash(each.path) === path))
      resource.collections.set(operation.path, parentsOf(resource, operation, spec))
  }
  return resources

  function make(fields: SchemaFields, path: string, { at }: SourceOperation): SourceResource {
    const resource: SourceResource = {
      name: names.take(nameOf(fields, path)),
      fields,
      key: [],
      items: new Map(),
      collections: new Map(),
      because: at.pointer,
    }
    resources.push(resource)
    return resource
  }

  function addItem(resource: SourceResource, operation: SourceOperation, parameter: string): void {
    resource.items.set(operation.path, [...parentsOf(resource, operation, spec).slice(0, -1), keyBy(resource, parameter, operation, spec)])
  }
}

/**
 * Maps the leading path parameters to properties of that name, or to ones that only the path has. The last part of a key is the record's
 * own.
 */
function parentsOf(resource: SourceResource, operation: SourceOperation, spec: Spec): (PathPart | undefined)[] {
  return parametersIn(operation.path).map(
    (parameter) => resource.key.slice(0, -1).find((each) => each.parameter === parameter) ?? parentOf(resource, parameter, operation, spec),
  )
}

/** `{petId}`, and the `{id}` of `/pets/{id}/visits`, are the `petId` of a visit. */
function parentOf(resource: SourceResource, parameter: string, operation: SourceOperation, spec: Spec): PathPart | undefined {
  const steps = segments(operation.path)
  const owner = singular(steps[steps.indexOf(`{${parameter}}`) - 1] ?? '')
  const names = [parameter, `${owner}${parameter}`].map(normaliseSpelling).filter((each) => each !== 'id')
  const own = [...resource.fields.properties.keys()].find((each) => names.includes(normaliseSpelling(each)))
  return partOf(own, parameter, resource, operation, spec)
}

/** The path with the fewest parameters finds a record; without such a path, an `id` does. */
function keyOf({ fields, items }: SourceResource, spec: Spec): readonly PathPart[] {
  const [first] = [...items.values()].filter((parts) => parts.at(-1) !== undefined).toSorted((a, b) => a.length - b.length)
  if (first !== undefined && first.every((each) => each !== undefined)) return first
  const property = fields.properties.get('id')
  return property !== undefined && isSingle(property, spec) ? [{ property: 'id', parameter: 'id', at: property, isOfPath: false }] : []
}

function answerOf(operation: SourceOperation): At | undefined {
  const [first] = successes(operation)
  return first === undefined ? undefined : jsonContent(first.content)?.schema
}

function parametersIn(path: string): string[] {
  return segments(path).flatMap((each) => parameterIn(each) ?? [])
}

/** A trailing slash does not change the address. */
function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

function lastParameter(path: string): string | undefined {
  return parameterIn(segments(withoutTrailingSlash(path)).at(-1))
}

function collectionOf(path: string): string {
  return withoutTrailingSlash(path).slice(0, withoutTrailingSlash(path).lastIndexOf('/'))
}

/** The schema's name in the source; without one, the name of the records in the path. */
function nameOf({ at, title }: SchemaFields, path: string): string {
  const own = /^#\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(at.pointer)?.[1]
  if (own !== undefined) return own.replaceAll('~1', '/').replaceAll('~0', '~')
  const last = segments(path)
    .filter((each) => parameterIn(each) === undefined && each !== '')
    .at(-1)
  return last === undefined ? (title ?? 'Thing') : singular(last)
}

/**
 * The property for the last parameter of the path: by its name, or by its name without the resource's; otherwise one that only the path
 * has.
 */
function keyBy(resource: SourceResource, parameter: string, operation: SourceOperation, spec: Spec): PathPart | undefined {
  const property = propertyFor(
    parameter,
    [
      resource.name,
      singular(
        segments(operation.path)
          .filter((each) => parameterIn(each) === undefined)
          .at(-1) ?? '',
      ),
    ],
    resource.fields,
  )
  return partOf(property, parameter, resource, operation, spec)
}

function partOf(
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

function propertyFor(parameter: string, owners: readonly string[], { properties }: SchemaFields): string | undefined {
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
