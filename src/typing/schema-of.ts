// Converts a schema of the model to the plain JSON Schema that decodes values.

import { compareDecimals, convertNumberToDecimal, parseDecimal } from '../base/decimal.ts'
import { createDictionary } from '../base/dictionary.ts'
import type { Mutable } from '../base/mutable.ts'
import type { Json } from '../base/json-value.ts'
import type { Node } from '../document/node.ts'
import { generators, type SchemaKeys as Keywords, type SchemaNode } from '../model/schema.ts'
import { type ExpressionText, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { JsonType, Schema, SchemaObject } from '../schema/schema.ts'
import type { Generate } from './domain.ts'

/** The meaning of names in `$ref`. */
export type SchemaLookup = {
  /** The schema of the key of a resource's records; undefined if the resource does not exist. */
  key(resource: string): Schema | undefined
  /** True if part 2 declares the shape. */
  isShape(name: string): boolean
}

/**
 * One schema serves storage and requests: `readOnly` marks properties that the service writes, and the decoder does not require them in
 * requests.
 */
export function schemaOf(node: SchemaNode, names: SchemaLookup): Schema {
  if (node.always !== undefined) return node.always
  const { keywords } = node
  const schema: Mutable<SchemaObject> = {}
  const convert = (inner: SchemaNode): Schema => schemaOf(inner, names)
  copyPlain(keywords, schema)
  copyData(keywords, schema)
  copyExtensions(keywords, schema)
  copyInner(keywords, schema, convert)
  copyMembers(keywords, schema, convert)
  const discriminator = slotValueOf(keywords.discriminator)
  const propertyName = discriminator && slotValueOf(discriminator.propertyName)?.text
  if (discriminator && propertyName !== undefined) {
    const mapping = listSpecifiedEntries(discriminator.mapping).map(({ name, value }) => [name, value.text] as const)
    schema.discriminator = { propertyName, ...(mapping.length > 0 ? { mapping: createDictionary(mapping) } : {}) }
  }
  return resolveReference(keywords, schema, names)
}

const copiedKeywords = [
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'minContains',
  'maxContains',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'readOnly',
  'writeOnly',
  'sensitive',
] as const
const numberKeywords = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'] as const

function copyPlain(keywords: Keywords, schema: Mutable<SchemaObject>): void {
  const target: { [keyword: string]: unknown } = schema
  for (const keyword of copiedKeywords) {
    const value = slotValueOf<unknown>(keywords[keyword])
    if (value !== undefined) target[keyword] = value
  }
  for (const keyword of numberKeywords) {
    const value = slotValueOf(keywords[keyword])
    if (value !== undefined) target[keyword] = readExactNumber(value)
  }
  const type = slotValueOf(keywords.type)
  if (type !== undefined) schema.type = type.length === 1 ? type[0]! : type
  const format = slotValueOf(keywords.format)
  if (format !== undefined) schema.format = format.text
}

/** The number if a double represents it exactly, otherwise its text. */
function readExactNumber({ value, text }: { readonly value: number | bigint; readonly text: string }): number | bigint | string {
  if (typeof value === 'bigint') return value
  const exact = parseDecimal(text)
  const decimalValue = convertNumberToDecimal(value)
  return exact !== undefined && decimalValue !== undefined && compareDecimals(exact, decimalValue) !== 0 ? text : value
}

function copyData(keywords: Keywords, schema: Mutable<SchemaObject>): void {
  const values = slotValueOf(keywords.enum)
  if (values !== undefined) schema.enum = values.map(({ node }) => readExactJson(node))
  const constant = slotValueOf(keywords.const)
  if (constant !== undefined) schema.const = readExactJson(constant.node)
  const defaultValue = slotValueOf(keywords.default)
  if (defaultValue !== undefined) schema.default = readExactJson(defaultValue.node)
}

/** The JSON value of a node, with numbers that a double would change kept as decimals. */
export function readExactJson(node: Node): Json {
  if (node.kind === 'scalar') {
    if (typeof node.value !== 'number') return node.value
    const exact = readExactNumber({ value: node.value, text: node.text })
    return typeof exact === 'string' ? (parseDecimal(exact) ?? node.value) : exact
  }
  if (node.kind === 'list') return node.items.map(readExactJson)
  return createDictionary(node.entries.map(({ key, value }) => [key.text, readExactJson(value)] as const))
}

const subschemaKeywords = ['items', 'contains', 'propertyNames', 'additionalProperties', 'not', 'if', 'then', 'else'] as const
const listKeywords = ['prefixItems', 'allOf', 'anyOf', 'oneOf'] as const

function copyInner(keywords: Keywords, schema: Mutable<SchemaObject>, convert: (node: SchemaNode) => Schema): void {
  for (const keyword of subschemaKeywords) {
    const inner = slotValueOf(keywords[keyword])
    if (inner !== undefined) schema[keyword] = convert(inner)
  }
  for (const keyword of listKeywords) {
    const inner = slotValueOf(keywords[keyword])
    if (inner !== undefined) schema[keyword] = inner.map(convert)
  }
}

function copyMembers(keywords: Keywords, schema: Mutable<SchemaObject>, convert: (node: SchemaNode) => Schema): void {
  const properties = slotValueOf(keywords.properties)
  if (properties !== undefined) {
    schema.properties = createDictionary(
      properties.map(({ name, slot }) => [name, slot.state === 'shown' ? convert(slot.value) : true] as const),
    )
  }
  const required = slotValueOf(keywords.required)
  if (required !== undefined) schema.required = required.map(({ text }) => text)
  const patterns = listSpecifiedEntries(keywords.patternProperties)
  if (patterns.length > 0) schema.patternProperties = createDictionary(patterns.map(({ name, value }) => [name, convert(value)] as const))
  const schemas = listSpecifiedEntries(keywords.dependentSchemas)
  if (schemas.length > 0) schema.dependentSchemas = createDictionary(schemas.map(({ name, value }) => [name, convert(value)] as const))
  const dependents = listSpecifiedEntries(keywords.dependentRequired)
  if (dependents.length > 0) {
    schema.dependentRequired = createDictionary(dependents.map(({ name, value }) => [name, value.map(({ text }) => text)] as const))
  }
}

/** Extensions for decoding: computed properties are never sent, generated ones get their own values. */
function copyExtensions(keywords: Keywords, schema: Mutable<SchemaObject>): void {
  if (keywords.compute.state === 'shown') schema.readOnly = true
  if (keywords.secret.state === 'shown') schema.sensitive = true
  const normalize = slotValueOf(keywords.normalize)
  if (normalize !== undefined) schema.normalize = normalize
  const generate = slotValueOf(keywords.generate)
  if (generate !== undefined) schema.generate = generateOf(generate)
}

/** Parses one of the language's words, or CEL. */
export function generateOf(expression: ExpressionText): Generate {
  const word = generators.find((each) => each === expression.text)
  return word === undefined ? { kind: 'expression', expression } : { kind: word }
}

/** A reference to a resource has the schema of its key, one to a shape its definition; an unknown name constrains nothing. */
function resolveReference(keywords: Keywords, schema: Mutable<SchemaObject>, names: SchemaLookup): Schema {
  const name = slotValueOf(keywords.$ref)?.text
  if (name === undefined) return schema
  const key = names.key(name)
  if (key === undefined) {
    if (names.isShape(name)) schema.$ref = name
    return schema
  }
  const admitsNull = schema.type !== undefined && [schema.type].flat().includes('null')
  const { type: _type, ...rest } = schema
  const keySchema = admitsNull ? withNullSchema(key) : key
  if (Object.keys(rest).length === 0 || typeof keySchema === 'boolean') return keySchema
  return { ...keySchema, ...rest }
}

/** The same schema, which also admits null. */
export function withNullSchema(schema: Schema): Schema {
  if (schema === true) return true
  if (schema === false) return { type: 'null' }
  if (admitsNull(schema)) return schema
  const { type, enum: values } = schema
  const isSimple =
    schema.const === undefined &&
    schema.$ref === undefined &&
    schema.not === undefined &&
    schema.if === undefined &&
    schema.allOf === undefined &&
    schema.anyOf === undefined &&
    schema.oneOf === undefined
  if (!isSimple || (type === undefined && values === undefined)) return { anyOf: [schema, { type: 'null' }] }
  return {
    ...schema,
    ...(type === undefined ? {} : { type: [...new Set<JsonType>([...[type].flat(), 'null'])] }),
    ...(values === undefined ? {} : { enum: values.includes(null) ? values : [...values, null] }),
  }
}

/** True if null certainly conforms; false if unknown. */
export function admitsNull(schema: Schema): boolean {
  if (typeof schema === 'boolean') return schema
  if (schema.type !== undefined && ![schema.type].flat().includes('null')) return false
  if (schema.enum !== undefined && !schema.enum.includes(null)) return false
  if (schema.const !== undefined && schema.const !== null) return false
  if (schema.$ref !== undefined || schema.not !== undefined || schema.if !== undefined) return false
  if (schema.allOf !== undefined && !schema.allOf.every(admitsNull)) return false
  const alternatives = schema.anyOf ?? schema.oneOf
  return alternatives === undefined || alternatives.some(admitsNull)
}
