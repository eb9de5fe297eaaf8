// Reads descriptions of fields as data, `name: { type: string, max: 40 }` or JSON Schema, as fields in words.

import { type Json, type JsonObject, isJsonArray, isJsonNumber, isJsonObject, numberText } from '../../../base/json.ts'
import { readSourceData } from '../../read-data.ts'
import { withoutFence } from './fence-lines.ts'
import type { Sketch } from './sketch.ts'
import { isKind, isReference } from '../kinds/kind-tests.ts'
import type { Words } from '../words.ts'

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

/** Names around all things of a fence, or around the fields of one. */
const wrappers = /^(?:resources|entities|models?|schemas|types|definitions|\$defs|components|tables|objects|data|records|collections)$/i
const memberNames: readonly string[] = ['properties', 'fields', 'attributes', 'columns', 'members']

/** The things in a fence whose members describe their values; a thing without a name describes the section. Undefined for other data. */
export function readSchemas(text: string, known: Words): readonly Sketch[] | undefined {
  const body = withoutFence(text)
  const data = /[{:]/.test(body) ? unwrap(readSourceData(withRemarks(body)).value) : undefined
  if (data === undefined) return undefined
  const lines = text.split(/\r\n|\n|\r/)
  const own = readSchemaFields(data, known)
  if (own !== undefined) return [{ name: '', remark: '', line: 0, fields: withLines(own, lines, 0) }]
  const things = listNamedThings(data)
    .filter(([name]) => name !== remarkKey)
    .map(([name, value]) => ({ name, fields: readSchemaFields(value, known) }))
  // `class Boat(Base):` is no name of YAML.
  const areNamed = things.every(
    ({ name }) => /^[\p{L}_][\p{L}\d_-]*(?: [\p{L}\d_-]+)?$/u.test(name) && !/^(?:class|interface|type|struct) /.test(name),
  )
  if (things.length === 0 || !areNamed || things.some(({ fields }) => fields === undefined)) return undefined
  return things.map(({ name, fields }) => {
    const line = findLine(name, lines, 0)
    const [, note] = /^\s*[\w-]+:\s*#+\s*(.*\p{L}.*)$/u.exec(lines[line]!) ?? []
    return {
      name,
      remark: '',
      line,
      fields: withLines(fields!, lines, line),
      ...(note === undefined ? {} : { notes: [{ text: note, line }] }),
    }
  })
}

/** The key of a remark beside a value. */
const remarkKey = '(remark)'

/** The remarks of YAML as values, so that parsing keeps them: `title: string # required` is `title: "string; required"`. */
function withRemarks(body: string): string {
  return body
    .split(/\r\n|\n|\r/)
    .map((line) => {
      const [, key, value = '', remark] = /^(\s*(?:- +)?[A-Za-z_][\w-]*\??:)(?: +([^#]*?))? +#+ *(.*)$/.exec(line) ?? []
      if (key === undefined || remark === undefined || /"/.test(value + remark)) return line
      if (/^\{.*\}$/.test(value)) return `${key} ${value.slice(0, -1)}, "${remarkKey}": "${remark}" }`
      return value === '' || /^[[{'|>&*]/.test(value) ? line : `${key} "${value}; ${remark}"`
    })
    .map((line) => line.replace(/^(\s*(?:- +)?[A-Za-z_][\w-]*\??:) +([^\s"'#[{|>&*][^#]*(?::\s|[[{]).*)$/, quoteValue))
    .join('\n')
}

/** A value with a colon or a bracket in it is a text. */
function quoteValue(line: string, key: string, value: string): string {
  return value.includes('"') ? line : `${key} "${value.replaceAll('\\', '\\\\')}"`
}

function unwrap(data: Json | undefined): JsonObject | readonly Json[] | undefined {
  if (data === undefined || data === null || typeof data !== 'object' || isJsonNumber(data)) return undefined
  if (isJsonArray(data)) return data
  const [only, ...more] = Object.entries(data as JsonObject)
  return only !== undefined && more.length === 0 && wrappers.test(only[0]) ? unwrap(only[1]) : (data as JsonObject)
}

/** A map of things, or a list of things with names. */
function listNamedThings(data: JsonObject | readonly Json[]): readonly (readonly [name: string, value: Json])[] {
  return isList(data)
    ? data.map((each) => {
        const name = each !== null && isJsonObject(each) ? (each as JsonObject)['name'] : undefined
        return [typeof name === 'string' ? name : '', each] as const
      })
    : Object.entries(data)
}

function isList(data: JsonObject | readonly Json[]): data is readonly Json[] {
  return Array.isArray(data)
}

type Field = readonly [name: string, words: string]

/** The members of an object schema, of a map whose values are schemas, or of a list of named schemas. */
function readSchemaFields(data: Json | readonly Json[], known: Words): readonly Field[] | undefined {
  if (data === null || typeof data !== 'object' || isJsonNumber(data as Json)) return undefined
  if (isJsonArray(data as Json)) return readFieldList(data as readonly Json[], known)
  const object = data as JsonObject
  const required = listRequired(object)
  const members = memberNames.map((name) => object[name]).find((each) => each !== undefined)
  if (members !== undefined && isJsonArray(members)) return readFieldList(members, known)
  if (members !== undefined && isJsonObject(members)) return convertMembers(members as JsonObject, required, known)
  return isSchema(object) ? undefined : convertMembers(object, [], known)
}

/** `- name: title` with its schema, or `- title: text, required`. */
function readFieldList(all: readonly Json[], known: Words): readonly Field[] | undefined {
  const members = all.map((each): readonly [string, Json] | undefined => {
    if (each === null || !isJsonObject(each)) return undefined
    const { name, field, ...more } = each as JsonObject
    const [only, ...others] = Object.entries(each as JsonObject)
    // `- name: text, required` alone is a field called `name`.
    if (typeof (name ?? field) === 'string' && others.length > 0) return [(name ?? field) as string, more as Json]
    return only !== undefined && others.length === 0 ? only : undefined
  })
  return members.includes(undefined) || members.length === 0 ? undefined : convertMembers(Object.fromEntries(members as never), [], known)
}

function listRequired(object: JsonObject): readonly string[] | undefined {
  const { required } = object
  return required !== undefined && isJsonArray(required) ? required.filter((each): each is string => typeof each === 'string') : undefined
}

function convertMembers(members: JsonObject, required: readonly string[] | undefined, known: Words): readonly Field[] | undefined {
  const all = Object.entries(members).filter(([name]) => name !== remarkKey)
  const described = all.map(([name, value]) => [name, inWords(value, known)] as const)
  const isKindOf = (value: Json): boolean =>
    typeof value === 'string'
      ? isKindText(value, known)
      : value !== null && (isJsonArray(value) || (isJsonObject(value) && isSchema(value as JsonObject)))
  const kinds = all.filter(([, value]) => isKindOf(value))
  // Lists alone are values of a sample, such as the hours of each day.
  const isSample = kinds.length * 2 < all.length || kinds.every(([, value]) => value !== null && isJsonArray(value))
  if (all.length === 0 || described.some(([, text]) => text === undefined) || isSample) return undefined
  // Members that are not called required are optional if others are.
  const marked = all.filter(([, value]) => value !== null && isJsonObject(value) && (value as JsonObject)['required'] === true).length
  const isOptional = ([name, text]: Field): boolean =>
    marked > 1 &&
    required === undefined &&
    !name.endsWith('?') &&
    !/\b(?:required|optional|read-only|default|primary key|set by)\b/.test(text)
  return described.map(([name, text]) => [
    name.replace(/\?$/, ''),
    [text!, name.endsWith('?') || isOptional([name, text!]) ? 'optional' : '', required?.includes(name) === true ? 'required' : '']
      .filter((each) => each !== '')
      .join('; '),
  ])
}

/** The description of a field; undefined for the value of a sample. */
function inWords(value: Json, known: Words): string | undefined {
  if (typeof value === 'string') return value
  if (value === null) return ''
  if (isJsonArray(value)) {
    const [only, ...more] = value
    if (value.length === 0 || !value.every((each) => typeof each === 'string' || isJsonNumber(each))) return undefined
    return more.length === 0 ? `list of ${printValue(only!)}` : `one of: ${value.map(printValue).join(', ')}`
  }
  if (!isJsonObject(value)) return undefined
  if (isSchema(value as JsonObject)) return spellSchema(value as JsonObject)
  const inner = convertMembers(value as JsonObject, [], known)
  return inner === undefined ? undefined : `{ ${inner.map(([name, text]) => `${name}: ${text.replaceAll('; ', ', ')}`).join(', ')} }`
}

function isKindText(text: string, known: Words): boolean {
  const plain = text.replace(/\s+=\s.*$/, '')
  return isKind(plain, known) || isReference(plain, known) || /^(?:one of|enum)\b|^[\w-]+(?:\s*\|\s*[\w-]+)+/i.test(plain)
}

function isSchema(object: JsonObject): boolean {
  const keys = Object.keys(object).map((key) => key.toLowerCase())
  const { type } = object
  return (
    keys.length > 0 &&
    (typeof type === 'string' || keys.some((key) => ['enum', 'values', 'options', '$ref', 'ref', 'format'].includes(key))) &&
    keys.filter((key) => schemaKeys.has(key) || words[key.replaceAll(/[_-]/g, '')] !== undefined).length * 2 >= keys.length
  )
}

/** By key in small letters, the clause for its value. */
const words: { readonly [key: string]: (value: string) => string } = {
  type: nameKind,
  format: (value) => nameKind(value),
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
  itemmax: (value) => `each at most ${value} characters`,
  itemmaxlength: (value) => `each at most ${value} characters`,
  itempattern: (value) => `each \`${value}\``,
  setby: (value) => `set by the ${value}`,
  computed: (value) => (value === 'false' ? '' : 'read-only'),
  places: (value) => `${value} decimals`,
  precision: (value) => `${value} decimals`,
  see: (value) => `see part ${value}`,
  of: (value) => value,
  description: (value) => value,
  note: (value) => value,
  example: () => '',
  examples: () => '',
  title: () => '',
  [remarkKey]: (value) => value,
}

function nameKind(type: string): string {
  return /^(?:enum|choice|reference|ref)$/i.test(type) ? '' : type
}

function spellSchema(schema: JsonObject): string {
  const { type } = schema
  const isArray = typeof type === 'string' && /^(?:array|list)$/i.test(type)
  const items = schema['items'] ?? (isArray ? schema['of'] : undefined)
  const item =
    items === undefined ? undefined : isJsonObject(items) ? spellSchema(items as JsonObject).replaceAll('; ', ', ') : printValue(items)
  const clauses = Object.entries(schema).map(([key, value]) => {
    if (key === 'items' || (key === 'of' && isArray)) return isArray ? '' : `list of ${item!}`
    if (isArray && key === 'type') return item === undefined ? 'list' : `list of ${item}`
    return words[key.toLowerCase().replaceAll(/[_-]/g, '')]?.(printValue(value)) ?? `${key.replaceAll('_', ' ')} ${printValue(value)}`
  })
  return clauses.filter((each) => each !== '').join('; ')
}

function printValue(value: Json): string {
  if (isJsonArray(value)) return value.map(printValue).join(', ')
  return isJsonNumber(value) ? numberText(value) : typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

function withLines(fields: readonly Field[], lines: readonly string[], from: number): Sketch['fields'] {
  return fields.map(([name, said]) => ({ text: `${name}: ${said}`, line: findLine(name, lines, from) }))
}

function findLine(name: string, lines: readonly string[], from: number): number {
  const at = lines.findIndex(
    (line, index) => index >= from && new RegExp(`(?<![\\w-])["']?${name.replaceAll(/[^\w]/g, '.')}["']?\\s*:`).test(line),
  )
  return at < 0 ? from : at
}
