// Converts a resolved schema to plain data, with its expressions in normal form.

import { type Json, jsonObject } from '../base/json.ts'
import type { ExpressionText } from '../model/slot.ts'
import type { Schema, SchemaObject } from '../schema/schema.ts'
import type { Generate } from '../typing/domain.ts'
import { normalExpression } from './expression-text.ts'

const maps = new Set(['properties', 'patternProperties', 'dependentSchemas'])
const lists = new Set(['prefixItems', 'allOf', 'anyOf', 'oneOf'])
const single = new Set(['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'])

export function schemaJson(schema: Schema): Json {
  if (typeof schema === 'boolean') return schema
  return jsonObject(
    Object.entries(schema).map(([keyword, value]) => [keyword, keywordJson(keyword, value as SchemaObject[keyof SchemaObject])]),
  )
}

/** The arguments of the hooks `normalize` and `generate` come from the type checker. */
function keywordJson(keyword: string, value: SchemaObject[keyof SchemaObject]): Json {
  if (maps.has(keyword))
    return jsonObject(Object.entries(value as { [name: string]: Schema }).map(([name, inner]) => [name, schemaJson(inner)]))
  if (lists.has(keyword)) return (value as readonly Schema[]).map(schemaJson)
  if (single.has(keyword)) return schemaJson(value as Schema)
  if (keyword === 'normalize') return normalExpression((value as ExpressionText).text)
  if (keyword === 'generate') return generateJson(value as Generate)
  return value as Json
}

function generateJson(generate: Generate): Json {
  return generate.kind === 'expression' ? normalExpression(generate.expression.text) : generate.kind
}
