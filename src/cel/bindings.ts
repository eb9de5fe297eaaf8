// Layered names: a look-up tries one layer after the other, so that binding a name copies nothing.

import type { Bindings, Value } from './value.ts'

/** The names of `inner`, and those names of `outer` that `inner` lacks. */
export function withOuterBindings(inner: Bindings, outer: Bindings): Bindings {
  return new Layer(inner, outer)
}

class Layer implements Bindings {
  readonly #inner: Bindings
  readonly #outer: Bindings

  constructor(inner: Bindings, outer: Bindings) {
    this.#inner = inner
    this.#outer = outer
  }

  get(name: string): Value | undefined {
    const value = this.#inner.get(name)
    return value === undefined ? this.#outer.get(name) : value
  }

  has(name: string): boolean {
    return this.#inner.has(name) || this.#outer.has(name)
  }
}
