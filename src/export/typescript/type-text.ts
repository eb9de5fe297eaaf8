// Prints a published JSON Schema as a TypeScript type. The service checks constraints that a type cannot express (bounds, patterns).

import { type Json, type JsonObject, isJsonArray, isJsonNumber, isJsonObject, numberText } from '../../base/json.ts'

/** `named`: returns the type name for a `$ref`. `indent`: the current indentation. */
export function printType(json: Json, named: (ref: string) => string, indent = ''): string {
  const schema = membersOf(json)
  if (schema === undefined) return json === false ? 'never' : 'unknown'
  if (typeof schema['$ref'] === 'string') {
    const more = membersOf(schema['properties'])
    return more === undefined ? named(schema['$ref']) : `${named(schema['$ref'])} & ${objectText({ properties: more }, named, indent)}`
  }
  if (schema['const'] !== undefined) return literal(schema['const'])
  if (isJsonArray(schema['enum'])) return printUnion(schema['enum'].map(literal))
  for (const keyword of ['oneOf', 'anyOf']) {
    const members = schema[keyword]
    if (isJsonArray(members)) return printUnion(members.map((each) => printType(each, named, indent)))
  }
  const all = schema['allOf']
  if (isJsonArray(all)) return all.map((each) => group(printType(each, named, indent))).join(' & ')
  const { type } = schema
  if (isJsonArray(type)) return printUnion(type.map((each) => printNamedType(each, schema, named, indent)))
  return printNamedType(type, schema, named, indent)
}

function printNamedType(type: Json | undefined, schema: JsonObject, named: (ref: string) => string, indent: string): string {
  switch (type) {
    case 'null': return 'null'
    case 'boolean': return 'boolean'
    case 'string': return 'string'
    case 'integer': return schema['format'] === 'int64' ? 'number | bigint' : 'number'
    case 'number': return 'number'
    case 'array': return `readonly ${group(printType(schema['items'] ?? true, named, indent))}[]`
    case 'object': return objectText(schema, named, indent)
    default: return membersOf(schema['properties']) !== undefined ? objectText(schema, named, indent) : 'unknown'
  }
}

function objectText(schema: JsonObject, named: (ref: string) => string, indent: string): string {
  const properties = Object.entries(membersOf(schema['properties']) ?? {})
  const more = schema['additionalProperties']
  if (properties.length === 0)
    return `{ readonly [name: string]: ${more === undefined || more === false ? 'unknown' : printType(more, named, indent)} }`
  const required = new Set(isJsonArray(schema['required']) ? schema['required'] : [])
  const inner = `${indent}  `
  const members = properties.flatMap(([name, member]) => [
    ...describeSchema(member, inner),
    `${inner}readonly ${memberName(name)}${required.has(name) ? '' : '?'}: ${printType(member, named, inner)}`,
  ])
  return `{\n${members.join('\n')}\n${indent}}`
}

/** The descriptions of the schema, as lines of a comment. */
export function describeSchema(schema: Json, indent = ''): string[] {
  const text = membersOf(schema)?.['description']
  return typeof text === 'string' ? [comment(text, indent)] : []
}

function membersOf(json: Json | undefined): JsonObject | undefined {
  return isJsonObject(json) ? (json as JsonObject) : undefined
}

/** A doc comment; escapes the end of a comment in the text. */
export function comment(text: string, indent = ''): string {
  const lines = text.trim().replaceAll('*/', '*\\/').split('\n')
  return lines.length === 1
    ? `${indent}/** ${lines[0]} */`
    : `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */`
}

export function memberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

/** A name for a type: `unknown-customer` is `UnknownCustomer`. */
export function clientTypeName(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const joined = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
  return /^[A-Za-z]/.test(joined) ? joined : `T${joined}`
}

function printUnion(types: readonly string[]): string {
  const all = [...new Set(types)]
  return all.length === 0 ? 'never' : all.includes('unknown') ? 'unknown' : all.join(' | ')
}

function group(type: string): string {
  return / [|&] /.test(type) || type.startsWith('readonly ') ? `(${type})` : type
}

function literal(value: Json): string {
  if (isJsonNumber(value)) return numberText(value)
  return isJsonObject(value) || isJsonArray(value) ? 'unknown' : JSON.stringify(value)
}
