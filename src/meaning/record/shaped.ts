// Validates a computed value against the schema of its property, if the type of the expression does not prove its shape.

import type { Value } from '../../cel/value.ts'
import { holdsDecimals, withDigits } from '../../exchange/digits.ts'
import { refuseComputedValue } from '../../exchange/refusal.ts'
import { convertValueToJson, convertJsonToValue } from '../../exchange/value-json.ts'
import { type Decoder, compileSchema } from '../../schema/validate.ts'
import { definitionsOf } from '../../typing/definitions.ts'
import { provesComputed } from '../../typing/proof.ts'
import type { Property } from '../../typing/domain.ts'
import type { TransactionContext } from '../transaction-context.ts'
import type { Interpreter } from '../service.ts'

/** Converts a value to the property's form; a value that the schema refuses throws. Statically proved values pass unchanged. */
export function shapeValue(
  transaction: TransactionContext,
  resource: string,
  property: Property,
  value: Value | undefined,
): Value | undefined {
  const { service } = transaction
  if (value === undefined) return value
  if (isProved(service, property)) return showsDecimals(property) ? withDigits(value, property.type) : value
  const json = convertValueToJson(value, service.keys)
  if (json === null)
    return property.required && !property.nullable
      ? refuseComputedValue(`\`${resource}.${property.name}\` is required and has no value`)
      : null
  const { value: decoded, failures } = findDecoder(service, property).decode(json)
  if (failures === undefined) return convertJsonToValue(decoded, property.type, service.keys)
  return refuseComputedValue(
    `\`${resource}.${property.name}\` has a value that its schema refuses (${failures.map(({ keyword, pointer }) => `${keyword} at ${pointer || 'the whole'}`).join(', ')})`,
  )
}

const decimals = new WeakMap<Property, boolean>()

function showsDecimals(property: Property): boolean {
  return decimals.getOrInsertComputed(property, ({ type }) => holdsDecimals(type))
}

const decoders = new WeakMap<Property, Decoder>()

/** Decodes like a stored value, but generates nothing, because each generated value would differ. */
function findDecoder(
  {
    facts: {
      typing: { domain },
    },
  }: Interpreter,
  property: Property,
): Decoder {
  return decoders.getOrInsertComputed(property, ({ schema }) =>
    compileSchema(schema, {
      definitions: definitionsOf(domain),
      readOnly: 'keep',
      generate: () => refuseComputedValue(`\`${property.name}\` is computed, and lacks a member that is generated only for stored values`),
    }),
  )
}

function isProved({ facts: { typing } }: Interpreter, property: Property): boolean {
  const expression = property.compute && typing.expression(property.compute.expression)
  return expression === undefined || provesComputed(property, expression, typing.domain)
}
