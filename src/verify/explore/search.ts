// Searches sequences of requests to every outcome, in the interpreter alone, and continues from each new state of the records.

import { textOfValue } from '../../exchange/value-json.ts'
import type { OperationFacts } from '../../fact/fact.ts'
import { conditionText } from '../../exchange/refusal.ts'
import { conditionWords } from '../../fact/narrow.ts'
import { isOnRecord } from '../../model/endpoints.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import type { OracleInterpreter } from '../oracle/interpreter.ts'
import type { Expected, ServerRequest } from '../oracle/request.ts'
import { type Fresh, type RequestStep, symbolize } from '../step.ts'
import type { Candidates } from './candidates.ts'
import type { SequenceHistory } from './known-records.ts'
import { convertToVersion } from './older.ts'
import { AbstractStates } from './abstract.ts'
import { bringsCredential } from './credentials.ts'
import { type ComparableAnswer, comparableAnswer, outcomeOf, signatureOf, statesBefore } from './outcome.ts'
import { namesHeard } from './rehearse.ts'

/** A sequence whose last request has an outcome that no earlier case has. */
export type Case = {
  readonly operation: Operation
  readonly steps: readonly RequestStep[]
  /** Its values of unique properties. */
  readonly fresh: readonly Fresh[]
  /** The expected outcome and its status. */
  readonly outcome: string
  readonly signature: string
  readonly expected: Expected
  /** Types of the events, and names of the callbacks, that the last request causes. */
  readonly heard: readonly string[]
  /** How it varies a known sequence; absent if it is not a variation. */
  readonly variant?: string
}

type Entry = SequenceHistory & {
  readonly answers: readonly ComparableAnswer[]
  readonly fresh: readonly Fresh[]
  readonly restore: () => void
  /** True if its last request made a transition. */
  readonly isMoved: boolean
  /** The operations of its requests. */
  readonly walk: readonly Operation[]
}

/** The result of one request to the interpreter. */
type Tried = { readonly isGood: boolean; readonly outcome: string; readonly grow: () => Entry }

export type OutcomeSearch = {
  readonly interpreter: OracleInterpreter
  readonly candidates: Candidates
  readonly operations: readonly OperationFacts[]
  /** The maximal number of interpreter requests. */
  readonly effort: number
  /** True if the run can move the server's clock. */
  readonly canWait: boolean
}

/** Conditions that depend only on the form of a request: `forms.ts` builds requests for them. */
const ofForm: ReadonlySet<string> = new Set(['malformed', 'unsupported-media', 'not-acceptable', 'too-large', 'rate-limited', 'cursor-expired'])

const deepest = 7

const hour = 3_600_000
const day = 24 * hour

export class Search {
  readonly #searching: OutcomeSearch
  readonly cases: Case[] = []
  readonly #known = new Set<string>()
  readonly #outcomes = new Set<string>()
  /** One sequence for each distinct state of the records. */
  readonly entries: Entry[] = []
  /** The first sequence after which an operation succeeds, for each. */
  readonly bases = new Map<Operation, Case & { readonly walk: readonly Operation[] }>()
  /** Requests of the newest version with a new outcome, and the sequence before each. */
  readonly #asks: { readonly entry: Entry; readonly operation: Operation; readonly request: ServerRequest; readonly fresh: readonly Fresh[] }[] = []
  readonly #unmetCount = new Map<Operation, number>()
  #requestCount = 0

  readonly #states: AbstractStates
  /** Tries of an operation since its last new outcome. */
  readonly #triesSinceNew = new Map<Operation, number>()
  /** Tries without a new outcome, by operation and state of its record. */
  readonly #vainTries = new Map<string, number>()
  /** Operations with the states of their record in which they were tried. */
  readonly #cells = new Set<string>()
  /** For each state of a resource the first sequence that leads to it. */
  readonly #reached = new Map<string, Entry>()
  readonly #closest = new Map<Operation, { readonly index: number; readonly walks: (readonly Operation[])[] }>()

  constructor(searching: OutcomeSearch) {
    this.#searching = searching
    this.#states = new AbstractStates(searching.interpreter)
  }

  run(): void {
    const { interpreter, operations, effort } = this.#searching
    const begin: Entry = { requests: [], answers: [], fresh: [], restore: interpreter.snapshot(), isMoved: false, walk: [] }
    const queue = this.entries
    queue.push(begin)
    const states = new Set(this.#states.present())
    this.#noteStates(begin)
    let at = 0
    const walkOn = (until: number): void => {
      for (; at < queue.length && this.#requestCount < until; at++) {
        // Prefers sequences in which a record changed its state: distant states are found from there.
        const moved = queue.findIndex((entry, index) => index >= at && entry.isMoved)
        if (moved > at) queue.splice(at, 0, ...queue.splice(moved, 1))
        for (const facts of operations) this.#expand(queue[at]!, facts, queue, states)
      }
    }
    walkOn(effort * 0.5)
    // Repeats the search for operations without a success, with other requests, and continues from their results.
    for (let round = 1; round <= 3 && this.#requestCount < effort; round++) {
      const before = this.bases.size
      for (const { operation } of operations) if (!this.bases.has(operation)) this.#walkAgain(begin, operation, queue, states)
      walkOn(effort * (0.5 + 0.15 * round))
      if (this.bases.size === before && round > 1) break
    }
    walkOn(effort)
    this.#fillStates(operations, queue, states)
    // Tries everything again from all known states, for outcomes that are still missing.
    this.#triesSinceNew.clear()
    for (let round = 0; round < 20 && this.#requestCount < effort * 1.5; round++) {
      for (const facts of operations) {
        if (this.#countUnmet(facts) === 0) continue
        for (let index = round; index < queue.length; index += 20) this.#expand(queue[index]!, facts, queue, states)
      }
    }
    this.#repeatInVersions()
    begin.restore()
  }

  #isVain(operation: Operation, request: ServerRequest): boolean {
    const place = placeOf(operation, statesBefore(this.#searching.interpreter, operation, request), request)
    return (this.#vainTries.get(place) ?? 0) > (this.#unmetCount.get(operation) === 0 ? 10 : 150)
  }

  /** Keeps the sequence on which an operation came closest to success: the later the refusal, the closer. */
  #noteClosest(entry: Entry, operation: Operation, outcome: string): void {
    if (this.bases.has(operation) || entry.walk.length === 0) return
    const points = this.#searching.operations.find((each) => each.operation === operation)!.points
    const index = points.findLastIndex((point) => conditionText(point) === outcome)
    const known = this.#closest.get(operation)
    if (known === undefined || index > known.index) this.#closest.set(operation, { index, walks: [entry.walk] })
    else if (
      index === known.index &&
      known.walks.length < 4 &&
      known.walks.every((walk) => walk.length !== entry.walk.length || walk.some((each, at) => each !== entry.walk[at]))
    )
      known.walks.push(entry.walk)
  }

  /** Repeats the operations of a sequence with other values, because the first values may prevent a success. */
  #walkAgain(begin: Entry, operation: Operation, queue: Entry[], states: Set<string>): void {
    const { candidates } = this.#searching
    const owner = candidates.ownerOf(operation)
    const creation = [...this.bases.values()].find((base) => base.operation.action === 'create' && resourceNameOf(base.operation) === owner)
    const walks = [...(creation === undefined ? [] : [creation.walk]), ...(this.#closest.get(operation)?.walks ?? [])]
    for (let time = 0; time < (walks.length === 0 ? 0 : 40) && !this.bases.has(operation); time++) {
      let entry: Entry | undefined = begin
      for (const step of [...walks[time % walks.length]!, operation]) {
        entry.restore()
        const candidate = candidates.request(step, entry, true)
        const tried: Tried | undefined = candidate && this.#try(entry, step, candidate.request, candidate.fresh, queue, states)
        entry = tried?.isGood === true ? tried.grow() : undefined
        if (entry === undefined) break
      }
      if (entry !== undefined) queue.push(entry)
    }
  }

  /** Notes the sequence that first leads a record to a state. */
  #noteStates(entry: Entry): void {
    const { interpreter } = this.#searching
    for (const info of interpreter.compiled.facts.typing.domain.resources.values()) {
      if (info.machines.length === 0) continue
      for (const row of interpreter.rows(info.name)) {
        const state = `${info.name} ${info.machines.map(({ field }) => textOfValue(row.values.get(field) ?? null, interpreter.keys)).join(' ')}`
        if (!this.#reached.has(state)) this.#reached.set(state, entry)
      }
    }
  }

  /** Tries every operation on a record in every state that was reached. */
  #fillStates(operations: readonly OperationFacts[], queue: Entry[], states: Set<string>): void {
    for (const [state, entry] of Array.from(this.#reached)) {
      const [resource = '', ...words] = state.split(' ')
      for (const { operation } of operations.filter((each) => resourceNameOf(each.operation) === resource && isOnRecord(each.operation.action))) {
        for (let time = 0; time < 15 && !this.#cells.has(`${operation.id} ${words.join(' ')}`); time++) {
          entry.restore()
          const candidate = this.#searching.candidates.request(operation, entry, true)
          if (candidate !== undefined) this.#try(entry, operation, candidate.request, candidate.fresh, queue, states)
        }
      }
    }
  }

  /** Repeats requests of the newest version, accepted or refused, in each older version. */
  #repeatInVersions(): void {
    const { interpreter } = this.#searching
    for (const { entry, request, operation, fresh } of this.#asks) {
      for (const version of interpreter.compiled.facts.versions) {
        const older = version.isNewest ? undefined : convertToVersion(request, operation, version)
        if (older === undefined) continue
        entry.restore()
        this.#try(entry, operation, older, fresh, [], new Set())
      }
    }
  }

  #countUnmet({ operation, points }: OperationFacts): number {
    return (
      (this.#outcomes.has(`${operation.id} ok`) ? 0 : 1) +
      points.filter((point) => point.stage !== 'interrupt' && !ofForm.has(point.condition) && !this.#outcomes.has(`${operation.id} ${conditionWords(point)}`)).length
    )
  }

  #expand(entry: Entry, facts: OperationFacts, queue: Entry[], states: Set<string>): void {
    const { operation } = facts
    const unmet = this.#countUnmet(facts)
    this.#unmetCount.set(operation, unmet)
    // An operation without new outcomes is tried rarely; records in another state may change that.
    const dry = this.#triesSinceNew.get(operation) ?? 0
    const times = unmet === 0 || dry > 60 ? (dry > 150 ? 1 : 2) : 10
    for (let time = 0; time < times; time++) {
      entry.restore()
      const candidate = this.#searching.candidates.request(operation, entry, time < 2)
      if (candidate !== undefined && !this.#isVain(operation, candidate.request)) this.#try(entry, operation, candidate.request, candidate.fresh, queue, states)
    }
    if (this.#searching.canWait && operation.method === 'GET' && operation.action !== 'stream') this.#wait(entry, operation, queue, states)
  }

  /** Waits until just before and just after the first timer, and the same for timestamps in records. */
  #wait(entry: Entry, operation: Operation, queue: Entry[], states: Set<string>): void {
    const { interpreter, candidates } = this.#searching
    entry.restore()
    const [due, now] = [interpreter.nextDue(), interpreter.now()]
    const timer = due === undefined || operation.action !== 'read' ? [] : [due - 60_000, due + 60_000]
    // The run may start later than its plan was made.
    const moments = momentsIn(interpreter)
      .filter((moment) => moment > now + hour && moment < now + 90 * day)
      .slice(0, 2)
      .flatMap((moment) => [moment - hour / 2, moment + 60_000])
    for (const moment of [...timer, ...moments]) {
      const wait = moment - now
      for (let tries = timer.includes(moment) ? 1 : 3; tries > 0; tries--) {
        entry.restore()
        const candidate = wait <= 0 || wait > 90 * day ? undefined : candidates.request(operation, entry, true)
        if (candidate === undefined || (operation.action !== 'read' && !bringsCredential(interpreter.compiled.model, candidate.request))) continue
        this.#try(entry, operation, { ...candidate.request, wait }, candidate.fresh, queue, states)
        break
      }
    }
  }

  #try(entry: Entry, operation: Operation, request: ServerRequest, fresh: readonly Fresh[], queue: Entry[], states: Set<string>): Tried | undefined {
    const { interpreter, candidates } = this.#searching
    const before = statesBefore(interpreter, operation, request)
    const place = placeOf(operation, before, request)
    const now = interpreter.now() + (request.wait ?? 0) + 10
    this.#requestCount++
    const byTime = request.wait === undefined ? [] : namesHeard(interpreter.tick(now - 5, `waited ${this.#requestCount}`).effects)
    const moved = request.wait === undefined ? '' : statesBefore(interpreter, operation, request)
    const { expected, effects: happened } = interpreter.ask(request, now, `planned ${this.#requestCount}`)
    const heard = [...new Set([...byTime, ...namesHeard(happened)])]
    const outcome = outcomeOf(expected)
    if (outcome.startsWith('internal') || expected.status >= 500) return undefined
    const isGood = expected.trace.condition === undefined
    candidates.learn(operation, request, isGood)
    this.#cells.add(`${operation.id} ${before}`)
    if (!isGood && request.version === undefined) this.#noteClosest(entry, operation, outcome)
    const rounded = request.wait === undefined ? request : { ...request, wait: Math.round(request.wait / 60_000) * 60_000 }
    // Letter case may or may not distinguish values.
    const isOther = fresh.some(({ value, property }) =>
      entry.fresh.some((each) => each.property === property && each.value !== value && each.value.toLowerCase() === value.toLowerCase()),
    )
    const signature = `${signatureOf(interpreter, operation, rounded, before, expected)}${moved === '' ? '' : ` | then ${moved}`}${isOther ? ' | in other letters' : ''}${heard.length === 0 ? '' : ` | tells ${heard.join(' ')}`}`
    const waited = `${operation.id} wait ${before} ${bringsCredential(interpreter.compiled.model, request) ? outcome : ''}`
    const grow = (): Entry => ({
      requests: [...entry.requests, request], answers: [...entry.answers, comparableAnswer(expected)], fresh: [...entry.fresh, ...fresh], restore: interpreter.snapshot(),
      isMoved: expected.trace.transitions.length > 0 || request.wait !== undefined,
      walk: [...entry.walk, operation],
    })
    const tried: Tried = { isGood, outcome, grow }
    if (!this.#known.has(signature) && (request.wait === undefined || moved !== before || !this.#known.has(waited))) {
      this.#known.add(signature)
      this.#triesSinceNew.set(operation, 0)
      if (request.wait !== undefined) this.#known.add(waited)
      this.#outcomes.add(`${operation.id} ${isGood ? 'ok' : outcome}`)
      if (request.version === undefined && request.wait === undefined && interpreter.compiled.facts.versions.length > 0)
        this.#asks.push({ entry, operation, request, fresh })
      this.#keep(operation, grow(), expected, outcome, signature, heard)
    }
    else {
      this.#triesSinceNew.set(operation, (this.#triesSinceNew.get(operation) ?? 0) + 1)
      this.#vainTries.set(place, (this.#vainTries.get(place) ?? 0) + 1)
    }
    if (!isGood || expected.of?.method === 'GET' && request.wait === undefined || entry.requests.length + 1 >= deepest) return tried
    const found = this.#states.present().filter((state) => !states.has(state))
    if (found.length === 0 || queue.length > 400) return tried
    for (const state of found) states.add(state)
    const grown = grow()
    queue.push(grown)
    this.#noteStates(grown)
    return tried
  }

  #keep(operation: Operation, { requests, answers, fresh, walk }: Entry, expected: Expected, outcome: string, signature: string, heard: readonly string[]): void {
    const steps = requests.map((request, index) => symbolize(request, answers.slice(0, index), fresh))
    const found: Case = { operation, steps, fresh, outcome, signature, expected, heard }
    this.cases.push(found)
    if (expected.trace.condition === undefined && !this.bases.has(operation)) this.bases.set(operation, { ...found, walk })
  }
}

/** Timestamps in records. */
function momentsIn(interpreter: OracleInterpreter): readonly number[] {
  const rows = [...interpreter.compiled.facts.typing.domain.resources.keys()].flatMap((resource) => interpreter.rows(resource))
  return [
    ...new Set(
      rows.flatMap(({ values }) =>
        [...values.values()].flatMap((value) => (typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'timestamp' ? [Number(value.ms)] : [])),
      ),
    ),
  ]
}

/** The key of a tried request: its operation, the state of its record, and its caller. */
function placeOf(operation: Operation, before: string, { caller, wait }: ServerRequest): string {
  return `${operation.id} ${before} ${caller ?? ''}${wait === undefined ? '' : ' after a wait'}`
}
