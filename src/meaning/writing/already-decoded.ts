// Finds values of a request that the body's schema has already decoded to the property's stored form, so that they are not decoded twice.

import { type Json, printCanonical } from '../../base/json.ts'
import type { Path } from '../../schema/failure.ts'
import type { Schema, SchemaObject } from '../../schema/schema.ts'
import { definitionsOf } from '../../typing/definitions.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'
import type { Interpreter } from '../service.ts'
import { holdsRecords, groupSources } from './write-checks.ts'
import type { WriteSources } from './write.ts'

/** `paths` lead from the request's body to the values that properties are written with. */
export function fromBody(
  service: Interpreter,
  info: ResourceInfo,
  body: Schema,
  paths: readonly (readonly [property: string, path: Path])[],
): Pick<WriteSources, 'sources' | 'alreadyDecoded'> {
  const sentAlike = listNamesSentAlike(service, info, body, paths)
  return {
    sources: groupSources(paths),
    alreadyDecoded: new Set([...sentAlike].filter((name) => isStoredAsDecoded(info.properties.get(name)!))),
  }
}

/** Properties whose body schema equals their own, so that both share one JSON form. */
export function listNamesSentAlike(
  { facts }: Interpreter,
  info: ResourceInfo,
  body: Schema,
  paths: Iterable<readonly [property: string, path: Path]>,
): ReadonlySet<string> {
  const shapes = definitionsOf(facts.typing.domain)
  const alike = [...paths].filter(([name, path]) => {
    const property = info.properties.get(name)
    const sent = findSchema(body, path)
    return property !== undefined && sent !== undefined && isAlike(sent, property.schema, shapes)
  })
  return new Set(alike.map(([name]) => name))
}

/** True for properties that transform a value beyond their schema. */
function isStoredAsDecoded(property: Property): boolean {
  return property.normalize === undefined && !property.secret && property.reference === undefined && !holdsRecords(property)
}

/** The schema of a nested member, if every schema on the path lists its members plainly. */
function findSchema(schema: Schema, [name, ...rest]: Path): SchemaObject | undefined {
  if (typeof schema === 'boolean') return undefined
  if (name === undefined) return schema
  const member = schema.patch === true || typeof name !== 'string' ? undefined : schema.properties?.[name]
  return member === undefined ? undefined : findSchema(member, rest)
}

type Shapes = ReadonlyMap<string, Schema>

/** True if both schemas decode a value alike, and decoding twice changes nothing. */
function isAlike(sent: SchemaObject, stored: Schema, shapes: Shapes): boolean {
  if (typeof stored === 'boolean') return false
  const [own, other] = [removeDecodeKeywords(sent), removeDecodeKeywords(stored)]
  return (
    isFixed(own, shapes, new Set()) && isFixed(other, shapes, new Set()) && printCanonical(own as Json) === printCanonical(other as Json)
  )
}

/** The schema without keywords about the member rather than its value. */
function removeDecodeKeywords({
  readOnly: _readOnly,
  writeOnly: _writeOnly,
  generate: _generate,
  default: _default,
  title: _title,
  description: _description,
  examples: _examples,
  deprecated: _deprecated,
  sensitive: _sensitive,
  ...rest
}: SchemaObject): SchemaObject {
  return rest
}

/** Keywords that validate a value or normalise it in every decoding mode, and annotations. */
const fixedKeywords: ReadonlySet<string> = new Set<keyof SchemaObject>([
  'type',
  'enum',
  'const',
  'format',
  'minLength',
  'maxLength',
  'pattern',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'items',
  'minItems',
  'maxItems',
  'uniqueItems',
  'properties',
  'required',
  'minProperties',
  'maxProperties',
  '$ref',
  'title',
  'description',
  'examples',
  'deprecated',
  'sensitive',
])

function isFixed(schema: Schema, shapes: Shapes, within: ReadonlySet<string>): boolean {
  if (typeof schema === 'boolean') return schema
  if (Object.keys(schema).some((keyword) => !fixedKeywords.has(keyword))) return false
  const { $ref, items, properties = {} } = schema
  const inside = [...(items === undefined ? [] : [items]), ...Object.values(properties)]
  return (
    inside.every((each) => isFixed(each, shapes, within)) && ($ref === undefined || within.has($ref) || isFixedShape($ref, shapes, within))
  )
}

function isFixedShape(name: string, shapes: Shapes, within: ReadonlySet<string>): boolean {
  const shape = shapes.get(name)
  return shape !== undefined && isFixed(shape, shapes, new Set([...within, name]))
}
