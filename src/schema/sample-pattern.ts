// Texts that a pattern matches, made by reading the pattern the other way round.

import type { Chance } from '../base/chance.ts'

/** A part of a pattern: a set of characters, a sequence, alternatives, or a repetition. */
type Part =
  | { readonly kind: 'set'; readonly ranges: readonly Range[] }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly Part[] }
  | { readonly kind: 'repeat'; readonly part: Part; readonly least: number; readonly most: number }

type Range = readonly [first: number, last: number]

/**
 * A text in which the pattern is found, of about `length` characters where the pattern leaves that open. Undefined for patterns
 * with what is not read here (properties of characters, word boundaries); the caller tries the text in any case.
 */
export function sampleOfPattern(source: string, length: number, chance: Chance): string | undefined {
  const reader = new PatternReader(source)
  const part = reader.choice()
  if (!reader.done) return undefined
  return write(part, length, chance)
}

const printable: readonly Range[] = [[0x20, 0x7e]]
const digits: readonly Range[] = [[0x30, 0x39]]
const wordRanges: readonly Range[] = [[0x30, 0x39], [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]]
const classes: { readonly [letter: string]: readonly Range[] } = { d: digits, w: wordRanges, s: [[0x20, 0x20]], D: [[0x41, 0x5a]], W: [[0x2d, 0x2d]], S: wordRanges }
const controls: { readonly [letter: string]: number } = { n: 10, r: 13, t: 9, f: 12, v: 11 }

class PatternReader {
  readonly #text: string
  #at = 0
  #lost = false

  constructor(text: string) {
    this.#text = text
  }

  get done(): boolean {
    return !this.#lost && this.#at === this.#text.length
  }

  choice(): Part {
    const parts = [this.#sequence()]
    while (this.#take('|')) parts.push(this.#sequence())
    return parts.length === 1 ? parts[0]! : { kind: 'choice', parts }
  }

  #take(token: string): boolean {
    if (!this.#text.startsWith(token, this.#at)) return false
    this.#at += token.length
    return true
  }

  #sequence(): Part {
    const parts: Part[] = []
    while (!this.#lost && this.#at < this.#text.length && !'|)'.includes(this.#text[this.#at]!)) {
      if (this.#take('^') || this.#take('$')) continue
      parts.push(this.#repeated(this.#atom()))
    }
    return { kind: 'sequence', parts }
  }

  #atom(): Part {
    if (this.#take('(')) {
      this.#group()
      const inner = this.choice()
      if (!this.#take(')')) this.#lost = true
      return inner
    }
    if (this.#take('[')) return { kind: 'set', ranges: this.#class() }
    if (this.#take('.')) return { kind: 'set', ranges: printable }
    return { kind: 'set', ranges: this.#character() }
  }

  #group(): void {
    const opening = /\?(?::|<[A-Za-z_]\w*>)/y
    opening.lastIndex = this.#at
    const found = opening.exec(this.#text)
    if (found !== null) this.#at += found[0].length
    else if (this.#text[this.#at] === '?') this.#lost = true
  }

  /** One character, or the set that an escape stands for. */
  #character(): readonly Range[] {
    const escape = /\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([^]))/y
    escape.lastIndex = this.#at
    const found = escape.exec(this.#text)
    if (found === null) {
      const point = this.#text.codePointAt(this.#at) ?? 0
      this.#at += point > 0xffff ? 2 : 1
      return [[point, point]]
    }
    this.#at += found[0].length
    const hex = found[1] ?? found[2] ?? found[3]
    const letter = found[4] ?? ''
    if (hex === undefined && classes[letter] !== undefined) return classes[letter]
    if (hex === undefined && /[A-Za-z0-9]/.test(letter) && controls[letter] === undefined) this.#lost = true
    const point = hex === undefined ? (controls[letter] ?? letter.codePointAt(0)!) : Number.parseInt(hex, 16)
    return [[point, point]]
  }

  #class(): readonly Range[] {
    const negated = this.#take('^')
    const ranges: Range[] = []
    while (!this.#take(']')) {
      if (this.#at >= this.#text.length) return (this.#lost = true), ranges
      const first = this.#character()
      const dash = this.#text[this.#at] === '-' && this.#text[this.#at + 1] !== ']'
      if (!dash) ranges.push(...first)
      else {
        this.#at++
        ranges.push([first[0]![0], this.#character()[0]![1]])
      }
    }
    return negated ? complement(ranges) : ranges
  }

  #repeated(part: Part): Part {
    const quantifier = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y
    quantifier.lastIndex = this.#at
    const found = quantifier.exec(this.#text)
    if (found === null) return part
    this.#at += found[0].length
    const [, sign, least, comma, most] = found
    if (sign !== undefined) return { kind: 'repeat', part, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Number.POSITIVE_INFINITY }
    const last = comma === '' ? Number(least) : most === '' ? Number.POSITIVE_INFINITY : Number(most)
    return { kind: 'repeat', part, least: Number(least), most: last }
  }
}

/** Printable characters that are in none of the ranges. */
function complement(ranges: readonly Range[]): readonly Range[] {
  const left: Range[] = []
  for (let point = 0x20; point <= 0x7e; point++) if (!ranges.some(([first, last]) => point >= first && point <= last)) left.push([point, point])
  return left
}

function write(part: Part, length: number, chance: Chance): string | undefined {
  switch (part.kind) {
    case 'set': {
      if (part.ranges.length === 0) return undefined
      const [first, last] = chance.pick(part.ranges)
      return String.fromCodePoint(chance.between(first, last))
    }
    case 'choice':
      return write(chance.pick(part.parts), length, chance)
    case 'sequence': {
      const open = Math.max(1, part.parts.filter(({ kind }) => kind === 'repeat').length)
      const share = Math.max(0, Math.ceil((length - (part.parts.length - open)) / open))
      return join(part.parts.map((each) => write(each, share, chance)))
    }
    case 'repeat': {
      const most = Math.max(part.least, Math.min(part.most, length))
      const times = chance.once(2) ? most : chance.between(part.least, most)
      return join(Array.from({ length: times }, () => write(part.part, Math.ceil(length / Math.max(1, times)), chance)))
    }
  }
}

function join(texts: readonly (string | undefined)[]): string | undefined {
  return texts.includes(undefined) ? undefined : texts.join('')
}
