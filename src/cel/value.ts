// The values of expressions at run time.

import type { Decimal } from '../base/decimal.ts'
import type { SelectedMembers, Expression } from './expression.ts'

/**
 * `int` is bigint and `double` is number, so that one is never taken for the other; a `map` is a Map (keys are bigint,
 * boolean, string or Uint), an object with named members is a Map with string keys too; a list is an array.
 */
export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | Uint
  | Decimal
  | Timestamp
  | Duration
  | Optional
  | TypeValue
  | RecordValue
  | readonly Value[]
  | ReadonlyMap<unknown, Value>

export type Uint = { readonly kind: 'uint'; readonly value: bigint }
/** Milliseconds since 1970-01-01T00:00:00Z. */
export type Timestamp = { readonly kind: 'timestamp'; readonly ms: number }
/** Milliseconds. */
export type Duration = { readonly kind: 'duration'; readonly ms: number }
export type Optional = { readonly kind: 'optional'; readonly value: Value | undefined }
type TypeValue = { readonly kind: 'type'; readonly name: string }
/** A record: opaque here, read through the `Host` that created it. `key` identifies it within its resource. */
export type RecordValue = { readonly kind: 'record'; readonly resource: string; readonly key: string; readonly of: unknown }

/** Values by name. */
export type Bindings = { get(name: string): Value | undefined; has(name: string): boolean }

/**
 * Reads records for a running expression: from memory (`meaning`), or from the rows of a statement (`store`). A host that reads for a
 * caller throws hidden for data that the caller may not read (`values/hidden.ts`).
 */
export type Host = {
  /**
   * The value of a property: a reference gives its record, an absent property gives undefined. `by`: the record has a name here, or
   * was read by a path.
   */
  property(record: RecordValue, member: string, by?: 'name' | 'path'): Value | undefined
  /** All records of a resource, in any order. */
  records(resource: string): Iterable<RecordValue>
  find(resource: string, by: ReadonlyMap<string, Value>): RecordValue | undefined
  /** The value of an expression over records, if the host computes it without reading them one by one; otherwise undefined. */
  ask?(expression: Expression, bindings: Bindings): Value | undefined
  /** True if the caller sees a record in a list; absent if all records are visible. */
  sees?(record: RecordValue): boolean
  /** The JSON text of an expression's value, where the host prints records without reading them one by one; undefined where not. */
  print?(expression: Expression, bindings: Bindings): string | undefined
  /** A function of the scope that is not built in. */
  call(name: string, args: readonly Value[], selected?: SelectedMembers): Value
}
