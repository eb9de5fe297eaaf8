// One decoding under way: where it stands, what it has found, how it treats what the schemas leave open.

import { spend as spendTurn } from '../base/turn.ts'
import { type Json, type JsonObject, isJsonArray, isJsonObject } from '../base/json.ts'
import { type Failure, lastName, pointer } from './failure.ts'
import type { Node } from './node.ts'
import type { Place, Places } from './place.ts'
import type { SchemaObject } from './schema.ts'

/** What becomes of what the schemas leave open. */
export type Manner = {
  /** Members that no schema lists, where some are listed. */
  readonly unlisted: 'drop' | 'keep'
  /** Read-only members that are sent all the same. Unless they are kept, `required` does not ask for them. */
  readonly readOnly: 'drop' | 'refuse' | 'keep'
  readonly defaults: 'fill' | 'ignore'
  /** `safe`: without `format: int64` within ±(2^53−1), so that every client reads them back as they were. */
  readonly integers: 'safe' | 'any'
  /** Called for each schema with `normalize`, before the value is looked at. */
  readonly normalize?: (schema: SchemaObject, value: Json) => Json
  /** Called for each absent member whose schema has `generate`, with the object's other members. */
  readonly generate?: (schema: SchemaObject, object: JsonObject) => Json
  /** How many places may be visited before `Overrun` is thrown. */
  readonly budget: number
}

/** Thrown where the budget is spent, or where places lie too deep within each other. */
export class Overrun extends Error {}

export type Run = {
  readonly manner: Manner
  readonly places: Places
  /** Whether a value fits a schema standing alone. */
  readonly accepts: (node: Node, value: Json, at: Run) => boolean
  readonly path: (string | number)[]
  readonly failures: Failure[]
  /** With so many failures it stops: no answer grows without bound, and where only yes or no is asked one is enough. */
  readonly most: number
  /** What was asked where only yes or no matters: alternatives within alternatives would be asked again at each level. */
  readonly asked: Map<Place, WeakMap<object, Answer>>
  /** Places visited so far, and how many of them the present one stands within. */
  readonly spent: { count: number; within: number }
  /** How many sensitive values it stands within. */
  hidden: number
  /**
   * Whether a merge patch (RFC 7396) reaches this place: there nothing is filled or required, and null removes a member that may be
   * absent. Not within arrays, which a patch replaces whole.
   */
  patching: boolean
}

export type Answer = { readonly decoded: Json; readonly accepted: boolean }

/** Failures that are told of one value. */
const mostTold = 100

export function begin(manner: Manner, places: Places, accepts: Run['accepts']): Run {
  return {
    manner, places, accepts, path: [], failures: [], most: mostTold, asked: new Map(), spent: { count: 0, within: 0 }, hidden: 0,
    patching: false,
  }
}

/** The same run where only yes or no matters. */
export function aside(at: Run): Run {
  return { ...at, failures: [], most: 1, patching: false }
}

/** A place within so many others would leave the stack no room. */
const deepest = 600

export function spend(at: Run): void {
  spendTurn(1)
  at.spent.count++
  at.spent.within++
  if (at.spent.count > at.manner.budget || at.spent.within > deepest) throw new Overrun('the schema asks for too much work')
}

export function isFull(at: Run): boolean {
  return at.failures.length >= at.most
}

export function fail(at: Run, keyword: string, about: { limit?: Json; actual?: Json; value?: Json } = {}): void {
  if (isFull(at)) return
  if (at.most === 1) {
    at.failures.push({ pointer: '', keyword })
    return
  }
  const property = lastName(at.path)
  const { value, ...rest } = about
  const told = value === undefined || at.hidden > 0 || isJsonArray(value) || isJsonObject(value) ? {} : { value }
  at.failures.push({ pointer: pointer(at.path), ...(property === undefined ? {} : { property }), keyword, ...rest, ...told })
}
