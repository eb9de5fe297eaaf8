// The values of a record with some replaced: it copies nothing, and knows the changed properties.

import type { Value } from '../../cel/value.ts'
import { printValue } from '../../exchange/value-print.ts'
import type { RecordKeys } from './keys.ts'
import { NamedValues } from './named-values.ts'

type Values = ReadonlyMap<string, Value>
/** Undefined: the property has no value any more. */
type Changes = ReadonlyMap<string, Value | undefined>

/** Repeated changes are merged into one step from the original. */
export function changeValues(before: Values, changes: Changes, keys: RecordKeys): Values {
  if (before instanceof ChangedValues) return new ChangedValues(before.before, new Map([...before.changes, ...changes]), keys)
  return new ChangedValues(before, changes, keys)
}

/** The names of all properties that may differ from the former values; undefined if unknown. */
export function listChangedNames(now: Values, before: Values): Iterable<string> | undefined {
  if (!(now instanceof ChangedValues)) return undefined
  if (now.before === before) return now.changes.keys()
  return before instanceof ChangedValues && now.before === before.before
    ? new Set([...now.changes.keys(), ...before.changes.keys()])
    : undefined
}

/** The JSON text of a value; undefined if absent. */
export function printValueOf(values: Values, name: string, keys: RecordKeys): string | undefined {
  if (values instanceof NamedValues) return values.text(name)
  const value = values.get(name)
  return value === undefined ? undefined : printValue(value, keys)
}

class ChangedValues extends NamedValues {
  readonly before: Values
  readonly changes: Changes
  readonly #keys: RecordKeys

  constructor(before: Values, changes: Changes, keys: RecordKeys) {
    super()
    this.before = before
    this.changes = changes
    this.#keys = keys
  }

  get(name: string): Value | undefined {
    return this.changes.has(name) ? this.changes.get(name) : this.before.get(name)
  }

  has(name: string): boolean {
    return this.changes.has(name) ? this.changes.get(name) !== undefined : this.before.has(name)
  }

  *names(): Iterable<string> {
    for (const name of this.before.keys()) if (this.has(name)) yield name
    for (const name of this.changes.keys()) if (!this.before.has(name) && this.has(name)) yield name
  }

  text(name: string): string | undefined {
    if (!this.changes.has(name)) return printValueOf(this.before, name, this.#keys)
    const value = this.changes.get(name)
    return value === undefined ? undefined : printValue(value, this.#keys)
  }
}
