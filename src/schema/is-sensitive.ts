// Determines whether a value may contain sensitive data: its schema, or one inside it, says `sensitive`.

import type { Schema } from './schema.ts'

type Shapes = ReadonlyMap<string, { readonly schema: Schema }>

export function isSensitive(schema: Schema, shapes: Shapes, enclosing: ReadonlySet<string> = new Set()): boolean {
  if (typeof schema === 'boolean') return false
  if (schema.sensitive === true) return true
  const { $ref, properties = {}, patternProperties = {}, dependentSchemas = {} } = schema
  const shape = $ref === undefined || enclosing.has($ref) ? undefined : shapes.get($ref)
  if (shape !== undefined && isSensitive(shape.schema, shapes, new Set([...enclosing, $ref!]))) return true
  const members = [properties, patternProperties, dependentSchemas].flatMap((each) => Object.values(each))
  const singleSubschemas = [schema.items, schema.additionalProperties, schema.then, schema.else].flatMap((each) => each ?? [])
  const lists = [schema.prefixItems, schema.allOf, schema.anyOf, schema.oneOf].flatMap((each) => each ?? [])
  return [...members, ...singleSubschemas, ...lists].some((each) => isSensitive(each, shapes, enclosing))
}
