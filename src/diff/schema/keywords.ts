// A rule for each keyword of schemas: how the values that it allows move when it is added, removed or changed.

import { type Json, type JsonObject, isJsonArray, isJsonNumber, isJsonObject, isMultiple } from '../../base/json.ts'
import type { schemaKeys } from '../../model/schema.ts'
import { wayOfExpression } from '../condition.ts'
import { type Way, flipped, together } from '../law.ts'
import { equal, objectOf, wayOfBound, wayOfSet } from '../rule.ts'
import { type Context, type Difference, type KeywordRule, difference } from './difference.ts'
import { allowedOnlyBy } from './pattern.ts'

type Refused =
  | 'unevaluatedProperties' | 'unevaluatedItems' | '$vocabulary' | '$id' | '$schema' | '$defs' | '$anchor' | '$dynamicAnchor' | '$dynamicRef' | 'definitions'
  | 'nullable' | 'example'
type Documentation = 'title' | 'description' | 'contentEncoding' | 'contentMediaType' | 'contentSchema' | 'examples' | '$comment' | 'deprecated'

const values = ({ before, after, keyword }: Context): readonly [Json | undefined, Json | undefined] => [before[keyword], after[keyword]]

const bound = (kind: 'most' | 'least'): KeywordRule => (context) => [difference(context, wayOfBound(...values(context), kind))]
const present = (added: Way, removed: Way, changed: Way): KeywordRule => (context) => {
  const [a, b] = values(context)
  return [difference(context, a === undefined ? added : b === undefined ? removed : changed)]
}
/** It changes what becomes of a value, and of its being left out. */
const behaviour: KeywordRule = (context) => [difference(context, 'other')]
const undecided: KeywordRule = (context) => [difference(context, 'unknown')]
const unseen: KeywordRule = (context) => [difference(context, 'same')]

/** A schema that stands inside; without it anything is allowed. */
const inner: KeywordRule = (context) => context.compare(...values(context), context.path)

/** Schemas of which each narrows what is allowed. */
const all: KeywordRule = (context) => listed(context, 'narrower')
/** Schemas of which each adds to what is allowed. */
const alternatives: KeywordRule = (context) => (context.before[context.keyword] === undefined ? [difference(context, 'narrower')] : context.after[context.keyword] === undefined ? [difference(context, 'wider')] : listed(context, 'wider'))

function listed(context: Context, added: Way): readonly Difference[] {
  const [a, b] = values(context).map((each) => (isJsonArray(each) ? each : [])) as [readonly Json[], readonly Json[]]
  const [gone, come] = [a.filter((each) => !b.some((other) => equal(each, other))), b.filter((each) => !a.some((other) => equal(each, other)))]
  if (gone.length === 1 && come.length === 1) return context.compare(gone[0], come[0], [...context.path, String(b.indexOf(come[0]!))])
  const way = gone.length > 0 && come.length > 0 ? 'unknown' : come.length > 0 ? added : flipped(added)
  return [difference(context, gone.length + come.length === 0 ? 'same' : way)]
}

/** Schemas by name, in which a name that is not there allows anything. */
const named: KeywordRule = (context) => {
  const [a, b] = values(context).map((each) => (isJsonObject(each) ? objectOf(each) : {})) as [JsonObject, JsonObject]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name) => context.compare(a[name], b[name], [...context.path, name]))
}

/** Members: one that is new may be sent, and is ignored by whoever does not know it; one that is gone is dropped or refused, and missed. */
const properties: KeywordRule = (context) => {
  const [a, b] = values(context).map((each) => (isJsonObject(each) ? objectOf(each) : {})) as [JsonObject, JsonObject]
  const isClosed = (schema: JsonObject): boolean => schema['additionalProperties'] === false
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((name): readonly Difference[] => {
    const path = [...context.path, name]
    if (a[name] === undefined) return [{ path, new: b[name], sent: 'wider', read: 'narrower' }]
    if (b[name] === undefined) return [{ path, old: a[name], sent: isClosed(context.after) ? 'narrower' : 'unknown', read: 'other' }]
    return context.compare(a[name], b[name], path)
  })
}

const required: KeywordRule = (context) => [difference(context, together([flipped(wayOfSet(...values(context), 'none'))]))]

const types: KeywordRule = (context) => {
  const [a, b] = values(context)
  // An enum says the types itself.
  if (a === undefined && context.before['enum'] !== undefined) return []
  if (b === undefined && context.after['enum'] !== undefined) return []
  if (a === undefined || b === undefined) return [difference(context, a === undefined ? 'narrower' : 'wider')]
  const allows = (types: Json, type: Json): boolean => isJsonArray(types) && (types.includes(type) || (type === 'integer' && types.includes('number')))
  const [lost, gained] = [(a as readonly Json[]).some((each) => !allows(b, each)), (b as readonly Json[]).some((each) => !allows(a, each))]
  return [difference(context, lost && gained ? 'other' : lost ? 'narrower' : gained ? 'wider' : 'same')]
}

const enumerated: KeywordRule = (context) => {
  const [a, b] = values(context)
  if (a === undefined) return [difference(context, context.before['type'] === undefined || isAmong(b, context.before['type']) ? 'narrower' : 'other')]
  if (b === undefined) return [difference(context, context.after['type'] === undefined || isAmong(a, context.after['type']) ? 'wider' : 'other')]
  return [difference(context, wayOfSet(a, b, 'none'))]
}

function isAmong(list: Json | undefined, types: Json): boolean {
  const kinds = new Map<string, string>([['string', 'string'], ['number', 'number'], ['bigint', 'number'], ['boolean', 'boolean']])
  return isJsonArray(list) && isJsonArray(types) && list.every((value) => types.some((type) => (type === 'integer' ? 'number' : type) === (value === null ? 'null' : kinds.get(typeof value))))
}

const pattern: KeywordRule = (context) => {
  const [a, b] = values(context)
  if (typeof a !== 'string' || typeof b !== 'string') return [difference(context, a === undefined ? 'narrower' : 'wider')]
  const [lost, gained] = [allowedOnlyBy(a, b), allowedOnlyBy(b, a)]
  if (lost !== undefined && gained !== undefined) return [difference(context, 'other', 'other', `\`${lost}\` fits no more, \`${gained}\` does now.`)]
  if (lost !== undefined) return [difference(context, 'narrower', 'unknown', `\`${lost}\` fits no more.`)]
  return gained === undefined ? undecided(context) : [difference(context, 'unknown', 'wider', `\`${gained}\` fits now.`)]
}

const multiple: KeywordRule = (context) => {
  const [a, b] = values(context)
  if (!isJsonNumber(a) || !isJsonNumber(b)) return [difference(context, a === undefined ? 'narrower' : 'wider')]
  return [difference(context, isMultiple(b, a) ? 'narrower' : isMultiple(a, b) ? 'wider' : 'other')]
}

/** Set: what is sent is dropped or refused, and it may still be read. */
const readOnly: KeywordRule = (context) => [context.after['readOnly'] === true ? difference(context, 'narrower', 'same') : difference(context, 'wider', 'same')]
const writeOnly: KeywordRule = (context) => [context.after['writeOnly'] === true ? difference(context, 'same', 'other') : difference(context, 'same', 'unknown', 'It may be read now.')]
const immutable: KeywordRule = (context) => [context.after['immutable'] === true ? difference(context, 'narrower', 'same') : difference(context, 'wider', 'unknown', 'What clients read once may change now.')]
const sensitive: KeywordRule = (context) => [context.after['sensitive'] === true ? difference(context, 'same', 'other', 'Errors and events tell it no longer.') : difference(context, 'same', 'unknown', 'Errors and events may tell it now.')]

/** Made by the service: it may be sent no longer, and its values are others. */
const generate: KeywordRule = (context) => {
  const [a, b] = values(context)
  return [difference(context, a === undefined ? 'narrower' : 'other', a === undefined ? 'unknown' : b === undefined ? 'other' : 'unknown')]
}

const computed: KeywordRule = (context) => {
  const [a, b] = values(context)
  const way = wayOfExpression(a, b, context)
  return way === 'same' ? [] : [difference(context, way)]
}

const not: KeywordRule = (context) => {
  const [a, b] = values(context)
  if (a === undefined || b === undefined) return [difference(context, a === undefined ? 'narrower' : 'wider')]
  return context.compare(a, b, context.path).map((each) => ({ ...each, sent: flipped(each.sent), read: flipped(each.read) }))
}

export const keywordRules: { readonly [Keyword in Exclude<keyof typeof schemaKeys, Refused | Documentation>]: KeywordRule } = {
  type: types,
  enum: enumerated,
  const: behaviour,
  format: present('narrower', 'wider', 'other'),
  minLength: bound('least'),
  maxLength: bound('most'),
  pattern,
  minimum: bound('least'),
  maximum: bound('most'),
  exclusiveMinimum: bound('least'),
  exclusiveMaximum: bound('most'),
  multipleOf: multiple,
  items: inner,
  prefixItems: undecided,
  contains: undecided,
  minContains: bound('least'),
  maxContains: bound('most'),
  minItems: bound('least'),
  maxItems: bound('most'),
  uniqueItems: (context) => [difference(context, context.after['uniqueItems'] === true ? 'narrower' : 'wider')],
  properties,
  required,
  additionalProperties: inner,
  patternProperties: named,
  propertyNames: inner,
  minProperties: bound('least'),
  maxProperties: bound('most'),
  dependentRequired: undecided,
  dependentSchemas: named,
  allOf: all,
  anyOf: alternatives,
  oneOf: alternatives,
  not,
  if: undecided,
  then: undecided,
  else: undecided,
  discriminator: present('unknown', 'other', 'other'),
  $ref: behaviour,
  default: behaviour,
  readOnly,
  writeOnly,
  onDelete: behaviour,
  inverse: behaviour,
  immutable,
  generate,
  normalize: (context) => computed(context).map((each) => ({ ...each, sent: each.sent === 'same' ? 'same' : 'unknown', read: 'unknown' })),
  fold: behaviour,
  compute: computed,
  stored: unseen,
  discloses: undecided,
  secret: behaviour,
  sensitive,
  $renamedFrom: unseen,
}
