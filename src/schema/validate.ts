// The entry point of this folder: compiles a schema once, then validates any number of values.

import type { Json } from '../base/json.ts'
import { acceptsNode, decodeValue } from './decode.ts'
import type { SchemaFailure } from './failure.ts'
import { createLinker } from './node.ts'
import { type SchemaPlace, createPlaces } from './place.ts'
import { type DecodePolicy, beginRun } from './run.ts'
import type { Schema } from './schema.ts'

export type { SchemaFailure } from './failure.ts'
export { Overrun } from './run.ts'

type Decoded =
  | { readonly value: Json; readonly failures?: undefined }
  | { readonly value?: undefined; readonly failures: readonly SchemaFailure[] }

export type Decoder = {
  /**
   * The decoded value: defaults filled, unlisted members dropped, UUIDs, timestamps and durations in one spelling, decimals exact. Or its
   * failures (the first 100), in the schema's order.
   */
  decode(value: Json): Decoded
  /** True if the value is valid; does not decode it. */
  accepts(value: Json): boolean
  /** The schemas' rules for the value itself. */
  readonly place: SchemaPlace
}

export type DecoderOptions = Partial<DecodePolicy> & {
  /** The schemas that `$ref` can name. */
  readonly definitions?: ReadonlyMap<string, Schema>
}

const defaultPolicy: DecodePolicy = {
  unlisted: 'drop',
  readOnly: 'drop',
  defaults: 'fill',
  integers: 'safe',
  budget: Number.POSITIVE_INFINITY,
}

/** JSON Schema without Ninefold's additions: for schemas that are data. */
export const standardPolicy = {
  unlisted: 'keep',
  readOnly: 'keep',
  defaults: 'ignore',
  integers: 'any',
} as const satisfies Partial<DecodePolicy>

/** Compiles a schema that was read without problems. Throws for a schema with problems, which is a bug of the caller. */
export function compileSchema(schema: Schema, options: DecoderOptions = {}): Decoder {
  const { definitions = new Map<string, Schema>(), ...policy } = options
  const allPlaces = createPlaces()
  const link = createLinker(schema, definitions)
  const root = link(schema)
  const place = allPlaces.placeOf([root])
  const completePolicy = { ...defaultPolicy, ...policy }
  return {
    place,
    decode(value) {
      const run = beginRun(completePolicy, allPlaces, acceptsNode)
      const decoded = decodeValue(place, value, run)
      return run.failures.length === 0 ? { value: decoded } : { failures: run.failures }
    },
    accepts: (value) => acceptsNode(root, value, beginRun(completePolicy, allPlaces, acceptsNode)),
  }
}
