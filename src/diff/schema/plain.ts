// Normalises a schema: equivalent spellings become one.

import {
  type Json,
  type JsonNumber,
  type JsonObject,
  printCanonical,
  compareNumbers,
  isInteger,
  isJsonArray,
  isJsonNumber,
  isJsonObject,
  jsonKindOf,
} from '../../base/json.ts'
import { conforms } from '../../schema/conforms.ts'
import { numberFormats, textFormats } from '../../schema/format.ts'
import { typeOfKeyword } from '../../schema/problems.ts'
import { isNone } from '../rule.ts'

/** The values that mean the same as a missing keyword. */
const defaultValues: ReadonlyMap<string, Json> = new Map<string, Json>([
  ['minLength', 0],
  ['minItems', 0],
  ['minProperties', 0],
  ['uniqueItems', false],
  ['readOnly', false],
  ['writeOnly', false],
  ['immutable', false],
  ['fold', false],
  ['stored', false],
  ['sensitive', false],
  ['additionalProperties', true],
  ['items', true],
])

export function simplifySchema(schema: Json | undefined): boolean | JsonObject {
  if (typeof schema === 'boolean') return schema
  if (!isJsonObject(schema)) return true
  const plain: { [keyword: string]: Json } = {}
  for (const [keyword, value] of Object.entries(schema)) {
    if (isNone(value) || defaultValues.get(keyword) === value) continue
    plain[keyword] = value
  }
  if (plain['const'] !== undefined) {
    plain['enum'] = [plain['const']]
    delete plain['const']
  }
  mergeOnlyMember(plain)
  simplifyTypes(plain)
  const { enum: values } = plain
  if (isJsonArray(values)) plain['enum'] = values.toSorted((a, b) => (printCanonical(a) < printCanonical(b) ? -1 : 1))
  simplifyBounds(plain)
  removeUnused(plain)
  removeImplied(plain)
  return plain
}

/** `allOf` of one schema is this schema; an empty schema among several allows everything. */
function mergeOnlyMember(schema: { [keyword: string]: Json }): void {
  const { allOf } = schema
  if (!isJsonArray(allOf)) return
  const members = allOf.filter((each) => each !== true && !(isJsonObject(each) && Object.keys(each).length === 0))
  const [only] = members
  if (members.length === 0) delete schema['allOf']
  else if (members.length > 1 || !isJsonObject(only) || Object.keys(only).some((keyword) => keyword !== 'allOf' && keyword in schema))
    schema['allOf'] = members
  else {
    delete schema['allOf']
    Object.assign(schema, simplifySchema(only))
  }
}

/** Removes keywords for types that the schema does not allow: `maximum` of a text has no effect. */
function removeUnused(schema: { [keyword: string]: Json }): void {
  const types = listTypes(schema)
  if (types === undefined) return
  const { format } = schema
  const isFormatUsed =
    typeof format === 'string' &&
    ((types.includes('string') && textFormats.has(format)) ||
      ((types.includes('number') || types.includes('integer')) && numberFormats.has(format)))
  if (!isFormatUsed) delete schema['format']
  for (const keyword of Object.keys(schema)) {
    const type = typeOfKeyword.get(keyword)
    const isUsed = type === undefined || types.includes(type) || (type === 'integer' && types.includes('number'))
    if (!isUsed) delete schema[keyword]
  }
}

const restrictions = ['minLength', 'maxLength', 'pattern', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']

/** Removes restrictions that each value of the enum meets. */
function removeImplied(schema: { [keyword: string]: Json }): void {
  const { enum: values } = schema
  if (!isJsonArray(values)) return
  for (const keyword of restrictions) {
    const restriction = schema[keyword]
    if (restriction !== undefined && values.every((value) => conforms(value, { [keyword]: restriction }) === true)) delete schema[keyword]
  }
}

/** The allowed types; undefined if any is. */
function listTypes({ type, enum: values }: JsonObject): readonly Json[] | undefined {
  if (isJsonArray(values)) return values.map((value) => (isOf(value, 'integer') ? 'integer' : jsonKindOf(value)))
  return isJsonArray(type) ? type : undefined
}

/** `type` as a sorted list; left out if `enum` implies it. */
function simplifyTypes(schema: { [keyword: string]: Json }): void {
  const { type, enum: values } = schema
  if (type === undefined) return
  const types = (isJsonArray(type) ? [...type] : [type]) as string[]
  if (isJsonArray(values)) {
    // An enum keeps only values of the allowed types, which are then redundant.
    schema['enum'] = values.filter((value) => types.some((each) => isOf(value, each)))
    delete schema['type']
  } else schema['type'] = types.toSorted()
}

function isOf(value: Json, type: string): boolean {
  const kind = jsonKindOf(value)
  return type === kind || (type === 'integer' && isJsonNumber(value) && isInteger(value))
}

/** The tighter of two bounds; of integers an exclusive bound is the next inclusive one. */
function simplifyBounds(schema: { [keyword: string]: Json }): void {
  const isIntegerType = isJsonArray(schema['type']) && schema['type'].every((each) => each === 'integer' || each === 'null')
  for (const [inclusive, exclusive, step] of [
    ['minimum', 'exclusiveMinimum', 1],
    ['maximum', 'exclusiveMaximum', -1],
  ] as const) {
    const [inclusiveBound, exclusiveBound] = [schema[inclusive], schema[exclusive]]
    if (!isJsonNumber(exclusiveBound)) continue
    if (isIntegerType && typeof exclusiveBound === 'number' && Number.isInteger(exclusiveBound)) {
      const next = exclusiveBound + step
      schema[inclusive] = isJsonNumber(inclusiveBound) && isTighter(inclusiveBound, next, step) ? inclusiveBound : next
      delete schema[exclusive]
    } else if (isJsonNumber(inclusiveBound)) {
      if (isTighter(inclusiveBound, exclusiveBound, step) && compareNumbers(inclusiveBound, exclusiveBound) !== 0) delete schema[exclusive]
      else delete schema[inclusive]
    }
  }
}

function isTighter(a: JsonNumber, b: JsonNumber, step: 1 | -1): boolean {
  return compareNumbers(a, b) * step >= 0
}
