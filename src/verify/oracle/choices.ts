// The interpreter's free choices during a request, and those that it must make because the server made them.

import { SeededRandomness, type Randomness } from '../../base/clock.ts'
import type { Value } from '../../cel/value.ts'
import type { Choice, Choose } from '../../meaning/record/generate.ts'

/** A value that was made, by its place in the order in which the request made values. */
export type GeneratedValue = Choice & { readonly ordinal: number; readonly value: Value }

/** Values that the server made, by ordinal. */
export type Forced = ReadonlyMap<number, Value>

export class Choices {
  #forced: Forced = new Map()
  #made: GeneratedValue[] = []
  /** Texts that only the service can read: random ones, tokens. */
  readonly opaque = new Set<string>()
  readonly randomness: Randomness

  readonly #seed: string
  #random: Randomness

  constructor(seed: string) {
    this.#seed = seed
    this.#random = new SeededRandomness(seed)
    this.randomness = {
      bytes: (count) => {
        const bytes = this.#random.bytes(count)
        this.opaque.add(bytes.toBase64({ alphabet: 'base64url', omitPadding: true }))
        return bytes
      },
    }
  }

  /** Begins a request: what it makes from now on gets ordinals from 0. With the same name it makes the same values. */
  begin(name: string, forced: Forced): void {
    this.#random = new SeededRandomness(`${this.#seed} ${name}`)
    this.#forced = forced
    this.#made = []
  }

  /** Values generated since `begin`. */
  get made(): readonly GeneratedValue[] {
    return this.#made
  }

  readonly choose: Choose = (choice, usual) => {
    const ordinal = this.#made.length
    const value = this.#forced.get(ordinal) ?? usual
    this.#made.push({ ...choice, ordinal, value })
    return value
  }
}
