// Lists the keys and words that are allowed at a path of a document, with their meaning.

import { makeLanguageSchema } from '../model/language-schema.ts'
import type { JsonSchema } from '../model/shape.ts'
import type { Place } from './place.ts'

let cachedSchema: JsonSchema | undefined
const loadSchema = (): JsonSchema => (cachedSchema ??= makeLanguageSchema())

export type AllowedKey = {
  readonly name: string
  readonly about: string
  /** True where its value is usually a map or list. */
  readonly hasBlockValue: boolean
}

/** The keys that a map at the path may have; empty if the author names them. */
export function listKeysAt(part: Place['part'], path: readonly string[]): readonly AllowedKey[] {
  const keys = new Map<string, AllowedKey>()
  for (const schema of listSchemas(part, path)) {
    for (const [name, property] of Object.entries((schema['properties'] ?? {}) as { readonly [name: string]: JsonSchema })) {
      if (!keys.has(name))
        keys.set(name, {
          name,
          about: readText(property['description']),
          hasBlockValue: listAlternatives(property).some((each) => each['type'] === 'object') && !listAlternatives(property).some(isPlain),
        })
    }
  }
  return [...keys.values()]
}

/** The meaning of the last key of the path. */
export function describeKey(part: Place['part'], path: readonly string[]): string | undefined {
  const name = path.at(-1)
  return listKeysAt(part, path.slice(0, -1)).find((each) => each.name === name)?.about
}

/** The words that are allowed as a value at the path. */
export function listWordsAt(part: Place['part'], path: readonly string[]): readonly string[] {
  const words = listSchemas(part, path).flatMap((schema) => [
    ...((schema['enum'] ?? []) as unknown[]),
    ...('const' in schema ? [schema['const']] : []),
    ...(schema['type'] === 'boolean' ? ['true', 'false'] : []),
  ])
  return [...new Set(words.filter((each) => typeof each === 'string'))]
}

function isPlain(schema: JsonSchema): boolean {
  return !['object', 'array'].includes(schema['type'] as string) && !('enum' in schema)
}

function listSchemas(part: Place['part'], path: readonly string[]): readonly JsonSchema[] {
  const root =
    part === 'front' ? [loadSchema()] : listAlternatives((loadSchema()['properties'] as { readonly [name: string]: JsonSchema })[part]!)
  return path.reduce<readonly JsonSchema[]>(
    (schemas, step) => schemas.flatMap((schema) => listSchemasBelow(schema, step)).flatMap(listAlternatives),
    root,
  )
}

function listSchemasBelow(schema: JsonSchema, step: string): readonly JsonSchema[] {
  if (step === '[]') return schema['items'] === undefined ? [] : [schema['items'] as JsonSchema]
  const properties = (schema['properties'] ?? {}) as { readonly [name: string]: JsonSchema }
  if (Object.hasOwn(properties, step)) return [properties[step]!]
  const patterns = Object.entries((schema['patternProperties'] ?? {}) as { readonly [pattern: string]: JsonSchema }).filter(([pattern]) =>
    new RegExp(pattern, 'u').test(step),
  )
  if (patterns.length > 0) return patterns.map(([, each]) => each)
  return typeof schema['additionalProperties'] === 'object' ? [schema['additionalProperties'] as JsonSchema] : []
}

/** The alternatives of the schema, with resolved references. */
function listAlternatives(schema: JsonSchema): readonly JsonSchema[] {
  const reference = schema['$ref']
  if (typeof reference === 'string')
    return listAlternatives((loadSchema()['$defs'] as { readonly [name: string]: JsonSchema })[reference.replace('#/$defs/', '')]!)
  const choices = [...((schema['anyOf'] ?? []) as JsonSchema[]), ...((schema['oneOf'] ?? []) as JsonSchema[])]
  return choices.length === 0 ? [schema] : choices.flatMap(listAlternatives)
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
