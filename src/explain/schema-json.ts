// Converts a resolved schema to plain data, with its expressions in normal form.

import { type Json, createJsonObject } from '../base/json.ts'
import type { ExpressionText } from '../model/slot.ts'
import type { Schema, SchemaObject } from '../schema/schema.ts'
import type { Generate } from '../typing/domain.ts'
import { normalizeExpression } from './expression-text.ts'

const maps = new Set(['properties', 'patternProperties', 'dependentSchemas'])
const lists = new Set(['prefixItems', 'allOf', 'anyOf', 'oneOf'])
const single = new Set(['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'])

export function convertSchemaToJson(schema: Schema): Json {
  if (typeof schema === 'boolean') return schema
  return createJsonObject(
    Object.entries(schema).map(([keyword, value]) => [keyword, convertKeywordToJson(keyword, value as SchemaObject[keyof SchemaObject])]),
  )
}

/** The arguments of the hooks `normalize` and `generate` come from the type checker. */
function convertKeywordToJson(keyword: string, value: SchemaObject[keyof SchemaObject]): Json {
  if (maps.has(keyword))
    return createJsonObject(Object.entries(value as { [name: string]: Schema }).map(([name, inner]) => [name, convertSchemaToJson(inner)]))
  if (lists.has(keyword)) return (value as readonly Schema[]).map(convertSchemaToJson)
  if (single.has(keyword)) return convertSchemaToJson(value as Schema)
  if (keyword === 'normalize') return normalizeExpression((value as ExpressionText).text)
  if (keyword === 'generate') return generateJson(value as Generate)
  return value as Json
}

function generateJson(generate: Generate): Json {
  return generate.kind === 'expression' ? normalizeExpression(generate.expression.text) : generate.kind
}
