// Evaluates the filters of queries, such as `count`, `regex` and `toDate`.

import { compileRe2 } from '../../base/pattern.ts'
import type { FilterName } from '../words.ts'
import { formatDate, readDate } from './date-format.ts'
import { findPath } from './json-path.ts'
import { parsePath } from './json-path-syntax.ts'
import {
  foundResult,
  type QueryResult,
  isInstant,
  isHurlList,
  isObject,
  type HurlKind,
  hurlKindOf,
  none,
  parseJsonValue,
  problemResult,
  renderValue,
  type HurlValue,
} from './value.ts'

/** Arguments are strings (patterns by their source) and integers, as the filter requires. */
export function applyFilter(name: FilterName, value: HurlValue, args: readonly (string | bigint)[], now: number): QueryResult {
  const [first = '', second = ''] = args as readonly string[]
  switch (name) {
    case 'count':
      if (isObject(value)) return foundResult(BigInt(value.size))
      return isHurlList(value) || value instanceof Uint8Array ? foundResult(BigInt(value.length)) : wrongInput(name, 'a list', value)
    case 'first':
      return isHurlList(value) ? foundResult(value[0]) : wrongInput(name, 'a list', value)
    case 'last':
      return isHurlList(value) ? foundResult(value.at(-1)) : wrongInput(name, 'a list', value)
    case 'nth':
      return isHurlList(value) ? foundResult(value.at(Number(args[0]))) : wrongInput(name, 'a list', value)
    case 'jsonpath':
      return jsonPath(value, first)
    case 'toInt':
    case 'toFloat':
      return toNumber(name, value)
    case 'toString':
      if (value instanceof Uint8Array) return decodeBytes(value, 'utf-8')
      return isHurlList(value) || isObject(value) ? wrongInput(name, 'a plain value', value) : foundResult(renderValue(value))
    case 'daysAfterNow':
    case 'daysBeforeNow':
      if (!isInstant(value)) return wrongInput(name, 'a date', value)
      return foundResult(BigInt(Math.trunc(((value.ms - now) * (name === 'daysAfterNow' ? 1 : -1)) / 86_400_000)))
    case 'format':
    case 'dateFormat':
      return isInstant(value) ? resultOf(formatDate(value.ms, first)) : wrongInput(name, 'a date', value)
    case 'toHex':
    case 'base64Encode':
    case 'base64UrlSafeEncode':
      return value instanceof Uint8Array ? foundResult(Buffer.from(value).toString(encodings[name])) : wrongInput(name, 'bytes', value)
    case 'utf8Decode':
    case 'charsetDecode':
    case 'decode':
      return value instanceof Uint8Array ? decodeBytes(value, name === 'utf8Decode' ? 'utf-8' : first) : wrongInput(name, 'bytes', value)
    default:
      return typeof value === 'string' ? applyTextFilter(name, value, first, second) : wrongInput(name, 'text', value)
  }
}

const encodings = { toHex: 'hex', base64Encode: 'base64', base64UrlSafeEncode: 'base64url' } as const

type TextFilterName =
  | 'base64Decode'
  | 'base64UrlSafeDecode'
  | 'htmlEscape'
  | 'regex'
  | 'replace'
  | 'replaceRegex'
  | 'split'
  | 'toDate'
  | 'urlDecode'
  | 'urlEncode'
  | 'urlQueryParam'
  | 'utf8Encode'

function applyTextFilter(name: TextFilterName, text: string, first: string, second: string): QueryResult {
  switch (name) {
    case 'split':
      return foundResult(text.split(first))
    case 'replace':
      return foundResult(text.replaceAll(first, () => second))
    case 'regex':
      return matchGroup(text, first)
    case 'replaceRegex': {
      const { pattern, problem: reason } = compileRe2(first)
      return pattern === undefined
        ? problemResult(`\`${first}\` is not a pattern: ${reason}`)
        : foundResult(pattern.replaceAll(text, second))
    }
    case 'toDate': {
      const ms = readDate(text, first)
      if (ms === undefined) return problemResult(`\`${text}\` is not a date of the form \`${first}\``)
      return typeof ms === 'number' ? foundResult({ kind: 'date', ms }) : problemResult(ms.problem)
    }
    case 'base64Decode':
    case 'base64UrlSafeDecode':
      return decodeBase64(text, name === 'base64Decode' ? /^[A-Za-z0-9+/\s]*={0,2}\s*$/ : /^[A-Za-z0-9_-]*={0,2}$/)
    case 'htmlEscape':
      return foundResult(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
    case 'urlEncode':
      return foundResult(encodePercent(text))
    case 'urlDecode':
      return decodePercent(text)
    case 'urlQueryParam':
      return URL.canParse(text)
        ? foundResult(new URL(text).searchParams.get(first) ?? undefined)
        : problemResult(`\`${text}\` is not an address`)
    case 'utf8Encode':
      return foundResult(new Uint8Array(Buffer.from(text)))
  }
}

/** `requiredInput` with its article: `a list`. */
function wrongInput(name: FilterName, requiredInput: string, value: HurlValue): QueryResult {
  return problemResult(`the filter \`${name}\` takes ${requiredInput}, and this is ${kindNames[hurlKindOf(value)]}`)
}

const kindNames: Readonly<Record<HurlKind, string>> = {
  null: 'null',
  boolean: 'a boolean',
  integer: 'an integer',
  float: 'a float',
  string: 'text',
  bytes: 'bytes',
  date: 'a date',
  list: 'a list',
  object: 'an object',
}

function resultOf(result: string | { readonly problem: string }): QueryResult {
  return typeof result === 'string' ? foundResult(result) : problemResult(result.problem)
}

/** Evaluates JSONPath on JSON text or on a JSON value. */
export function jsonPath(value: HurlValue, text: string): QueryResult {
  const path = parsePath(text)
  if ('expected' in path) return problemResult(`\`${text}\` is not a JSONPath: at character ${path.at + 1}, ${path.expected} is expected`)
  if (typeof value !== 'string')
    return isHurlList(value) || isObject(value) ? foundResult(findPath(path, value)) : wrongInput('jsonpath', 'JSON', value)
  const root = parseJsonValue(value)
  return root === undefined ? problemResult('the text is not JSON') : foundResult(findPath(path, root))
}

/** The first group of the pattern in the text. */
export function matchGroup(text: string, source: string): QueryResult {
  const { pattern, problem: reason } = compileRe2(source)
  if (pattern === undefined) return problemResult(`\`${source}\` is not a pattern: ${reason}`)
  const groups = pattern.groups(text)
  if (groups === undefined) return none
  return groups.length > 1 ? foundResult(groups[1]) : problemResult(`\`${source}\` has no group, so nothing can be taken out`)
}

function toNumber(name: 'toInt' | 'toFloat', value: HurlValue): QueryResult {
  if (typeof value === 'bigint') return foundResult(name === 'toInt' ? value : Number(value))
  if (typeof value === 'number') return foundResult(name === 'toInt' ? BigInt(Math.trunc(value)) : value)
  if (typeof value !== 'string') return wrongInput(name, 'a number or text', value)
  const text = value.trim()
  if (name === 'toInt' && /^[+-]?\d+$/.test(text)) return foundResult(BigInt(text.replace(/^\+/, '')))
  if (name === 'toFloat' && /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return foundResult(Number(text))
  return problemResult(`\`${value}\` is not a ${name === 'toInt' ? 'whole number' : 'number'}`)
}

function decodeBase64(text: string, alphabet: RegExp): QueryResult {
  const digits = text.replace(/[\s=]/g, '')
  if (!alphabet.test(text) || digits.length % 4 === 1) return problemResult(`\`${text}\` is not base64 of this kind`)
  return foundResult(new Uint8Array(Buffer.from(digits, 'base64')))
}

/** Encodes all characters except the unreserved ones of RFC 3986 and the slash. */
function encodePercent(text: string): string {
  const encodeByte = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  return Array.from(Buffer.from(text), (byte) =>
    /[\w.~/-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : encodeByte(byte),
  ).join('')
}

function decodePercent(text: string): QueryResult {
  try {
    return foundResult(decodeURIComponent(text))
  } catch {
    return problemResult(`\`${text}\` is not percent-encoded UTF-8`)
  }
}

export function decodeBytes(bytes: Uint8Array, charset: string): QueryResult {
  try {
    return foundResult(new TextDecoder(charset, { fatal: true }).decode(bytes))
  } catch (error) {
    return problemResult(error instanceof RangeError ? `\`${charset}\` is not a character encoding` : `the bytes are not ${charset}`)
  }
}
