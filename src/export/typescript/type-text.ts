// Prints a published JSON Schema as a TypeScript type. The service checks constraints that a type cannot express (bounds, patterns).

import { type Json, type JsonObject, isJsonArray, isJsonNumber, isJsonObject, numberText } from '../../base/json.ts'

/** `typeNameOf`: returns the type name for a `$ref`. `indent`: the current indentation. */
export function printType(json: Json, typeNameOf: (ref: string) => string, indent = ''): string {
  const schema = readMembers(json)
  if (schema === undefined) return json === false ? 'never' : 'unknown'
  if (typeof schema['$ref'] === 'string') {
    const extraProperties = readMembers(schema['properties'])
    return extraProperties === undefined
      ? typeNameOf(schema['$ref'])
      : `${typeNameOf(schema['$ref'])} & ${printObject({ properties: extraProperties }, typeNameOf, indent)}`
  }
  if (schema['const'] !== undefined) return printLiteral(schema['const'])
  if (isJsonArray(schema['enum'])) return printUnion(schema['enum'].map(printLiteral))
  for (const keyword of ['oneOf', 'anyOf']) {
    const members = schema[keyword]
    if (isJsonArray(members)) return printUnion(members.map((each) => printType(each, typeNameOf, indent)))
  }
  const parts = schema['allOf']
  if (isJsonArray(parts)) return parts.map((each) => parenthesise(printType(each, typeNameOf, indent))).join(' & ')
  const { type } = schema
  if (isJsonArray(type)) return printUnion(type.map((each) => printNamedType(each, schema, typeNameOf, indent)))
  return printNamedType(type, schema, typeNameOf, indent)
}

function printNamedType(type: Json | undefined, schema: JsonObject, typeNameOf: (ref: string) => string, indent: string): string {
  switch (type) {
    case 'null':
      return 'null'
    case 'boolean':
      return 'boolean'
    case 'string':
      return 'string'
    case 'integer':
      return schema['format'] === 'int64' ? 'number | bigint' : 'number'
    case 'number':
      return 'number'
    case 'array':
      return `readonly ${parenthesise(printType(schema['items'] ?? true, typeNameOf, indent))}[]`
    case 'object':
      return printObject(schema, typeNameOf, indent)
    default:
      return readMembers(schema['properties']) !== undefined ? printObject(schema, typeNameOf, indent) : 'unknown'
  }
}

function printObject(schema: JsonObject, typeNameOf: (ref: string) => string, indent: string): string {
  const properties = Object.entries(readMembers(schema['properties']) ?? {})
  const extraProperties = schema['additionalProperties']
  if (properties.length === 0)
    return `{ readonly [name: string]: ${extraProperties === undefined || extraProperties === false ? 'unknown' : printType(extraProperties, typeNameOf, indent)} }`
  const required = new Set(isJsonArray(schema['required']) ? schema['required'] : [])
  const inner = `${indent}  `
  const members = properties.flatMap(([name, member]) => [
    ...describeSchema(member, inner),
    `${inner}readonly ${printMemberName(name)}${required.has(name) ? '' : '?'}: ${printType(member, typeNameOf, inner)}`,
  ])
  return `{\n${members.join('\n')}\n${indent}}`
}

/** The descriptions of the schema, as lines of a comment. */
export function describeSchema(schema: Json, indent = ''): string[] {
  const text = readMembers(schema)?.['description']
  return typeof text === 'string' ? [printComment(text, indent)] : []
}

function readMembers(json: Json | undefined): JsonObject | undefined {
  return isJsonObject(json) ? (json as JsonObject) : undefined
}

/** A doc comment; escapes the end of a comment in the text. */
export function printComment(text: string, indent = ''): string {
  const lines = text.trim().replaceAll('*/', '*\\/').split('\n')
  return lines.length === 1
    ? `${indent}/** ${lines[0]} */`
    : `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */`
}

export function printMemberName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

/** A name for a type: `unknown-customer` is `UnknownCustomer`. */
export function makeTypeName(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const joined = words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
  return /^[A-Za-z]/.test(joined) ? joined : `T${joined}`
}

function printUnion(types: readonly string[]): string {
  const members = [...new Set(types)]
  if (members.length === 0) return 'never'
  return members.includes('unknown') ? 'unknown' : members.join(' | ')
}

function parenthesise(type: string): string {
  return / [|&] /.test(type) || type.startsWith('readonly ') ? `(${type})` : type
}

function printLiteral(value: Json): string {
  if (isJsonNumber(value)) return numberText(value)
  return isJsonObject(value) || isJsonArray(value) ? 'unknown' : JSON.stringify(value)
}
