// Searches samples for a text that only one of two patterns allows. A hit proves a difference; no hit proves nothing.

import { createRandomSource } from '../../base/random-source.ts'
import { SeededRandomness } from '../../base/clock.ts'
import { compilePattern } from '../../base/pattern.ts'
import { sampleOfPattern } from '../../schema/sample-pattern.ts'

const sampleCount = 200

/** Undefined if `b` allows all samples of `a`. */
export function findAllowedOnlyBy(a: string, b: string): string | undefined {
  const { pattern } = compilePattern(b)
  if (pattern === undefined) return undefined
  const choices = createRandomSource(new SeededRandomness(`${a} ${b}`))
  for (let index = 0; index < sampleCount; index++) {
    const text = sampleOfPattern(a, 1 + (index % 24), choices)
    if (text !== undefined && !pattern.test(text)) return text
  }
  return undefined
}
