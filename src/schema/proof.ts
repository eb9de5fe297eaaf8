// Proves that what fits one place fits another, keyword by keyword, and tells what it could not prove. Whatever it leaves out of
// the first place (`not`, conditions that it cannot split) only makes the proof harder, never wrong.

import { type Json } from '../base/json.ts'
import { disjoint, same, valuesOf } from './alike.ts'
import type { Path } from './failure.ts'
import { looseCounts, looseNumbers, looseTexts } from './imply.ts'
import { type Kinds, admits, kindsOf } from './kind.ts'
import { type Node, together } from './node.ts'
import type { Place, Places, Spoken } from './place.ts'
import type { JsonType } from './schema.ts'
import { accepts } from './decode.ts'
import { begin } from './run.ts'
import { standard } from './validate.ts'

/** What the second place asks and the first was not seen to give. */
export type Obligation = { readonly path: Path; readonly keyword: string; readonly from?: Json; readonly to?: Json }

export type Proof = (from: Place, to: Place) => Obligation[]

/** Alternatives of the first place that are gone through one by one. */
const mostCases = 64
/** What is told of one pair. */
const mostOpen = 200

export function proof(all: Places): Proof {
  return (from, to) => new Prover(all).prove(from, to, [])
}

class Prover {
  readonly #places: Places
  /** Pairs under proof: a schema that leads back to itself is proved by going round once. */
  #assumed = new Set<string>()
  /** Pairs without proof, and what is missing. An assumption can only help, so what fails under one fails without. */
  readonly #failed = new Map<string, Obligation[]>()
  readonly #anything: Place

  constructor(all: Places) {
    this.#places = all
    this.#anything = all.of([])
  }

  prove(from: Place, to: Place, path: Path): Obligation[] {
    const pair = `${key(from)}/${key(to)}`
    if (from.never || from.kinds === 0 || this.#assumed.has(pair)) return []
    if (to.nodes.every((node) => from.nodes.includes(node))) return []
    const open = this.#failed.get(pair) ?? this.#attempt(from, to, pair)
    return open.map((each) => ({ ...each, path: [...path, ...each.path] }))
  }

  #attempt(from: Place, to: Place, pair: string): Obligation[] {
    if (to.never) return [{ path: [], keyword: 'not' }]
    this.#assumed.add(pair)
    const open = this.#cases(from).flatMap((each) => this.#one(each, to, [])).slice(0, mostOpen)
    if (open.length > 0) {
      this.#assumed.delete(pair)
      this.#failed.set(pair, open)
    }
    return open
  }

  #proved(from: Place, to: Place): boolean {
    const assumed = new Set(this.#assumed)
    const proved = this.prove(from, to, []).length === 0
    // What was proved on the way rests on what was not.
    if (!proved) this.#assumed = assumed
    return proved
  }

  /** The first place as a union of places without alternatives. */
  #cases(from: Place): Place[] {
    if (!from.conditional) return [from]
    let cases: Set<Node>[] = [new Set(from.nodes)]
    const split = (options: readonly Node[]): void => {
      if (options.length === 0 || cases.length * options.length > mostCases) return
      cases = cases.flatMap((each) => options.map((option) => new Set([...each, ...together([option])])))
    }
    const asked = new Set<Node>()
    for (let next = this.#unasked(cases, asked); next !== undefined; next = this.#unasked(cases, asked)) {
      asked.add(next)
      split(next.anyOf)
      split(next.oneOf)
    }
    return cases.map((each) => this.#places.settled([...each]))
  }

  /** A node that all cases share; alternatives within alternatives are left whole. */
  #unasked(cases: readonly Set<Node>[], asked: ReadonlySet<Node>): Node | undefined {
    return [...cases[0]!].find((node) => !asked.has(node) && cases.every((each) => each.has(node)))
  }

  #one(from: Place, to: Place, path: Path): Obligation[] {
    if (from.never || from.kinds === 0) return []
    const finite = this.#values(from)
    if (finite !== undefined) return finite.every((value) => this.#fits(to, value)) ? [] : [this.#refusal(to, finite, path)]
    const at = (keyword: string, about: { from?: Json; to?: Json } = {}): Obligation => ({ path, keyword, ...about })
    const open: Obligation[] = []
    if ((from.kinds & ~to.kinds) !== 0) open.push(at('type', { from: names(from.kinds), to: names(to.kinds) }))
    open.push(...to.values.map(({ keyword, limit }) => at(keyword, { to: limit })))
    if (admits(from.kinds, 'string')) open.push(...looseTexts(from, to).map(({ keyword, ...about }) => at(keyword, about)))
    const numbers = kindsOf(['integer', 'number'])
    if (admits(from.kinds, 'integer') && (from.kinds & numbers & ~to.kinds) === 0) open.push(...looseNumbers(from, to).map(({ keyword, ...about }) => at(keyword, about)))
    if (admits(from.kinds, 'array')) open.push(...this.#arrays(from, to, path))
    if (admits(from.kinds, 'object')) open.push(...this.#objects(from, to, path))
    return [...open, ...to.nodes.flatMap((node) => this.#conditions(from, node, path))]
  }

  /** All values of a place that has only some. */
  #values(place: Place): readonly Json[] | undefined {
    const few = !admits(place.kinds, 'string') && !admits(place.kinds, 'integer') && !admits(place.kinds, 'array') && !admits(place.kinds, 'object')
    const all = valuesOf(place) ?? (few ? [null, true, false] : undefined)
    return all?.filter((value) => this.#fits(place, value))
  }

  #fits(place: Place, value: Json): boolean {
    const run = begin({ ...standard, integers: 'safe', budget: Number.POSITIVE_INFINITY }, this.#places, accepts)
    return place.nodes.every((node) => accepts(node, value, run))
  }

  #refusal(to: Place, values: readonly Json[], path: Path): Obligation {
    const refused = values.filter((value) => !this.#fits(to, value))
    const [check] = to.values
    return { path, keyword: check?.keyword ?? 'enum', from: refused, ...(check === undefined ? {} : { to: check.limit }) }
  }

  #arrays(from: Place, to: Place, path: Path): Obligation[] {
    const [own, asked] = [from.array(), to.array()]
    const open: Obligation[] = looseCounts(own.counts, asked.counts, 'minItems', 'maxItems').map((each) => ({ path, ...each }))
    if (asked.unique && !own.unique && own.most > 1) open.push({ path, keyword: 'uniqueItems', to: true })
    const lengths = [...from.nodes, ...to.nodes].map(({ prefix }) => prefix.length)
    const last = Math.max(0, ...lengths)
    for (let index = 0; index <= last && index < own.most; index++) {
      const step = index === last ? '*' : String(index)
      open.push(...this.#spoken(own.item(index), asked.item(index), [...path, step], 'items', path))
    }
    for (const each of asked.contains) {
      const given = own.contains.some(({ node, least, most }) => same(node, each.node) && least >= each.least && most <= each.most)
      if (!given && (each.least > 0 || Number.isFinite(each.most))) open.push({ path, keyword: each.keyword })
    }
    return open
  }

  /** What each side says of one member or item. */
  #spoken(own: Omit<Spoken, 'listed'>, asked: Omit<Spoken, 'listed'>, path: Path, keyword: string, around: Path): Obligation[] {
    if (own.refusedBy !== undefined || own.place?.never) return []
    if (asked.refusedBy !== undefined) return [{ path: keyword === 'items' ? around : path, keyword: asked.refusedBy }]
    return asked.place === undefined ? [] : this.prove(own.place ?? this.#anything, asked.place, path)
  }

  #objects(from: Place, to: Place, path: Path): Obligation[] {
    const [own, asked] = [from.object(), to.object()]
    const required = new Set(own.members.filter((member) => member.required).map(({ name }) => name))
    const says = (rules: typeof own, name: string): Spoken => rules.members.find((member) => member.name === name) ?? rules.other(name)
    const open: Obligation[] = asked.members
      .filter((member) => member.required && !required.has(member.name))
      .map(({ name }) => ({ path: [...path, name], keyword: 'required' }))
    for (const name of new Set([...asked.members, ...own.members].map((member) => member.name))) {
      open.push(...this.#spoken(says(own, name), says(asked, name), [...path, name], 'properties', path))
    }
    open.push(...this.#otherMembers(from, to, path))
    const closed = from.nodes.some(({ additional, patterns }) => additional?.never && patterns.length === 0)
    const most = closed ? own.members.filter(({ listed, refusedBy }) => listed && refusedBy === undefined).length : Number.POSITIVE_INFINITY
    const counts = looseCounts(own.counts, asked.counts, 'minProperties', 'maxProperties', required.size)
    open.push(...counts.filter(({ keyword, to: limit }) => keyword === 'minProperties' || most > Number(limit)).map((each) => ({ path, ...each })))
    for (const { name, needs } of asked.dependents) {
      const given = own.dependents.filter((each) => each.name === name).flatMap((each) => each.needs)
      const missing = needs.find((needed) => !required.has(needed) && !given.includes(needed))
      if (missing !== undefined && says(own, name).refusedBy === undefined) open.push({ path: [...path, missing], keyword: 'dependentRequired', to: name })
    }
    for (const node of asked.nameNodes) {
      const named = closed && own.members.every(({ name, listed }) => !listed || this.#fits(this.#places.of([node]), name))
      if (!named && !own.nameNodes.some((each) => same(each, node))) open.push({ path, keyword: 'propertyNames' })
    }
    return open
  }

  /** Members that neither side names: by the patterns that they match, or by none. */
  #otherMembers(from: Place, to: Place, path: Path): Obligation[] {
    const sources = (place: Place): Set<string> => new Set(place.nodes.flatMap(({ patterns }) => patterns.map(({ source }) => source)))
    const speaking = (place: Place, source: string | undefined): Spoken => {
      const nodes = place.nodes.flatMap(({ patterns, additional }) => {
        const matched = patterns.filter((each) => each.source === source).map(({ node }) => node)
        return matched.length > 0 || additional === undefined || source !== undefined ? matched : [additional]
      })
      if (nodes.some(({ never }) => never)) return { listed: true, refusedBy: source === undefined ? 'additionalProperties' : 'patternProperties' }
      return nodes.length === 0 ? { listed: false } : { listed: true, place: this.#places.of(nodes) }
    }
    const open: Obligation[] = []
    const asked = sources(to)
    for (const own of [...sources(from), undefined]) {
      // A name that matches one pattern may match any other.
      for (const other of asked) open.push(...this.#spoken(speaking(from, own), speaking(to, other), [...path, '*'], 'properties', path))
      if (own === undefined || !asked.has(own)) open.push(...this.#spoken(speaking(from, own), speaking(to, undefined), [...path, '*'], 'properties', path))
    }
    return open
  }

  #conditions(from: Place, node: Node, path: Path): Obligation[] {
    if (from.nodes.some((each) => same(each, node))) return []
    const within = (each: Node): boolean => this.#proved(from, this.#places.of([each]))
    const open: Obligation[] = []
    if (node.anyOf.length > 0 && !node.anyOf.some(within)) open.push({ path, keyword: 'anyOf' })
    if (node.oneOf.length > 0) {
      const only = node.oneOf.find((each) => within(each) && node.oneOf.every((other) => other === each || disjoint(from, this.#places.of([other]))))
      if (only === undefined) open.push({ path, keyword: 'oneOf' })
    }
    if (node.not !== undefined && !disjoint(from, this.#places.of([node.not]))) open.push({ path, keyword: 'not' })
    if (node.if !== undefined && !(node.else === undefined || within(node.else))) open.push({ path, keyword: 'if' })
    else if (node.if !== undefined && node.then !== undefined) {
      const both = this.#places.of([...from.nodes, node.if])
      if (!this.#proved(both, this.#places.of([node.then]))) open.push({ path, keyword: 'if' })
    }
    for (const [name, dependent] of node.dependents) {
      const never = from.object().other(name).refusedBy !== undefined && !from.object().names.has(name)
      if (!never && !within(dependent)) open.push({ path: [...path, name], keyword: 'dependentSchemas' })
    }
    return open
  }
}

function key(place: Place): string {
  return `${place.nodes.map(({ id }) => id).join(' ')}${place.conditional ? '?' : ''}`
}

function names(kinds: Kinds): JsonType[] {
  const all = (['null', 'boolean', 'string', 'integer', 'number', 'array', 'object'] as const).filter((type) => admits(kinds, type))
  return all.includes('number') ? all.filter((type) => type !== 'integer') : all
}
