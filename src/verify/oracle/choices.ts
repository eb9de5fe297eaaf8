// The values that the interpreter generates during a request, and the values that the server generated instead.

import { SeededRandomness, type Randomness } from '../../base/clock.ts'
import type { Mutable } from '../../base/mutable.ts'
import type { Value } from '../../cel/value.ts'
import type { Choice, Choose } from '../../meaning/record/generate.ts'

/** A generated value; `ordinal` is its position among the values that the request generated. `isUndone`: its record was never stored. */
export type GeneratedValue = Choice & { readonly ordinal: number; readonly value: Value; readonly isUndone?: boolean }

/** Values that the server generated, by ordinal. */
export type Forced = ReadonlyMap<number, Value>

export class Choices {
  #forced: Forced = new Map()
  #generated: GeneratedValue[] = []
  /** Random texts: only the service can interpret them. */
  readonly opaque = new Set<string>()
  /** Tokens: like random texts, but a server may issue another one each time. */
  readonly tokens = new Set<string>()
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

  /** Begins a request: ordinals restart at 0. The same name gives the same values. */
  begin(name: string, forced: Forced): void {
    this.#random = new SeededRandomness(`${this.#seed} ${name}`)
    this.#forced = forced
    this.#generated = []
  }

  /** Values generated since `begin`. */
  get made(): readonly GeneratedValue[] {
    return this.#generated
  }

  /** True for texts that the service gives out and takes as credentials. */
  isCredential(text: string): boolean {
    return this.opaque.has(text) || this.tokens.has(text)
  }

  readonly choose: Choose = (choice, usual, whenUndone) => {
    // A random text is paired with the server's instead, because clients may send it.
    if (choice.kind === 'random' && typeof usual === 'string' && this.opaque.has(usual)) return usual
    const ordinal = this.#generated.length
    const value = this.#forced.get(ordinal) ?? usual
    const generated: Mutable<GeneratedValue> = { ...choice, ordinal, value }
    this.#generated.push(generated)
    whenUndone?.(() => {
      generated.isUndone = true
    })
    return value
  }
}
