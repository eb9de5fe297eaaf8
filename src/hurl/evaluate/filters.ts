// Evaluates the filters of queries, such as `count`, `regex` and `toDate`.

import { compileRe2 } from '../../base/pattern.ts'
import type { FilterName } from '../words.ts'
import { formatDate, readDate } from './date-format.ts'
import { findPath } from './json-path.ts'
import { parsePath } from './json-path-syntax.ts'
import {
  makeResult,
  type QueryResult,
  isInstant,
  isHurlList,
  isObject,
  type HurlKind,
  hurlKindOf,
  none,
  parseJsonValue,
  makeProblemResult,
  renderValue,
  type HurlValue,
} from './value.ts'

/** Arguments are strings (patterns by their source) and integers, as the filter requires. */
export function applyFilter(name: FilterName, value: HurlValue, args: readonly (string | bigint)[], now: number): QueryResult {
  const [first = '', second = ''] = args as readonly string[]
  switch (name) {
    case 'count':
      if (isObject(value)) return makeResult(BigInt(value.size))
      return isHurlList(value) || value instanceof Uint8Array ? makeResult(BigInt(value.length)) : reportWrongInput(name, 'a list', value)
    case 'first':
      return isHurlList(value) ? makeResult(value[0]) : reportWrongInput(name, 'a list', value)
    case 'last':
      return isHurlList(value) ? makeResult(value.at(-1)) : reportWrongInput(name, 'a list', value)
    case 'nth':
      return isHurlList(value) ? makeResult(value.at(Number(args[0]))) : reportWrongInput(name, 'a list', value)
    case 'jsonpath':
      return evaluateJsonPath(value, first)
    case 'toInt':
    case 'toFloat':
      return toNumber(name, value)
    case 'toString':
      if (value instanceof Uint8Array) return decodeBytes(value, 'utf-8')
      return isHurlList(value) || isObject(value) ? reportWrongInput(name, 'a plain value', value) : makeResult(renderValue(value))
    case 'daysAfterNow':
    case 'daysBeforeNow':
      if (!isInstant(value)) return reportWrongInput(name, 'a date', value)
      return makeResult(BigInt(Math.trunc(((value.ms - now) * (name === 'daysAfterNow' ? 1 : -1)) / 86_400_000)))
    case 'format':
    case 'dateFormat':
      return isInstant(value) ? toResult(formatDate(value.ms, first)) : reportWrongInput(name, 'a date', value)
    case 'toHex':
    case 'base64Encode':
    case 'base64UrlSafeEncode':
      return value instanceof Uint8Array ? makeResult(Buffer.from(value).toString(encodings[name])) : reportWrongInput(name, 'bytes', value)
    case 'utf8Decode':
    case 'charsetDecode':
    case 'decode':
      return value instanceof Uint8Array
        ? decodeBytes(value, name === 'utf8Decode' ? 'utf-8' : first)
        : reportWrongInput(name, 'bytes', value)
    default:
      return typeof value === 'string' ? applyTextFilter(name, value, first, second) : reportWrongInput(name, 'text', value)
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
      return makeResult(text.split(first))
    case 'replace':
      return makeResult(text.replaceAll(first, () => second))
    case 'regex':
      return matchGroup(text, first)
    case 'replaceRegex': {
      const { pattern, problem: reason } = compileRe2(first)
      return pattern === undefined
        ? makeProblemResult(`\`${first}\` is not a pattern: ${reason}`)
        : makeResult(pattern.replaceAll(text, second))
    }
    case 'toDate': {
      const ms = readDate(text, first)
      if (ms === undefined) return makeProblemResult(`\`${text}\` is not a date of the form \`${first}\``)
      return typeof ms === 'number' ? makeResult({ kind: 'date', ms }) : makeProblemResult(ms.problem)
    }
    case 'base64Decode':
    case 'base64UrlSafeDecode':
      return decodeBase64(text, name === 'base64Decode' ? /^[A-Za-z0-9+/\s]*={0,2}\s*$/ : /^[A-Za-z0-9_-]*={0,2}$/)
    case 'htmlEscape':
      return makeResult(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
    case 'urlEncode':
      return makeResult(encodePercent(text))
    case 'urlDecode':
      return decodePercent(text)
    case 'urlQueryParam':
      return URL.canParse(text)
        ? makeResult(new URL(text).searchParams.get(first) ?? undefined)
        : makeProblemResult(`\`${text}\` is not an address`)
    case 'utf8Encode':
      return makeResult(new Uint8Array(Buffer.from(text)))
  }
}

/** `requiredInput` with its article: `a list`. */
function reportWrongInput(name: FilterName, requiredInput: string, value: HurlValue): QueryResult {
  return makeProblemResult(`the filter \`${name}\` takes ${requiredInput}, and this is ${kindNames[hurlKindOf(value)]}`)
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

function toResult(result: string | { readonly problem: string }): QueryResult {
  return typeof result === 'string' ? makeResult(result) : makeProblemResult(result.problem)
}

/** Evaluates JSONPath on JSON text or on a JSON value. */
export function evaluateJsonPath(value: HurlValue, text: string): QueryResult {
  const path = parsePath(text)
  if ('expected' in path)
    return makeProblemResult(`\`${text}\` is not a JSONPath: at character ${path.at + 1}, ${path.expected} is expected`)
  if (typeof value !== 'string')
    return isHurlList(value) || isObject(value) ? makeResult(findPath(path, value)) : reportWrongInput('jsonpath', 'JSON', value)
  const root = parseJsonValue(value)
  return root === undefined ? makeProblemResult('the text is not JSON') : makeResult(findPath(path, root))
}

/** The first group of the pattern in the text. */
export function matchGroup(text: string, source: string): QueryResult {
  const { pattern, problem: reason } = compileRe2(source)
  if (pattern === undefined) return makeProblemResult(`\`${source}\` is not a pattern: ${reason}`)
  const groups = pattern.groups(text)
  if (groups === undefined) return none
  return groups.length > 1 ? makeResult(groups[1]) : makeProblemResult(`\`${source}\` has no group, so nothing can be taken out`)
}

function toNumber(name: 'toInt' | 'toFloat', value: HurlValue): QueryResult {
  if (typeof value === 'bigint') return makeResult(name === 'toInt' ? value : Number(value))
  if (typeof value === 'number') return makeResult(name === 'toInt' ? BigInt(Math.trunc(value)) : value)
  if (typeof value !== 'string') return reportWrongInput(name, 'a number or text', value)
  const text = value.trim()
  if (name === 'toInt' && /^[+-]?\d+$/.test(text)) return makeResult(BigInt(text.replace(/^\+/, '')))
  if (name === 'toFloat' && /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return makeResult(Number(text))
  return makeProblemResult(`\`${value}\` is not a ${name === 'toInt' ? 'whole number' : 'number'}`)
}

function decodeBase64(text: string, alphabet: RegExp): QueryResult {
  const digits = text.replace(/[\s=]/g, '')
  if (!alphabet.test(text) || digits.length % 4 === 1) return makeProblemResult(`\`${text}\` is not base64 of this kind`)
  return makeResult(new Uint8Array(Buffer.from(digits, 'base64')))
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
    return makeResult(decodeURIComponent(text))
  } catch {
    return makeProblemResult(`\`${text}\` is not percent-encoded UTF-8`)
  }
}

export function decodeBytes(bytes: Uint8Array, charset: string): QueryResult {
  try {
    return makeResult(new TextDecoder(charset, { fatal: true }).decode(bytes))
  } catch (error) {
    return makeProblemResult(error instanceof RangeError ? `\`${charset}\` is not a character encoding` : `the bytes are not ${charset}`)
  }
}
