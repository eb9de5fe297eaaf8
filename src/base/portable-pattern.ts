// Recognises patterns that RE2 and the databases interpret alike: sets of characters, sequences, choices, repetitions, and anchors at the
// ends.

import { type CharacterRange, type PatternPart, createSets, parsePattern } from './pattern-syntax.ts'

const sets = createSets(
  [[10, 10]],
  [
    [9, 10],
    [12, 13],
    [0x20, 0x20],
  ],
)

/** RE2 reads these differently than the parser of patterns: POSIX classes, a bracket as the first of a class, a class before a dash. */
const unsupported = /\[:|\[\^?\]|\\[dDwWsS]-/

/** PostgreSQL's greatest bound of a repetition. */
const maxRepeats = 255

/** The pattern as an advanced regular expression of PostgreSQL; undefined if the databases may read it differently than RE2. */
export function toPortablePattern(pattern: string): string | undefined {
  const [, opening = '', inside = '', closing = ''] = /^(\^?)([^]*?)((?<!(?<!\\)(?:\\\\)*\\)\$)?$/.exec(pattern) ?? []
  if (unsupported.test(pattern)) return undefined
  const part = parsePattern(inside, sets)
  if (part === undefined || (part.kind === 'choice' && opening + closing !== '')) return undefined
  const text = printPart(part)
  return text && `${opening}${text}${closing}`
}

function printPart(part: PatternPart): string | undefined {
  switch (part.kind) {
    case 'set':
      return part.ranges.length === 0 ? undefined : `[${part.ranges.map(printRange).join('')}]`
    case 'sequence':
    case 'choice': {
      const parts = part.parts.map(printPart)
      return parts.includes(undefined) ? undefined : `(${parts.join(part.kind === 'choice' ? '|' : '')})`
    }
    case 'repeat': {
      const { least, most } = part
      const innerText = printPart(part.part)
      if (innerText === undefined || least > maxRepeats || (Number.isFinite(most) && most > maxRepeats)) return undefined
      return `${innerText}{${least},${Number.isFinite(most) ? most : ''}}`
    }
  }
}

/** Texts in a database never contain U+0000. */
function printRange([first, end]: CharacterRange): string {
  const [from, to] = [Math.max(first, 1), Math.max(end, 1)]
  return from === to ? escape(from) : `${escape(from)}-${escape(to)}`
}

function escape(point: number): string {
  return `\\U${point.toString(16).padStart(8, '0')}`
}
