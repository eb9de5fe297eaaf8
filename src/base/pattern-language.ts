// Tests whether one regular language contains another: for example, whether a function can parse every text that a pattern admits.

import { type PatternPart, type CharacterRange, createSets, maxCodePoint, parsePattern } from './pattern-syntax.ts'

export type { PatternPart } from './pattern-syntax.ts'

const spaces: readonly CharacterRange[] = [
  [9, 13],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
]

const sets = createSets(
  [
    [10, 10],
    [13, 13],
    [0x2028, 0x2029],
  ],
  spaces,
)

/** The language of a pattern that is anchored at both ends. Undefined if it is not anchored or cannot be parsed. */
export function parsePatternLanguage(pattern: string): PatternPart | undefined {
  const anchored = /^\^([^]*?)(?<!\\)\$$/.exec(pattern)?.[1]
  const part = anchored === undefined ? undefined : parsePattern(anchored, sets)
  return part?.kind === 'choice' ? undefined : part
}

/** The least and greatest length of its texts, in code points; `most` may be infinite. */
export function measureLengths(part: PatternPart): { readonly least: number; readonly most: number } {
  switch (part.kind) {
    case 'set':
      return { least: 1, most: 1 }
    case 'sequence': {
      const lengths = part.parts.map(measureLengths)
      return { least: lengths.reduce((sum, { least }) => sum + least, 0), most: lengths.reduce((sum, { most }) => sum + most, 0) }
    }
    case 'choice': {
      const lengths = part.parts.map(measureLengths)
      return { least: Math.min(...lengths.map(({ least }) => least)), most: Math.max(...lengths.map(({ most }) => most)) }
    }
    case 'repeat': {
      const { least, most } = measureLengths(part.part)
      return { least: least * part.least, most: most === 0 || part.most === 0 ? 0 : most * part.most }
    }
  }
}

/** The language of one text. */
export function makeTextLanguage(text: string): PatternPart {
  return {
    kind: 'sequence',
    parts: Array.from(text, (character) => ({ kind: 'set', ranges: [[character.codePointAt(0)!, character.codePointAt(0)!]] })),
  }
}

/** True if `target` contains each text of `part` with at most `most` characters. False too if the test takes too long. */
export function isLanguageWithin(part: PatternPart, target: PatternPart, most = Number.POSITIVE_INFINITY): boolean {
  const [a, b] = [new Automaton(part), new Automaton(target)]
  if (a.tooBig || b.tooBig) return false
  const characters = [...new Set([...a.representatives(), ...b.representatives()])]
  let level: (readonly [readonly number[], readonly number[]])[] = [[a.start, b.start]]
  const visited = new Set([keyOf(a.start, b.start)])
  for (let length = 0; level.length > 0 && length <= most; length++) {
    if (level.some(([x, y]) => a.accepts(x) && !b.accepts(y))) return false
    if (visited.size > 5000) return false
    const nextLevel: typeof level = []
    for (const [x, y] of level) {
      for (const character of characters) {
        const [to, beside] = [a.step(x, character), b.step(y, character)]
        if (to.length === 0 || visited.has(keyOf(to, beside))) continue
        visited.add(keyOf(to, beside))
        nextLevel.push([to, beside])
      }
    }
    level = nextLevel
  }
  return true
}

function keyOf(a: readonly number[], b: readonly number[]): string {
  return `${a.join()}|${b.join()}`
}

type State = { readonly free: number[]; readonly on: (readonly [CharacterRange, number])[] }

/** Thompson's construction; repetitions are written out. */
class Automaton {
  readonly #states: State[] = []
  readonly #end: number
  readonly start: readonly number[]
  tooBig = false

  constructor(part: PatternPart) {
    const addStart = this.#add()
    this.#end = this.#build(part, addStart)
    this.start = this.#closure([addStart])
  }

  #add(): number {
    if (this.#states.length > 3000) this.tooBig = true
    return this.#states.push({ free: [], on: [] }) - 1
  }

  #build(part: PatternPart, from: number): number {
    if (this.tooBig) return from
    switch (part.kind) {
      case 'set': {
        const to = this.#add()
        for (const range of part.ranges) this.#states[from]!.on.push([range, to])
        return to
      }
      case 'sequence':
        return part.parts.reduce((at, each) => this.#build(each, at), from)
      case 'choice': {
        const to = this.#add()
        for (const each of part.parts) this.#states[this.#build(each, from)]!.free.push(to)
        return to
      }
      case 'repeat':
        return this.#repeat(part, from)
    }
  }

  #repeat({ part, least, most }: Extract<PatternPart, { kind: 'repeat' }>, from: number): number {
    let at = from
    for (let i = 0; i < least && !this.tooBig; i++) at = this.#build(part, at)
    const to = this.#add()
    const open = this.#add()
    this.#states[at]!.free.push(open, to)
    if (most === Number.POSITIVE_INFINITY) {
      this.#states[this.#build(part, open)]!.free.push(open, to)
      return to
    }
    at = open
    for (let i = least; i < most && !this.tooBig; i++) {
      at = this.#build(part, at)
      this.#states[at]!.free.push(to)
    }
    return to
  }

  #closure(states: readonly number[]): number[] {
    const found = new Set(states)
    for (const state of found) for (const free of this.#states[state]!.free) found.add(free)
    return [...found].sort((x, y) => x - y)
  }

  /** One representative character for each interval between range boundaries. */
  representatives(): number[] {
    return [0, ...this.#states.flatMap(({ on }) => on.flatMap(([[first, last]]) => [first, Math.min(last + 1, maxCodePoint)]))]
  }

  accepts(states: readonly number[]): boolean {
    return states.includes(this.#end)
  }

  step(states: readonly number[], character: number): readonly number[] {
    const to = states.flatMap((state) =>
      this.#states[state]!.on.flatMap(([[first, last], target]) => (character >= first && character <= last ? [target] : [])),
    )
    return to.length === 0 ? [] : this.#closure([...new Set(to)])
  }
}
