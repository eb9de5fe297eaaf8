// Makes choices from the given random bytes, so that equal bytes give equal choices.

import type { Randomness } from './clock.ts'

export type RandomSource = {
  /** A whole number from 0 up to but not including `count`. */
  below(count: number): number
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  /** True with a probability of one in `times`. */
  once(times: number): boolean
  pick<T>(choices: readonly T[]): T
  /** The items in random order. */
  shuffle<T>(items: readonly T[]): T[]
}

export function createRandomSource(randomness: Randomness): RandomSource {
  // Uses 48 bits at a time: their remainder is nearly uniform, and exact in a double.
  const below = (count: number): number => {
    const bytes = randomness.bytes(6)
    return bytes.reduce((sum, byte) => sum * 256 + byte, 0) % count
  }
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    once: (times) => below(times) === 0,
    pick: (choices) => choices[below(choices.length)]!,
    shuffle(items) {
      const rest = [...items]
      for (let lastIndex = rest.length - 1; lastIndex > 0; lastIndex--) {
        const otherIndex = below(lastIndex + 1)
        const item = rest[lastIndex]!
        rest[lastIndex] = rest[otherIndex]!
        rest[otherIndex] = item
      }
      return rest
    },
  }
}
