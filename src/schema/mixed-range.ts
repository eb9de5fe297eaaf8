// Finds ranges of a pattern from one kind of character to another, such as `A-z`: punctuation lies between them.

import type { Path } from './failure.ts'
import type { Report } from './read.ts'
import type { SchemaObject } from './schema.ts'

const kinds = [/[0-9]/, /[A-Z]/, /[a-z]/]

export function checkRanges({ pattern }: SchemaObject, path: Path, report: Report): void {
  const range = pattern === undefined ? undefined : findMixedRange(pattern)
  if (range === undefined) return
  const [first, last] = [range.codePointAt(0)!, range.codePointAt(2)!]
  const between = Array.from({ length: last - first }, (_, index) => String.fromCodePoint(first + index)).filter(
    (character) => !/[0-9A-Za-z]/.test(character),
  )
  report([...path, 'pattern'], 'mixed-range', `The range \`${range}\` of \`${pattern}\` includes ${between.join(' ')}`)
}

function findMixedRange(pattern: string): string | undefined {
  for (const [characterClass] of pattern.matchAll(/(?<!\\)(?:\\\\)*\[(?:[^\]\\]|\\[^])*\]/g)) {
    for (const [range] of characterClass.replace(/\\(?:[xu][0-9A-Fa-f]+|[^])/g, '\u0000').matchAll(/[0-9A-Za-z]-[0-9A-Za-z]/g)) {
      const [from, to] = [range[0]!, range[2]!].map((character) => kinds.findIndex((kind) => kind.test(character)))
      if (from !== to) return range
    }
  }
  return undefined
}
