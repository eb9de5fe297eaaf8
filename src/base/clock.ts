// Time and randomness as parameters, so that tests can provide their own.

import { createHash } from 'node:crypto'

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Clock = { now(): number }

export type Randomness = { bytes(count: number): Uint8Array }

/** A virtual clock: it moves only when `advance` is called. */
export class VirtualClock implements Clock {
  #now: number

  constructor(start: number) {
    this.#now = start
  }

  now(): number {
    return this.#now
  }

  /** Advances by milliseconds, never back. */
  advance(ms: number): void {
    if (!(ms >= 0)) throw new RangeError('a clock does not go back')
    this.#now += ms
  }
}

/** Draws many bytes at once, because a small draw costs as much as a large one; each byte is used once. */
export function poolRandomness(draw: (count: number) => Uint8Array, size = 4096): Randomness {
  let pool = new Uint8Array(0)
  let at = 0
  return {
    bytes(count) {
      if (count > size) return draw(count)
      if (at + count > pool.length) [pool, at] = [new Uint8Array(draw(size)), 0]
      return pool.slice(at, (at += count))
    },
  }
}

/** Randomness with repeatable draws: `rewind` returns to the last `mark`, `keep` makes the draws final. */
export type RewindableRandomness = Randomness & { mark(): void; keep(): void; rewind(): void }

export function makeRewindable(randomness: Randomness): RewindableRandomness {
  let drawn: Uint8Array[] | undefined
  let unused: Uint8Array = new Uint8Array(0)
  const nextBytes = (count: number): Uint8Array => {
    if (unused.length === 0) return randomness.bytes(count)
    const first = unused.slice(0, count)
    unused = unused.subarray(first.length)
    return first.length === count ? first : concatenateChunks([first, randomness.bytes(count - first.length)])
  }
  return {
    bytes(count) {
      const bytes = nextBytes(count)
      if (drawn === undefined) return bytes
      drawn.push(bytes)
      // A copy, because callers may change the bytes.
      return bytes.slice()
    },
    mark: () => void (drawn = []),
    keep: () => void (drawn = undefined),
    rewind() {
      if (drawn !== undefined && drawn.length > 0) unused = concatenateChunks([...drawn, unused])
      drawn = undefined
    },
  }
}

function concatenateChunks(chunks: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(chunks))
}

/** Gives the same bytes for the same seed, on every machine: SHA-256 of the seed and a counter. For tests, not for secrets. */
export class SeededRandomness implements Randomness {
  readonly #seed: string
  #block = 0
  #left: Uint8Array = new Uint8Array(0)

  constructor(seed: string | number) {
    this.#seed = String(seed)
  }

  bytes(count: number): Uint8Array {
    const result = new Uint8Array(count)
    for (let filled = 0; filled < count;) {
      if (this.#left.length === 0)
        this.#left = createHash('sha256')
          .update(`${this.#seed}/${this.#block++}`)
          .digest()
      const drawn = this.#left.subarray(0, count - filled)
      result.set(drawn, filled)
      this.#left = this.#left.subarray(drawn.length)
      filled += drawn.length
    }
    return result
  }
}
