// Generates texts that a pattern matches, from the parsed pattern.

import type { RandomSource } from '../base/random-source.ts'
import { type PatternPart, type CharacterRange, type Sets, parsePattern } from '../base/pattern-syntax.ts'

/**
 * A text that the pattern matches, of about `length` characters if the pattern allows it. Undefined for unsupported patterns; the caller
 * validates the text in any case.
 */
export function sampleOfPattern(source: string, length: number, random: RandomSource): string | undefined {
  const part = parsePattern(source, sets)
  return part && writePart(part, length, random)
}

const wordRanges: readonly CharacterRange[] = [
  [0x30, 0x39],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
]

/** Some printable characters of each set. */
const sets: Sets = {
  any: [[0x20, 0x7e]],
  classes: { d: [[0x30, 0x39]], w: wordRanges, s: [[0x20, 0x20]], D: [[0x41, 0x5a]], W: [[0x2d, 0x2d]], S: wordRanges },
  complement: invertRanges,
  skipsAnchors: true,
}

/** Printable characters that are in none of the ranges. */
function invertRanges(ranges: readonly CharacterRange[]): readonly CharacterRange[] {
  const remaining: CharacterRange[] = []
  for (let point = 0x20; point <= 0x7e; point++)
    if (!ranges.some(([first, last]) => point >= first && point <= last)) remaining.push([point, point])
  return remaining
}

function writePart(part: PatternPart, length: number, random: RandomSource): string | undefined {
  switch (part.kind) {
    case 'set': {
      if (part.ranges.length === 0) return undefined
      const [first, last] = random.pick(part.ranges)
      return String.fromCodePoint(random.between(first, last))
    }
    case 'choice':
      return writePart(random.pick(part.parts), length, random)
    case 'sequence': {
      const branchCount = Math.max(1, part.parts.filter(({ kind }) => kind === 'repeat').length)
      const share = Math.max(0, Math.ceil((length - (part.parts.length - branchCount)) / branchCount))
      return join(part.parts.map((each) => writePart(each, share, random)))
    }
    case 'repeat': {
      const maxCount = Math.max(part.least, Math.min(part.most, length))
      const times = random.once(2) ? maxCount : random.between(part.least, maxCount)
      return join(Array.from({ length: times }, () => writePart(part.part, Math.ceil(length / Math.max(1, times)), random)))
    }
  }
}

function join(texts: readonly (string | undefined)[]): string | undefined {
  return texts.includes(undefined) ? undefined : texts.join('')
}
