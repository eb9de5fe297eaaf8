// Generates promising requests to one operation: valid bodies with references to existing records, keys, filters, callers.

import { type RandomSource, randomSource } from '../../base/random-source.ts'
import { type Json, isJsonArray, isJsonNumber, isJsonObject, jsonObject, printJson } from '../../base/json.ts'
import type { Randomness } from '../../base/clock.ts'
import type { Type } from '../../cel/type.ts'
import { jsonOf } from '../../exchange/value-json.ts'
import type { Row } from '../../meaning/record/row.ts'
import { type Model, type Operation, resourceNameOf } from '../../model/model.ts'
import { securityOf } from '../../model/security.ts'
import { isOnRecord } from '../../model/endpoints.ts'
import { each, shown } from '../../model/slot.ts'
import { type Sampler, sampler } from '../../schema/sample.ts'
import { pointer } from '../../schema/failure.ts'
import type { Schema } from '../../schema/schema.ts'
import { definitionsOf } from '../../typing/definitions.ts'
import type { Property } from '../../typing/domain.ts'
import { jsonPatchType } from '../../typing/input-body.ts'
import { addressMembers, closedAddress } from '../events/addresses.ts'
import type { OracleInterpreter } from '../oracle/interpreter.ts'
import { type RequestHeader, type ObservedAnswer, type ServerRequest, headerOf } from '../oracle/request.ts'
import type { Fresh } from '../step.ts'

/** The sequence so far, which a candidate continues. */
export type SequenceHistory = { readonly requests: readonly ServerRequest[]; readonly answers: readonly Pick<ObservedAnswer, 'headers' | 'body'>[] }

const nothingSeen: SequenceHistory = { requests: [], answers: [] }

export type RequestCandidate = { readonly request: ServerRequest; readonly fresh: readonly Fresh[] }

/** `add` sets a member, whether there is one or not (RFC 6902, section 4.1). */
function asJsonPatch(members: Json): Json {
  return isJsonObject(members) ? Object.entries(members).map(([name, value]) => ({ op: 'add', path: pointer([name]), value })) : members
}

export class Candidates {
  readonly #interpreter: OracleInterpreter
  readonly #randomness: Randomness
  readonly #dice: RandomSource
  readonly #samplers = new Map<unknown, Sampler>()
  readonly #callers: readonly string[]
  readonly #constants: readonly Json[]
  /** Resources whose keys a parameter of a path was answered with. */
  readonly #preferred = new Map<string, string>()
  /** Resources whose records other operations find under the same beginning of a path. */
  readonly #owners: ReadonlyMap<string, string>
  readonly #tag: string
  /** Members to whose addresses the server sends. */
  readonly #addresses: ReadonlySet<string>
  /** The record that the request is about, where it is about one. */
  #about: Row | undefined
  #seen: SequenceHistory = nothingSeen

  constructor(interpreter: OracleInterpreter, randomness: Randomness, callers: readonly string[], tag: string) {
    this.#interpreter = interpreter
    this.#randomness = randomness
    this.#dice = randomSource(randomness)
    this.#callers = callers
    this.#tag = tag
    this.#addresses = addressMembers(interpreter.compiled)
    this.#constants = constantsOf(interpreter)
    this.#owners = new Map(interpreter.compiled.facts.operations.flatMap(({ operation }) => {
      const resource = isOnRecord(operation.action) ? resourceNameOf(operation) : undefined
      const last = operation.segments.findLast(({ kind }) => kind === 'parameter')
      return resource === undefined || last?.kind !== 'parameter' ? [] : [[prefixOf(operation, last.name), resource] as const]
    }))
  }

  samplerFor(schema: Schema, of: unknown = schema): Sampler {
    const definitions = definitionsOf(this.#interpreter.compiled.facts.typing.domain)
    return this.#samplers.getOrInsertComputed(of, () => sampler(schema, { definitions }))
  }

  /** Values that a property could have if a client wrote it: keys of records, states, and others that fit. */
  valuesOf(resource: string, name: string): readonly Json[] {
    const property = this.#interpreter.compiled.facts.typing.domain.resources.get(resource)?.properties.get(name)
    if (property === undefined) return []
    if (property.reference !== undefined) {
      const words = this.#rows(property.reference.resource).map((row) => this.#words(row)[0]!)
      return [...new Set([words[0], words.at(-1)])].filter((word) => word !== undefined && word !== '') as string[]
    }
    const sampled = Array.from({ length: 2 }, () => this.samplerFor(property.schema, `${resource}.${name}`).fitting(this.#randomness))
    return [...new Set(sampled.filter((each) => each !== undefined && each !== null))] as Json[]
  }

  /** The resource whose records an operation's path names. */
  ownerOf(operation: Operation): string | undefined {
    const last = operation.segments.findLast(({ kind }) => kind === 'parameter')
    return last?.kind === 'parameter' ? this.#owners.get(prefixOf(operation, last.name)) : undefined
  }

  /** A value for `Resource.property` that no record of the sequence has. */
  freshValue(property: string): Json | undefined {
    const [resource = '', name = ''] = property.split('.')
    const found = this.#interpreter.compiled.facts.typing.domain.resources.get(resource)?.properties.get(name)
    const value = found && this.samplerFor(found.schema, property).fitting(this.#randomness)
    return found === undefined || typeof value !== 'string' ? value : namespaceText(value, found.schema, this.#tag)
  }

  /** `plain`: as it would usually be sent, with nothing that may be refused by its form. */
  request(operation: Operation, seen: SequenceHistory, plain = false): RequestCandidate | undefined {
    this.#seen = seen
    const dice = this.#dice
    const { typing } = this.#interpreter.compiled.facts
    const input = typing.input(operation)
    const fresh: Fresh[] = []
    const path = this.#path(operation, seen, plain)
    if (path === undefined) return undefined
    const query: [string, string][] = []
    for (const [name, parameter] of input.query) {
      if (!parameter.required && dice.once(2)) continue
      const value = this.samplerFor(parameter.schema).fitting(this.#randomness)
      if (value !== undefined && value !== null) query.push([name, wordOf(value)])
    }
    const version = this.#version(plain)
    if (operation.action === 'list' && version === undefined && !plain && dice.once(2)) query.push(...this.#listQuery(operation))
    const headers: RequestHeader[] = []
    for (const [name, parameter] of input.headers) {
      if (!parameter.required && dice.once(2)) continue
      const value = this.samplerFor(parameter.schema).fitting(this.#randomness)
      if (value !== undefined && value !== null && /^[ -~]*$/.test(wordOf(value))) headers.push([name, wordOf(value)])
    }
    headers.push(...this.#conditional(operation, path, seen, plain), ...this.#idempotency(operation, seen, plain))
    let body: string | undefined
    if (input.body !== undefined) {
      const made = this.#body(operation, input.body.schema, input.body.type, fresh)
      if (made === undefined) return undefined
      const { media } = input.body
      const type = media.length > 1 && !dice.once(4) ? media.at(-1)! : media[0]!
      body = printJson(type === jsonPatchType ? asJsonPatch(made) : made)
      headers.push(['Content-Type', type])
    }
    const who = this.#caller(operation, seen, plain)
    if (who.header !== undefined) headers.push(who.header)
    const target = `${path}${query.length === 0 ? '' : `?${query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`}`
    const request: ServerRequest = { method: operation.method, target, headers, ...(body === undefined ? {} : { body }), ...(who.caller === undefined ? {} : { caller: who.caller }), ...(version === undefined ? {} : { version }) }
    return { request, fresh }
  }

  /** Remembers values from a good candidate, so that later candidates choose better. */
  learn(operation: Operation, { target }: ServerRequest, isGood: boolean): void {
    if (!isGood) return
    const parts = target.split('?')[0]!.split('/').slice(1)
    for (const [index, segment] of operation.segments.entries()) {
      if (segment.kind !== 'parameter') continue
      const text = decodeURIComponent(parts[index] ?? '')
      for (const name of this.#resources()) if (this.#rows(name).some((row) => this.#words(row).includes(text))) this.#preferred.set(`${operation.id} ${segment.name}`, name)
    }
  }

  #resources(): Iterable<string> {
    return this.#interpreter.compiled.facts.typing.domain.resources.keys()
  }

  #rows(resource: string): readonly Row[] {
    return this.#interpreter.rows(resource)
  }

  /** What a record may be called in a path. */
  #words(row: Row): readonly string[] {
    const info = this.#interpreter.compiled.facts.typing.domain.resources.get(row.resource)!
    return [...info.key, ...info.uniques.flatMap(({ members }) => (members.length === 1 ? members : []))].map((name) => this.#word(row, name))
  }

  #word(row: Row, name: string): string {
    const value = row.values.get(name)
    return value === undefined ? '' : wordOf(jsonOf(value, this.#interpreter.keys))
  }

  #path(operation: Operation, seen: SequenceHistory, plain: boolean): string | undefined {
    const dice = this.#dice
    const input = this.#interpreter.compiled.facts.typing.input(operation)
    const own = resourceNameOf(operation)
    const row = own === undefined || !isOnRecord(operation.action) ? undefined : this.#pick(this.#rows(own), seen)
    this.#about = row
    const parts: string[] = []
    for (const segment of operation.segments) {
      if (segment.kind === 'literal') {
        parts.push(segment.text)
        continue
      }
      const { name } = segment
      const property = row && this.#interpreter.compiled.facts.typing.domain.resources.get(own!)!.properties.get(name)
      const sample = (): Json | undefined => this.samplerFor(input.path.get(name)!.schema).fitting(this.#randomness)
      let word: string | undefined
      if (!plain && dice.once(10)) word = dice.once(3) ? 'no-such-thing' : wordOf(sample() ?? 'none')
      else if (row !== undefined && property !== undefined) word = this.#word(row, name)
      else {
        const preferred = this.#preferred.get(`${operation.id} ${name}`) ?? this.#owners.get(prefixOf(operation, name))
        const choices = [...(preferred === undefined || dice.once(8) ? this.#resources() : [preferred])].flatMap((each) => this.#rows(each))
        const other = this.#pick(choices, seen)
        word = other === undefined ? wordOf(sample() ?? 'none') : dice.pick(this.#words(other))
      }
      if (word === '') return undefined
      parts.push(encodeURIComponent(word))
    }
    return `/${parts.join('/')}`
  }

  /** Prefers records of this sequence over older ones. */
  #pick(rows: readonly Row[], seen: SequenceHistory): Row | undefined {
    if (rows.length === 0) return undefined
    const known = seen.answers.map(({ body }) => body).join('\n')
    const own = rows.filter((row) => this.#words(row).some((word) => word.length > 3 && known.includes(word)))
    return this.#dice.pick(own.length > 0 && !this.#dice.once(8) ? own : rows)
  }

  #body(operation: Operation, schema: Schema, type: Type, fresh: Fresh[]): Json | undefined {
    const made = this.samplerFor(schema, operation).fitting(this.#randomness)
    if (made === undefined) return undefined
    const own = resourceNameOf(operation)
    const info = own === undefined ? undefined : this.#interpreter.compiled.facts.typing.domain.resources.get(own)
    const writes = operation.action === 'transition' ? undefined : info
    return this.#adapted(made, type, (name) => writes?.properties.get(name), fresh)
  }

  /** Adapts a sample: references to existing records, values seen elsewhere, and names with the owner. */
  #adapted(json: Json, type: Type, property: (name: string) => Property | undefined, fresh: Fresh[]): Json {
    const dice = this.#dice
    switch (type.kind) {
      case 'nullable':
      case 'optional':
        return json === null ? null : this.#adapted(json, type.of, property, fresh)
      case 'list':
        return isJsonArray(json) ? json.slice(0, dice.once(2) ? 1 : 4).map((item) => this.#adapted(item, type.element, () => undefined, fresh)) : json
      case 'object':
        if (!isJsonObject(json)) return json
        return jsonObject(Object.entries(json).map(([name, value]) => {
          const member = type.members.get(name)
          const own = property(name)
          if (own !== undefined && typeof value === 'string' && own.reference === undefined) return [name, this.#text(value, own, fresh)] as const
          return [name, member === undefined ? value : this.#adapted(value, member.type, property, fresh)] as const
        }))
      case 'record': {
        const row = this.#pick(this.#rows(type.resource), nothingSeen)
        if (row === undefined || dice.once(12)) return json
        const info = this.#interpreter.compiled.facts.typing.domain.resources.get(type.resource)!
        return this.#interpreter.keys.keyOf(this.#interpreter.keys.recordOf(type.resource, this.#interpreter.keys.keyValues(info, row.values)))
      }
      default:
        if (!isJsonNumber(json)) return json
        // Small amounts leave room for what follows.
        if (type.kind === 'int' && dice.once(3)) return Number(type.bounds?.least ?? 0n) + dice.below(3)
        return dice.once(2) ? this.#number(json, type) : json
    }
  }

  #number(json: Json, type: Type): Json {
    const dice = this.#dice
    const own = this.#about === undefined ? [] : this.#numbersOf(this.#about)
    const numbers = own.length > 0 && dice.once(2) ? own : this.#numbers()
    if (numbers.length === 0) return json
    const found = dice.pick(numbers)
    // What leaves just so much as the document names.
    const named = this.#constants.filter((each) => typeof each === 'number' && each > 1)
    if (typeof found === 'number' && named.length > 0 && dice.once(4)) {
      const left = found - (dice.pick(named) as number) + dice.pick([0, 1, -1])
      if (left > 0) return left
    }
    if (type.kind === 'int') return typeof found === 'number' && Number.isInteger(found) ? found + dice.pick([0, 0, 1, -1]) : json
    return found
  }

  /** Numbers that records hold, and that the document names. */
  #numbers(): readonly Json[] {
    const all = [...this.#resources()].flatMap((name) => this.#rows(name).slice(-8).flatMap((row) => this.#numbersOf(row)))
    return [...all, ...all, ...this.#constants.filter((each) => isJsonNumber(each))]
  }

  #numbersOf(row: Row): readonly Json[] {
    return [...row.values.values()].flatMap((value) => {
      const json = jsonOf(value, this.#interpreter.keys)
      return isJsonNumber(json) ? [json] : []
    })
  }

  #text(value: string, property: Property, fresh: Fresh[]): string {
    const dice = this.#dice
    const info = [...this.#interpreter.compiled.facts.typing.domain.resources.values()].find(({ properties }) => properties.get(property.name) === property)
    const isUnique = info !== undefined && [info.key, ...info.uniques.map(({ members }) => members)].some((members) => members.includes(property.name))
    if (this.#addresses.has(property.name) && /^https?:/.test(value)) return `${closedAddress}/${dice.below(1_000_000)}`
    const text = namespaceText(value, property.schema, this.#tag)
    if (!isUnique) return text
    // Uses only records of the sequence: others do not exist on a replay.
    const known = this.#rows(info.name).map((row) => this.#word(row, property.name)).filter((word) => word !== '' && this.#seen.answers.some(({ body }) => body.includes(word)))
    if (known.length > 0 && dice.once(6)) return dice.pick(known)
    if (known.length > 0 && dice.once(8)) {
      const other = swap(dice.pick(known))
      fresh.push({ value: other, property: `${info.name}.${property.name}` })
      return other
    }
    fresh.push({ value: text, property: `${info.name}.${property.name}` })
    return text
  }

  #listQuery(operation: Operation): [string, string][] {
    const dice = this.#dice
    const { filters, sort, page } = this.#interpreter.compiled.facts.typing.input(operation)
    const query: [string, string][] = []
    if (filters.size > 0 && dice.once(2)) {
      const filter = dice.pick([...filters.values()])
      const operator = dice.pick([...new Set(filter.sent.map((each) => each.operator))])
      const rows = this.#rows(resourceNameOf(operation) ?? '')
      const words = filter.path.length > 0 ? [] : rows.map((row) => this.#word(row, filter.property)).filter((word) => word !== '')
      const value = operator === 'exists' ? 'true' : words.length > 0 ? dice.pick(words) : wordOf(this.samplerFor(filter.operators.get(operator)!).fitting(this.#randomness) ?? 'x')
      const names = filter.sent.filter((each) => each.operator === operator)
      query.push([(names.length > 1 && dice.once(2) ? names[0]! : names.at(-1)!).name, value])
    }
    if (sort !== undefined && sort.properties.length > 0 && dice.once(2)) query.push([sort.parameter.name, `${dice.once(2) ? '-' : ''}${dice.pick(sort.properties)}`])
    // If records tie, their order at a page boundary is undefined.
    if (page?.size !== undefined && query.every(([name]) => name !== sort?.parameter.name) && dice.once(2)) query.push([page.size.name, String(dice.between(0, 3))])
    return query
  }

  /** A tag that was answered for this address. */
  #conditional(operation: Operation, path: string, { requests, answers }: SequenceHistory, plain: boolean): RequestHeader[] {
    const said = shown(operation.slots.conditional)
    if (said === undefined) return []
    const tags = requests.flatMap((request, index) => (request.target.split('?')[0] === path ? (headerOf(answers[index]!.headers, 'etag') ?? []) : []))
    const name = operation.method === 'GET' ? 'If-None-Match' : 'If-Match'
    if (said !== 'required' && this.#dice.once(2)) return []
    if (!plain && this.#dice.once(6)) return this.#dice.once(2) ? [] : [[name, '"never"']]
    const tag = tags.at(this.#dice.once(4) ? 0 : -1)
    return tag === undefined ? (said === 'required' ? [[name, '*']] : []) : [[name, tag]]
  }

  #idempotency(operation: Operation, { requests }: SequenceHistory, plain: boolean): RequestHeader[] {
    const said = shown(operation.slots.idempotency)
    const name = said?.kind === 'key' ? shown(said.key)?.text : undefined
    if (said?.kind !== 'key' || name === undefined) return []
    if (shown(said.optional) === true && (plain || this.#dice.once(2))) return []
    const used = requests.flatMap(({ headers }) => headerOf(headers, name) ?? [])
    return [[name, used.length > 0 && this.#dice.once(2) ? this.#dice.pick(used) : `${this.#tag}-${this.#dice.below(1_000_000)}`]]
  }

  #version(plain: boolean): string | undefined {
    const { facts } = this.#interpreter.compiled
    return facts.versions.length === 0 || plain || !this.#dice.once(10) ? undefined : this.#dice.pick(facts.versions).name
  }

  #caller(operation: Operation, { answers }: SequenceHistory, plain: boolean): { readonly caller?: string; readonly header?: RequestHeader } {
    const { model } = this.#interpreter.compiled
    if (!asksWhoCalls(model, operation)) return {}
    const issued = answers.flatMap(({ body }) => [...body.matchAll(/"(issued\.([^."]+)\.[^"]+)"/g)].map(([, token, scheme]) => [token!, scheme!] as const))
    if (issued.length > 0 && !this.#dice.once(4)) {
      const [token, scheme] = this.#dice.pick(issued)
      const said = each(model.authentication.value.schemes).find(({ name }) => name === scheme)?.value
      const key = said && shown(said.type) === 'apiKey' ? shown(said.name)?.text : undefined
      return { header: key !== undefined && shown(said!.in) === 'header' ? [key, token] : ['Authorization', `${(said && shown(said.scheme)?.text) ?? 'Bearer'} ${token}`] }
    }
    if (this.#callers.length === 0 || (!plain && this.#dice.once(5))) return {}
    return this.#dice.once(8) ? {} : { caller: this.#dice.pick(this.#callers) }
  }
}

/** The path of an operation up to a parameter of it. */
function prefixOf({ segments }: Operation, parameter: string): string {
  const at = segments.findIndex((segment) => segment.kind === 'parameter' && segment.name === parameter)
  return segments.slice(0, at + 1).map((segment) => (segment.kind === 'literal' ? segment.text : '{}')).join('/')
}

/** True if a credential can change an operation's answer. */
export function asksWhoCalls(model: Model, operation: Operation): boolean {
  return model.authentication.state === 'shown' && (shown(securityOf(model, operation)) ?? []).some((requirement) => requirement.length > 0)
}


export function wordOf(value: Json): string {
  return typeof value === 'string' ? value : printJson(value)
}

function swap(text: string): string {
  return Array.from(text).map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())).join('')
}

/** Texts that nothing but their length bounds say who made them; addresses of mail lead nowhere. */
export function namespaceText(text: string, schema: Schema, tag: string): string {
  if (typeof schema === 'boolean') return text
  if (schema.format === 'email') return `${tag}-${text.replaceAll(/[^a-z]/gi, '').slice(0, 20)}@example.org`.slice(-(schema.maxLength ?? 100))
  if (schema.format !== undefined || schema.pattern !== undefined || schema.enum !== undefined || schema.const !== undefined) return text
  const length = Array.from(text).length
  const whole = `${tag} ${text}`
  return length + tag.length + 1 <= (schema.maxLength ?? 200) ? whole : text
}

/** Numbers that expressions compare with. */
function constantsOf({ compiled }: OracleInterpreter): readonly Json[] {
  const texts = compiled.facts.typing.slots.map(({ slot }) => slot.text)
  return [...new Set(texts.flatMap((text) => [...text.matchAll(/(?<![\w.])\d+(?:\.\d+)?/g)].map(([number]) => Number(number))))]
}
