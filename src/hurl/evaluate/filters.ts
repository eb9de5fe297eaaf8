// What each filter makes of a value.

import { compileRe2 } from '../../base/pattern.ts'
import type { FilterName } from '../words.ts'
import { formatDate, readDate } from './date-format.ts'
import { find } from './json-path.ts'
import { parsePath } from './json-path-syntax.ts'
import { found, type Found, isInstant, isList, isObject, type Kind, kindOf, none, parseJson, problem, rendered, type Value } from './value.ts'

/** Arguments are strings (patterns by their source) and integers, as the filter's slots have them. */
export function applyFilter(name: FilterName, value: Value, args: readonly (string | bigint)[], now: number): Found {
  const [first = '', second = ''] = args as readonly string[]
  switch (name) {
    case 'count':
      if (isObject(value)) return found(BigInt(value.size))
      return isList(value) || value instanceof Uint8Array ? found(BigInt(value.length)) : unfit(name, 'a list', value)
    case 'first':
      return isList(value) ? found(value[0]) : unfit(name, 'a list', value)
    case 'last':
      return isList(value) ? found(value.at(-1)) : unfit(name, 'a list', value)
    case 'nth':
      return isList(value) ? found(value.at(Number(args[0]))) : unfit(name, 'a list', value)
    case 'jsonpath':
      return jsonPath(value, first)
    case 'toInt':
    case 'toFloat':
      return toNumber(name, value)
    case 'toString':
      if (value instanceof Uint8Array) return decode(value, 'utf-8')
      return isList(value) || isObject(value) ? unfit(name, 'a plain value', value) : found(rendered(value))
    case 'daysAfterNow':
    case 'daysBeforeNow':
      if (!isInstant(value)) return unfit(name, 'a date', value)
      return found(BigInt(Math.trunc(((value.ms - now) * (name === 'daysAfterNow' ? 1 : -1)) / 86_400_000)))
    case 'format':
    case 'dateFormat':
      return isInstant(value) ? given(formatDate(value.ms, first)) : unfit(name, 'a date', value)
    case 'toHex':
    case 'base64Encode':
    case 'base64UrlSafeEncode':
      return value instanceof Uint8Array ? found(Buffer.from(value).toString(encodings[name])) : unfit(name, 'bytes', value)
    case 'utf8Decode':
    case 'charsetDecode':
    case 'decode':
      return value instanceof Uint8Array ? decode(value, name === 'utf8Decode' ? 'utf-8' : first) : unfit(name, 'bytes', value)
    default:
      return typeof value === 'string' ? ofText(name, value, first, second) : unfit(name, 'text', value)
  }
}

const encodings = { toHex: 'hex', base64Encode: 'base64', base64UrlSafeEncode: 'base64url' } as const

type OfText =
  | 'base64Decode' | 'base64UrlSafeDecode' | 'htmlEscape' | 'regex' | 'replace' | 'replaceRegex'
  | 'split' | 'toDate' | 'urlDecode' | 'urlEncode' | 'urlQueryParam' | 'utf8Encode'

function ofText(name: OfText, text: string, first: string, second: string): Found {
  switch (name) {
    case 'split':
      return found(text.split(first))
    case 'replace':
      return found(text.replaceAll(first, () => second))
    case 'regex':
      return matched(text, first)
    case 'replaceRegex': {
      const { pattern, problem: why } = compileRe2(first)
      return pattern === undefined ? problem(`\`${first}\` is no pattern: ${why}`) : found(pattern.replaceAll(text, second))
    }
    case 'toDate': {
      const ms = readDate(text, first)
      if (ms === undefined) return problem(`\`${text}\` is no date of the form \`${first}\``)
      return typeof ms === 'number' ? found({ kind: 'date', ms }) : problem(ms.problem)
    }
    case 'base64Decode':
    case 'base64UrlSafeDecode':
      return fromBase64(text, name === 'base64Decode' ? /^[A-Za-z0-9+/\s]*={0,2}\s*$/ : /^[A-Za-z0-9_-]*={0,2}$/)
    case 'htmlEscape':
      return found(text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
    case 'urlEncode':
      return found(percentEncoded(text))
    case 'urlDecode':
      return percentDecoded(text)
    case 'urlQueryParam':
      return URL.canParse(text) ? found(new URL(text).searchParams.get(first) ?? undefined) : problem(`\`${text}\` is no address`)
    case 'utf8Encode':
      return found(new Uint8Array(Buffer.from(text)))
  }
}

/** `wanted` with its article: `a list`. */
function unfit(name: FilterName, wanted: string, value: Value): Found {
  return problem(`the filter \`${name}\` takes ${wanted}, and this is ${article[kindOf(value)]}`)
}

const article: Readonly<Record<Kind, string>> = {
  null: 'null', boolean: 'a boolean', integer: 'an integer', float: 'a float', string: 'text',
  bytes: 'bytes', date: 'a date', list: 'a list', object: 'an object',
}

function given(result: string | { readonly problem: string }): Found {
  return typeof result === 'string' ? found(result) : problem(result.problem)
}

/** Of a value that is JSON text, or that JSON gave. */
export function jsonPath(value: Value, text: string): Found {
  const path = parsePath(text)
  if ('expected' in path) return problem(`\`${text}\` is no JSONPath: at character ${path.at + 1}, ${path.expected} is expected`)
  if (typeof value !== 'string') return isList(value) || isObject(value) ? found(find(path, value)) : unfit('jsonpath', 'JSON', value)
  const root = parseJson(value)
  return root === undefined ? problem('the text is not JSON') : found(find(path, root))
}

/** The first group of the pattern in the text. */
export function matched(text: string, source: string): Found {
  const { pattern, problem: why } = compileRe2(source)
  if (pattern === undefined) return problem(`\`${source}\` is no pattern: ${why}`)
  const groups = pattern.groups(text)
  if (groups === undefined) return none
  return groups.length > 1 ? found(groups[1]) : problem(`\`${source}\` has no group, so it says nothing to take out`)
}

function toNumber(name: 'toInt' | 'toFloat', value: Value): Found {
  if (typeof value === 'bigint') return found(name === 'toInt' ? value : Number(value))
  if (typeof value === 'number') return found(name === 'toInt' ? BigInt(Math.trunc(value)) : value)
  if (typeof value !== 'string') return unfit(name, 'a number or text', value)
  const text = value.trim()
  if (name === 'toInt' && /^[+-]?\d+$/.test(text)) return found(BigInt(text.replace(/^\+/, '')))
  if (name === 'toFloat' && /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) return found(Number(text))
  return problem(`\`${value}\` is no ${name === 'toInt' ? 'whole number' : 'number'}`)
}

function fromBase64(text: string, alphabet: RegExp): Found {
  const digits = text.replace(/[\s=]/g, '')
  if (!alphabet.test(text) || digits.length % 4 === 1) return problem(`\`${text}\` is no base64 of this kind`)
  return found(new Uint8Array(Buffer.from(digits, 'base64')))
}

/** All but the unreserved characters of RFC 3986 and the slash. */
function percentEncoded(text: string): string {
  const encoded = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  return Array.from(Buffer.from(text), (byte) => (/[\w.~/-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : encoded(byte))).join('')
}

function percentDecoded(text: string): Found {
  try {
    return found(decodeURIComponent(text))
  } catch {
    return problem(`\`${text}\` is not percent-encoded UTF-8`)
  }
}

export function decode(bytes: Uint8Array, charset: string): Found {
  try {
    return found(new TextDecoder(charset, { fatal: true }).decode(bytes))
  } catch (error) {
    return problem(error instanceof RangeError ? `\`${charset}\` is no character encoding` : `the bytes are not ${charset}`)
  }
}
