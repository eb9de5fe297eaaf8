// Builds the schema of a request body: without read-only members, and with merge patches (RFC 7396) expanded.

import type { Schema, SchemaObject } from '../../schema/schema.ts'
import type { Domain } from '../../typing/domain.ts'
import { createDictionary } from '../../base/dictionary.ts'
import { admitsNull, withNullSchema } from '../../typing/schema-of.ts'

/** Omits read-only members, because the service drops or refuses them. */
export function makeWritableSchema(schema: Schema, domain: Domain): Schema {
  if (typeof schema === 'boolean' || schema.properties === undefined) return schema
  const properties = Object.entries(schema.properties).filter(([, inner]) => !isReadOnly(inner))
  const writable = {
    ...schema,
    properties: createDictionary(properties.map(([name, inner]) => [name, makeWritableSchema(inner, domain)] as const)),
  }
  return schema.patch === true ? makePatchSchema(writable, domain, new Set()) : writable
}

function isReadOnly(schema: Schema): boolean {
  return typeof schema === 'object' && schema.readOnly === true
}

/** No member is required; null removes an optional member. `required` names members that null cannot remove. */
function makePatchSchema(schema: SchemaObject, domain: Domain, enclosingShapes: ReadonlySet<string>): SchemaObject {
  const { required = [], properties = {}, ...rest } = schema
  return {
    ...rest,
    properties: createDictionary(
      Object.entries(properties).map(([name, inner]) => {
        const member = makeMemberPatch(inner, domain, enclosingShapes)
        return [name, required.includes(name) || hasDefault(inner) ? member : withNullSchema(member)] as const
      }),
    ),
  }
}

function hasDefault(schema: Schema): boolean {
  return typeof schema === 'object' && schema.default !== undefined && schema.default !== null
}

/** Objects are merged member by member; a recursive object inside itself is any object. */
function makeMemberPatch(schema: Schema, domain: Domain, enclosingShapes: ReadonlySet<string>): Schema {
  if (typeof schema === 'boolean') return schema
  const { default: _default, ...rest } = schema
  if (schema.$ref !== undefined) {
    const shape = domain.shapes.get(schema.$ref)?.schema
    if (typeof shape !== 'object' || shape.properties === undefined) return rest
    return enclosingShapes.has(schema.$ref)
      ? { type: 'object' }
      : makePatchSchema(shape, domain, new Set([...enclosingShapes, schema.$ref]))
  }
  if (schema.properties === undefined) return rest
  const merged = makePatchSchema(rest, domain, enclosingShapes)
  return admitsNull(schema) ? withNullSchema(merged) : merged
}
