// Combines all schemas that apply to a place in a value: a member that two of them list is decoded once.

import { type Json, type JsonNumber, toExactDecimal } from '../base/json.ts'
import { computeNeededScale } from '../base/decimal.ts'
import { type SchemaCheck, countChecks, toExactLimit, numberChecks, makeTextChecks, makeValueChecks } from './checks.ts'
import { type TextFormat, textFormats } from './format.ts'
import { type Kinds, admits, everyKind } from './kind.ts'
import { type SchemaRuleNode, listAppliedNodes } from './node.ts'
import type { SchemaObject } from './schema.ts'

export type SchemaPlace = {
  readonly nodes: readonly SchemaRuleNode[]
  readonly never: boolean
  /** The kinds that all schemas admit. */
  readonly kinds: Kinds
  /** True if `anyOf`, `oneOf`, `if`, `not` or `dependentSchemas` must be evaluated to know which schemas apply. */
  readonly conditional: boolean
  readonly sensitive: boolean
  readonly patch: boolean
  readonly readOnly: boolean
  readonly normalize: readonly SchemaObject[]
  /** True if the value needs no treatment besides its keywords: it is neither conditional, sensitive, a patch nor normalised. */
  readonly plain: boolean
  /** The schema whose `generate` fills the member. */
  readonly generate: SchemaObject | undefined
  readonly default: Json | undefined
  readonly values: readonly SchemaCheck<Json>[]
  readonly texts: readonly SchemaCheck<string>[]
  readonly formats: readonly { readonly name: string; readonly spelling: TextFormat }[]
  readonly numbers: readonly SchemaCheck<JsonNumber>[]
  readonly number: NumberForm
  /** Created with the first array or object, because schemas may be recursive. */
  readonly array: () => ArrayRules
  readonly object: () => ObjectRules
}

/** The form of a stored number: exact with a scale (or its own), a double, an integer, or as received. */
export type NumberForm = { readonly kind: 'decimal'; readonly scale?: number } | { readonly kind: 'double' | 'integer' | 'int64' | 'any' }

export type ArrayRules = {
  /** The place of an item, and the keyword that refuses it. */
  item(index: number): { readonly place?: SchemaPlace; readonly refusedBy?: string }
  readonly counts: readonly SchemaCheck<number>[]
  /** The least `maxItems`. */
  readonly most: number
  /** `keyword`: the source of `least`. */
  readonly contains: readonly { readonly node: SchemaRuleNode; readonly keyword: string; readonly least: number; readonly most: number }[]
  readonly unique: boolean
}

/** The schemas' statement about one member: unlisted, its place, or the keyword that refuses it. */
export type NamedPlace = { readonly listed: boolean; readonly place?: SchemaPlace; readonly refusedBy?: string }

export type MemberPlace = NamedPlace & { readonly name: string; readonly required: boolean }

export type ObjectRules = {
  /** Members that the schemas name, in their order. */
  readonly members: readonly MemberPlace[]
  readonly names: ReadonlySet<string>
  /** The schemas of an unlisted name. */
  other(name: string): NamedPlace
  /** True if members without a schema are dropped; only if the schema lists some. */
  readonly lists: boolean
  readonly counts: readonly SchemaCheck<number>[]
  readonly nameNodes: readonly SchemaRuleNode[]
  readonly dependents: readonly { readonly name: string; readonly needs: readonly string[] }[]
}

/** Places by their schemas, so that each set of schemas is combined once. */
export type Places = {
  placeOf(nodes: readonly SchemaRuleNode[]): SchemaPlace
  /** The same schemas after conditions were evaluated. */
  placeOfSettled(nodes: readonly SchemaRuleNode[]): SchemaPlace
}

/** The most cached sets, because clients choose which alternatives apply. */
const maxCached = 2000

export function createPlaces(): Places {
  const placesByKey = new Map<string, SchemaPlace>()
  const find = (nodes: readonly SchemaRuleNode[], settled: boolean): SchemaPlace => {
    const key = nodes.map((node) => node.id).join(' ') + (settled ? '!' : '')
    const existing = placesByKey.get(key)
    if (existing !== undefined) return existing
    const combined = buildPlace(nodes, settled, self)
    if (placesByKey.size < maxCached) placesByKey.set(key, combined)
    return combined
  }
  const self: Places = { placeOf: (nodes) => find(listAppliedNodes(nodes), false), placeOfSettled: (nodes) => find(nodes, true) }
  return self
}

function buildPlace(nodes: readonly SchemaRuleNode[], settled: boolean, places: Places): SchemaPlace {
  const schemas = nodes.map((node) => node.schema)
  const generate = schemas.find((schema) => schema.generate !== undefined)
  const filled = schemas.find((schema) => schema.default !== undefined)
  const kinds = nodes.reduce((common, node) => common & node.kinds, everyKind)
  const conditional = !settled && nodes.some(isConditional)
  const sensitive = schemas.some((schema) => schema.sensitive === true)
  const patch = schemas.some((schema) => schema.patch === true)
  const normalize = schemas.filter((schema) => schema.normalize !== undefined)
  return {
    nodes,
    never: nodes.some((node) => node.never),
    kinds,
    conditional,
    sensitive,
    patch,
    readOnly: schemas.some((schema) => schema.readOnly === true || schema.generate !== undefined),
    normalize,
    plain: !conditional && !sensitive && !patch && normalize.length === 0,
    generate,
    default: filled?.default,
    values: schemas.flatMap(makeValueChecks),
    texts: schemas.flatMap(makeTextChecks),
    formats: schemas.flatMap(({ format }) => findTextFormat(format)),
    numbers: schemas.flatMap(numberChecks),
    number: numberForm(schemas, kinds),
    array: memoize(() => collectArrayRules(nodes, places)),
    object: memoize(() => collectObjectRules(nodes, places)),
  }
}

function findTextFormat(name: string | undefined): { name: string; spelling: TextFormat }[] {
  const spelling = name === undefined ? undefined : textFormats.get(name)
  return name === undefined || spelling === undefined ? [] : [{ name, spelling }]
}

function isConditional({ anyOf, oneOf, if: test, not, dependents }: SchemaRuleNode): boolean {
  return anyOf.length > 0 || oneOf.length > 0 || test !== undefined || not !== undefined || dependents.size > 0
}

function memoize<T>(compute: () => T): () => T {
  let computed: T | undefined
  return () => (computed ??= compute())
}

/** `format: decimal`, or a `multipleOf` of a tenth, a hundredth and so on, makes an exact decimal. */
function numberForm(schemas: readonly SchemaObject[], kinds: Kinds): NumberForm {
  if (!schemas.some((schema) => schema.type !== undefined)) return { kind: 'any' }
  if (!admits(kinds, 'number')) return { kind: schemas.some(({ format }) => format === 'int64') ? 'int64' : 'integer' }
  const units = schemas.flatMap(({ multipleOf }) => (multipleOf === undefined ? [] : [toExactDecimal(toExactLimit(multipleOf))]))
  const fractions = units.filter((unit) => unit.scale > 0 && unit.digits === 1n)
  const isDecimal = schemas.some(({ format }) => format === 'decimal')
  if (!isDecimal && fractions.length === 0) return { kind: 'double' }
  const scales = (isDecimal ? units : fractions).map(computeNeededScale)
  return scales.length === 0 ? { kind: 'decimal' } : { kind: 'decimal', scale: Math.min(...scales) }
}

function collectArrayRules(nodes: readonly SchemaRuleNode[], places: Places): ArrayRules {
  const longest = Math.max(0, ...nodes.map((node) => node.prefix.length))
  const placeAt = (index: number): { place?: SchemaPlace; refusedBy?: string } => {
    const itemNodes = nodes.flatMap((node) => node.prefix[index] ?? node.items ?? [])
    if (itemNodes.length === 0) return {}
    const refused = nodes.find((node) => (node.prefix[index] ?? node.items)?.never === true)
    if (refused !== undefined) return { refusedBy: refused.prefix[index]?.never ? 'prefixItems' : 'items' }
    return { place: places.placeOf(itemNodes) }
  }
  const positions = Array.from({ length: longest + 1 }, (_, index) => memoize(() => placeAt(index)))
  return {
    item: (index) => positions[Math.min(index, longest)]!(),
    counts: nodes.flatMap(({ schema }) => countChecks('minItems', schema.minItems, 'maxItems', schema.maxItems)),
    most: Math.min(...nodes.map(({ schema }) => schema.maxItems ?? Number.POSITIVE_INFINITY)),
    contains: nodes.flatMap(({ contains, schema: { minContains, maxContains } }) => {
      if (contains === undefined) return []
      const keyword = minContains === undefined ? 'contains' : 'minContains'
      return [{ node: contains, keyword, least: minContains ?? 1, most: maxContains ?? Number.POSITIVE_INFINITY }]
    }),
    unique: nodes.some(({ schema }) => schema.uniqueItems === true),
  }
}

function collectObjectRules(nodes: readonly SchemaRuleNode[], places: Places): ObjectRules {
  const required = new Set(nodes.flatMap(({ schema }) => schema.required ?? []))
  const named = new Set(nodes.flatMap((node) => [...node.properties.keys(), ...(node.discriminator ? [node.discriminator.property] : [])]))
  const members = [...named.union(required)].map((name): MemberPlace => {
    const namedPlace = collectMemberSchemas(name, nodes, places)
    // A name that is only required is not a reason to keep the member.
    return { name, required: required.has(name), ...namedPlace, listed: named.has(name) || namedPlace.listed }
  })
  return {
    members,
    names: new Set(members.filter(({ listed }) => listed).map(({ name }) => name)),
    other: (name) => collectMemberSchemas(name, nodes, places),
    lists: nodes.some(
      ({ schema }) => schema.properties !== undefined || schema.patternProperties !== undefined || schema.discriminator !== undefined,
    ),
    counts: nodes.flatMap(({ schema }) => countChecks('minProperties', schema.minProperties, 'maxProperties', schema.maxProperties)),
    nameNodes: nodes.flatMap(({ names }) => names ?? []),
    dependents: nodes.flatMap(({ schema }) => Object.entries(schema.dependentRequired ?? {}).map(([name, needs]) => ({ name, needs }))),
  }
}

/** The schemas of one member. `additionalProperties` applies only to names that the same schema does not list. */
function collectMemberSchemas(name: string, nodes: readonly SchemaRuleNode[], places: Places): NamedPlace {
  const memberNodes: SchemaRuleNode[] = []
  let refusedBy: string | undefined
  const add = (node: SchemaRuleNode, keyword: string): void => {
    memberNodes.push(node)
    if (node.never) refusedBy ??= keyword
  }
  for (const node of nodes) {
    const countBefore = memberNodes.length
    const memberNode = node.properties.get(name)
    if (memberNode !== undefined) add(memberNode, 'properties')
    for (const { pattern, node: matched } of node.patterns) if (pattern.test(name)) add(matched, 'patternProperties')
    if (memberNodes.length === countBefore && node.additional !== undefined) add(node.additional, 'additionalProperties')
  }
  if (refusedBy !== undefined) return { listed: true, refusedBy }
  return memberNodes.length === 0 ? { listed: false } : { listed: true, place: places.placeOf(memberNodes) }
}
