// Converts untyped JSON to a value: numbers are doubles, as CEL reads JSON, unless that loses digits.

import { type Json, isJsonArray, isJsonObject } from '../../base/json.ts'
import type { Value } from '../value.ts'

export function toNaturalValue(json: Json): Value {
  if (isJsonArray(json)) return json.map(toNaturalValue)
  if (isJsonObject(json)) return new Map(Object.entries(json).map(([name, member]) => [name, toNaturalValue(member)]))
  return json
}
