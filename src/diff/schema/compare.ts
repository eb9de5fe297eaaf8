// Compares the sets of values that two schemas allow, keyword by keyword, for senders and for readers.

import { type Json, type JsonObject, isJsonArray, isJsonObject } from '../../base/json.ts'
import type { Edition } from '../edition.ts'
import { equalFacts, printFact } from '../rule.ts'
import { typeOfKeyword } from '../../schema/problems.ts'
import { definitionsOf } from '../../typing/definitions.ts'
import { resolveSchema } from '../witness/values.ts'
import { type SchemaDifference, makeDifference } from './difference.ts'
import { keywordRules } from './keywords.ts'
import { simplifySchema } from './plain.ts'

type SchemaComparison = {
  readonly old: Edition
  readonly new: Edition
  /** Pairs of shapes that are already being compared, which ends recursion. */
  readonly comparedShapes?: ReadonlySet<string>
}

export function compareSchemas(
  a: Json | undefined,
  b: Json | undefined,
  comparison: SchemaComparison,
  path: readonly string[] = [],
): readonly SchemaDifference[] {
  if (equalFacts(a, b)) return []
  const [before, after] = [simplifySchema(a), simplifySchema(b)]
  if (typeof before === 'boolean' || typeof after === 'boolean') return compareBooleans(before, after, path)
  const nullable = [before, after].map(splitNull)
  if (nullable.some(({ isBesides }) => isBesides)) return compareBesidesNull(nullable[0]!, nullable[1]!, comparison, path)
  const expanded = expandRefs(before, after, comparison)
  return expanded === undefined ? [] : compareKeywords(expanded, path)
}

type WithoutNull = { readonly schema: JsonObject; readonly allowsNull: boolean; readonly isBesides: boolean }

/** Separates null from the other values: `type: [string, null]`, or `anyOf` of a schema and null (`isBesides`). */
function splitNull(schema: JsonObject): WithoutNull {
  const { type, ...rest } = schema
  if (isJsonArray(type) && type.includes('null') && type.length > 1)
    return { schema: { ...rest, type: type.filter((each) => each !== 'null') }, allowsNull: true, isBesides: false }
  const word = ['anyOf', 'oneOf'].find((each) => schema[each] !== undefined)
  const alternatives = word === undefined ? undefined : schema[word]
  if (!isJsonArray(alternatives) || alternatives.length !== 2 || type !== undefined) return { schema, allowsNull: false, isBesides: false }
  const others = alternatives.filter((each) => !equalFacts(each, { type: ['null'] }) && !equalFacts(each, { type: 'null' }))
  const [other] = others
  if (others.length !== 1 || !isJsonObject(other)) return { schema, allowsNull: false, isBesides: false }
  const { [word!]: _, ...outer } = schema
  return { schema: { ...other, ...outer }, allowsNull: true, isBesides: true }
}

function compareBesidesNull(
  before: WithoutNull,
  after: WithoutNull,
  comparison: SchemaComparison,
  path: readonly string[],
): readonly SchemaDifference[] {
  const inner = compareSchemas(before.schema, after.schema, comparison, path)
  if (before.allowsNull === after.allowsNull) return inner
  const way = after.allowsNull ? 'wider' : 'narrower'
  return [...inner, { path, old: before.allowsNull ? 'null' : 'no null', new: after.allowsNull ? 'null' : 'no null', sent: way, read: way }]
}

function compareKeywords({ before, after, comparing: comparison }: Expanded, path: readonly string[]): readonly SchemaDifference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) =>
      !equalFacts(before[name], after[name]) && (isAboutKey(name, before, comparison.old) || isAboutKey(name, after, comparison.new)),
  )
  return names.flatMap((keyword): readonly SchemaDifference[] => {
    const context = {
      keyword,
      before,
      after,
      old: comparison.old,
      new: comparison.new,
      path: [...path, keyword],
      compare: (oldSchema: Json | undefined, newSchema: Json | undefined, inner: readonly string[]) =>
        compareSchemas(oldSchema, newSchema, comparison, inner),
    }
    const judge = Object.hasOwn(keywordRules, keyword) ? keywordRules[keyword as keyof typeof keywordRules] : undefined
    return judge === undefined ? [makeDifference(context, 'unknown')] : judge(context)
  })
}

/** False for a keyword that cannot apply to the key of a referenced record. */
function isAboutKey(keyword: string, { $ref: reference }: JsonObject, { compiled }: Edition): boolean {
  const type = typeOfKeyword.get(keyword)
  const resource = typeof reference === 'string' ? compiled.facts.typing.domain.resources.get(reference) : undefined
  const { domain } = compiled.facts.typing
  const key = resource?.properties.get(resource.key[0] ?? '')?.schema
  const keyType = key === undefined ? undefined : resolveSchema(key, definitionsOf(domain)).type
  return type === undefined || keyType === undefined || keyType === type || (type === 'integer' && keyType === 'number')
}

/** `true` and an empty schema allow anything, `false` nothing. */
function compareBooleans(a: boolean | JsonObject, b: boolean | JsonObject, path: readonly string[]): readonly SchemaDifference[] {
  const [before, after] = [toBoolean(a), toBoolean(b)]
  if (before === after) return before === undefined ? [{ path, old: a, new: b, sent: 'unknown', read: 'unknown' }] : []
  const way = before === true || after === false ? 'narrower' : 'wider'
  return [{ path, old: a, new: b, sent: way, read: way }]
}

function toBoolean(schema: boolean | JsonObject): boolean | undefined {
  if (typeof schema === 'boolean') return schema
  return Object.keys(schema).length === 0 ? true : undefined
}

type Expanded = { readonly before: JsonObject; readonly after: JsonObject; readonly comparing: SchemaComparison }

/**
 * Shapes with the same name in both are compared at their declaration; any other reference is replaced by its target. Undefined if both are
 * already being compared.
 */
function expandRefs(before: JsonObject, after: JsonObject, comparison: SchemaComparison): Expanded | undefined {
  const [oldReference, newReference] = [before['$ref'], after['$ref']]
  const [first, second] =
    oldReference === newReference ? [] : [findShape(oldReference, comparison.old), findShape(newReference, comparison.new)]
  if (first === undefined && second === undefined) return { before, after, comparing: comparison }
  const key = `${printFact(oldReference)} ${printFact(newReference)}`
  if (comparison.comparedShapes?.has(key) === true) return undefined
  const next = { ...comparison, comparedShapes: new Set([...(comparison.comparedShapes ?? []), key]) }
  const expanded = { before: merge(before, first), after: merge(after, second), comparing: next }
  // A shape may itself be only a reference to another.
  return expandRefs(expanded.before, expanded.after, next)
}

function merge(schema: JsonObject, shape: Json | undefined): JsonObject {
  if (shape === undefined) return schema
  const { $ref: _, ...rest } = schema
  const comparable = simplifySchema(shape)
  return typeof comparable === 'boolean' ? rest : { ...comparable, ...rest }
}

function findShape(name: Json | undefined, edition: Edition): Json | undefined {
  return typeof name === 'string' && Object.hasOwn(edition.shapes, name) ? edition.shapes[name] : undefined
}
