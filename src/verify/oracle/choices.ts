// What the interpreter chose while it answered one request, and what it is to choose because the server chose it.

import { SeededRandomness, type Randomness } from '../../base/clock.ts'
import type { Value } from '../../cel/value.ts'
import type { Choice, Choose } from '../../meaning/record/generate.ts'

/** A value that was made, by its place in the order in which the request made values. */
export type Made = Choice & { readonly ordinal: number; readonly value: Value }

/** Values that the server made, by ordinal. */
export type Forced = ReadonlyMap<number, Value>

export class Choices {
  #forced: Forced = new Map()
  #made: Made[] = []
  /** Texts that nobody but the service can read: random ones, tokens. */
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

  /** What was made since `begin`. */
  get made(): readonly Made[] {
    return this.#made
  }

  readonly choose: Choose = (choice, usual) => {
    const ordinal = this.#made.length
    const value = this.#forced.get(ordinal) ?? usual
    this.#made.push({ ...choice, ordinal, value })
    return value
  }
}
