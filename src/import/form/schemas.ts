// Reads descriptions of fields as data, `name: { type: string, max: 40 }` or JSON Schema, as fields in words.

import { type Json, type JsonObject, isJsonArray, isJsonNumber, isJsonObject, numberText } from '../../base/json.ts'
import { readSourceData } from '../read-data.ts'
import type { Sketch } from './sketch.ts'

const schemaKeys: ReadonlySet<string> = new Set([
  'type',
  'format',
  'enum',
  'values',
  'options',
  '$ref',
  'ref',
  'maxlength',
  'minlength',
  'max',
  'min',
  'pattern',
  'required',
  'items',
  'properties',
])

/** The things in a fence whose members describe their values; a thing without a name describes the section. Undefined for other data. */
export function schemasIn(text: string): readonly Sketch[] | undefined {
  const body = text.replace(/^\s*(?:`{3,}|~{3,})[^\n]*\n/, '').replace(/\n\s*(?:`{3,}|~{3,})\s*$/, '')
  const data = /[{:]/.test(body) ? readSourceData(body).value : undefined
  if (data === undefined || !isJsonObject(data)) return undefined
  const lines = text.split(/\r\n|\n|\r/)
  const object = data as JsonObject
  const own = fieldsOf(object)
  if (own !== undefined) return [{ name: '', remark: '', line: 0, fields: withLines(own, lines, 0) }]
  const things = Object.entries(object).map(([name, value]) => ({
    name,
    fields: isJsonObject(value) ? fieldsOf(value as JsonObject) : undefined,
  }))
  if (things.length === 0 || things.some(({ fields }) => fields === undefined)) return undefined
  return things.map(({ name, fields }) => {
    const line = lineOf(name, lines, 0)
    return { name, remark: '', line, fields: withLines(fields!, lines, line) }
  })
}

type Field = readonly [name: string, words: string]

/** The members of an object schema, or of a map whose values are schemas. */
function fieldsOf(object: JsonObject): readonly Field[] | undefined {
  const members = object['properties'] ?? object['fields']
  const required = requiredIn(object)
  if (members !== undefined && isJsonObject(members)) return fieldsIn(members as JsonObject, required)
  return isSchema(object) ? undefined : fieldsIn(object, [])
}

function requiredIn(object: JsonObject): readonly string[] | undefined {
  const { required } = object
  return required !== undefined && isJsonArray(required) ? required.filter((each): each is string => typeof each === 'string') : undefined
}

function fieldsIn(members: JsonObject, required: readonly string[] | undefined): readonly Field[] | undefined {
  const all = Object.entries(members)
  if (all.length === 0 || !all.every(([, value]) => isJsonObject(value) && isSchema(value as JsonObject))) return undefined
  return all.map(([name, value]) => [
    name,
    [schemaInWords(value as JsonObject), required?.includes(name) === true ? 'required' : ''].filter((each) => each !== '').join('; '),
  ])
}

function isSchema(object: JsonObject): boolean {
  const keys = Object.keys(object).map((key) => key.toLowerCase())
  const { type } = object
  return (
    keys.length > 0 &&
    (typeof type === 'string' || keys.some((key) => ['enum', 'values', 'options', '$ref', 'ref', 'format'].includes(key))) &&
    keys.filter((key) => schemaKeys.has(key) || words[key] !== undefined).length * 2 >= keys.length
  )
}

/** By key in small letters, the clause for its value. */
const words: { readonly [key: string]: (value: string) => string } = {
  type: valueKind,
  format: (value) => valueKind(value),
  max: (value) => `at most ${value}`,
  maxlength: (value) => `at most ${value}`,
  maximum: (value) => `at most ${value}`,
  maxitems: (value) => `at most ${value}`,
  min: (value) => `at least ${value}`,
  minlength: (value) => `at least ${value}`,
  minimum: (value) => `at least ${value}`,
  minitems: (value) => `at least ${value}`,
  length: (value) => `exactly ${value} characters`,
  required: (value) => (value === 'true' ? 'required' : value === 'false' ? 'optional' : ''),
  mandatory: (value) => (value === 'true' ? 'required' : 'optional'),
  optional: (value) => (value === 'true' ? 'optional' : 'required'),
  nullable: (value) => (value === 'true' ? 'optional' : ''),
  unique: (value) => (value === 'true' ? 'unique' : value === 'false' ? '' : `unique per ${value}`),
  default: (value) => `default ${value}`,
  pattern: (value) => `pattern \`${value}\``,
  regex: (value) => `pattern \`${value}\``,
  ref: (value) => `reference to ${value}`,
  references: (value) => `reference to ${value}`,
  to: (value) => `reference to ${value}`,
  target: (value) => `reference to ${value}`,
  $ref: (value) => value.replace(/^.*\//, ''),
  decimals: (value) => `${value} decimals`,
  scale: (value) => `${value} decimals`,
  readonly: (value) => (value === 'true' ? 'read-only' : ''),
  generated: (value) => (value === 'false' ? '' : 'read-only'),
  auto: (value) => (value === 'false' ? '' : 'read-only'),
  immutable: (value) => (value === 'true' ? 'never changes' : ''),
  enum: (value) => `one of: ${value}`,
  values: (value) => `one of: ${value}`,
  options: (value) => `one of: ${value}`,
  description: (value) => value,
  note: (value) => value,
  example: () => '',
  examples: () => '',
  title: () => '',
}

function valueKind(type: string): string {
  return /^(?:enum|choice|reference|ref)$/i.test(type) ? '' : type
}

function schemaInWords(schema: JsonObject): string {
  const { type } = schema
  const isList = typeof type === 'string' && /^(?:array|list)$/i.test(type)
  const { items } = schema
  const item =
    items === undefined ? undefined : isJsonObject(items) ? schemaInWords(items as JsonObject).replaceAll('; ', ', ') : textOf(items)
  const clauses = Object.entries(schema).map(([key, value]) => {
    if (key === 'items') return isList ? '' : `list of ${item!}`
    if (isList && key === 'type') return item === undefined ? 'list' : `list of ${item}`
    return words[key.toLowerCase()]?.(textOf(value)) ?? `${key} ${textOf(value)}`
  })
  return clauses.filter((each) => each !== '').join('; ')
}

function textOf(value: Json): string {
  if (isJsonArray(value)) return value.map(textOf).join(', ')
  return isJsonNumber(value) ? numberText(value) : typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

function withLines(fields: readonly Field[], lines: readonly string[], from: number): Sketch['fields'] {
  return fields.map(([name, said]) => ({ text: `${name}: ${said}`, line: lineOf(name, lines, from) }))
}

function lineOf(name: string, lines: readonly string[], from: number): number {
  const at = lines.findIndex(
    (line, index) => index >= from && new RegExp(`(?<![\\w-])["']?${name.replaceAll(/[^\w]/g, '.')}["']?\\s*:`).test(line),
  )
  return at < 0 ? from : at
}
