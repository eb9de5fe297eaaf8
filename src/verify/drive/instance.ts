// A running sequence: its steps with their responses, and the new values that it received.

import { type Json, isJsonObject, parseJsonText } from '../../base/json.ts'
import type { Operation } from '../../model/model.ts'
import { definitionsOf } from '../../typing/definitions.ts'
import { convertValueToJson } from '../../exchange/value-json.ts'
import { createSampler } from '../../schema/sample.ts'
import { findOutputMember } from '../explore/listing.ts'
import { tagText, swapCase, printWord } from '../sample-text.ts'
import { closedAddress, redirectAddresses } from '../server/addresses.ts'
import { EventChecker } from '../events/event-checker.ts'
import { streamRequests } from '../events/opening.ts'
import type { Difference } from '../oracle/comparison.ts'
import type { StepEffects } from '../oracle/interpreter.ts'
import type { Expected, ObservedAnswer, ServerRequest } from '../oracle/request.ts'
import { type SentRequest, judgeTogether } from '../oracle/together.ts'
import { type Fresh, type RequestStep, fillStep, symbolize } from '../step.ts'
import type { Session } from '../server/session.ts'

/** An answer that the document does not permit, with the sequence that led to it. */
export type StepFailure = {
  readonly steps: readonly RequestStep[]
  readonly requests: readonly ServerRequest[]
  readonly expected: Expected
  readonly observed: ObservedAnswer
  readonly differences: readonly Difference[]
}

/** The version of each record, by the record's name. */
export type RecordVersions = ReadonlyMap<string, number>

export class Instance {
  readonly session: Session
  readonly steps: RequestStep[] = []
  readonly requests: ServerRequest[] = []
  readonly answers: ObservedAnswer[] = []
  /** The records that the sequence changed. */
  readonly changed = new Set<string>()
  readonly #fresh = new Map<number, { readonly value: Json; readonly property: string }>()

  #eventChecker: EventChecker | undefined
  /** The prediction for the last step. */
  #expected: Expected | undefined

  constructor(session: Session) {
    this.session = session
  }

  /** Opens an instance that also receives events and deliveries. `again`: the receiver fails once, so that the server must repeat. */
  static async openListening(session: Session, way: 'once' | 'again' = 'once'): Promise<Instance> {
    const instance = new Instance(session)
    instance.#eventChecker = new EventChecker(session, way)
    session.takeTimedEffects()
    return instance
  }

  /** The step's request with its placeholders filled in; undefined if an earlier answer lacks a value for one, or none shows a text of it. */
  fill(step: RequestStep): ServerRequest | undefined {
    const filled = fillStep(step, {
      answers: this.answers,
      fresh: (number, property, variant) => this.#freshValue(number, property, variant),
    })
    const request = filled && this.session.replica.convertToSent(filled)
    return request?.body === undefined
      ? request
      : { ...request, body: redirectAddresses(request.body, this.session.addressMembers, this.session.receiver?.url ?? closedAddress) }
  }

  /** Predicts the response to a step; sends nothing. */
  predict(step: RequestStep): Expected | undefined {
    const request = this.fill(step)
    return request && this.session.predict(request)
  }

  /** Sends a step. Undefined if the answer matches the document; `stuck` if a placeholder has no value. */
  async play(step: RequestStep): Promise<StepFailure | 'stuck' | undefined> {
    const request = this.fill(step)
    if (request === undefined) return 'stuck'
    const streamDifferences = await this.#follow()
    const { observed, verdict } = await this.session.exchange(request)
    this.steps.push(step)
    this.requests.push(request)
    this.answers.push(observed)
    this.#expected = verdict.expected
    const differences =
      verdict.differences.length > 0
        ? verdict.differences
        : streamDifferences.length > 0
          ? streamDifferences
          : await this.#compareEffects(verdict.effects)
    const position = this.#eventChecker && findStreamPosition(verdict.expected, observed)
    if (position !== undefined) this.#eventChecker!.notePosition(position)
    return this.#failure(differences)
  }

  /**
   * Sends steps simultaneously, then the requests from `readBack`, and looks for an order that explains all answers. `stuck`: a
   * placeholder has no value.
   */
  async playTogether(
    steps: readonly RequestStep[],
    readBack: () => readonly ServerRequest[],
  ): Promise<StepFailure | 'stuck' | readonly Expected[]> {
    const { session } = this
    const requests = steps.map((step) => this.fill(step))
    if (requests.some((request) => request === undefined)) return 'stuck'
    const sent = await Promise.all(
      requests.map(async (request): Promise<SentRequest> => ({ request: request!, observed: await session.send(request!) })),
    )
    const [stepsBefore, requestsBefore, answersBefore] = [this.steps.length, this.requests.length, this.answers.length]
    const keep = (step: RequestStep, { request, observed }: SentRequest): void => {
      this.steps.push(step)
      this.requests.push(request)
      this.answers.push(observed)
    }
    for (const [index, each] of sent.entries()) keep(steps[index]!, each)
    const restore = session.replica.snapshot()
    judgeTogether(session.replica, sent, [])
    const readers = readBack()
    restore()
    const read: SentRequest[] = []
    for (const request of readers) {
      const step = this.withPlaceholders(request)
      read.push({ request, observed: await session.send(request) })
      keep(step, read.at(-1)!)
    }
    const verdict = judgeTogether(session.replica, sent, read)
    if (verdict.isExplained) return verdict.expected
    const length = steps.length + verdict.readBacks
    for (const [list, from] of [
      [this.steps, stepsBefore],
      [this.requests, requestsBefore],
      [this.answers, answersBefore],
    ] as const)
      list.splice(from + length)
    const names = steps.map((_, index) => `${requests[index]!.method} ${findOperationPath(session, requests[index]!)}`)
    const statuses = sent.map(({ observed }) => observed.status).join(', ')
    const observedText = verdict.isReadBack ? `${statuses}, and then another record than after any order of them` : statuses
    return {
      steps: [...this.steps],
      requests: [...this.requests],
      expected: verdict.expected,
      observed: verdict.sent.observed,
      differences: [
        { part: 'together', at: names.toSorted().join(' and '), expected: 'answers of some order of the requests', observed: observedText },
        ...verdict.differences,
      ],
    }
  }

  #failure(differences: readonly Difference[]): StepFailure | undefined {
    const observed = this.answers.at(-1)
    if (differences.length === 0 || this.#expected === undefined || observed === undefined) return undefined
    return { steps: [...this.steps], requests: [...this.requests], expected: this.#expected, observed, differences }
  }

  async #follow(): Promise<readonly Difference[]> {
    for (const request of this.#eventChecker === undefined ? [] : streamRequests(this)) {
      const differences = await this.#eventChecker!.follow(request)
      if (differences.length > 0) return differences
    }
    return []
  }

  async #compareEffects({ events, deliveries }: StepEffects): Promise<readonly Difference[]> {
    if (this.#eventChecker === undefined) return []
    const timedEffects = this.session.takeTimedEffects()
    return this.#eventChecker.judge(
      { events: [...timedEffects.events, ...events], deliveries: [...timedEffects.deliveries, ...deliveries] },
      false,
    )
  }

  /** Waits a short time for unexpected events; undefined if none arrives. */
  async finish(): Promise<StepFailure | undefined> {
    if (this.#eventChecker === undefined) return undefined
    const lateDifferences = await this.#eventChecker.judge({ events: [], deliveries: [] }, true)
    return this.#failure(lateDifferences.length > 0 ? lateDifferences : await this.#eventChecker.checkRetry())
  }

  /** Reopens streams where they must continue. `isForeign`: also after a position that they cannot know. */
  async resume(isForeign: boolean): Promise<StepFailure | undefined> {
    return this.#failure((await this.#eventChecker?.checkResumption(isForeign)) ?? [])
  }

  /** Names of the events and callbacks that arrived as the document says. */
  get arrivedNames(): ReadonlySet<string> {
    return this.#eventChecker?.arrivedNames ?? new Set()
  }

  /** Operations whose streams were opened. */
  get followedOperations(): readonly Operation[] {
    return this.#eventChecker?.followedOperations ?? []
  }

  close(): void {
    this.#eventChecker?.close()
  }

  async send(request: ServerRequest): Promise<StepFailure | undefined> {
    const failure = await this.play(this.withPlaceholders(request))
    return failure === 'stuck' ? undefined : failure
  }

  /** Registers values that must be unique, so that a replay generates others. */
  registerFresh(fresh: readonly Fresh[]): void {
    const from = Math.max(-1, ...this.#fresh.keys()) + 1
    for (const [index, { value, property }] of fresh.entries()) this.#fresh.set(from + index, { value, property })
  }

  /** Converts a request to a step, with placeholders for values of this sequence. */
  withPlaceholders(request: ServerRequest): RequestStep {
    const lastNumber = Math.max(-1, ...this.#fresh.keys())
    const fresh = Array.from({ length: lastNumber + 1 }, (_, number): Fresh => {
      const { value, property } = this.#fresh.get(number) ?? { value: '\u0000', property: '' }
      return { value: printWord(value), property }
    })
    return symbolize(this.session.replica.convertToSent(request) ?? request, this.answers, fresh)
  }

  /** Text of the sequence's requests and answers, to recognise its records. */
  get text(): string {
    return [
      ...this.requests.map(({ target, body }) => `${decodeURIComponent(target)} ${body ?? ''}`),
      ...this.answers.map(({ body }) => body),
    ].join('\n')
  }

  #freshValue(number: number, property: string, variant: string): Json | undefined {
    const generated = this.#fresh.getOrInsertComputed(number, () => ({ value: this.#generateFresh(property, number), property })).value
    return variant === 'swapped' && typeof generated === 'string' ? swapCase(generated) : generated
  }

  /** Generates a value that the property accepts and that no record has. */
  #generateFresh(name: string, number: number): Json {
    const { interpreter, options, compiled } = this.session
    const { domain } = compiled.facts.typing
    const [resource, property] = name.split('.') as [string, string]
    const { schema } = domain.resources.get(resource)!.properties.get(property)!
    const randomness = this.session.randomness(`fresh ${name} ${number} ${this.session.count}`)
    const values = createSampler(schema, { definitions: definitionsOf(domain), readOnly: 'keep' })
    const usedValues = new Set(
      interpreter.rows(resource).map(({ values: row }) => {
        const value = row.get(property)
        return value === undefined ? '' : printWord(convertValueToJson(value, interpreter.keys)).toLowerCase()
      }),
    )
    for (let tries = 0; tries < 50; tries++) {
      const sampled = values.findValid(randomness)
      const candidate = typeof sampled === 'string' ? tagText(sampled, schema, tagOf(options.seed)) : sampled
      if (candidate !== undefined && !usedValues.has(printWord(candidate).toLowerCase())) return candidate
    }
    return `${tagOf(options.seed)}-${this.session.count}`
  }
}

/** The position of the stream in a list's answer. */
function findStreamPosition({ of: operation }: Expected, { body }: ObservedAnswer): string | undefined {
  const name = operation && findOutputMember(operation, 'page.position')
  const parsed = name === undefined ? undefined : parseJsonText(body, { depth: 200 })
  const value = parsed !== undefined && 'value' in parsed && isJsonObject(parsed.value) ? (parsed.value as JsonMembers)[name!] : undefined
  return typeof value === 'string' ? value : undefined
}

type JsonMembers = { readonly [name: string]: Json }

/** The path template of the operation that a request reaches; the request's own path if it reaches none. */
function findOperationPath(session: Session, request: ServerRequest): string {
  return session.predict(request).of?.path ?? request.target
}

/** The tag that identifies the records of a run. */
export function tagOf(seed: string): string {
  return `verify${seed.replaceAll(/[^a-z0-9]/gi, '').slice(0, 6)}`
}

export function recordVersions({ interpreter, compiled }: Session): RecordVersions {
  const rows = [...compiled.facts.typing.domain.resources.keys()].flatMap((resource) => interpreter.rows(resource))
  return new Map(rows.map(({ resource, key, version }) => [`${resource} ${key}`, version]))
}
