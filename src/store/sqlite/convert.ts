// Converts a value of one kind of column to another: the same value, the nearest one, or none.

import {
  type Decimal,
  compareDecimals,
  makeDecimal,
  convertNumberToDecimal,
  printDecimal,
  roundToDouble,
  parseDecimal,
  roundDecimal,
} from '../../base/decimal.ts'
import { parseDuration, printDuration } from '../../base/duration.ts'
import { type Json, toExactDecimal, isJsonArray, isJsonNumber, isJsonObject, parseJsonText, printJson } from '../../base/json.ts'
import { normaliseTimestamp } from '../../base/time.ts'
import type { ColumnOutline, ItemKind } from '../migration/outline.ts'
import type { SqlValue } from '../sql/database.ts'

export type ColumnKind = Pick<ColumnOutline, 'kept' | 'json' | 'items'>
/** `exact`: no information is lost. */
export type ConvertedValue = { readonly value: SqlValue; readonly exact: boolean }

/** Undefined if the other kind has no equivalent. */
export function convertValue(value: SqlValue, from: ColumnKind, to: ColumnKind): ConvertedValue | undefined {
  if (from.kept.kind === 'json' && to.kept.kind === 'json') return convertJson(value as string, from, to)
  const number = numberOf(value, from)
  if (number !== undefined && isNumeric(to)) return convertNumber(number, to)
  const text = convertToText(value, from)
  return text === undefined ? undefined : convertText(text, from, to)
}

function isNumeric({ kept, json }: ColumnKind): boolean {
  return kept.kind === 'integer' || kept.kind === 'double' || kept.kind === 'decimal' || (kept.kind === 'json' && json === 'number')
}

function numberOf(value: SqlValue, { kept, json }: ColumnKind): Decimal | undefined {
  switch (kept.kind) {
    case 'integer':
      return makeDecimal(value as bigint)
    case 'decimal':
      return makeDecimal(value as bigint, kept.scale)
    case 'double':
      return convertNumberToDecimal(Number(value))
    case 'json':
      return json === 'number' ? parseDecimal(value as string) : undefined
    default:
      return undefined
  }
}

function convertNumber(number: Decimal, { kept }: ColumnKind): ConvertedValue | undefined {
  switch (kept.kind) {
    case 'integer':
    case 'decimal': {
      const rounded = roundDecimal(number, kept.kind === 'decimal' ? kept.scale : 0)
      return BigInt.asIntN(64, rounded.digits) === rounded.digits
        ? { value: rounded.digits, exact: compareDecimals(rounded, number) === 0 }
        : undefined
    }
    case 'double': {
      const double = roundToDouble(number)
      const read = convertNumberToDecimal(double)
      return read === undefined ? undefined : { value: double, exact: compareDecimals(read, number) === 0 }
    }
    default:
      return { value: printJson(toExactDecimal(number)), exact: true }
  }
}

/** The value as text for a message; undefined for lists and objects. */
function convertToText(value: SqlValue, from: ColumnKind): string | undefined {
  const number = numberOf(value, from)
  if (number !== undefined) return printDecimal(number)
  switch (from.kept.kind) {
    case 'boolean':
      return value === 1n ? 'true' : 'false'
    case 'duration':
      return printDuration(Number(value))
    case 'bytes':
      return (value as Uint8Array).toBase64()
    case 'json': {
      const json = readJson(value as string)
      if (typeof json === 'string') return json
      return typeof json === 'boolean' || isJsonNumber(json) ? printJson(json) : undefined
    }
    default:
      return value as string
  }
}

/** Text that is valid in the other kind; exact if it would be printed the same again. */
function convertText(text: string, from: ColumnKind, to: ColumnKind): ConvertedValue | undefined {
  if (isNumeric(to)) {
    const number = parseDecimal(text)
    const converted = number && convertNumber(number, to)
    return converted && { ...converted, exact: converted.exact && convertToText(converted.value, to) === text }
  }
  const value = readFromText(text, to)
  if (value === undefined) return undefined
  const printed = convertToText(value, to)
  return { value, exact: printed === text || (to.kept.kind === 'timestamp' && isSameMoment(text)) || from.kept.kind === 'json' }
}

function readFromText(text: string, { kept, json }: ColumnKind): SqlValue | undefined {
  switch (kept.kind) {
    case 'text':
      return text
    case 'boolean':
      if (text === 'true') return 1n
      return text === 'false' ? 0n : undefined
    case 'timestamp':
      return normaliseTimestamp(text)
    case 'duration': {
      const ms = parseDuration(text)
      return typeof ms === 'number' ? BigInt(ms) : undefined
    }
    case 'bytes':
      try {
        return Uint8Array.fromBase64(text)
      } catch {
        return undefined
      }
    case 'json':
      return json === 'anything' ? printJson(text) : undefined
    default:
      return undefined
  }
}

/** In UTC and to the millisecond, regardless of the written digits. */
function isSameMoment(text: string): boolean {
  return /(?:\.\d{1,3}0*)?Z$/i.test(text) && !/\.\d{3}\d*[1-9]/.test(text)
}

function convertJson(text: string, from: ColumnKind, to: ColumnKind): ConvertedValue | undefined {
  const json = readJson(text)
  if (isJsonArray(json) && from.items !== undefined && to.items !== undefined && from.items !== to.items)
    return convertItems(json, to.items)
  const hasKind =
    to.json === 'anything' ||
    (to.json === 'list' && isJsonArray(json)) ||
    (to.json === 'object' && isJsonObject(json)) ||
    (to.json === 'number' && isJsonNumber(json))
  return hasKind ? { value: text, exact: true } : undefined
}

/** A list of scalars as a list of the other kind; undefined if one of them has no equivalent. */
function convertItems(list: readonly Json[], kind: ItemKind): ConvertedValue | undefined {
  const items = list.map((item) => convertItem(item, kind))
  if (!items.every((item) => item !== undefined)) return undefined
  return { value: printJson(items.map(({ json }) => json)), exact: items.every(({ exact }) => exact) }
}

function convertItem(item: Json, kind: ItemKind): { readonly json: Json; readonly exact: boolean } | undefined {
  if (item === null) return { json: null, exact: true }
  if (typeof item !== 'string' && typeof item !== 'boolean' && !isJsonNumber(item)) return undefined
  const text = typeof item === 'string' ? item : printJson(item)
  if (kind === 'text') return { json: text, exact: true }
  if (kind === 'boolean') return text === 'true' || text === 'false' ? { json: text === 'true', exact: true } : undefined
  const number = parseDecimal(text)
  if (number === undefined || typeof item === 'boolean') return undefined
  const rounded = kind === 'integer' ? roundDecimal(number, 0) : number
  const json = readJson(printDecimal(rounded))
  return json === undefined
    ? undefined
    : { json, exact: compareDecimals(rounded, number) === 0 && (typeof item !== 'string' || printDecimal(rounded) === text) }
}

function readJson(text: string): Json | undefined {
  const parsed = parseJsonText(text, { depth: 1000 })
  return 'problem' in parsed ? undefined : parsed.value
}
