// Layered names: a look-up tries one layer after the other, so that binding a name copies nothing.

import type { Bindings, Value } from './value.ts'

/** The names of `above`, and those names of `below` that `above` lacks. */
export function withOuterBindings(above: Bindings, below: Bindings): Bindings {
  return new Layer(above, below)
}

class Layer implements Bindings {
  readonly #above: Bindings
  readonly #below: Bindings

  constructor(above: Bindings, below: Bindings) {
    this.#above = above
    this.#below = below
  }

  get(name: string): Value | undefined {
    const value = this.#above.get(name)
    return value === undefined ? this.#below.get(name) : value
  }

  has(name: string): boolean {
    return this.#above.has(name) || this.#below.has(name)
  }
}
