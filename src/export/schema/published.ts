// Publishes a schema for other programs: JSON Schema 2020-12 or OpenAPI 3.1, without the language's own keywords.

import { type Json, isDecimal, createJsonObject } from '../../base/json.ts'
import { parseDecimal } from '../../base/decimal.ts'
import type { Schema, SchemaObject } from '../../schema/schema.ts'

/** OpenAPI adds `discriminator`. */
export type SchemaDialect = 'json-schema' | 'openapi'

type PublishOptions = { readonly dialect: SchemaDialect; readonly ref: (name: string) => string }

const schemaMapKeywords = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs'])
const schemaListKeywords = new Set(['prefixItems', 'allOf', 'anyOf', 'oneOf'])
const schemaKeywords = new Set(['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'])
const numberKeywords = new Set(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'])
const languageKeywords = new Set(['patch', 'sensitive', 'normalize', 'generate'])

export function publishSchema(schema: Schema, options: PublishOptions): Json {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} }
  return createJsonObject(
    Object.entries(schema).flatMap(([keyword, value]): (readonly [string, Json])[] => {
      const json = publishKeyword(keyword, value as SchemaObject[keyof SchemaObject], options)
      return json === undefined ? [] : [[keyword, json]]
    }),
  )
}

function publishKeyword(keyword: string, value: SchemaObject[keyof SchemaObject], options: PublishOptions): Json | undefined {
  if (languageKeywords.has(keyword) || value === undefined) return undefined
  if (schemaMapKeywords.has(keyword))
    return createJsonObject(
      Object.entries(value as { [name: string]: Schema }).map(([name, inner]) => [name, publishSchema(inner, options)]),
    )
  if (schemaListKeywords.has(keyword)) return (value as readonly Schema[]).map((inner) => publishSchema(inner, options))
  if (schemaKeywords.has(keyword)) return typeof value === 'boolean' ? value : publishSchema(value as Schema, options)
  if (numberKeywords.has(keyword)) return typeof value === 'string' ? (parseDecimal(value) ?? value) : (value as Json)
  if (keyword === '$ref') return options.ref(value as string)
  if (keyword === 'discriminator') return publishDiscriminator(value as NonNullable<SchemaObject['discriminator']>, options)
  return copyAsData(value as Json)
}

function publishDiscriminator(
  { propertyName, mapping }: NonNullable<SchemaObject['discriminator']>,
  { dialect, ref }: PublishOptions,
): Json | undefined {
  if (dialect === 'json-schema') return undefined
  const targets = Object.entries(mapping ?? {}).map(([value, name]) => [value, ref(name)] as const)
  return createJsonObject([
    ['propertyName', propertyName],
    ...(targets.length === 0 ? [] : [['mapping', createJsonObject(targets)] as const]),
  ])
}

/** A mutable copy, because the lists of schemas are readonly and may be shared. */
function copyAsData(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => copyAsData(item))
  if (typeof value === 'object' && value !== null && !isDecimal(value))
    return createJsonObject(Object.entries(value).map(([name, member]) => [name, copyAsData(member as Json)]))
  return value
}
