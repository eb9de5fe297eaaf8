// A new record as JSON, which is what it comes as and what it is kept and sent as: values are made of it only where somebody asks for them.

import { type Json, printJson } from '../base/json.ts'
import type { Type } from '../cel/type.ts'
import type { Value } from '../cel/value.ts'
import { jsonOf, valueOf } from '../exchange/value-json.ts'
import { printValue } from '../exchange/value-print.ts'
import type { Property, ResourceInfo } from '../typing/domain.ts'
import type { RecordKeys } from './keys.ts'
import type { Row } from './row.ts'

/** What all drafts of one resource share. */
export type Form = {
  readonly info: ResourceInfo
  readonly keys: RecordKeys
  /** Those that are kept, in their order. */
  readonly properties: readonly Property[]
  /** Whether the text of its JSON is what is sent of the value. */
  readonly isPlain: readonly boolean[]
  /** Where each of them stands. */
  readonly places: ReadonlyMap<string, number>
}

export function formOf(info: ResourceInfo, keys: RecordKeys): Form {
  const properties = [...info.properties.values()].filter(({ inverse, compute }) => inverse === undefined && (compute === undefined || compute.stored))
  return { info, keys, properties, isPlain: properties.map(({ type }) => isPlainType(type, true)), places: new Map(properties.map(({ name }, place) => [name, place])) }
}

/** Moments within others are read again when they are printed, numbers that are no integers are rounded. `within`: what it stands in, as a shape may hold itself. */
function isPlainType(type: Type, isTop: boolean, within: ReadonlySet<Type> = new Set()): boolean {
  switch (type.kind) {
    case 'nullable':
    case 'optional':
      return isPlainType(type.of, isTop, within)
    case 'string':
    case 'enum':
    case 'int':
    case 'bool':
      return true
    case 'timestamp':
    case 'record':
      return isTop
    case 'list':
      return isPlainType(type.element, false, within)
    case 'object':
      return within.has(type) || [...type.members.values()].every((member) => isPlainType(member.type, false, new Set([...within, type])))
    default:
      return false
  }
}

/** By place: as the property's schema keeps it, undefined where it has no value. */
export type Drafted = readonly (Json | undefined)[]

export class Draft implements Row {
  readonly resource: string
  readonly key: string
  readonly json: Drafted
  readonly values: ReadonlyMap<string, Value>
  /** Given by the store that it is put into. */
  version = 0
  readonly #form: Form
  readonly #texts: (string | undefined)[] = []

  constructor(form: Form, json: Drafted, from?: From) {
    this.#form = form
    this.json = json
    this.resource = form.info.name
    this.values = new DraftValues(form, json, from)
    this.key = from?.draft.key ?? form.keys.keyText(form.info, form.keys.keyValues(form.info, this.values))
  }

  /** The same record with other values of some properties, as they keep them. */
  with(changes: ReadonlyMap<string, Value | undefined>): Draft {
    const json = [...this.json]
    for (const [name, value] of changes) json[this.#form.places.get(name)!] = value === undefined ? undefined : jsonOf(value, this.#form.keys)
    return new Draft(this.#form, json, { draft: this, changed: changes })
  }

  /** As it is sent; undefined where it has no value. */
  text(place: number): string | undefined {
    const known = this.#texts[place]
    if (known !== undefined) return known
    const json = this.json[place]
    if (json === undefined) return undefined
    const { isPlain, keys, properties } = this.#form
    return (this.#texts[place] = isPlain[place] === true ? printJson(json) : printValue(this.values.get(properties[place]!.name)!, keys))
  }
}

/** What a draft was changed from. Values that are the same are the same object. */
type From = { readonly draft: Draft; readonly changed: ReadonlyMap<string, unknown> }

/** Each value is made when it is first read. */
class DraftValues implements ReadonlyMap<string, Value> {
  readonly #form: Form
  readonly #json: Drafted
  readonly #from: From | undefined
  readonly #made = new Map<string, Value>()

  constructor(form: Form, json: Drafted, from: From | undefined) {
    this.#form = form
    this.#json = json
    this.#from = from
  }

  get(name: string): Value | undefined {
    if (this.#from?.changed.has(name) === false) return this.#from.draft.values.get(name)
    const known = this.#made.get(name)
    if (known !== undefined) return known
    const place = this.#form.places.get(name)
    const json = place === undefined ? undefined : this.#json[place]
    if (json === undefined) return undefined
    const value = valueOf(json, this.#form.properties[place!]!.type, this.#form.keys)
    this.#made.set(name, value)
    return value
  }

  has(name: string): boolean {
    const place = this.#form.places.get(name)
    return place !== undefined && this.#json[place] !== undefined
  }

  get size(): number {
    return this.#json.filter((json) => json !== undefined).length
  }

  *keys(): MapIterator<string> {
    for (const [name, place] of this.#form.places) if (this.#json[place] !== undefined) yield name
  }

  *values(): MapIterator<Value> {
    for (const [, value] of this) yield value
  }

  *entries(): MapIterator<[string, Value]> {
    for (const name of this.keys()) yield [name, this.get(name)!]
  }

  [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries()
  }

  forEach(each: (value: Value, name: string, map: ReadonlyMap<string, Value>) => void): void {
    for (const [name, value] of this) each(value, name, this)
  }
}
