// Generates random values of a schema: valid ones, and ones that one keyword refuses.

import { type RandomSource, createRandomSource } from '../base/random-source.ts'
import type { Randomness } from '../base/clock.ts'
import { type Json, createJsonObject } from '../base/json.ts'
import { listBreakings } from './break.ts'
import { type BoundaryValue, listBoundaryValues } from './edge.ts'
import type { SchemaFailure } from './failure.ts'
import { admits, everyKind, kindBitsOf } from './kind.ts'
import { type SchemaRuleNode, createLinker, listAppliedNodes } from './node.ts'
import { type SchemaPlace, type Places, createPlaces } from './place.ts'
import { sampleOfPattern } from './sample-pattern.ts'
import { sampleNumber, sampleText } from './sample-scalar.ts'
import type { JsonType, Schema, SchemaObject } from './schema.ts'
import { type Decoder, type DecoderOptions, compileSchema } from './validate.ts'

export type Sampler = {
  /** A valid value; undefined if none was found, for example if a pattern contradicts a length. */
  findValid(randomness: Randomness): Json | undefined
  /** An invalid value and the violated keyword: a valid value with one fault. Undefined if no fault is possible. */
  brokenSample(randomness: Randomness): BrokenSample | undefined
  /** All single-fault variants of this valid value, and valid values at its bounds. */
  samplesAround(value: Json, randomness: Randomness): { readonly broken: readonly BrokenSample[]; readonly edges: readonly BoundaryValue[] }
}

export type BrokenSample = { readonly value: Json; readonly failure: SchemaFailure }

/** The number of tries to generate a value. */
const tries = 40

/** For a schema without problems, and the options that decode its values. */
export function createSampler(schema: Schema, options: DecoderOptions = {}): Sampler {
  const decoder = compileSchema(schema, options)
  const allPlaces = createPlaces()
  const root = allPlaces.placeOf([createLinker(schema, options.definitions ?? new Map())(schema)])
  const withReadOnly = options.readOnly === 'keep'
  const findValid = (random: RandomSource): Json | undefined =>
    attempt(() => {
      const value = new SampleMaker(random, allPlaces, withReadOnly).value(root, 0)
      return value !== undefined && decoder.accepts(value) ? value : undefined
    })
  return {
    findValid: (randomness) => findValid(createRandomSource(randomness)),
    brokenSample(randomness) {
      const random = createRandomSource(randomness)
      return attempt(() => breakOnce(findValid(random), root, decoder, random))
    },
    samplesAround(value, randomness) {
      const broken = listBreakings(root, value, createRandomSource(randomness)).flatMap((breaking) =>
        listSingleFailure(breaking.makeValue(), decoder),
      )
      return { broken, edges: listBoundaryValues(root, value).filter((edge) => decoder.accepts(edge.value)) }
    },
  }
}

function attempt<T>(create: () => T | undefined): T | undefined {
  for (let count = 0; count < tries; count++) {
    const generated = create()
    if (generated !== undefined) return generated
  }
  return undefined
}

/** Changes one thing for the worse. The decoder decides the outcome, because a change may break more, or nothing. */
function breakOnce(value: Json | undefined, root: SchemaPlace, decoder: Decoder, random: RandomSource): BrokenSample | undefined {
  const choices = value === undefined ? [] : listBreakings(root, value, random)
  if (choices.length === 0) return undefined
  // By keyword first, so that a keyword with many ways to be broken does not hide the others.
  const byKeyword = [...Map.groupBy(choices, ({ keyword }) => keyword).values()]
  return listSingleFailure(random.pick(random.pick(byKeyword)).makeValue(), decoder)[0]
}

function listSingleFailure(value: Json, decoder: Decoder): readonly BrokenSample[] {
  const [failure, ...more] = decoder.decode(value).failures ?? []
  return failure === undefined || more.length > 0 ? [] : [{ value, failure }]
}

/** Below this depth only required content is generated. */
const maxOptionalDepth = 4

class SampleMaker {
  readonly #random: RandomSource
  readonly #places: Places
  readonly #withReadOnly: boolean

  constructor(random: RandomSource, allPlaces: Places, withReadOnly: boolean) {
    this.#random = random
    this.#places = allPlaces
    this.#withReadOnly = withReadOnly
  }

  /** Undefined if the schemas admit no value, or the value would be too deep. */
  value(place: SchemaPlace, depth: number): Json | undefined {
    if (place.never || depth > 3 * maxOptionalDepth) return undefined
    if (place.conditional) return this.value(this.#places.placeOfSettled(this.#chooseAlternatives(place)), depth)
    const [check] = place.values
    if (check !== undefined) {
      const findValid = (check.keyword === 'enum' ? (check.limit as readonly Json[]) : [check.limit]).filter(
        (each) => (kindBitsOf(each) & place.kinds) !== 0 && place.values.every((check) => check.passes(each)),
      )
      return findValid.length === 0 ? undefined : this.#random.pick(findValid)
    }
    return this.#sampleOfKind(place, depth)
  }

  /** One alternative for each choice in the schemas. */
  #chooseAlternatives(place: SchemaPlace): readonly SchemaRuleNode[] {
    const applied = new Set(place.nodes)
    const add = (node: SchemaRuleNode | undefined): void => node && listAppliedNodes([node]).forEach((each) => applied.add(each))
    for (const node of applied) {
      if (node.anyOf.length > 0) add(this.#random.pick(node.anyOf))
      if (node.oneOf.length > 0) add(this.#random.pick(node.oneOf))
      if (node.if !== undefined) {
        const isTrue = this.#random.once(2)
        if (isTrue) add(node.if)
        add(isTrue ? node.then : node.else)
      }
      for (const dependent of node.dependents.values()) if (this.#random.once(2)) add(dependent)
    }
    return [...applied]
  }

  #sampleOfKind(place: SchemaPlace, depth: number): Json | undefined {
    const random = this.#random
    // An untyped place is likely to have the types to which its keywords apply.
    const likely = place.kinds === everyKind ? listTypes(place) : []
    const kinds = (['null', 'boolean', 'string', 'integer', 'number', 'array', 'object'] as const).filter((kind) =>
      admits(place.kinds, kind),
    )
    if (kinds.length === 0) return undefined
    const nonNullKinds = kinds.length > 1 && !random.once(6) ? kinds.filter((kind) => kind !== 'null') : kinds
    switch (likely.length > 0 && !random.once(5) ? random.pick(likely) : random.pick(nonNullKinds)) {
      case 'null':
        return null
      case 'boolean':
        return random.once(2)
      case 'string':
        return sampleText(place, random)
      case 'integer':
        return sampleNumber(place, true, random)
      case 'number':
        return sampleNumber(place, false, random)
      case 'array':
        return this.#array(place, depth)
      case 'object':
        return this.#object(place, depth)
    }
  }

  #array(place: SchemaPlace, depth: number): Json | undefined {
    const rules = place.array()
    const limitsOf = (keyword: string): number[] =>
      rules.counts.filter((check) => check.keyword === keyword).map(({ limit }) => Number(limit))
    const minCount = Math.max(0, ...limitsOf('minItems'), ...rules.contains.map((each) => each.least))
    const maxCount = depth >= maxOptionalDepth ? minCount : Math.max(minCount, Math.min(rules.most, minCount + 3))
    const count = this.#random.pick([minCount, maxCount, this.#random.between(minCount, maxCount)])
    const items: Json[] = []
    for (let index = 0; index < count; index++) {
      const { place: itemPlace, refusedBy } = rules.item(index)
      const requiredItem = rules.contains.find((each) => index < each.least)
      if (refusedBy !== undefined) break
      const at = requiredItem === undefined ? itemPlace : this.#places.placeOf([...(itemPlace?.nodes ?? []), requiredItem.node])
      const item = at === undefined ? this.#sampleAny() : this.value(at, depth + 1)
      if (item === undefined) return index >= minCount ? items : undefined
      // Random items are seldom equal, although equal items often matter.
      items.push(
        !rules.unique && requiredItem === undefined && items.length > 0 && rules.item(index - 1).place === itemPlace && this.#random.once(6)
          ? items.at(-1)!
          : item,
      )
    }
    return items
  }

  #object(place: SchemaPlace, depth: number): Json | undefined {
    const rules = place.object()
    const result: [string, Json][] = []
    for (const { name, place: memberPlace, required, refusedBy } of rules.members) {
      if (refusedBy !== undefined || (memberPlace?.readOnly && !this.#withReadOnly)) continue
      if (!required && (depth >= maxOptionalDepth || this.#random.once(3))) continue
      const value = memberPlace === undefined ? this.#sampleAny() : this.value(memberPlace, depth + 1)
      if (value !== undefined) result.push([name, value])
      else if (required) return undefined
    }
    const minCount = Math.max(0, ...rules.counts.filter(({ keyword }) => keyword === 'minProperties').map(({ limit }) => Number(limit)))
    for (let extra = 0; result.length < minCount || (extra === 0 && depth < maxOptionalDepth && this.#random.once(4)); extra++) {
      const added = extra < 2 * minCount + 1 ? this.#other(place, depth) : undefined
      if (added === undefined) break
      if (!result.some(([name]) => name === added[0])) result.push(added)
    }
    return createJsonObject(this.#random.shuffle(result))
  }

  /** An unlisted member. */
  #other(place: SchemaPlace, depth: number): [string, Json] | undefined {
    const rules = place.object()
    const name = this.#name(place, rules.nameNodes)
    if (name === undefined || rules.names.has(name)) return undefined
    const { place: memberPlace, refusedBy } = rules.other(name)
    if (refusedBy !== undefined) return undefined
    const value = memberPlace === undefined ? this.#sampleAny() : this.value(memberPlace, depth + 1)
    return value === undefined ? undefined : [name, value]
  }

  #name(place: SchemaPlace, nodes: readonly SchemaRuleNode[]): string | undefined {
    const random = this.#random
    const patterns = place.nodes.flatMap((node) => node.patterns.map(({ source }) => source))
    return patterns.length > 0 ? sampleOfPattern(random.pick(patterns), 6, random) : sampleText(this.#places.placeOf(nodes), random)
  }

  #sampleAny(): Json {
    return this.#random.pick<() => Json>([
      () => null,
      () => true,
      () => this.#random.below(100),
      () => 'any',
      () => [],
      () => createJsonObject(),
    ])()
  }
}

/** The types to which the keywords of a place apply. */
function listTypes(place: SchemaPlace): JsonType[] {
  const hasKeyword = (...keywords: (keyof SchemaObject)[]): boolean =>
    place.nodes.some(({ schema }) => keywords.some((keyword) => schema[keyword] !== undefined))
  return [
    ...(place.texts.length > 0 || place.formats.length > 0 ? (['string'] as const) : []),
    ...(place.numbers.length > 0 ? (['number'] as const) : []),
    ...(hasKeyword('items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems') ? (['array'] as const) : []),
    ...(hasKeyword(
      'properties',
      'required',
      'additionalProperties',
      'patternProperties',
      'propertyNames',
      'minProperties',
      'maxProperties',
      'dependentRequired',
    )
      ? (['object'] as const)
      : []),
  ]
}
