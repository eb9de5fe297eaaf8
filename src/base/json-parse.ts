// Parses I-JSON (RFC 7493): strict UTF-8, no U+0000, no lone surrogate, no repeated key, no digit lost, depth bounded.
// Accepts noncharacters such as U+FFFF: SQLite stores them, and Unicode allows them in interchange.

import { parseDecimal } from './decimal.ts'
import { parseJsonNumber } from './json-number.ts'
import { type Json, type JsonNumber, createJsonObject } from './json-value.ts'

/** A reason why a text cannot be parsed; `line` and `column` are one-based, columns in UTF-16 units. */
export type JsonProblem = {
  readonly kind: 'malformed' | 'depth'
  readonly message: string
  readonly line: number
  readonly column: number
}

/** A fixed limit, even if a caller allows more: reading, decoding and printing recurse at each level. */
const maxDepth = 128

/** `depth`: the maximum nesting of arrays and objects. */
export function parseJson(
  bytes: Uint8Array,
  limits: { readonly depth: number },
): { readonly value: Json } | { readonly problem: JsonProblem } {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    const valid = lenient.decode(bytes)
    return { problem: { kind: 'malformed', message: 'a byte that is not UTF-8', ...place(valid, valid.indexOf('\uFFFD')) } }
  }
  return parseJsonText(text, limits)
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenient = new TextDecoder('utf-8', { ignoreBOM: true })

/** Like `parseJson`, for decoded text. `keepsZeros`: 5.00 is a Decimal with two digits after the point. */
export function parseJsonText(
  text: string,
  limits: { readonly depth: number; readonly keepsZeros?: boolean },
): { readonly value: Json } | { readonly problem: JsonProblem } {
  try {
    return { value: new Reader(text, Math.min(limits.depth, maxDepth), limits.keepsZeros === true).document() }
  } catch (thrown) {
    if (!(thrown instanceof Stop)) throw thrown
    return { problem: { kind: thrown.kind, message: thrown.message, ...place(text, thrown.offset) } }
  }
}

function place(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/)
  return { line: lines.length, column: lines.at(-1)!.length + 1 }
}

/** Thrown at the first mistake; caught in this file. */
class Stop extends Error {
  readonly kind: 'malformed' | 'depth'
  readonly offset: number

  constructor(kind: 'malformed' | 'depth', message: string, offset: number) {
    super(message)
    this.kind = kind
    this.offset = offset
  }
}

const quote = 0x22
const backslash = 0x5c

class Reader {
  readonly #text: string
  readonly #depth: number
  readonly #keepsZeros: boolean
  #at = 0

  constructor(text: string, depth: number, keepsZeros: boolean) {
    this.#text = text
    this.#depth = depth
    this.#keepsZeros = keepsZeros
  }

  document(): Json {
    if (this.#text.charCodeAt(0) === 0xfeff) this.#stop('a byte order mark before the text')
    const value = this.#value(1)
    this.#skipSpace()
    if (this.#at < this.#text.length) this.#stop('more text after the value')
    return value
  }

  #stop(message: string, offset = this.#at): never {
    throw new Stop('malformed', message, offset)
  }

  /** Skips white space and returns the next character, NaN at the end. */
  #skipSpace(): number {
    const text = this.#text
    for (;;) {
      const unit = text.charCodeAt(this.#at)
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return unit
      this.#at++
    }
  }

  #value(depth: number): Json {
    const unit = this.#skipSpace()
    switch (unit) {
      case quote:
        return this.#string()
      case 0x7b:
        return this.#object(depth)
      case 0x5b:
        return this.#array(depth)
      case 0x74:
        return this.#word('true', true)
      case 0x66:
        return this.#word('false', false)
      case 0x6e:
        return this.#word('null', null)
      default:
        if (unit === 0x2d || isDigit(unit)) return this.#number()
        return this.#stop(Number.isNaN(unit) ? 'the text ends where a value is expected' : 'a value is expected here')
    }
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) this.#stop('a value is expected here')
    this.#at += word.length
    return value
  }

  #enterNested(depth: number): void {
    if (depth > this.#depth) throw new Stop('depth', `more than ${this.#depth} arrays and objects within each other`, this.#at)
    this.#at++
  }

  #object(depth: number): Json {
    this.#enterNested(depth)
    const object = createJsonObject()
    if (this.#skipSpace() === 0x7d) return (this.#at++, object)
    for (;;) {
      if (this.#skipSpace() !== quote) this.#stop("a member's name in quotes is expected here")
      const start = this.#at
      const name = this.#string()
      if (name in object) this.#stop(`the member ${JSON.stringify(name)} is repeated here`, start)
      if (this.#skipSpace() !== 0x3a) this.#stop("a colon should follow a member's name")
      this.#at++
      object[name] = this.#value(depth + 1)
      const next = this.#skipSpace()
      if (next !== 0x2c && next !== 0x7d) this.#stop('a comma or the closing brace should follow a member')
      this.#at++
      if (next === 0x7d) return object
    }
  }

  #array(depth: number): Json {
    this.#enterNested(depth)
    const items: Json[] = []
    if (this.#skipSpace() === 0x5d) return (this.#at++, items)
    for (;;) {
      items.push(this.#value(depth + 1))
      const next = this.#skipSpace()
      if (next !== 0x2c && next !== 0x5d) this.#stop('a comma or the closing bracket should follow an item')
      this.#at++
      if (next === 0x5d) return items
    }
  }

  #string(): string {
    const text = this.#text
    const start = this.#at + 1
    for (let i = start; ; i++) {
      const unit = text.charCodeAt(i)
      if (unit === quote) {
        this.#at = i + 1
        return text.slice(start, i)
      }
      if (unit === backslash) return this.#escapedString(start, i)
      if (!(unit >= 0x20)) this.#stopInString(i)
    }
  }

  #stopInString(at: number): never {
    return at >= this.#text.length
      ? this.#stop('the text ends inside a string', at)
      : this.#stop('a control character in a string, which JSON writes with a backslash', at)
  }

  /** Reads a string with escapes; `from` is the offset of the first one. */
  #escapedString(start: number, from: number): string {
    const text = this.#text
    let value = text.slice(start, from)
    let run = from
    for (let i = from; ;) {
      const unit = text.charCodeAt(i)
      if (unit === quote) {
        this.#at = i + 1
        value += text.slice(run, i)
        if (!value.isWellFormed()) this.#stop('half of a surrogate pair in a string', start - 1)
        return value
      }
      if (!(unit >= 0x20)) this.#stopInString(i)
      if (unit !== backslash) {
        i++
        continue
      }
      value += text.slice(run, i) + this.#escape(i)
      i += text.charCodeAt(i + 1) === 0x75 ? 6 : 2
      run = i
    }
  }

  #escape(at: number): string {
    const letter = this.#text[at + 1]
    if (letter !== 'u') {
      return escapes.get(letter ?? '') ?? this.#stop('a backslash that begins no escape of JSON', at)
    }
    const hex = this.#text.slice(at + 2, at + 6)
    if (!/^[0-9a-fA-F]{4}$/.test(hex)) this.#stop('`\\u` without four hexadecimal digits', at)
    if (hex === '0000') this.#stop('the character U+0000 in a string', at)
    return String.fromCharCode(Number.parseInt(hex, 16))
  }

  #number(): JsonNumber {
    const text = this.#text
    const start = this.#at
    let at = start
    if (text.charCodeAt(at) === 0x2d) at++
    const first = at
    at = this.#digits(at, start)
    if (text.charCodeAt(first) === 0x30 && at > first + 1) this.#stop('a number that begins with 0', start)
    let isInteger = true
    if (text.charCodeAt(at) === 0x2e) {
      isInteger = false
      at = this.#digits(at + 1, start)
    }
    if ((text.charCodeAt(at) | 0x20) === 0x65) {
      isInteger = false
      const sign = text.charCodeAt(at + 1)
      at = this.#digits(at + (sign === 0x2b || sign === 0x2d ? 2 : 1), start)
    }
    this.#at = at
    const digits = text.slice(start, at)
    if (this.#keepsZeros && /\.\d*0$/.test(digits)) {
      const exact = parseDecimal(digits)
      if (exact !== undefined) return exact
    }
    // A double preserves any fifteen digits.
    if (digits.length <= 15 && (isInteger || !/[eE]/.test(digits))) return Number(digits)
    return parseJsonNumber(digits) ?? this.#stop('a number beyond the range of a double, or of more than 1,000 digits', start)
  }

  /** Returns the end of the digits at `at`; at least one digit is required. */
  #digits(at: number, start: number): number {
    const text = this.#text
    const first = at
    while (isDigit(text.charCodeAt(at))) at++
    if (at === first) this.#stop('a number that is not complete', start)
    return at
  }
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39
}

const escapes = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])
