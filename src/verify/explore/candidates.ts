// Generates promising requests to one operation: valid bodies with references to existing records, keys, filters, callers.

import { type RandomSource, randomSource } from '../../base/random-source.ts'
import { type Json, isJsonArray, isJsonNumber, isJsonObject, jsonObject, printJson } from '../../base/json.ts'
import type { Randomness } from '../../base/clock.ts'
import { printTimestamp } from '../../base/time.ts'
import type { Type } from '../../cel/type.ts'
import type { Row } from '../../meaning/record/row.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import { readsCredentials } from '../../model/security.ts'
import { isOnRecord } from '../../model/endpoints.ts'
import { slotValue } from '../../model/slot.ts'
import { type Sampler, sampler } from '../../schema/sample.ts'
import type { Schema } from '../../schema/schema.ts'
import { definitionsOf } from '../../typing/definitions.ts'
import type { Property } from '../../typing/domain.ts'
import { jsonPatchType } from '../../typing/input-body.ts'
import { addressMembers, closedAddress } from '../events/addresses.ts'
import type { OracleInterpreter } from '../oracle/interpreter.ts'
import { type RequestHeader, type ServerRequest, headerOf } from '../oracle/request.ts'
import type { Fresh } from '../step.ts'
import { issuedCredentials } from './credentials.ts'
import { KnownRecords, type SequenceHistory, ownersByPath, pathPrefix } from './known-records.ts'
import { asJsonPatch, namespaceText, swapCase, wordOf } from './sample-text.ts'

const nothingSeen: SequenceHistory = { requests: [], answers: [] }

export type RequestCandidate = { readonly request: ServerRequest; readonly fresh: readonly Fresh[] }

export class Candidates {
  readonly #interpreter: OracleInterpreter
  readonly #randomness: Randomness
  readonly #dice: RandomSource
  readonly #samplers = new Map<unknown, Sampler>()
  readonly #callers: readonly string[]
  readonly #records: KnownRecords
  /** For a path parameter, the resource whose keys succeeded there before. */
  readonly #preferred = new Map<string, string>()
  /** For a path prefix, the resource whose records other operations find there. */
  readonly #owners: ReadonlyMap<string, string>
  readonly #tag: string
  /** Body members whose value is an address that the server sends to. */
  readonly #addresses: ReadonlySet<string>
  /** The record that the request's path names, if any. */
  #about: Row | undefined
  #seen: SequenceHistory = nothingSeen

  constructor(interpreter: OracleInterpreter, randomness: Randomness, callers: readonly string[], tag: string) {
    this.#interpreter = interpreter
    this.#randomness = randomness
    this.#dice = randomSource(randomness)
    this.#callers = callers
    this.#tag = tag
    this.#addresses = addressMembers(interpreter.compiled)
    this.#records = new KnownRecords(interpreter, this.#dice)
    this.#owners = ownersByPath(interpreter)
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
      const words = this.#records.rows(property.reference.resource).map((row) => this.#records.words(row)[0]!)
      return [...new Set([words[0], words.at(-1)])].filter((word) => word !== undefined && word !== '') as string[]
    }
    const sampled = Array.from({ length: 2 }, () => this.samplerFor(property.schema, `${resource}.${name}`).fitting(this.#randomness))
    return [...new Set(sampled.filter((each) => each !== undefined && each !== null))] as Json[]
  }

  /** The resource whose records an operation's path names. */
  ownerOf(operation: Operation): string | undefined {
    const last = operation.segments.findLast(({ kind }) => kind === 'parameter')
    return last?.kind === 'parameter' ? this.#owners.get(pathPrefix(operation, last.name)) : undefined
  }

  /** A value for `Resource.property` that no record of the sequence has. */
  freshValue(property: string): Json | undefined {
    const [resource = '', name = ''] = property.split('.')
    const found = this.#interpreter.compiled.facts.typing.domain.resources.get(resource)?.properties.get(name)
    const value = found && this.samplerFor(found.schema, property).fitting(this.#randomness)
    return found === undefined || typeof value !== 'string' ? value : namespaceText(value, found.schema, this.#tag)
  }

  /** Generates a request. `plain`: a usual request, in a form that is never refused. */
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
      const json = this.#body(operation, input.body.schema, input.body.type, fresh)
      if (json === undefined) return undefined
      const { media } = input.body
      const type = media.length > 1 && !dice.once(4) ? media.at(-1)! : media[0]!
      body = printJson(type === jsonPatchType ? asJsonPatch(json) : json)
      headers.push(['Content-Type', type])
    }
    const who = this.#caller(operation, seen, plain)
    if (who.header !== undefined) headers.push(who.header)
    const target = `${path}${query.length === 0 ? '' : `?${query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`}`
    const request: ServerRequest = {
      method: operation.method,
      target,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(who.caller === undefined ? {} : { caller: who.caller }),
      ...(version === undefined ? {} : { version }),
    }
    return { request, fresh }
  }

  /** Remembers values from a good candidate, so that later candidates choose better. */
  learn(operation: Operation, { target }: ServerRequest, isGood: boolean): void {
    if (!isGood) return
    const parts = target.split('?')[0]!.split('/').slice(1)
    for (const [index, segment] of operation.segments.entries()) {
      if (segment.kind !== 'parameter') continue
      const text = decodeURIComponent(parts[index] ?? '')
      for (const name of this.#records.resources())
        if (this.#records.rows(name).some((row) => this.#records.words(row).includes(text))) this.#preferred.set(`${operation.id} ${segment.name}`, name)
    }
  }

  #path(operation: Operation, seen: SequenceHistory, plain: boolean): string | undefined {
    const dice = this.#dice
    const input = this.#interpreter.compiled.facts.typing.input(operation)
    const own = resourceNameOf(operation)
    const row = own === undefined || !isOnRecord(operation.action) ? undefined : this.#records.pick(this.#records.rows(own), seen)
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
      else if (row !== undefined && property !== undefined) word = this.#records.word(row, name)
      else {
        const preferred = this.#preferred.get(`${operation.id} ${name}`) ?? this.#owners.get(pathPrefix(operation, name))
        const choices = [...(preferred === undefined || dice.once(8) ? this.#records.resources() : [preferred])].flatMap((each) => this.#records.rows(each))
        const other = this.#records.pick(choices, seen)
        word = other === undefined ? wordOf(sample() ?? 'none') : dice.pick(this.#records.words(other))
      }
      if (word === '') return undefined
      parts.push(encodeURIComponent(word))
    }
    return `/${parts.join('/')}`
  }

  #body(operation: Operation, schema: Schema, type: Type, fresh: Fresh[]): Json | undefined {
    const json = this.samplerFor(schema, operation).fitting(this.#randomness)
    if (json === undefined) return undefined
    const own = resourceNameOf(operation)
    const info = own === undefined ? undefined : this.#interpreter.compiled.facts.typing.domain.resources.get(own)
    const writes = operation.action === 'transition' ? undefined : info
    return this.#adapted(json, type, (name) => writes?.properties.get(name), fresh)
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
          if (member !== undefined && typeof value === 'string' && isMoment(member.type)) return [name, this.#moment(value)] as const
          if (own !== undefined && typeof value === 'string' && own.reference === undefined) return [name, this.#text(value, own, fresh)] as const
          return [name, member === undefined ? value : this.#adapted(value, member.type, property, fresh)] as const
        }))
      case 'record': {
        const row = this.#records.pick(this.#records.rows(type.resource), nothingSeen)
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

  /** A timestamp; often one that the run can reach by waiting. */
  #moment(usual: string): string {
    return this.#dice.once(2) ? printTimestamp(Math.floor(this.#interpreter.now() / 1000) * 1000 + this.#dice.pick([2, 24]) * 3_600_000) : usual
  }

  #number(json: Json, type: Type): Json {
    const dice = this.#dice
    const own = this.#about === undefined ? [] : this.#records.numbersOf(this.#about)
    const numbers = own.length > 0 && dice.once(2) ? own : this.#records.numbers()
    if (numbers.length === 0) return json
    const value = dice.pick(numbers)
    // Also the differences to numbers that the document names.
    const named = this.#records.constants.filter((each) => typeof each === 'number' && each > 1)
    if (typeof value === 'number' && named.length > 0 && dice.once(4)) {
      const left = value - (dice.pick(named) as number) + dice.pick([0, 1, -1])
      if (left > 0) return left
    }
    if (type.kind === 'int') return typeof value === 'number' && Number.isInteger(value) ? value + dice.pick([0, 0, 1, -1]) : json
    return value
  }

  #text(value: string, property: Property, fresh: Fresh[]): string {
    const dice = this.#dice
    const info = [...this.#interpreter.compiled.facts.typing.domain.resources.values()].find(({ properties }) => properties.get(property.name) === property)
    const isUnique = info !== undefined && [info.key, ...info.uniques.map(({ members }) => members)].some((members) => members.includes(property.name))
    if (this.#addresses.has(property.name) && /^https?:/.test(value)) return `${closedAddress}/${dice.below(1_000_000)}`
    const text = namespaceText(value, property.schema, this.#tag)
    if (!isUnique) return text
    // Uses only records of the sequence: others do not exist on a replay.
    const known = this.#records
      .rows(info.name)
      .map((row) => this.#records.word(row, property.name))
      .filter((word) => word !== '' && this.#seen.answers.some(({ body }) => body.includes(word)))
    if (known.length > 0 && dice.once(6)) return dice.pick(known)
    if (known.length > 0 && dice.once(8)) {
      const other = swapCase(dice.pick(known))
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
      const rows = this.#records.rows(resourceNameOf(operation) ?? '')
      const words = filter.path.length > 0 ? [] : rows.map((row) => this.#records.word(row, filter.property)).filter((word) => word !== '')
      const value =
        operator === 'exists' ? 'true' : words.length > 0 ? dice.pick(words) : wordOf(this.samplerFor(filter.operators.get(operator)!).fitting(this.#randomness) ?? 'x')
      const names = filter.sent.filter((each) => each.operator === operator)
      query.push([(names.length > 1 && dice.once(2) ? names[0]! : names.at(-1)!).name, value])
    }
    if (sort !== undefined && sort.properties.length > 0 && dice.once(2)) query.push([sort.parameter.name, `${dice.once(2) ? '-' : ''}${dice.pick(sort.properties)}`])
    // If records tie, their order at a page boundary is undefined.
    if (page?.size !== undefined && query.every(([name]) => name !== sort?.parameter.name) && dice.once(2)) query.push([page.size.name, String(dice.between(0, 3))])
    return query
  }

  /** Adds an entity tag that an earlier answer gave for this path. */
  #conditional(operation: Operation, path: string, { requests, answers }: SequenceHistory, plain: boolean): RequestHeader[] {
    const said = slotValue(operation.slots.conditional)
    if (said === undefined) return []
    const tags = requests.flatMap((request, index) => (request.target.split('?')[0] === path ? (headerOf(answers[index]!.headers, 'etag') ?? []) : []))
    const name = operation.method === 'GET' ? 'If-None-Match' : 'If-Match'
    if (said !== 'required' && this.#dice.once(2)) return []
    if (!plain && this.#dice.once(6)) return this.#dice.once(2) ? [] : [[name, '"never"']]
    const tag = tags.at(this.#dice.once(4) ? 0 : -1)
    return tag === undefined ? (said === 'required' ? [[name, '*']] : []) : [[name, tag]]
  }

  #idempotency(operation: Operation, { requests }: SequenceHistory, plain: boolean): RequestHeader[] {
    const said = slotValue(operation.slots.idempotency)
    const name = said?.kind === 'key' ? slotValue(said.key)?.text : undefined
    if (said?.kind !== 'key' || name === undefined) return []
    if (slotValue(said.optional) === true && (plain || this.#dice.once(2))) return []
    const used = requests.flatMap(({ headers }) => headerOf(headers, name) ?? [])
    return [[name, used.length > 0 && this.#dice.once(2) ? this.#dice.pick(used) : `${this.#tag}-${this.#dice.below(1_000_000)}`]]
  }

  #version(plain: boolean): string | undefined {
    const { facts } = this.#interpreter.compiled
    return facts.versions.length === 0 || plain || !this.#dice.once(10) ? undefined : this.#dice.pick(facts.versions).name
  }

  #caller(operation: Operation, { answers }: SequenceHistory, plain: boolean): { readonly caller?: string; readonly header?: RequestHeader } {
    const { model } = this.#interpreter.compiled
    if (!readsCredentials(model, operation)) return {}
    const issued = issuedCredentials(model, operation, answers.map(({ body }) => body), (text) => this.#interpreter.choices.opaque.has(text))
    if (issued.length > 0 && !this.#dice.once(4)) return { header: this.#dice.pick(issued) }
    if (this.#callers.length === 0 || (!plain && this.#dice.once(5))) return {}
    return this.#dice.once(8) ? {} : { caller: this.#dice.pick(this.#callers) }
  }
}

function isMoment(type: Type): boolean {
  return type.kind === 'timestamp' || ((type.kind === 'nullable' || type.kind === 'optional') && isMoment(type.of))
}
