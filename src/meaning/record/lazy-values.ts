// The values of a record by name, each decoded when it is first read: most values are never read.

import type { Value } from '../../cel/value.ts'
import { NamedValues } from './named-values.ts'

export abstract class LazyValues extends NamedValues {
  #generated: Map<string, Value> | undefined

  protected abstract decode(name: string): Value | undefined

  get(name: string): Value | undefined {
    const known = this.#generated?.get(name)
    if (known !== undefined) return known
    const value = this.decode(name)
    if (value !== undefined) (this.#generated ??= new Map()).set(name, value)
    return value
  }
}
