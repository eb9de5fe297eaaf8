// Parses patterns of JSON Schema into sets of characters, sequences, choices and repetitions.

/** A part of a pattern: a set of characters, a sequence, alternatives, or a repetition. */
export type PatternPart =
  | { readonly kind: 'set'; readonly ranges: readonly CharacterRange[] }
  | { readonly kind: 'sequence' | 'choice'; readonly parts: readonly PatternPart[] }
  | { readonly kind: 'repeat'; readonly part: PatternPart; readonly least: number; readonly most: number }

export type CharacterRange = readonly [first: number, last: number]

/** Sets of characters: `any` allows one of several, the others require all. */
export type Sets = {
  readonly any: readonly CharacterRange[]
  readonly classes: { readonly [letter: string]: readonly CharacterRange[] }
  complement(ranges: readonly CharacterRange[]): readonly CharacterRange[]
  /** True if the parser accepts `^` and `$` and skips them. */
  readonly skipsAnchors: boolean
}

export const maxCodePoint = 0x10ffff

const digits: readonly CharacterRange[] = [[0x30, 0x39]]
const wordCharacters: readonly CharacterRange[] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
]

/** The sets of a regular language over all code points; engines differ only in what `.` excludes and what `\s` contains. */
export function createSets(lineBreaks: readonly CharacterRange[], spaces: readonly CharacterRange[]): Sets {
  return {
    any: invertRanges(lineBreaks),
    classes: {
      d: digits,
      w: wordCharacters,
      s: spaces,
      D: invertRanges(digits),
      W: invertRanges(wordCharacters),
      S: invertRanges(spaces),
    },
    complement: invertRanges,
    skipsAnchors: false,
  }
}

function invertRanges(ranges: readonly CharacterRange[]): readonly CharacterRange[] {
  const remaining: CharacterRange[] = []
  let from = 0
  for (const [first, end] of ranges.toSorted(([a], [b]) => a - b)) {
    if (first > from) remaining.push([from, first - 1])
    from = Math.max(from, end + 1)
  }
  return from > maxCodePoint ? remaining : [...remaining, [from, maxCodePoint]]
}

/** Undefined if the pattern has syntax that is not supported: character properties, word boundaries. */
export function parsePattern(source: string, sets: Sets): PatternPart | undefined {
  const reader = new PatternReader(source, sets)
  const part = reader.choice()
  return reader.done ? part : undefined
}

const controls: { readonly [letter: string]: number } = { n: 10, r: 13, t: 9, f: 12, v: 11 }

class PatternReader {
  readonly #text: string
  #at = 0
  #lost = false
  readonly #sets: Sets

  constructor(text: string, sets: Sets) {
    this.#text = text
    this.#sets = sets
  }

  get done(): boolean {
    return !this.#lost && this.#at === this.#text.length
  }

  choice(): PatternPart {
    const parts = [this.#sequence()]
    while (this.#take('|')) parts.push(this.#sequence())
    return parts.length === 1 ? parts[0]! : { kind: 'choice', parts }
  }

  #take(token: string): boolean {
    if (!this.#text.startsWith(token, this.#at)) return false
    this.#at += token.length
    return true
  }

  #sequence(): PatternPart {
    const parts: PatternPart[] = []
    while (!this.#lost && this.#at < this.#text.length && !'|)'.includes(this.#text[this.#at]!)) {
      if (this.#take('^') || this.#take('$')) {
        if (!this.#sets.skipsAnchors) this.#lost = true
        continue
      }
      parts.push(this.#repeat(this.#atom()))
    }
    return { kind: 'sequence', parts }
  }

  #atom(): PatternPart {
    if (this.#take('(')) {
      this.#group()
      const content = this.choice()
      if (!this.#take(')')) this.#lost = true
      return content
    }
    if (this.#take('[')) return { kind: 'set', ranges: this.#class() }
    if (this.#take('.')) return { kind: 'set', ranges: this.#sets.any }
    return { kind: 'set', ranges: this.#character() }
  }

  #group(): void {
    const opening = /\?(?::|<[A-Za-z_]\w*>)/y
    opening.lastIndex = this.#at
    const match = opening.exec(this.#text)
    if (match !== null) this.#at += match[0].length
    else if (this.#text[this.#at] === '?') this.#lost = true
  }

  /** One character, or the set that an escape represents. */
  #character(): readonly CharacterRange[] {
    const escape = /\\(?:u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([^]))/y
    escape.lastIndex = this.#at
    const match = escape.exec(this.#text)
    if (match === null) {
      const point = this.#text.codePointAt(this.#at) ?? 0
      this.#at += point > 0xffff ? 2 : 1
      return [[point, point]]
    }
    this.#at += match[0].length
    const hex = match[1] ?? match[2] ?? match[3]
    const letter = match[4] ?? ''
    const characterClass = hex === undefined ? this.#sets.classes[letter] : undefined
    if (characterClass !== undefined) return characterClass
    if (hex === undefined && /[A-Za-z0-9]/.test(letter) && controls[letter] === undefined) this.#lost = true
    const point = hex === undefined ? (controls[letter] ?? letter.codePointAt(0)!) : Number.parseInt(hex, 16)
    return [[point, point]]
  }

  #class(): readonly CharacterRange[] {
    const negated = this.#take('^')
    const ranges: CharacterRange[] = []
    while (!this.#take(']')) {
      if (this.#at >= this.#text.length) return ((this.#lost = true), ranges)
      const first = this.#character()
      const dash = this.#text[this.#at] === '-' && this.#text[this.#at + 1] !== ']'
      if (!dash) ranges.push(...first)
      else {
        this.#at++
        ranges.push([first[0]![0], this.#character()[0]![1]])
      }
    }
    return negated ? this.#sets.complement(ranges) : ranges
  }

  #repeat(part: PatternPart): PatternPart {
    const quantifier = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y
    quantifier.lastIndex = this.#at
    const match = quantifier.exec(this.#text)
    if (match === null) return part
    this.#at += match[0].length
    const [, sign, least, comma, most] = match
    if (sign !== undefined) return { kind: 'repeat', part, least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Number.POSITIVE_INFINITY }
    if (comma === '') return { kind: 'repeat', part, least: Number(least), most: Number(least) }
    return { kind: 'repeat', part, least: Number(least), most: most === '' ? Number.POSITIVE_INFINITY : Number(most) }
  }
}
