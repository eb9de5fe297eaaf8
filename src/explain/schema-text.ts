// Summarises a schema: `integer 1 to 100`, `string (uuid)`, `Line`, `customer, lines, note?`.

import type { Schema } from '../schema/schema.ts'

export function printSchema(schema: Schema): string {
  if (typeof schema === 'boolean') return schema ? 'anything' : 'nothing'
  if (schema.$ref !== undefined) return schema.$ref
  if (schema.properties !== undefined) return printMembers(schema.properties, schema.required ?? [])
  if (schema.enum !== undefined) return schema.enum.map(String).join(' | ')
  if (schema.items !== undefined) return `list of ${printSchema(schema.items)}`
  const type = typeof schema.type === 'string' ? schema.type : (schema.type?.join(' or ') ?? 'anything')
  return [type, schema.format === undefined ? '' : `(${schema.format})`, printRange(schema)].filter((part) => part !== '').join(' ')
}

/** The members that a client may send; members that are listed only to be dropped are omitted. */
function printMembers(properties: { readonly [name: string]: Schema }, required: readonly string[]): string {
  const sent = Object.entries(properties).filter(([, schema]) => typeof schema === 'boolean' || schema.readOnly !== true)
  const members = sent.map(([name, schema]) => `${required.includes(name) ? name : `${name}?`}${printEnvelope(schema)}`)
  return members.join(', ')
}

/** For an envelope, its content. */
function printEnvelope(schema: Schema): string {
  return typeof schema === 'object' && schema.properties !== undefined ? `: { ${printSchema(schema)} }` : ''
}

function printRange({ minimum, maximum, minLength, maxLength }: Exclude<Schema, boolean>): string {
  const [least, most] = [minimum ?? minLength, maximum ?? maxLength]
  const unit = minLength !== undefined || maxLength !== undefined ? ' characters' : ''
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`
  if (most !== undefined) return `at most ${most}${unit}`
  return least === undefined ? '' : `at least ${least}${unit}`
}
