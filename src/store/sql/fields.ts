// Prints the content of columns as JSON text, in the form in which the values are sent.

import { compareDecimals, makeDecimal, printDecimal, parseDecimal } from '../../base/decimal.ts'
import { printDuration } from '../../base/duration.ts'
import { printJson } from '../../base/json.ts'
import { holdsDecimals } from '../../exchange/digits.ts'
import { convertJsonToValue } from '../../exchange/value-json.ts'
import { printValue } from '../../exchange/value-print.ts'
import type { RecordKeys } from '../../meaning/record/keys.ts'
import type { Property } from '../../typing/domain.ts'
import type { Column, Kept, Layout } from '../layout.ts'
import { parseStoredJson } from './codec.ts'
import type { SqlValue } from './database.ts'

export function findOnlyColumn({ tables }: Layout, resource: string, { name }: Property): Column | undefined {
  const columns = tables.get(resource)?.byProperty.get(name) ?? []
  return columns.length === 1 ? columns[0] : undefined
}

/** Prints the value of a column that is not null. */
export function makeColumnPrinter(kept: Kept, { type }: Pick<Property, 'type'>, keys: RecordKeys): (value: SqlValue) => string {
  switch (kept.kind) {
    case 'text':
      return (value) => JSON.stringify(value)
    case 'integer':
      return (value) => String(value)
    case 'double':
      return (value) => printJson(value as number)
    case 'boolean':
      return (value) => (Number(value) === 1 ? 'true' : 'false')
    case 'decimal':
      return (value) => printScaled(value as number | bigint, kept.scale)
    case 'timestamp':
      return (value) => `"${value as string}"`
    case 'duration':
      return (value) => JSON.stringify(printDuration(Number(value)))
    case 'bytes':
      return (value) => `"${(value as Uint8Array).toBase64()}"`
    case 'json':
      // Decimals are stored with the fewest digits.
      return holdsDecimals(type)
        ? (value) => printValue(convertJsonToValue(parseStoredJson(value as string), type, keys), keys)
        : (value) => value as string
  }
}

/** With all digits of its scale. */
function printScaled(value: number | bigint, scale: number): string {
  // A double keeps 15 decimal digits; below a millionth it prints with an exponent.
  if (typeof value === 'number' && Math.abs(value) < 1e15 && scale <= 6) return (value / 10 ** scale).toFixed(scale)
  return printDecimal(makeDecimal(BigInt(value), scale))
}

/** Integers of 64 bits are so by their format, decimals by their bounds. */
export function isWide(kept: Kept, { schema }: Property): boolean {
  if (kept.kind === 'integer') return typeof schema === 'boolean' || schema.format === 'int64'
  if (kept.kind !== 'decimal' || typeof schema === 'boolean') return kept.kind === 'decimal'
  const bounds = [
    [schema.minimum, schema.exclusiveMinimum],
    [schema.maximum, schema.exclusiveMaximum],
  ]
  return !bounds.every((each) => each.some((bound) => isWithin(bound, kept.scale)))
}

function isWithin(bound: number | bigint | string | undefined, scale: number): boolean {
  const value = bound === undefined ? undefined : parseDecimal(String(bound))
  const widest = makeDecimal(BigInt(Number.MAX_SAFE_INTEGER), scale)
  return value !== undefined && [value, makeDecimal(-value.digits, value.scale)].every((side) => compareDecimals(side, widest) <= 0)
}
