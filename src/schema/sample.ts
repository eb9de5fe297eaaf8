// Generates random values of a schema: valid ones, and ones that one keyword refuses.

import { type RandomSource, randomSource } from '../base/random-source.ts'
import type { Randomness } from '../base/clock.ts'
import { type Json, jsonObject } from '../base/json.ts'
import { breakings } from './break.ts'
import { type BoundaryValue, edgesOf } from './edge.ts'
import type { SchemaFailure } from './failure.ts'
import { admits, everyKind, kindBitsOf } from './kind.ts'
import { type SchemaRuleNode, linker, appliedNodes } from './node.ts'
import { type SchemaPlace, type Places, places } from './place.ts'
import { sampleOfPattern } from './sample-pattern.ts'
import { sampleNumber, sampleText } from './sample-scalar.ts'
import type { JsonType, Schema, SchemaObject } from './schema.ts'
import { type Decoder, type DecoderOptions, compileSchema } from './validate.ts'

export type Sampler = {
  /** A valid value; undefined if none was found, for example if a pattern contradicts a length. */
  fitting(randomness: Randomness): Json | undefined
  /** An invalid value and the violated keyword: a valid value with one fault. Undefined if no fault is possible. */
  brokenSample(randomness: Randomness): BrokenSample | undefined
  /** All single-fault variants of this valid value, and valid values at its bounds. */
  samplesAround(value: Json, randomness: Randomness): { readonly broken: readonly BrokenSample[]; readonly edges: readonly BoundaryValue[] }
}

export type BrokenSample = { readonly value: Json; readonly failure: SchemaFailure }

/** The number of tries to generate a value. */
const tries = 40

/**
 * For a schema without problems, and the options that decode its values.
 */
export function sampler(schema: Schema, options: DecoderOptions = {}): Sampler {
  const decoder = compileSchema(schema, options)
  const all = places()
  const root = all.placeOf([linker(schema, options.definitions ?? new Map())(schema)])
  const withReadOnly = options.readOnly === 'keep'
  const fitting = (dice: RandomSource): Json | undefined =>
    attempt(() => {
      const value = new Making(dice, all, withReadOnly).value(root, 0)
      return value !== undefined && decoder.accepts(value) ? value : undefined
    })
  return {
    fitting: (randomness) => fitting(randomSource(randomness)),
    brokenSample(randomness) {
      const dice = randomSource(randomness)
      return attempt(() => brokenOnce(fitting(dice), root, decoder, dice))
    },
    samplesAround(value, randomness) {
      const broken = breakings(root, value, randomSource(randomness)).flatMap((way) => brokenBy(way.make(), decoder))
      return { broken, edges: edgesOf(root, value).filter((edge) => decoder.accepts(edge.value)) }
    },
  }
}

function attempt<T>(make: () => T | undefined): T | undefined {
  for (let count = 0; count < tries; count++) {
    const generated = make()
    if (generated !== undefined) return generated
  }
  return undefined
}

/** Changes one thing for the worse. The decoder decides the outcome, because a change may break more, or nothing. */
function brokenOnce(value: Json | undefined, root: SchemaPlace, decoder: Decoder, dice: RandomSource): BrokenSample | undefined {
  const choices = value === undefined ? [] : breakings(root, value, dice)
  if (choices.length === 0) return undefined
  // By keyword first, so that a keyword with many ways to be broken does not hide the others.
  const byKeyword = [...Map.groupBy(choices, ({ keyword }) => keyword).values()]
  return brokenBy(dice.pick(dice.pick(byKeyword)).make(), decoder)[0]
}

function brokenBy(value: Json, decoder: Decoder): readonly BrokenSample[] {
  const [failure, ...more] = decoder.decode(value).failures ?? []
  return failure === undefined || more.length > 0 ? [] : [{ value, failure }]
}

/** Below this depth only required content is generated. */
const deepest = 4

class Making {
  readonly #dice: RandomSource
  readonly #places: Places
  readonly #withReadOnly: boolean

  constructor(dice: RandomSource, all: Places, withReadOnly: boolean) {
    this.#dice = dice
    this.#places = all
    this.#withReadOnly = withReadOnly
  }

  /** Undefined if the schemas admit no value, or the value would be too deep. */
  value(place: SchemaPlace, depth: number): Json | undefined {
    if (place.never || depth > 3 * deepest) return undefined
    if (place.conditional) return this.value(this.#places.placeOfSettled(this.#chosen(place)), depth)
    const [check] = place.values
    if (check !== undefined) {
      const fitting = (check.keyword === 'enum' ? (check.limit as readonly Json[]) : [check.limit]).filter(
        (each) => (kindBitsOf(each) & place.kinds) !== 0 && place.values.every((every) => every.passes(each)),
      )
      return fitting.length === 0 ? undefined : this.#dice.pick(fitting)
    }
    return this.#sampleOfKind(place, depth)
  }

  /** One alternative for each choice in the schemas. */
  #chosen(place: SchemaPlace): readonly SchemaRuleNode[] {
    const holding = new Set(place.nodes)
    const take = (node: SchemaRuleNode | undefined): void => node && appliedNodes([node]).forEach((each) => holding.add(each))
    for (const node of holding) {
      if (node.anyOf.length > 0) take(this.#dice.pick(node.anyOf))
      if (node.oneOf.length > 0) take(this.#dice.pick(node.oneOf))
      if (node.if !== undefined) {
        const holds = this.#dice.once(2)
        if (holds) take(node.if)
        take(holds ? node.then : node.else)
      }
      for (const dependent of node.dependents.values()) if (this.#dice.once(2)) take(dependent)
    }
    return [...holding]
  }

  #sampleOfKind(place: SchemaPlace, depth: number): Json | undefined {
    const dice = this.#dice
    // An untyped place is likely to have the types to which its keywords apply.
    const likely = place.kinds === everyKind ? typesIn(place) : []
    const kinds = (['null', 'boolean', 'string', 'integer', 'number', 'array', 'object'] as const).filter((kind) =>
      admits(place.kinds, kind),
    )
    if (kinds.length === 0) return undefined
    const others = kinds.length > 1 && !dice.once(6) ? kinds.filter((kind) => kind !== 'null') : kinds
    switch (likely.length > 0 && !dice.once(5) ? dice.pick(likely) : dice.pick(others)) {
      case 'null':
        return null
      case 'boolean':
        return dice.once(2)
      case 'string':
        return sampleText(place, dice)
      case 'integer':
        return sampleNumber(place, true, dice)
      case 'number':
        return sampleNumber(place, false, dice)
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
    const least = Math.max(0, ...limitsOf('minItems'), ...rules.contains.map((each) => each.least))
    const most = depth >= deepest ? least : Math.max(least, Math.min(rules.most, least + 3))
    const count = this.#dice.pick([least, most, this.#dice.between(least, most)])
    const items: Json[] = []
    for (let index = 0; index < count; index++) {
      const { place: own, refusedBy } = rules.item(index)
      const wanted = rules.contains.find((each) => index < each.least)
      if (refusedBy !== undefined) break
      const at = wanted === undefined ? own : this.#places.placeOf([...(own?.nodes ?? []), wanted.node])
      const item = at === undefined ? this.#anything() : this.value(at, depth + 1)
      if (item === undefined) return index >= least ? items : undefined
      // Random items are seldom equal, although equal items often matter.
      items.push(
        !rules.unique && wanted === undefined && items.length > 0 && rules.item(index - 1).place === own && this.#dice.once(6)
          ? items.at(-1)!
          : item,
      )
    }
    return items
  }

  #object(place: SchemaPlace, depth: number): Json | undefined {
    const rules = place.object()
    const result: [string, Json][] = []
    for (const { name, place: own, required, refusedBy } of rules.members) {
      if (refusedBy !== undefined || (own?.readOnly && !this.#withReadOnly)) continue
      if (!required && (depth >= deepest || this.#dice.once(3))) continue
      const value = own === undefined ? this.#anything() : this.value(own, depth + 1)
      if (value !== undefined) result.push([name, value])
      else if (required) return undefined
    }
    const least = Math.max(0, ...rules.counts.filter(({ keyword }) => keyword === 'minProperties').map(({ limit }) => Number(limit)))
    for (let extra = 0; result.length < least || (extra === 0 && depth < deepest && this.#dice.once(4)); extra++) {
      const added = extra < 2 * least + 1 ? this.#other(place, depth) : undefined
      if (added === undefined) break
      if (!result.some(([name]) => name === added[0])) result.push(added)
    }
    return jsonObject(this.#dice.shuffled(result))
  }

  /** An unlisted member. */
  #other(place: SchemaPlace, depth: number): [string, Json] | undefined {
    const rules = place.object()
    const name = this.#name(place, rules.nameNodes)
    if (name === undefined) return undefined
    if (rules.names.has(name)) return undefined
    const { place: own, refusedBy } = rules.other(name)
    if (refusedBy !== undefined) return undefined
    const value = own === undefined ? this.#anything() : this.value(own, depth + 1)
    return value === undefined ? undefined : [name, value]
  }

  #name(place: SchemaPlace, nodes: readonly SchemaRuleNode[]): string | undefined {
    const dice = this.#dice
    const patterns = place.nodes.flatMap((node) => node.patterns.map(({ source }) => source))
    return patterns.length > 0 ? sampleOfPattern(dice.pick(patterns), 6, dice) : sampleText(this.#places.placeOf(nodes), dice)
  }

  #anything(): Json {
    return this.#dice.pick<() => Json>([() => null, () => true, () => this.#dice.below(100), () => 'any', () => [], () => jsonObject()])()
  }
}

/** The types to which the keywords of a place apply. */
function typesIn(place: SchemaPlace): JsonType[] {
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
