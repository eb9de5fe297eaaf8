// Parses and prints structured field values of HTTP (RFC 9651).

import { type Decimal, printDecimal, parseDecimal, roundDecimal } from './decimal.ts'

/** `date`: seconds since 1970; `display`: a text with characters beyond ASCII. */
export type BareItem =
  | { readonly type: 'integer' | 'date'; readonly value: bigint }
  | { readonly type: 'decimal'; readonly value: Decimal }
  | { readonly type: 'string' | 'token' | 'display'; readonly value: string }
  | { readonly type: 'bytes'; readonly value: Uint8Array }
  | { readonly type: 'boolean'; readonly value: boolean }

export type Parameters = ReadonlyMap<string, BareItem>
export type FieldItem = { readonly item: BareItem; readonly parameters: Parameters }
/** An item, or an inner list of items. */
export type FieldMember = FieldItem | { readonly list: readonly FieldItem[]; readonly parameters: Parameters }

/** Undefined if the text is not such a field (section 4.2). */
export function parseField(text: string, kind: 'item'): FieldItem | undefined
export function parseField(text: string, kind: 'list'): readonly FieldMember[] | undefined
export function parseField(text: string, kind: 'dictionary'): ReadonlyMap<string, FieldMember> | undefined
export function parseField(
  text: string,
  kind: 'item' | 'list' | 'dictionary',
): FieldItem | readonly FieldMember[] | ReadonlyMap<string, FieldMember> | undefined {
  const reader = new FieldReader(text)
  try {
    if (kind === 'item') return reader.whole(() => reader.item())
    return kind === 'list' ? reader.whole(() => reader.list()) : reader.whole(() => reader.dictionary())
  } catch (error) {
    if (error === unreadable) return undefined
    throw error
  }
}

/** Thrown at the first mistake; caught in this file. */
const unreadable = new Error('not a structured field')

const keyPattern = /[a-z*][a-z0-9_.*-]*/y
const tokenPattern = /[A-Za-z*][A-Za-z0-9!#$%&'*+.^_`|~:/-]*/y
const numberPattern = /-?\d+(?:\.\d+)?/y
const stringPattern = /"((?:[ !#-[\]-~]|\\["\\])*)"/y
const bytesPattern = /:([A-Za-z0-9+/]*={0,2}):/y
const booleanPattern = /\?([01])/y
const datePattern = /@(-?\d{1,15})(?![\d.])/y
const displayPattern = /%"((?:[ !#$&-~]|%[0-9a-f]{2})*)"/y

class FieldReader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  whole<T>(read: () => T): T {
    this.#skip(/ */y)
    const value = read()
    this.#skip(/ */y)
    return this.#at === this.#text.length ? value : this.#fail()
  }

  list(): readonly FieldMember[] {
    const members: FieldMember[] = []
    this.#readMembers(() => members.push(this.#member()))
    return members
  }

  dictionary(): ReadonlyMap<string, FieldMember> {
    const members = new Map<string, FieldMember>()
    this.#readMembers(() => {
      const key = this.#expect(keyPattern)[0]
      const member = this.#take('=') ? this.#member() : { item: { type: 'boolean', value: true } as const, parameters: this.#parameters() }
      // A later value replaces an earlier one, and keeps its position.
      members.set(key, member)
    })
    return members
  }

  item(): FieldItem {
    return { item: this.#bare(), parameters: this.#parameters() }
  }

  /** Members separated by commas, without a trailing comma. */
  #readMembers(member: () => void): void {
    while (this.#at < this.#text.length) {
      member()
      this.#skip(/[ \t]*/y)
      if (this.#at === this.#text.length) return
      if (!this.#take(',')) this.#fail()
      this.#skip(/[ \t]*/y)
      if (this.#at === this.#text.length) this.#fail()
    }
  }

  #member(): FieldMember {
    if (!this.#take('(')) return this.item()
    const list: FieldItem[] = []
    for (;;) {
      this.#skip(/ */y)
      if (this.#take(')')) return { list, parameters: this.#parameters() }
      list.push(this.item())
      if (!' )'.includes(this.#text[this.#at] ?? '.')) this.#fail()
    }
  }

  #parameters(): Parameters {
    const parameters = new Map<string, BareItem>()
    while (this.#take(';')) {
      this.#skip(/ */y)
      const key = this.#expect(keyPattern)[0]
      parameters.set(key, this.#take('=') ? this.#bare() : { type: 'boolean', value: true })
    }
    return parameters
  }

  #bare(): BareItem {
    const first = this.#text[this.#at] ?? ''
    if (/[-\d]/.test(first)) return this.#number()
    if (first === '"') return { type: 'string', value: this.#expect(stringPattern)[1]!.replace(/\\(.)/g, '$1') }
    if (first === ':') return { type: 'bytes', value: new Uint8Array(Buffer.from(this.#expect(bytesPattern)[1]!, 'base64')) }
    if (first === '?') return { type: 'boolean', value: this.#expect(booleanPattern)[1] === '1' }
    if (first === '@') return { type: 'date', value: BigInt(this.#expect(datePattern)[1]!) }
    if (first === '%') return { type: 'display', value: this.#display(this.#expect(displayPattern)[1]!) }
    return { type: 'token', value: this.#expect(tokenPattern)[0] }
  }

  /** At most 15 digits, or 12 before and 3 after the point. */
  #number(): BareItem {
    const [text] = this.#expect(numberPattern)
    const [whole = '', fraction] = text.replace('-', '').split('.')
    if (this.#text[this.#at] === '.') this.#fail()
    if (fraction === undefined) return whole.length > 15 ? this.#fail() : { type: 'integer', value: BigInt(text) }
    return whole.length > 12 || fraction.length > 3 ? this.#fail() : { type: 'decimal', value: parseDecimal(text) ?? this.#fail() }
  }

  #display(escaped: string): string {
    const bytes = Buffer.from(
      escaped.replaceAll(/%([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    )
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    } catch {
      return this.#fail()
    }
  }

  #take(token: string): boolean {
    if (this.#text[this.#at] !== token) return false
    this.#at++
    return true
  }

  #skip(pattern: RegExp): void {
    pattern.lastIndex = this.#at
    this.#at += pattern.exec(this.#text)?.[0].length ?? 0
  }

  #expect(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text) ?? this.#fail()
    this.#at += match[0].length
    return match
  }

  #fail(): never {
    throw unreadable
  }
}

/** The text of a field (section 4.1); undefined if a value has no form in it. */
export function printField(field: FieldMember | readonly FieldMember[] | ReadonlyMap<string, FieldMember>): string | undefined {
  if (field instanceof Map)
    return joinUnlessMissing(
      Array.from(field as ReadonlyMap<string, FieldMember>, ([key, member]) => printEntry(key, member)),
      ', ',
    )
  if (Array.isArray(field)) return joinUnlessMissing((field as readonly FieldMember[]).map(printMember), ', ')
  return printMember(field as FieldMember)
}

function printEntry(key: string, member: FieldMember): string | undefined {
  const isTrue = 'item' in member && member.item.type === 'boolean' && member.item.value
  const text = isTrue ? printParameters(member.parameters) : printMember(member)
  return isKey(key) && text !== undefined ? `${key}${isTrue ? '' : '='}${text}` : undefined
}

function printMember(member: FieldMember): string | undefined {
  const content = 'list' in member ? joinUnlessMissing(member.list.map(printMember), ' ') : printBare(member.item)
  const parameters = printParameters(member.parameters)
  return content === undefined || parameters === undefined ? undefined : `${'list' in member ? `(${content})` : content}${parameters}`
}

function printParameters(parameters: Parameters): string | undefined {
  return joinUnlessMissing(
    Array.from(parameters, ([key, item]) => {
      const text = item.type === 'boolean' && item.value ? '' : printBare(item)
      return isKey(key) && text !== undefined ? `;${key}${text === '' ? '' : `=${text}`}` : undefined
    }),
    '',
  )
}

function printBare(item: BareItem): string | undefined {
  switch (item.type) {
    case 'integer':
      return isShort(item.value) ? String(item.value) : undefined
    case 'date':
      return isShort(item.value) ? `@${item.value}` : undefined
    case 'decimal':
      return printDecimalItem(item.value)
    case 'string':
      return /^[ -~]*$/.test(item.value) ? `"${item.value.replaceAll(/["\\]/g, String.raw`\$&`)}"` : undefined
    case 'token':
      return isWhole(tokenPattern, item.value) ? item.value : undefined
    case 'display':
      return item.value.isWellFormed()
        ? `%"${Buffer.from(item.value)
            .toString('latin1')
            .replaceAll(/[^ !#$&-~]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`)}"`
        : undefined
    case 'bytes':
      return `:${Buffer.from(item.value).toString('base64')}:`
    case 'boolean':
      return item.value ? '?1' : '?0'
  }
}

/** Rounded to three digits after the point, with at least one. */
function printDecimalItem(value: Decimal): string | undefined {
  const rounded = roundDecimal(value, Math.min(3, Math.max(1, value.scale)))
  const [whole = '', fraction = ''] = printDecimal(rounded).split('.')
  return whole.replace('-', '').length > 12 ? undefined : `${whole}.${fraction.replace(/0+$/, '').padEnd(1, '0')}`
}

function isShort(value: bigint): boolean {
  return value >= -999_999_999_999_999n && value <= 999_999_999_999_999n
}

function isKey(text: string): boolean {
  return isWhole(keyPattern, text)
}

function isWhole(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0
  return pattern.exec(text)?.[0] === text
}

function joinUnlessMissing(parts: readonly (string | undefined)[], between: string): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join(between)
}
