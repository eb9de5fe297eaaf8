// Creates an example body for a form: it conforms to the schema, with plain values.

import { type Json, createJsonObject } from '../../base/json.ts'
import type { Schema, SchemaObject } from '../../schema/schema.ts'

export type ExampleDefinitions = ReadonlyMap<string, Schema>

/** The maximum nesting of the example. */
const maxDepth = 6

export function buildExample(schema: Schema, definitions: ExampleDefinitions, level = 0): Json {
  if (typeof schema === 'boolean' || level > maxDepth) return null
  if (schema.$ref !== undefined) return buildExample(definitions.get(schema.$ref) ?? true, definitions, level + 1)
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum !== undefined) return schema.enum[0] ?? null
  const inner = schema.oneOf?.[0] ?? schema.anyOf?.[0] ?? schema.allOf?.[0]
  if (schema.type === undefined && schema.properties === undefined && inner !== undefined)
    return buildExample(inner, definitions, level + 1)
  const type = typeof schema.type === 'string' ? schema.type : schema.type?.find((each) => each !== 'null')
  switch (type ?? (schema.properties === undefined ? 'string' : 'object')) {
    case 'object':
      return createJsonObject(
        Object.entries(schema.properties ?? {}).flatMap(([name, member]): [string, Json][] =>
          typeof member === 'object' && member.readOnly !== true ? [[name, buildExample(member, definitions, level + 1)]] : [],
        ),
      )
    case 'array':
      return schema.items === undefined ? [] : [buildExample(schema.items, definitions, level + 1)]
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return false
    case 'null':
      return null
    default:
      return makeText(schema)
  }
}

/** The smallest allowed number; if 0 is allowed, 1 or the least multiple. */
function numberOf({ minimum, exclusiveMinimum, multipleOf }: SchemaObject): Json {
  const minimumValue = Number(minimum ?? exclusiveMinimum ?? 0)
  return minimumValue > 0 ? minimumValue : Number(multipleOf ?? 1)
}

const byFormat: { readonly [format: string]: string } = {
  uuid: '00000000-0000-0000-0000-000000000000',
  email: 'someone@example.org',
  date: '2030-01-01',
  'date-time': '2030-01-01T00:00:00Z',
  time: '12:00:00Z',
  duration: 'PT1H',
  uri: 'https://example.org/',
  hostname: 'example.org',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
}

function makeText({ format, minLength, pattern }: SchemaObject): string {
  if (format !== undefined && byFormat[format] !== undefined) return byFormat[format]
  return pattern === undefined ? 'text'.padEnd(Number(minLength ?? 0), '.') : ''
}
