// A new record as JSON, the form in which it is received, stored and sent; values are decoded only on demand.

import { type Json, printJson } from '../../base/json.ts'
import type { Type } from '../../cel/type.ts'
import type { Value } from '../../cel/value.ts'
import { holdsDecimals } from '../../exchange/digits.ts'
import { convertValueToJson, convertJsonToValue } from '../../exchange/value-json.ts'
import { printValue } from '../../exchange/value-print.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'
import type { RecordKeys } from './keys.ts'
import { LazyValues } from './lazy-values.ts'
import type { Row } from './row.ts'

/** The data that all drafts of one resource share. */
export type DraftForm = {
  readonly info: ResourceInfo
  readonly keys: RecordKeys
  /** The stored properties, in order. */
  readonly properties: readonly Property[]
  /** True if the stored JSON text is also the sent text. */
  readonly isPlain: readonly boolean[]
  readonly holdsDecimals: readonly boolean[]
  /** The index of each property. */
  readonly positions: ReadonlyMap<string, number>
}

export function makeDraftForm(info: ResourceInfo, keys: RecordKeys): DraftForm {
  const properties = [...info.properties.values()].filter(
    ({ inverse, compute }) => inverse === undefined && (compute === undefined || compute.stored),
  )
  return {
    info,
    keys,
    properties,
    isPlain: properties.map(({ type }) => isPlainType(type, true)),
    holdsDecimals: properties.map(({ type }) => holdsDecimals(type)),
    positions: new Map(properties.map(({ name }, place) => [name, place])),
  }
}

/**
 * Excludes types whose values are printed differently than stored: nested timestamps, and rounded numbers. `within` lists the
 * enclosing types, because a shape may contain itself.
 */
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

/** By index: the value in its stored form, undefined for no value. */
export type DraftJson = readonly (Json | undefined)[]

export class Draft implements Row {
  readonly resource: string
  readonly key: string
  readonly json: DraftJson
  readonly values: ReadonlyMap<string, Value>
  /** Set by the store on insert. */
  version = 0
  readonly #form: DraftForm
  readonly #texts: (string | undefined)[] = []

  constructor(form: DraftForm, json: DraftJson, origin?: DraftOrigin) {
    this.#form = form
    this.json = json
    this.resource = form.info.name
    this.values = new DraftValues(this, form, origin)
    this.key = origin?.draft.key ?? form.keys.keyText(form.info, form.keys.keyValues(form.info, this.values))
  }

  /** The record with other stored values for some properties. */
  with(changes: ReadonlyMap<string, Value | undefined>): Draft {
    const json = [...this.json]
    for (const [name, value] of changes)
      json[this.#form.positions.get(name)!] = value === undefined ? undefined : convertValueToJson(value, this.#form.keys)
    return new Draft(this.#form, json, { draft: this, changed: changes })
  }

  /** True if its printed digits differ from its stored ones. */
  holdsDecimals(place: number): boolean {
    return this.#form.holdsDecimals[place] === true
  }

  /** The value as the response contains it; undefined for no value. */
  text(place: number): string | undefined {
    const known = this.#texts[place]
    if (known !== undefined) return known
    const json = this.json[place]
    if (json === undefined) return undefined
    const { isPlain, keys, properties } = this.#form
    return (this.#texts[place] = isPlain[place] === true ? printJson(json) : printValue(this.values.get(properties[place]!.name)!, keys))
  }
}

/** The draft that this one was changed from. Equal values are the same object. */
type DraftOrigin = { readonly draft: Draft; readonly changed: ReadonlyMap<string, unknown> }

class DraftValues extends LazyValues {
  readonly #draft: Draft
  readonly #form: DraftForm
  readonly #from: DraftOrigin | undefined

  constructor(draft: Draft, form: DraftForm, from: DraftOrigin | undefined) {
    super()
    this.#draft = draft
    this.#form = form
    this.#from = from
  }

  override get(name: string): Value | undefined {
    return this.#from?.changed.has(name) === false ? this.#from.draft.values.get(name) : super.get(name)
  }

  has(name: string): boolean {
    const place = this.#form.positions.get(name)
    return place !== undefined && this.#draft.json[place] !== undefined
  }

  *names(): Iterable<string> {
    for (const name of this.#form.positions.keys()) if (this.has(name)) yield name
  }

  text(name: string): string | undefined {
    const place = this.#form.positions.get(name)
    return place === undefined ? undefined : this.#draft.text(place)
  }

  protected decode(name: string): Value | undefined {
    const place = this.#form.positions.get(name)
    const json = place === undefined ? undefined : this.#draft.json[place]
    return json === undefined ? undefined : convertJsonToValue(json, this.#form.properties[place!]!.type, this.#form.keys)
  }
}
