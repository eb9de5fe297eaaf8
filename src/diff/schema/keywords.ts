// Defines a rule for each keyword of schemas: the effect on the allowed values if it is added, removed or changed.

import { type Json, type JsonObject, isJsonArray, isJsonNumber, isJsonObject, isMultiple } from '../../base/json.ts'
import type { schemaKeys } from '../../model/schema.ts'
import { compareExpressions } from '../condition.ts'
import { type SetMotion, flipMotion, combineWays } from '../law.ts'
import { compareSets, equalFacts, toObject, compareBounds } from '../rule.ts'
import { type DifferenceContext, type SchemaDifference, type KeywordRule, makeDifference } from './difference.ts'
import { findAllowedOnlyBy } from './pattern.ts'

type Refused =
  | 'unevaluatedProperties'
  | 'unevaluatedItems'
  | '$vocabulary'
  | '$id'
  | '$schema'
  | '$defs'
  | '$anchor'
  | '$dynamicAnchor'
  | '$dynamicRef'
  | 'definitions'
  | 'nullable'
  | 'example'
type Documentation =
  | 'title'
  | 'description'
  | 'contentEncoding'
  | 'contentMediaType'
  | 'contentSchema'
  | 'examples'
  | '$comment'
  | 'deprecated'

const values = ({ before, after, keyword }: DifferenceContext): readonly [Json | undefined, Json | undefined] => [
  before[keyword],
  after[keyword],
]

const boundRule =
  (kind: 'most' | 'least'): KeywordRule =>
  (context) => [makeDifference(context, compareBounds(...values(context), kind))]
const presenceRule =
  (added: SetMotion, removed: SetMotion, changed: SetMotion): KeywordRule =>
  (context) => {
    const [a, b] = values(context)
    return [makeDifference(context, a === undefined ? added : b === undefined ? removed : changed)]
  }
/** The keyword changes how a value, or a missing value, is processed. */
const changedBehaviour: KeywordRule = (context) => [makeDifference(context, 'other')]
/** Another server may apply a default that its description leaves out. */
const defaultRule: KeywordRule = (context) =>
  context.new.isElsewhere && values(context).includes(undefined) ? unknownEffect(context) : changedBehaviour(context)
const unknownEffect: KeywordRule = (context) => [makeDifference(context, 'unknown')]
const invisible: KeywordRule = (context) => [makeDifference(context, 'same')]

/** A subschema; without it any value is allowed. */
const subschemaRule: KeywordRule = (context) => context.compare(...values(context), context.path)

/** Subschemas that each narrow the allowed values. */
const narrowingSubschemas: KeywordRule = (context) => listDifferences(context, 'narrower')
/** Subschemas that each widen the allowed values. */
const wideningSubschemas: KeywordRule = (context) => {
  if (context.before[context.keyword] === undefined) return [makeDifference(context, 'narrower')]
  return context.after[context.keyword] === undefined ? [makeDifference(context, 'wider')] : listDifferences(context, 'wider')
}

function listDifferences(context: DifferenceContext, added: SetMotion): readonly SchemaDifference[] {
  const [a, b] = values(context).map((each) => (isJsonArray(each) ? each : [])) as [readonly Json[], readonly Json[]]
  const [removed, inserted] = [
    a.filter((each) => !b.some((other) => equalFacts(each, other))),
    b.filter((each) => !a.some((other) => equalFacts(each, other))),
  ]
  if (removed.length === 1 && inserted.length === 1)
    return context.compare(removed[0], inserted[0], [...context.path, String(b.indexOf(inserted[0]!))])
  const way = removed.length > 0 && inserted.length > 0 ? 'unknown' : inserted.length > 0 ? added : flipMotion(added)
  return [makeDifference(context, removed.length + inserted.length === 0 ? 'same' : way)]
}

/** Subschemas by name; a missing name allows any value. */
const subschemasByName: KeywordRule = (context) => {
  const [a, b] = values(context).map((each) => (isJsonObject(each) ? toObject(each) : {})) as [JsonObject, JsonObject]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) => context.compare(a[name], b[name], [...context.path, name]))
}

/** Compares members: clients may send a new one and ignore it in responses; a removed one is dropped or refused, and readers miss it. */
const properties: KeywordRule = (context) => {
  const [a, b] = values(context).map((each) => (isJsonObject(each) ? toObject(each) : {})) as [JsonObject, JsonObject]
  const isClosed = (schema: JsonObject): boolean => schema['additionalProperties'] === false
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name): readonly SchemaDifference[] => {
    const path = [...context.path, name]
    if (a[name] === undefined) return [{ path, new: b[name], sent: 'wider', read: 'narrower' }]
    // Another server took the member for a purpose that its description no longer names.
    const isDropped = isClosed(context.after) || context.new.isElsewhere
    if (b[name] === undefined) return [{ path, old: a[name], sent: isDropped ? 'narrower' : 'unknown', read: 'other' }]
    return context.compare(a[name], b[name], path)
  })
}

const compareRequired: KeywordRule = (context) => [
  makeDifference(context, combineWays([flipMotion(compareSets(...values(context), 'none'))])),
]

const typesRule: KeywordRule = (context) => {
  const [a, b] = values(context)
  // The enum itself determines the types.
  if (a === undefined && context.before['enum'] !== undefined) return []
  if (b === undefined && context.after['enum'] !== undefined) return []
  if (a === undefined || b === undefined) return [makeDifference(context, a === undefined ? 'narrower' : 'wider')]
  const allows = (types: Json, type: Json): boolean =>
    isJsonArray(types) && (types.includes(type) || (type === 'integer' && types.includes('number')))
  const [lost, gained] = [(a as readonly Json[]).some((each) => !allows(b, each)), (b as readonly Json[]).some((each) => !allows(a, each))]
  return [makeDifference(context, lost && gained ? 'other' : lost ? 'narrower' : gained ? 'wider' : 'same')]
}

const compareEnum: KeywordRule = (context) => {
  const [a, b] = values(context)
  if (a === undefined)
    return [makeDifference(context, context.before['type'] === undefined || isAmong(b, context.before['type']) ? 'narrower' : 'other')]
  if (b === undefined)
    return [makeDifference(context, context.after['type'] === undefined || isAmong(a, context.after['type']) ? 'wider' : 'other')]
  return [makeDifference(context, compareSets(a, b, 'none'))]
}

function isAmong(list: Json | undefined, types: Json): boolean {
  const kinds = new Map<string, string>([
    ['string', 'string'],
    ['number', 'number'],
    ['bigint', 'number'],
    ['boolean', 'boolean'],
  ])
  return (
    isJsonArray(list) &&
    isJsonArray(types) &&
    list.every((value) =>
      types.some((type) => (type === 'integer' ? 'number' : type) === (value === null ? 'null' : kinds.get(typeof value))),
    )
  )
}

const pattern: KeywordRule = (context) => {
  const [a, b] = values(context)
  if (typeof a !== 'string' || typeof b !== 'string') return [makeDifference(context, a === undefined ? 'narrower' : 'wider')]
  const [lost, gained] = [findAllowedOnlyBy(a, b), findAllowedOnlyBy(b, a)]
  if (lost !== undefined && gained !== undefined)
    return [makeDifference(context, 'other', 'other', `\`${lost}\` is no longer valid, \`${gained}\` now is.`)]
  if (lost !== undefined) return [makeDifference(context, 'narrower', 'unknown', `\`${lost}\` is no longer valid.`)]
  return gained === undefined ? unknownEffect(context) : [makeDifference(context, 'unknown', 'wider', `\`${gained}\` fits now.`)]
}

const multiple: KeywordRule = (context) => {
  const [a, b] = values(context)
  if (!isJsonNumber(a) || !isJsonNumber(b)) return [makeDifference(context, a === undefined ? 'narrower' : 'wider')]
  return [makeDifference(context, isMultiple(b, a) ? 'narrower' : isMultiple(a, b) ? 'wider' : 'other')]
}

/** Compares `readOnly`: if set, requests lose the member, and responses still have it. */
const readOnly: KeywordRule = (context) => [
  context.after['readOnly'] === true ? makeDifference(context, 'narrower', 'same') : makeDifference(context, 'wider', 'same'),
]
const writeOnly: KeywordRule = (context) => [
  context.after['writeOnly'] === true
    ? makeDifference(context, 'same', 'other')
    : makeDifference(context, 'same', 'unknown', 'It may be read now.'),
]
const immutable: KeywordRule = (context) => [
  context.after['immutable'] === true
    ? makeDifference(context, 'narrower', 'same')
    : makeDifference(context, 'wider', 'unknown', 'Values that clients have read may now change.'),
]
const sensitive: KeywordRule = (context) => [
  context.after['sensitive'] === true
    ? makeDifference(context, 'same', 'other', 'Errors, events and default views show it no longer.')
    : makeDifference(context, 'same', 'unknown', 'Errors, events and default views may show it now.'),
]

/** Generated by the service: requests can no longer send it; generated otherwise, its values may look otherwise. */
const generate: KeywordRule = (context) => {
  const [a, b] = values(context)
  if (a !== undefined && b !== undefined) return [makeDifference(context, 'same', 'unknown')]
  return [makeDifference(context, a === undefined ? 'narrower' : 'other', a === undefined ? 'unknown' : 'other')]
}

const compareComputed: KeywordRule = (context) => {
  const [a, b] = values(context)
  const way = compareExpressions(a, b, context)
  return way === 'same' ? [] : [makeDifference(context, way)]
}

const not: KeywordRule = (context) => {
  const [a, b] = values(context)
  if (a === undefined || b === undefined) return [makeDifference(context, a === undefined ? 'narrower' : 'wider')]
  return context.compare(a, b, context.path).map((each) => ({ ...each, sent: flipMotion(each.sent), read: flipMotion(each.read) }))
}

/** The alternatives themselves are compared by `oneOf`; here the values that select them. */
const discriminator: KeywordRule = (context) => {
  const [a, b] = values(context)
  const [before, after] = [toObject(a), toObject(b)]
  if (a === undefined || b === undefined || !equalFacts(before['propertyName'], after['propertyName']))
    return presenceRule('unknown', 'other', 'other')(context)
  const way = compareSets(Object.keys(toObject(before['mapping'])), Object.keys(toObject(after['mapping'])), 'none')
  return [makeDifference(context, way === 'same' ? 'unknown' : way)]
}

/** An exact number may be printed otherwise; its format excludes no value. */
const format: KeywordRule = (context) =>
  values(context).includes('decimal') && !isText(context.before) && !isText(context.after)
    ? unknownEffect(context)
    : presenceRule('narrower', 'wider', 'other')(context)

const isText = ({ type }: JsonObject): boolean => !isJsonArray(type) || type.includes('string')

export const keywordRules: { readonly [Keyword in Exclude<keyof typeof schemaKeys, Refused | Documentation>]: KeywordRule } = {
  type: typesRule,
  enum: compareEnum,
  const: changedBehaviour,
  format,
  minLength: boundRule('least'),
  maxLength: boundRule('most'),
  pattern,
  minimum: boundRule('least'),
  maximum: boundRule('most'),
  exclusiveMinimum: boundRule('least'),
  exclusiveMaximum: boundRule('most'),
  multipleOf: multiple,
  items: subschemaRule,
  prefixItems: unknownEffect,
  contains: unknownEffect,
  minContains: boundRule('least'),
  maxContains: boundRule('most'),
  minItems: boundRule('least'),
  maxItems: boundRule('most'),
  uniqueItems: (context) => [makeDifference(context, context.after['uniqueItems'] === true ? 'narrower' : 'wider')],
  properties,
  required: compareRequired,
  additionalProperties: subschemaRule,
  patternProperties: subschemasByName,
  propertyNames: subschemaRule,
  minProperties: boundRule('least'),
  maxProperties: boundRule('most'),
  dependentRequired: unknownEffect,
  dependentSchemas: subschemasByName,
  allOf: narrowingSubschemas,
  anyOf: wideningSubschemas,
  oneOf: wideningSubschemas,
  not,
  if: unknownEffect,
  then: unknownEffect,
  else: unknownEffect,
  discriminator,
  $ref: changedBehaviour,
  default: defaultRule,
  readOnly,
  writeOnly,
  onDelete: changedBehaviour,
  inverse: changedBehaviour,
  immutable,
  generate,
  normalize: (context) =>
    compareComputed(context).map((each) => ({ ...each, sent: each.sent === 'same' ? 'same' : 'unknown', read: 'unknown' })),
  fold: changedBehaviour,
  compute: compareComputed,
  stored: invisible,
  discloses: unknownEffect,
  secret: changedBehaviour,
  sensitive,
  $renamedFrom: invisible,
}
