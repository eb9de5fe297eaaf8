// Publishes a schema for other programs: JSON Schema 2020-12 or OpenAPI 3.1, without the language's own keywords.

import { type Json, isDecimal, jsonObject } from '../../base/json.ts'
import { parseDecimal } from '../../base/decimal.ts'
import type { Schema, SchemaObject } from '../../schema/schema.ts'

/** OpenAPI adds `discriminator`. */
export type SchemaDialect = 'json-schema' | 'openapi'

type Publishing = { readonly dialect: SchemaDialect; readonly ref: (name: string) => string }

const maps = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs'])
const lists = new Set(['prefixItems', 'allOf', 'anyOf', 'oneOf'])
const single = new Set(['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'])
const numbers = new Set(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'])
const own = new Set(['patch', 'sensitive', 'normalize', 'generate'])

export function publishSchema(schema: Schema, to: Publishing): Json {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} }
  return jsonObject(Object.entries(schema).flatMap(([keyword, value]): (readonly [string, Json])[] => {
    const json = keywordOf(keyword, value as SchemaObject[keyof SchemaObject], to)
    return json === undefined ? [] : [[keyword, json]]
  }))
}

function keywordOf(keyword: string, value: SchemaObject[keyof SchemaObject], to: Publishing): Json | undefined {
  if (own.has(keyword) || value === undefined) return undefined
  if (maps.has(keyword))
    return jsonObject(Object.entries(value as { [name: string]: Schema }).map(([name, inner]) => [name, publishSchema(inner, to)]))
  if (lists.has(keyword)) return (value as readonly Schema[]).map((inner) => publishSchema(inner, to))
  if (single.has(keyword)) return typeof value === 'boolean' ? value : publishSchema(value as Schema, to)
  if (numbers.has(keyword)) return typeof value === 'string' ? (parseDecimal(value) ?? value) : (value as Json)
  if (keyword === '$ref') return to.ref(value as string)
  if (keyword === 'discriminator') return discriminatorOf(value as NonNullable<SchemaObject['discriminator']>, to)
  return copyAsData(value as Json)
}

function discriminatorOf(
  { propertyName, mapping }: NonNullable<SchemaObject['discriminator']>,
  { dialect, ref }: Publishing,
): Json | undefined {
  if (dialect === 'json-schema') return undefined
  const targets = Object.entries(mapping ?? {}).map(([value, name]) => [value, ref(name)] as const)
  return jsonObject([['propertyName', propertyName], ...(targets.length === 0 ? [] : [['mapping', jsonObject(targets)] as const])])
}

/** A mutable copy, because the lists of schemas are readonly and may be shared. */
function copyAsData(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => copyAsData(item))
  if (typeof value === 'object' && value !== null && !isDecimal(value))
    return jsonObject(Object.entries(value).map(([name, member]) => [name, copyAsData(member as Json)]))
  return value
}
