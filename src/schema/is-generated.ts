// Determines whether decoding may generate a part of a value, so that each decoding gives another result.

import type { Schema } from './schema.ts'

export function isGenerated(schema: Schema, definitions: ReadonlyMap<string, Schema>, enclosing: ReadonlySet<string> = new Set()): boolean {
  if (typeof schema === 'boolean') return false
  const { $ref, properties = {}, patternProperties = {}, dependentSchemas = {} } = schema
  const shape = $ref === undefined || enclosing.has($ref) ? undefined : definitions.get($ref)
  if (shape !== undefined && isGenerated(shape, definitions, new Set([...enclosing, $ref!]))) return true
  const members = [properties, patternProperties, dependentSchemas].flatMap((each) => Object.values(each))
  if (members.some((member) => typeof member === 'object' && member.generate !== undefined)) return true
  const singleSubschemas = [schema.items, schema.additionalProperties, schema.if, schema.then, schema.else].flatMap((each) => each ?? [])
  const subschemas = [
    ...members,
    ...singleSubschemas,
    ...(schema.prefixItems ?? []),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
  ]
  return subschemas.some((each) => isGenerated(each, definitions, enclosing))
}
