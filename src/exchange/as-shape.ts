// Converts a value to a shape of `$defs`: decoded like a request's body; no value if the shape refuses it.

import type { Value } from '../cel/value.ts'
import { type Decoder, compileSchema } from '../schema/validate.ts'
import { definitionsOf } from '../typing/definitions.ts'
import type { Domain, ShapeInfo } from '../typing/domain.ts'
import { type RecordKeyText, convertValueToJson, convertJsonToValue } from './value-json.ts'

const decoders = new WeakMap<ShapeInfo, Decoder>()

export function asShape(domain: Pick<Domain, 'shapes'>, keys: RecordKeyText, shape: ShapeInfo, value: Value): Value {
  const decoder = decoders.getOrInsertComputed(shape, ({ schema }) =>
    compileSchema(schema, { definitions: definitionsOf(domain), readOnly: 'keep' }),
  )
  const { value: decoded, failures } = decoder.decode(convertValueToJson(value, keys))
  return { kind: 'optional', value: failures === undefined ? convertJsonToValue(decoded, shape.type, keys) : undefined }
}
