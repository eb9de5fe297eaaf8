// The state of one decoding: its place, its failures, and its options.

import { spendSteps } from '../base/turn.ts'
import { type Json, type JsonObject, isJsonArray, isJsonObject } from '../base/json.ts'
import { type SchemaFailure, findLastName, printPointer } from './failure.ts'
import type { SchemaRuleNode } from './node.ts'
import type { SchemaPlace, Places } from './place.ts'
import type { SchemaObject } from './schema.ts'

/** How decoding treats values that the schemas leave open. */
export type DecodePolicy = {
  /** Unlisted members, if the schema lists some. */
  readonly unlisted: 'drop' | 'keep'
  /** The treatment of read-only members in a request. Unless they are kept, `required` does not demand them. */
  readonly readOnly: 'drop' | 'refuse' | 'keep'
  readonly defaults: 'fill' | 'ignore'
  /** `safe`: integers without `format: int64` lie within ±(2^53−1), so that every client reads them exactly. */
  readonly integers: 'safe' | 'any'
  /** Called for each schema with `normalize`, before the value is validated. */
  readonly normalize?: (schema: SchemaObject, value: Json) => Json
  /** Called for each absent member whose schema has `generate`, with the members decoded or generated so far. */
  readonly generate?: (schema: SchemaObject, object: JsonObject) => Json
  /** The members that the `generate` of a schema reads, which are generated before it. */
  readonly generatedFrom?: (schema: SchemaObject) => ReadonlySet<string>
  /** The number of places to visit before `Overrun` is thrown. */
  readonly budget: number
}

/** Thrown if the budget is used up, or if places are nested too deeply. */
export class Overrun extends Error {}

export type DecodeRun = {
  readonly policy: DecodePolicy
  readonly places: Places
  /** True if a value fits a schema standing alone. */
  readonly accepts: (node: SchemaRuleNode, value: Json, run: DecodeRun) => boolean
  readonly path: (string | number)[]
  readonly failures: SchemaFailure[]
  /** Decoding stops after this many failures, so that responses stay bounded; one is enough for a yes or no. */
  readonly most: number
  /** Yes-or-no results of arrays and objects: nested alternatives would otherwise repeat the evaluation at each level. */
  readonly known: { results?: Map<SchemaPlace, WeakMap<object, KnownResult>> }
  /** The number of visited places, and the nesting depth of the current one. */
  readonly spent: { count: number; depth: number }
  /** The number of sensitive values around the place. */
  hidden: number
  /**
   * True where a merge patch (RFC 7396) applies: required members may be missing, defaults are not filled, and null removes an optional
   * member. False inside arrays, which a patch replaces whole.
   */
  patching: boolean
}

type KnownResult = { readonly decoded: Json; readonly accepted: boolean }

/** The most failures reported for one value. */
const maxReported = 100

export function beginRun(policy: DecodePolicy, places: Places, accepts: DecodeRun['accepts']): DecodeRun {
  return {
    policy,
    places,
    accepts,
    path: [],
    failures: [],
    most: maxReported,
    known: {},
    spent: { count: 0, depth: 0 },
    hidden: 0,
    patching: false,
  }
}

/** The same run if only yes or no matters. */
export function createYesNoRun(run: DecodeRun): DecodeRun {
  return { ...run, failures: [], most: 1, patching: false }
}

export function findResult(place: SchemaPlace, json: Json, { known }: DecodeRun): KnownResult | undefined {
  return typeof json === 'object' && json !== null ? known.results?.get(place)?.get(json) : undefined
}

export function storeResult(place: SchemaPlace, json: Json, { known }: DecodeRun, result: KnownResult): void {
  if (typeof json !== 'object' || json === null) return
  known.results ??= new Map()
  known.results.getOrInsertComputed(place, () => new WeakMap()).set(json, result)
}

/** The maximum nesting of places, because of the call stack. */
const maxDepth = 600

export function spendStep(run: DecodeRun): void {
  spendSteps(1)
  run.spent.count++
  run.spent.depth++
  if (run.spent.count > run.policy.budget || run.spent.depth > maxDepth) throw new Overrun('the schema asks for too much work')
}

export function isFull(run: DecodeRun): boolean {
  return run.failures.length >= run.most
}

export function reportFailure(run: DecodeRun, keyword: string, about: { limit?: Json; actual?: Json; value?: Json } = {}): void {
  if (isFull(run)) return
  if (run.most === 1) {
    run.failures.push({ pointer: '', keyword })
    return
  }
  const property = findLastName(run.path)
  const { value, ...rest } = about
  const valueMember = value === undefined || run.hidden > 0 || isJsonArray(value) || isJsonObject(value) ? {} : { value }
  run.failures.push({ pointer: printPointer(run.path), ...(property === undefined ? {} : { property }), keyword, ...rest, ...valueMember })
}
