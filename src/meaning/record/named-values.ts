// Values of a record by name, as a map that need not hold them: whoever extends it says which there are, and gives each.

import type { Value } from '../../cel/value.ts'

export abstract class NamedValues implements ReadonlyMap<string, Value> {
  abstract get(name: string): Value | undefined
  abstract has(name: string): boolean
  /** Of those that are there, in their order. */
  abstract names(): Iterable<string>
  /** The JSON text that is sent of the value; undefined where there is none. */
  abstract text(name: string): string | undefined

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
