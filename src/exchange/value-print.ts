// Prints values as JSON text without intermediate JSON values.

import { printDecimal } from '../base/decimal.ts'
import { printJson } from '../base/json.ts'
import { printTimestamp } from '../base/time.ts'
import { spendSteps, spendText } from '../base/turn.ts'
import type { Value } from '../cel/value.ts'
import { type RecordKeyText, convertValueToJson } from './value-json.ts'

/** The text of `jsonOf`. */
export function printValue(value: Value, keys: Pick<RecordKeyText, 'keyOf'>): string {
  // A shared value is printed and counted at each place.
  spendSteps(1)
  switch (typeof value) {
    case 'string':
      spendText(value.length)
      return JSON.stringify(value)
    case 'boolean':
      return String(value)
    case 'bigint':
      return String(value)
    case 'object':
      return value === null ? 'null' : printObject(value, keys)
    default:
      return printJson(convertValueToJson(value, keys))
  }
}

function printObject(value: Exclude<Value, null | string | boolean | bigint | number>, keys: Pick<RecordKeyText, 'keyOf'>): string {
  if (Array.isArray(value)) return `[${(value as readonly Value[]).map((item) => printValue(item, keys)).join(',')}]`
  if (value instanceof Map) return printMap(value, keys) ?? printJson(convertValueToJson(value, keys))
  if (!('kind' in value)) return printJson(convertValueToJson(value, keys))
  if (value.kind === 'timestamp') return `"${printTimestamp(value.ms)}"`
  return value.kind === 'decimal' ? printDecimal(value) : printJson(convertValueToJson(value, keys))
}

/** Cached, because member names repeat; bounded, because clients may invent names. */
const printedNames = new Map<string, string>()

function printName(name: string): string {
  const cached = printedNames.get(name)
  if (cached !== undefined) return cached
  const text = `${JSON.stringify(name)}:`
  if (printedNames.size < 2000 && name.length < 100) printedNames.set(name, text)
  return text
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** Undefined if a name may be a number, which an object would list first. */
function printMap(map: ReadonlyMap<unknown, Value>, keys: Pick<RecordKeyText, 'keyOf'>): string | undefined {
  let text = ''
  for (const [name, member] of map) {
    if (typeof name !== 'string' || isDigit(name.charCodeAt(0))) return undefined
    text += `${text === '' ? '' : ','}${printName(name)}${printValue(member, keys)}`
  }
  return `{${text}}`
}
