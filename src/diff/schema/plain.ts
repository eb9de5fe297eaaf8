// Normalises a schema: equivalent spellings become one.

import { type Json, type JsonNumber, type JsonObject, canonical, compareNumbers, isInteger, isJsonArray, isJsonNumber, isJsonObject, jsonKind } from '../../base/json.ts'
import { isNone } from '../rule.ts'

/** The values that mean the same as a missing keyword. */
const usual: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['minLength', 0], ['minItems', 0], ['minProperties', 0], ['uniqueItems', false], ['readOnly', false], ['writeOnly', false], ['immutable', false],
  ['fold', false], ['stored', false], ['sensitive', false], ['additionalProperties', true], ['items', true],
])

export function plainSchema(schema: Json | undefined): boolean | JsonObject {
  if (typeof schema === 'boolean') return schema
  if (!isJsonObject(schema)) return true
  const plain: { [keyword: string]: Json } = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (isNone(value) || usual.get(keyword) === value) continue
    plain[keyword] = value
  }
  if (plain['const'] !== undefined) {
    plain['enum'] = [plain['const']]
    delete plain['const']
  }
  plainTypes(plain)
  const { enum: values } = plain
  if (isJsonArray(values)) plain['enum'] = values.toSorted((a, b) => (canonical(a) < canonical(b) ? -1 : 1))
  plainBounds(plain)
  return plain
}

/** `type` as a sorted list; left out if `enum` implies it. */
function plainTypes(said: { [keyword: string]: Json }): void {
  const { type, enum: values } = said
  if (type === undefined) return
  const types = (isJsonArray(type) ? [...type] : [type]) as string[]
  if (isJsonArray(values)) {
    // An enum keeps only values of the allowed types, which are then redundant.
    said['enum'] = values.filter((value) => types.some((each) => isOf(value, each)))
    delete said['type']
  } else said['type'] = types.toSorted()
}

function isOf(value: Json, type: string): boolean {
  const kind = jsonKind(value)
  return type === kind || (type === 'integer' && isJsonNumber(value) && isInteger(value))
}

/** The tighter of two bounds; of integers an exclusive bound is the next inclusive one. */
function plainBounds(said: { [keyword: string]: Json }): void {
  const isWhole = isJsonArray(said['type']) && said['type'].every((each) => each === 'integer' || each === 'null')
  for (const [inclusive, exclusive, step] of [['minimum', 'exclusiveMinimum', 1], ['maximum', 'exclusiveMaximum', -1]] as const) {
    const [from, beyond] = [said[inclusive], said[exclusive]]
    if (!isJsonNumber(beyond)) continue
    if (isWhole && typeof beyond === 'number' && Number.isInteger(beyond)) {
      const next = beyond + step
      said[inclusive] = isJsonNumber(from) && isTighter(from, next, step) ? from : next
      delete said[exclusive]
    } else if (isJsonNumber(from)) {
      if (isTighter(from, beyond, step) && compareNumbers(from, beyond) !== 0) delete said[exclusive]
      else delete said[inclusive]
    }
  }
}

function isTighter(a: JsonNumber, b: JsonNumber, step: 1 | -1): boolean {
  return compareNumbers(a, b) * step >= 0
}
