// Derives the schema of a value from its type alone, for values without a closer description.

import type { Member, Type } from '../../cel/type.ts'
import type { Schema, SchemaObject } from '../../schema/schema.ts'
import type { Domain } from '../../typing/domain.ts'
import { makeTypingNamesIn } from '../../typing/resolve.ts'
import { createDictionary } from '../../base/dictionary.ts'
import { withNullSchema } from '../../typing/schema-of.ts'

export function makeTypeSchema(type: Type, domain: Domain): Schema {
  switch (type.kind) {
    case 'null':
      return { type: 'null' }
    case 'bool':
      return { type: 'boolean' }
    case 'int':
      return { type: 'integer', ...(type.wide ? { format: 'int64' } : {}) }
    case 'uint':
      return { type: 'integer', minimum: 0 }
    case 'double':
      return { type: 'number' }
    case 'decimal':
      return { type: 'number', format: 'decimal', ...makeUnit(type.scale) }
    case 'string':
    case 'type':
    case 'secret':
      return { type: 'string' }
    case 'bytes':
      return { type: 'string', format: 'byte' }
    case 'timestamp':
      return { type: 'string', format: 'date-time' }
    case 'duration':
      return { type: 'string', format: 'duration' }
    case 'enum':
      return { type: 'string', enum: [...type.values] }
    case 'list':
      return listSchema(makeTypeSchema(type.element, domain))
    case 'map':
      return { type: 'object', additionalProperties: makeTypeSchema(type.value, domain) }
    case 'object':
      return makeObjectSchema(type, domain)
    case 'record':
      return makeKeySchema(type.resource, domain)
    case 'query':
      return listSchema(makeKeySchema(type.resource, domain))
    case 'nullable':
    case 'optional':
      return withNullSchema(makeTypeSchema(type.of, domain))
    case 'dyn':
    case 'unknown':
      return true
  }
}

function makeUnit(scale: number | undefined): Pick<SchemaObject, 'multipleOf'> {
  if (scale === undefined) return {}
  return { multipleOf: scale === 0 ? 1 : `0.${'0'.repeat(scale - 1)}1` }
}

export function listSchema(items: Schema): Schema {
  return { type: 'array', items }
}

/** A record outside of a view is sent as its key. */
function makeKeySchema(resource: string, domain: Domain): Schema {
  return makeTypingNamesIn(domain).key(resource) ?? true
}

/** A shape is referenced by its name, which also ends recursion. */
function makeObjectSchema(type: Extract<Type, { kind: 'object' }>, domain: Domain): Schema {
  if (type.name !== undefined && domain.shapes.has(type.name)) return { $ref: type.name }
  return makeMembersSchema(Array.from(type.members, ([name, member]) => [name, makeMemberSchema(member, domain)] as const))
}

export type MemberSchema = { readonly schema: Schema; /** It may be left out. */ readonly optional: boolean }

function makeMemberSchema({ type, optional = false }: Member, domain: Domain): MemberSchema {
  return { schema: makeTypeSchema(type, domain), optional }
}

export function makeMembersSchema(members: readonly (readonly [string, MemberSchema])[]): SchemaObject {
  const required = members.filter(([, { optional }]) => !optional).map(([name]) => name)
  return {
    type: 'object',
    properties: createDictionary(members.map(([name, { schema }]) => [name, schema] as const)),
    ...(required.length === 0 ? {} : { required }),
  }
}
