// A lazy map of a record's values by name; subclasses list the names and compute each value.

import type { Value } from '../../cel/value.ts'

export abstract class NamedValues implements ReadonlyMap<string, Value> {
  abstract get(name: string): Value | undefined
  abstract has(name: string): boolean
  /** The names in order. */
  abstract names(): Iterable<string>
  /** The JSON text of the value; undefined if absent. */
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
