// The variable `input` of expressions: the values of a request.

import type { Value } from '../cel/value.ts'

/** Its body is converted to a value when it is first read, because many operations write it as it was sent. */
export class InputValue extends Map<string, Value> {
  #makeBody: (() => Value) | undefined

  setBody(make: () => Value): void {
    // Reserves its place.
    super.set('body', null)
    this.#makeBody = make
  }

  override get(name: string): Value | undefined {
    if (name === 'body') this.#decodeBody()
    return super.get(name)
  }

  override entries(): MapIterator<[string, Value]> {
    this.#decodeBody()
    return super.entries()
  }

  override values(): MapIterator<Value> {
    this.#decodeBody()
    return super.values()
  }

  override forEach(visit: (value: Value, name: string, map: Map<string, Value>) => void): void {
    this.#decodeBody()
    super.forEach(visit)
  }

  override [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries()
  }

  #decodeBody(): void {
    if (this.#makeBody === undefined) return
    super.set('body', this.#makeBody())
    this.#makeBody = undefined
  }
}
