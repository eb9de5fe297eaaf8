// Finds sequences of requests to every outcome, in the interpreter alone: states of records that are new are gone on from.

import { textOfValue } from '../../exchange/value-json.ts'
import type { Row } from '../../meaning/record/row.ts'
import type { OperationFacts } from '../../fact/fact.ts'
import { conditionWords } from '../../fact/narrow.ts'
import type { Operation } from '../../model/model.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { isRecord } from '../../exchange/context.ts'
import type { Happened, OracleInterpreter } from '../oracle/interpreter.ts'
import type { Expected, ServerRequest } from '../oracle/request.ts'
import { type Fresh, type RequestStep, symbolize } from '../step.ts'
import type { Candidates, SequenceHistory } from './candidates.ts'
import { convertToVersion } from './older.ts'
import { outcomeOf, signatureOf, statesBefore } from './outcome.ts'

/** A sequence whose last request comes to an outcome that no other's does. */
export type Case = {
  readonly operation: Operation
  readonly steps: readonly RequestStep[]
  /** The expected outcome and its status. */
  readonly outcome: string
  readonly signature: string
  readonly expected: Expected
  /** Types of the events, and names of the callbacks, that the last request causes. */
  readonly heard: readonly string[]
}

export type ComparableAnswer = Pick<Expected, 'status' | 'headers'> & { readonly body: string }

type Entry = SequenceHistory & { readonly answers: readonly ComparableAnswer[]; readonly fresh: readonly Fresh[]; readonly restore: () => void; /** True if its last request made a transition. */ readonly isMoved: boolean }

export type OutcomeSearch = {
  readonly interpreter: OracleInterpreter
  readonly candidates: Candidates
  readonly operations: readonly OperationFacts[]
  /** The maximal number of interpreter requests. */
  readonly effort: number
  /** True if the run can move the server's clock. */
  readonly canWait: boolean
}

/** Conditions that a request meets by its form: others are made to meet them. */
const ofForm: ReadonlySet<string> = new Set(['malformed', 'unsupported-media', 'not-acceptable', 'too-large', 'rate-limited', 'cursor-expired'])

const deepest = 7

export class Search {
  readonly #searching: OutcomeSearch
  readonly cases: Case[] = []
  readonly #known = new Set<string>()
  readonly #outcomes = new Set<string>()
  /** The first sequence after which an operation succeeds, for each. */
  readonly bases = new Map<Operation, Case & { readonly requests: readonly ServerRequest[]; readonly fresh: readonly Fresh[]; readonly answers: readonly ComparableAnswer[] }>()
  /** Requests of the newest version that came to something new, with what was before them. */
  readonly #asks: { readonly entry: Entry; readonly operation: Operation; readonly request: ServerRequest; readonly fresh: readonly Fresh[] }[] = []
  readonly #unmetCount = new Map<Operation, number>()
  #asked = 0

  readonly #read: ReadonlySet<string>
  /** How often an operation was tried in vain on records in a state. */
  /** How often an operation was tried since anything new came of it. */
  readonly #dry = new Map<Operation, number>()
  readonly #vain = new Map<string, number>()

  constructor(searching: OutcomeSearch) {
    this.#searching = searching
    this.#read = namesRead(searching.interpreter)
  }

  run(): void {
    const { interpreter, operations, effort } = this.#searching
    const begin: Entry = { requests: [], answers: [], fresh: [], restore: interpreter.snapshot(), isMoved: false }
    const queue: Entry[] = [begin]
    const states = new Set(this.#state())
    for (let at = 0; at < queue.length && this.#asked < effort; at++) {
      // Prefers sequences in which a record changed its state: distant states are found from there.
      const moved = queue.findIndex((entry, index) => index >= at && entry.isMoved)
      if (moved > at) queue.splice(at, 0, ...queue.splice(moved, 1))
      for (const facts of operations) this.#expand(queue[at]!, facts, queue, states)
    }
    // Once more from everywhere, for what was not met.
    this.#dry.clear()
    for (let round = 0; round < 20 && this.#asked < effort * 1.5; round++) {
      for (const facts of operations) {
        if (this.#unmet(facts) === 0) continue
        for (let index = round; index < queue.length; index += 20) this.#expand(queue[index]!, facts, queue, states)
      }
    }
    this.#inVersions()
    begin.restore()
  }

  /** Repeats requests of the newest version, accepted or refused, in each older version. */
  #inVersions(): void {
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

  #unmet({ operation, points }: OperationFacts): number {
    return (this.#outcomes.has(`${operation.id} ok`) ? 0 : 1) + points.filter((point) => point.stage !== 'interrupt' && !ofForm.has(point.condition) && !this.#outcomes.has(`${operation.id} ${conditionWords(point)}`)).length
  }

  #expand(entry: Entry, facts: OperationFacts, queue: Entry[], states: Set<string>): void {
    const { operation } = facts
    const unmet = this.#unmet(facts)
    this.#unmetCount.set(operation, unmet)
    // An operation without new outcomes is tried rarely; records in another state may change that.
    const dry = this.#dry.get(operation) ?? 0
    const times = unmet === 0 || dry > 60 ? (dry > 150 ? 1 : 2) : 10
    for (let time = 0; time < times; time++) {
      entry.restore()
      const made = this.#searching.candidates.request(operation, entry, time < 2)
      if (made !== undefined) this.#try(entry, operation, made.request, made.fresh, queue, states)
    }
    if (this.#searching.canWait && operation.action === 'read') this.#wait(entry, operation, queue, states)
  }

  /** Just before the first timer is due, and just after it. */
  #wait(entry: Entry, operation: Operation, queue: Entry[], states: Set<string>): void {
    const { interpreter, candidates } = this.#searching
    for (const beside of [-60_000, 60_000]) {
      entry.restore()
      const due = interpreter.nextDue()
      const wait = due === undefined ? 0 : due - interpreter.now() + beside
      const made = wait <= 0 || wait > 90 * 86_400_000 ? undefined : candidates.request(operation, entry, true)
      if (made !== undefined) this.#try(entry, operation, { ...made.request, wait }, made.fresh, queue, states)
    }
  }

  #try(entry: Entry, operation: Operation, request: ServerRequest, fresh: readonly Fresh[], queue: Entry[], states: Set<string>): void {
    const { interpreter, candidates } = this.#searching
    const before = statesBefore(interpreter, operation, request)
    const place = `${operation.id} ${before} ${request.caller ?? ''}`
    if ((this.#vain.get(place) ?? 0) > (this.#unmetCount.get(operation) === 0 ? 10 : 150) && request.wait === undefined) return
    const now = interpreter.now() + (request.wait ?? 0) + 10
    this.#asked++
    const byTime = request.wait === undefined ? [] : namesHeard(interpreter.tick(now - 5, `waited ${this.#asked}`).happened)
    const moved = request.wait === undefined ? '' : statesBefore(interpreter, operation, request)
    const { expected, happened } = interpreter.ask(request, now, `planned ${this.#asked}`)
    const heard = [...new Set([...byTime, ...namesHeard(happened)])]
    const outcome = outcomeOf(expected)
    if (outcome.startsWith('internal') || expected.status >= 500) return
    const isGood = expected.trace.condition === undefined
    candidates.learn(operation, request, isGood)
    const rounded = request.wait === undefined ? request : { ...request, wait: Math.round(request.wait / 60_000) * 60_000 }
    // The same text in other letters may be another value, or the same.
    const isOther = fresh.some(({ value, property }) => entry.fresh.some((each) => each.property === property && each.value !== value && each.value.toLowerCase() === value.toLowerCase()))
    const signature = `${signatureOf(operation, rounded, before, expected)}${moved === '' ? '' : ` | then ${moved}`}${isOther ? ' | in other letters' : ''}${heard.length === 0 ? '' : ` | tells ${heard.join(' ')}`}`
    const grow = (): Entry => ({
      requests: [...entry.requests, request], answers: [...entry.answers, comparableAnswer(expected)], fresh: [...entry.fresh, ...fresh], restore: interpreter.snapshot(),
      isMoved: expected.trace.transitions.length > 0 || request.wait !== undefined,
    })
    if (!this.#known.has(signature) && (request.wait === undefined || moved !== before || !this.#known.has(`${operation.id} wait ${before}`))) {
      this.#known.add(signature)
      this.#dry.set(operation, 0)
      if (request.wait !== undefined) this.#known.add(`${operation.id} wait ${before}`)
      this.#outcomes.add(`${operation.id} ${isGood ? 'ok' : outcome}`)
      if (request.version === undefined && request.wait === undefined && interpreter.compiled.facts.versions.length > 0) this.#asks.push({ entry, operation, request, fresh })
      this.#keep(operation, grow(), expected, outcome, signature, heard)
    }
    else {
      this.#dry.set(operation, (this.#dry.get(operation) ?? 0) + 1)
      this.#vain.set(place, (this.#vain.get(place) ?? 0) + 1)
    }
    if (!isGood || expected.of?.method === 'GET' && request.wait === undefined || entry.requests.length + 1 >= deepest) return
    const found = this.#state().filter((state) => !states.has(state))
    if (found.length === 0 || queue.length > 400) return
    for (const state of found) states.add(state)
    queue.push(grow())
  }

  #keep(operation: Operation, { requests, answers, fresh }: Entry, expected: Expected, outcome: string, signature: string, heard: readonly string[]): void {
    const steps = requests.map((request, index) => symbolize(request, answers.slice(0, index), fresh))
    const found: Case = { operation, steps, outcome, signature, expected, heard }
    this.cases.push(found)
    if (expected.trace.condition === undefined && !this.bases.has(operation)) this.bases.set(operation, { ...found, requests, answers, fresh })
  }

  /** Records by what may decide what comes of a request, each with those that it refers to; two alike are another state than one. */
  #state(): readonly string[] {
    const { interpreter } = this.#searching
    const { resources } = interpreter.compiled.facts.typing.domain
    const rows = [...resources.values()].flatMap((info) => interpreter.rows(info.name))
    const abstracts = new Map(rows.map((row) => [`${row.resource} ${row.key}`, this.#abstract(resources.get(row.resource)!, row)]))
    const seen = new Map<string, number>()
    return rows.map((row) => {
      const others = [...row.values.values()].flatMap((value) => (isRecord(value) ? (abstracts.get(`${value.resource} ${value.key}`) ?? []) : []))
      const state = [abstracts.get(`${row.resource} ${row.key}`), ...others].join(' of ')
      const count = Math.min(2, (seen.get(state) ?? 0) + 1)
      seen.set(state, count)
      return `${state} ${count}`
    })
  }

  #abstract(info: ResourceInfo, row: Row): string {
    const values = [...info.properties.values()].map(({ name, machine, nullable, type }) => {
      const value = row.values.get(name)
      if (machine !== undefined || typeof value === 'boolean' || type.kind === 'enum') return textOfValue(value ?? null, this.#searching.interpreter.keys)
      return nullable && this.#read.has(name) ? String(value === undefined || value === null) : ''
    })
    return `${info.name} ${values.join(' ')}`
  }
}

/** Names that some expression selects. */
function namesRead(interpreter: OracleInterpreter): ReadonlySet<string> {
  return new Set(interpreter.compiled.facts.typing.slots.flatMap(({ slot }) => [...slot.text.matchAll(/\.\??(\w+)/g)].map(([, name]) => name!)))
}

function namesHeard({ events, deliveries }: Happened): readonly string[] {
  return [...new Set([...events.map(({ type }) => type), ...deliveries.flatMap(({ delivery: { via, name } }) => (via.startsWith('callbacks.') ? [name] : []))])].sort()
}

export function comparableAnswer({ status, headers, body }: Expected): ComparableAnswer {
  return { status, headers, body: body === undefined ? '' : typeof body === 'string' ? body : Buffer.from(body).toString() }
}
