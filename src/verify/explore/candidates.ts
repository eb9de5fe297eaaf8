// Generates promising requests to one operation: valid bodies with references to existing records, keys, filters, callers.

import { type RandomSource, createRandomSource } from '../../base/random-source.ts'
import { type Json, isJsonArray, printJson } from '../../base/json.ts'
import type { Randomness } from '../../base/clock.ts'
import type { Type } from '../../cel/type.ts'
import type { Row } from '../../meaning/record/row.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import { readsCredentials } from '../../model/security.ts'
import { isOnRecord } from '../../model/endpoints.ts'
import { slotValueOf } from '../../model/slot.ts'
import { fillSegment, readSegmentValue } from '../../model/segment.ts'
import { type Sampler, createSampler } from '../../schema/sample.ts'
import type { Schema } from '../../schema/schema.ts'
import { definitionsOf } from '../../typing/definitions.ts'
import { jsonPatchType } from '../../typing/input-body.ts'
import { listAddressMembers } from '../server/addresses.ts'
import type { OracleInterpreter } from '../oracle/interpreter.ts'
import { type RequestHeader, type ServerRequest, findHeader } from '../oracle/request.ts'
import type { Fresh } from '../step.ts'
import { BodyAdapter, type BodySources } from './body-adapter.ts'
import { type CopiedInputs, type LookupInputs, findCopiedInputs, findLookupInputs, printInputPath } from './copied-inputs.ts'
import { listIssuedCredentials } from './credentials.ts'
import { KnownRecords, type SequenceHistory, mapPathsToOwners, buildPathPrefix } from './known-records.ts'
import { type ScenarioBodies, collectScenarioBodies, mergeBody } from './scenario-bodies.ts'
import { asJsonPatch, tagText, printWord } from '../sample-text.ts'

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
  readonly #bodySources: BodySources
  readonly #scenarioBodies: ScenarioBodies
  readonly #bodyCounts = new Map<Operation, number>()
  readonly #succeeded = new Set<Operation>()
  readonly #inputs = new Map<Operation, { readonly copied: CopiedInputs; readonly found: LookupInputs }>()

  constructor(interpreter: OracleInterpreter, randomness: Randomness, callers: readonly string[], tag: string) {
    this.#interpreter = interpreter
    this.#randomness = randomness
    this.#dice = createRandomSource(randomness)
    this.#callers = callers
    this.#tag = tag
    this.#records = new KnownRecords(interpreter, this.#dice)
    this.#owners = mapPathsToOwners(interpreter)
    this.#bodySources = { interpreter, records: this.#records, dice: this.#dice, tag, addresses: listAddressMembers(interpreter.compiled) }
    this.#scenarioBodies = collectScenarioBodies(interpreter.compiled)
  }

  samplerFor(schema: Schema, cacheKey: unknown = schema): Sampler {
    const definitions = definitionsOf(this.#interpreter.compiled.facts.typing.domain)
    return this.#samplers.getOrInsertComputed(cacheKey, () => createSampler(schema, { definitions }))
  }

  /** Values that a property could have if a client wrote it: keys of records, states, and others that fit. */
  valuesOf(resource: string, name: string): readonly Json[] {
    const property = this.#interpreter.compiled.facts.typing.domain.resources.get(resource)?.properties.get(name)
    if (property === undefined) return []
    if (property.reference !== undefined) {
      const words = this.#records.rows(property.reference.resource).map((row) => this.#records.words(row)[0]!)
      return [...new Set([words[0], words.at(-1)])].filter((word) => word !== undefined && word !== '') as string[]
    }
    const sampled = Array.from({ length: 2 }, () => this.samplerFor(property.schema, `${resource}.${name}`).findValid(this.#randomness))
    return [...new Set(sampled.filter((each) => each !== undefined && each !== null))] as Json[]
  }

  /** Undefined without callers. */
  pickCaller(): string | undefined {
    return this.#callers.length === 0 ? undefined : this.#dice.pick(this.#callers)
  }

  /** The resource whose records an operation's path names. */
  ownerOf(operation: Operation): string | undefined {
    const last = operation.segments.findLast(({ kind }) => kind === 'parameter')
    return last?.kind === 'parameter' ? this.#owners.get(buildPathPrefix(operation, last.name)) : undefined
  }

  /** A value for `Resource.property` that no record of the sequence has. */
  freshValue(property: string): Json | undefined {
    const [resource = '', name = ''] = property.split('.')
    const declared = this.#interpreter.compiled.facts.typing.domain.resources.get(resource)?.properties.get(name)
    const value = declared && this.samplerFor(declared.schema, property).findValid(this.#randomness)
    return declared === undefined || typeof value !== 'string' ? value : tagText(value, declared.schema, this.#tag)
  }

  /** Generates a request. `isPlain`: a usual request, in a form that is never refused. */
  request(operation: Operation, history: SequenceHistory, isPlain = false): RequestCandidate | undefined {
    const dice = this.#dice
    const { typing } = this.#interpreter.compiled.facts
    const input = typing.input(operation)
    const row = this.#pathRecord(operation, history)
    const path = this.#path(operation, row, history, isPlain)
    if (path === undefined) return undefined
    let fresh: readonly Fresh[] = []
    const query: [string, string][] = []
    for (const [name, parameter] of input.query) {
      if (!parameter.required && dice.once(2)) continue
      const value = this.samplerFor(parameter.schema).findValid(this.#randomness)
      if (value === undefined || value === null) continue
      const texts = isJsonArray(value) ? value.map(printWord) : [printWord(value)]
      query.push(...(parameter.several === 'commas' ? [texts.join()] : texts).map((text): [string, string] => [name, text]))
    }
    const version = this.#version(isPlain)
    if (operation.action === 'list' && version === undefined && !isPlain && dice.once(2)) query.push(...this.#listQuery(operation))
    const headers: RequestHeader[] = []
    for (const [name, parameter] of input.headers) {
      if (!parameter.required && dice.once(2)) continue
      const value = this.samplerFor(parameter.schema).findValid(this.#randomness)
      if (value !== undefined && value !== null && /^[ -~]*$/.test(printWord(value))) headers.push([name, printWord(value)])
    }
    headers.push(...this.#conditional(operation, path, history, isPlain), ...this.#idempotency(operation, history, isPlain))
    // Asks for the ordinary answer: when the outcome comes is not known.
    if (operation.slots.wait.state === 'shown') headers.push(['Prefer', 'respond-async'])
    let body: string | undefined
    if (input.body !== undefined) {
      const adapter = new BodyAdapter(this.#bodySources, history, row)
      const json = this.#body(operation, input.body.schema, input.body.type, adapter)
      if (json === undefined) return undefined
      fresh = adapter.fresh
      const { media } = input.body
      const type = media.length > 1 && !dice.once(4) ? media.at(-1)! : media[0]!
      body = printJson(type === jsonPatchType ? asJsonPatch(json) : json)
      headers.push(['Content-Type', type])
    }
    const credential = this.#caller(operation, history, isPlain)
    if (credential.header !== undefined) headers.push(credential.header)
    const target = `${path}${query.length === 0 ? '' : `?${query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`}`
    const request: ServerRequest = {
      method: operation.method,
      target,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(credential.caller === undefined ? {} : { caller: credential.caller }),
      ...(version === undefined ? {} : { version }),
    }
    return { request, fresh }
  }

  /** Remembers values from a good candidate, so that later candidates choose better. */
  learn(operation: Operation, { target }: ServerRequest, isGood: boolean): void {
    if (!isGood) return
    this.#succeeded.add(operation)
    const parts = target.split('?')[0]!.split('/').slice(1)
    for (const [index, segment] of operation.segments.entries()) {
      if (segment.kind !== 'parameter') continue
      const text = decodeURIComponent(readSegmentValue(segment, parts[index] ?? '') ?? '')
      for (const name of this.#records.resources())
        if (this.#records.rows(name).some((row) => this.#records.words(row).includes(text)))
          this.#preferred.set(`${operation.id} ${segment.name}`, name)
    }
  }

  /** The record for the path of a request, if the operation is about one. */
  #pathRecord(operation: Operation, history: SequenceHistory): Row | undefined {
    const resource = resourceNameOf(operation)
    return resource === undefined || !isOnRecord(operation.action) ? undefined : this.#records.pick(this.#records.rows(resource), history)
  }

  #path(operation: Operation, row: Row | undefined, history: SequenceHistory, isPlain: boolean): string | undefined {
    const dice = this.#dice
    const input = this.#interpreter.compiled.facts.typing.input(operation)
    const parts: string[] = []
    for (const segment of operation.segments) {
      if (segment.kind === 'literal') {
        parts.push(segment.text)
        continue
      }
      const { name } = segment
      const property = row && this.#interpreter.compiled.facts.typing.domain.resources.get(row.resource)!.properties.get(name)
      const sample = (): Json | undefined => this.samplerFor(input.path.get(name)!.schema).findValid(this.#randomness)
      let word: string | undefined
      if (!isPlain && dice.once(10)) word = dice.once(3) ? 'no-such-thing' : printWord(sample() ?? 'none')
      else if (row !== undefined && property !== undefined) word = this.#records.word(row, name)
      else {
        const preferred = this.#preferred.get(`${operation.id} ${name}`) ?? this.#owners.get(buildPathPrefix(operation, name))
        const choices = [...(preferred === undefined || dice.once(8) ? this.#records.resources() : [preferred])].flatMap((each) =>
          this.#records.rows(each),
        )
        const other = this.#records.pick(choices, history)
        word = other === undefined ? printWord(sample() ?? 'none') : dice.pick(this.#records.words(other))
      }
      if (word === '') return undefined
      parts.push(fillSegment(segment, encodeURIComponent(word)))
    }
    return `/${parts.join('/')}`
  }

  #body(operation: Operation, schema: Schema, type: Type, adapter: BodyAdapter): Json | undefined {
    const sampled = this.samplerFor(schema, operation).findValid(this.#randomness)
    if (sampled === undefined) return undefined
    const example = this.#nextExample(operation)
    const json = example === undefined ? sampled : mergeBody(sampled, example)
    const resource = resourceNameOf(operation)
    const info =
      resource === undefined || operation.action === 'transition'
        ? undefined
        : this.#interpreter.compiled.facts.typing.domain.resources.get(resource)
    const { typing } = this.#interpreter.compiled.facts
    const { copied, found } = this.#inputs.getOrInsertComputed(operation, () => ({
      copied: findCopiedInputs(operation, typing),
      found: findLookupInputs(operation, typing),
    }))
    return adapter.adapt(json, type, (path) => {
      const lookup = found.get(printInputPath(path))
      if (lookup !== undefined) return { sample: () => this.#records.pickValue(lookup.resource, lookup.property.name) }
      const copy = copied.get(printInputPath(path))
      if (copy !== undefined) return { written: copy, sample: () => this.samplerFor(copy.schema).findValid(this.#randomness) }
      const name = path.includes(null) ? undefined : path.at(-1)
      const written = name === undefined || name === null ? undefined : info?.properties.get(name)
      return written && { written }
    })
  }

  /** Often a body of a scenario until the operation succeeds, and seldom after that. */
  #nextExample(operation: Operation): Json | undefined {
    const examples = this.#scenarioBodies.get(operation) ?? []
    const count = this.#bodyCounts.get(operation) ?? 0
    this.#bodyCounts.set(operation, count + 1)
    const interval = this.#succeeded.has(operation) ? 16 : 2
    return count % interval === 1 ? examples[Math.floor(count / interval) % examples.length] : undefined
  }

  #listQuery(operation: Operation): [string, string][] {
    const dice = this.#dice
    const { filters, sort, page } = this.#interpreter.compiled.facts.typing.input(operation)
    const query: [string, string][] = []
    if (filters.size > 0 && dice.once(2)) {
      const filter = dice.pick([...filters.values()])
      const operator = dice.pick([...new Set(filter.parameters.map((each) => each.operator))])
      const rows = this.#records.rows(resourceNameOf(operation) ?? '')
      const words = filter.path.length > 0 ? [] : rows.map((row) => this.#records.word(row, filter.property)).filter((word) => word !== '')
      const value =
        operator === 'exists'
          ? 'true'
          : words.length > 0
            ? dice.pick(words)
            : printWord(this.samplerFor(filter.operators.get(operator)!).findValid(this.#randomness) ?? 'x')
      const names = filter.parameters.filter((each) => each.operator === operator)
      query.push([(names.length > 1 && dice.once(2) ? names[0]! : names.at(-1)!).name, value])
    }
    if (sort !== undefined && sort.properties.length > 0 && dice.once(2))
      query.push([sort.parameter.name, `${dice.once(2) ? '-' : ''}${dice.pick(sort.properties)}`])
    // If records tie, their order at a page boundary is undefined.
    if (page?.size !== undefined && query.every(([name]) => name !== sort?.parameter.name) && dice.once(2))
      query.push([page.size.name, String(dice.between(0, 3))])
    return query
  }

  /** Adds an entity tag that an earlier answer gave for this path. */
  #conditional(operation: Operation, path: string, { requests, answers }: SequenceHistory, isPlain: boolean): RequestHeader[] {
    const declared = slotValueOf(operation.slots.conditional)
    if (declared === undefined) return []
    const tags = requests.flatMap((request, index) =>
      request.target.split('?')[0] === path ? (findHeader(answers[index]!.headers, 'etag') ?? []) : [],
    )
    const name = operation.method === 'GET' ? 'If-None-Match' : 'If-Match'
    if (declared !== 'required' && this.#dice.once(2)) return []
    if (!isPlain && this.#dice.once(6)) return this.#dice.once(2) ? [] : [[name, '"never"']]
    const tag = tags.at(this.#dice.once(4) ? 0 : -1)
    if (tag !== undefined) return [[name, tag]]
    // A record that is not there yet has no tag: its creation requires that none is there (RFC 9110, section 13.1.2).
    if (operation.action === 'put' && !this.#dice.once(4)) return [['If-None-Match', '*']]
    return declared === 'required' ? [[name, '*']] : []
  }

  #idempotency(operation: Operation, { requests }: SequenceHistory, isPlain: boolean): RequestHeader[] {
    const declared = slotValueOf(operation.slots.idempotency)
    const name = declared?.kind === 'key' ? slotValueOf(declared.key)?.text : undefined
    if (declared?.kind !== 'key' || name === undefined) return []
    if (slotValueOf(declared.optional) === true && (isPlain || this.#dice.once(2))) return []
    const usedKeys = requests.flatMap(({ headers }) => findHeader(headers, name) ?? [])
    return [[name, usedKeys.length > 0 && this.#dice.once(2) ? this.#dice.pick(usedKeys) : `${this.#tag}-${this.#dice.below(1_000_000)}`]]
  }

  #version(isPlain: boolean): string | undefined {
    const { facts } = this.#interpreter.compiled
    return facts.versions.length === 0 || isPlain || !this.#dice.once(10) ? undefined : this.#dice.pick(facts.versions).name
  }

  #caller(
    operation: Operation,
    { answers, requests }: SequenceHistory,
    isPlain: boolean,
  ): { readonly caller?: string; readonly header?: RequestHeader } {
    const { model } = this.#interpreter.compiled
    if (!readsCredentials(model, operation)) return {}
    const issued = listIssuedCredentials(
      model,
      operation,
      answers.map(({ body }) => body),
      (text) => this.#interpreter.choices.isCredential(text),
    )
    if (issued.length > 0 && !this.#dice.once(4)) return { header: this.#dice.pick(issued) }
    if (this.#callers.length === 0 || (!isPlain && this.#dice.once(5))) return {}
    if (this.#dice.once(8)) return {}
    // Who created a record may usually change it.
    const earlier = requests.flatMap(({ caller }) => caller ?? [])
    return { caller: this.#dice.pick(earlier.length > 0 && this.#dice.once(2) ? earlier : this.#callers) }
  }
}
