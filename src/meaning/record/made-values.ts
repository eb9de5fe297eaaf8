// Values of a record by name, each made when it is first read: of a record that is written or sent most are never looked at.

import type { Value } from '../../cel/value.ts'

export abstract class MadeValues implements ReadonlyMap<string, Value> {
  readonly #made = new Map<string, Value>()

  abstract has(name: string): boolean
  /** Of those that are there, in their order. */
  abstract names(): Iterable<string>
  /** The JSON text that is sent of the value; undefined where there is none. */
  abstract text(name: string): string | undefined
  protected abstract make(name: string): Value | undefined

  get(name: string): Value | undefined {
    const known = this.#made.get(name)
    if (known !== undefined) return known
    const value = this.make(name)
    if (value !== undefined) this.#made.set(name, value)
    return value
  }

  get size(): number {
    let count = 0
    for (const _ of this.names()) count++
    return count
  }

  *keys(): MapIterator<string> {
    yield* this.names()
  }

  *values(): MapIterator<Value> {
    for (const name of this.names()) yield this.get(name)!
  }

  *entries(): MapIterator<[string, Value]> {
    for (const name of this.names()) yield [name, this.get(name)!]
  }

  [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries()
  }

  forEach(each: (value: Value, name: string, map: ReadonlyMap<string, Value>) => void): void {
    for (const [name, value] of this) each(value, name, this)
  }
}
