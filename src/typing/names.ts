// Resolves the names of part 2 before its resources: shapes with their types, and keys as references store them.

import type { Member, Type } from '../cel/type.ts'
import type { Model, ResourceOf } from '../model/model.ts'
import type { SchemaNode } from '../model/schema.ts'
import { listSpecifiedEntries, findNamedEntry, slotValueOf } from '../model/slot.ts'
import type { Schema } from '../schema/schema.ts'
import type { ShapeInfo } from './domain.ts'
import { createDictionary } from '../base/dictionary.ts'
import { type SchemaLookup as SchemaNames, schemaOf } from './schema-of.ts'
import { type Mode, type TypeNames, fillMembers, typeOf } from './type-of.ts'

export type TypingNames = SchemaNames &
  TypeNames & {
    readonly resources: ReadonlyMap<string, ResourceOf>
    readonly shapes: ReadonlyMap<string, ShapeInfo>
  }

export function makeTypingNames(model: Model): TypingNames {
  const resources = new Map(model.resources.value.resources.map((resource) => [resource.name, resource]))
  const nodes = new Map(listSpecifiedEntries(model.resources.value.$defs).map(({ name, value }) => [name, value]))
  const shapes = new Map<string, ShapeInfo>()
  const types = makeShapeTypes(nodes, resources)
  const names: TypingNames = {
    resources,
    shapes,
    resource: (name) => resources.has(name),
    shape: types,
    isShape: (name) => nodes.has(name) && !resources.has(name),
    key: makeKeySchemas(resources, () => names),
  }
  for (const [name, source] of nodes) {
    shapes.set(name, { name, source, schema: schemaOf(source, names), type: types(name, 'stored') ?? { kind: 'unknown' } })
  }
  return names
}

/** The type of a shape in a mode, created once; a recursive shape refers to its own members. */
function makeShapeTypes(nodes: ReadonlyMap<string, SchemaNode>, resources: ReadonlyMap<string, ResourceOf>): TypeNames['shape'] {
  const types = new Map<string, Type>()
  const names: TypeNames = { resource: (name) => resources.has(name), shape: find }
  function find(name: string, mode: Mode): Type | undefined {
    const key = `${mode} ${name}`
    const source = nodes.get(name)
    if (types.has(key) || source === undefined) return types.get(key)
    if (isPlainObject(source)) {
      const members = new Map<string, Member>()
      types.set(key, { kind: 'object', name, members })
      fillMembers(members, source.keywords, names, mode)
      return types.get(key)
    }
    types.set(key, { kind: 'unknown' })
    const type = typeOf(source, names, mode)
    types.set(key, type.kind === 'object' && type.name === undefined ? { ...type, name } : type)
    return types.get(key)
  }
  return find
}

function isPlainObject({ always, keywords }: SchemaNode): boolean {
  const type = slotValueOf(keywords.type)
  const composed = [keywords.$ref, keywords.allOf, keywords.anyOf, keywords.oneOf, keywords.enum, keywords.const]
  return (
    always === undefined &&
    type?.length === 1 &&
    type[0] === 'object' &&
    keywords.properties.state === 'shown' &&
    composed.every(({ state }) => state !== 'shown')
  )
}

/** A reference is sent and stored as the key of its record: one value, or an object if the key has several members. */
function makeKeySchemas(resources: ReadonlyMap<string, ResourceOf>, names: () => SchemaNames): (resource: string) => Schema | undefined {
  const schemas = new Map<string, Schema>()
  return function find(resource) {
    const source = resources.get(resource)
    if (schemas.has(resource) || source === undefined) return schemas.get(resource)
    // A cyclic key has no schema; a check reports it.
    schemas.set(resource, true)
    const key = slotValueOf(source.slots.key)?.map(({ text }) => text) ?? []
    const members = key.map((member) => [member, makeKeyMember(source, member, names())] as const)
    const [only] = members
    const schema = members.length === 1 ? only![1] : ({ type: 'object', properties: createDictionary(members), required: key } as const)
    schemas.set(resource, members.length === 0 ? true : schema)
    return schemas.get(resource)
  }
}

/** The schema of a key's member in a reference, without its generation. */
function makeKeyMember(source: ResourceOf, member: string, names: SchemaNames): Schema {
  const slot = findNamedEntry(source.slots.properties, member)?.slot
  const schema = slot?.state === 'shown' ? schemaOf(slot.value, names) : true
  if (typeof schema === 'boolean') return schema
  const { generate: _generate, readOnly: _readOnly, writeOnly: _writeOnly, default: _default, ...rest } = schema
  return rest
}
