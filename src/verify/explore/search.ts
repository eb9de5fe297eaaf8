// Searches sequences of requests to every outcome, in the interpreter alone, and continues from each new state of the records.

import type { OperationFacts } from '../../fact/fact.ts'
import { isOnRecord } from '../../model/endpoints.ts'
import { type Operation, resourceNameOf } from '../../model/model.ts'
import type { OracleInterpreter } from '../oracle/interpreter.ts'
import type { Expected, ServerRequest } from '../oracle/request.ts'
import { symbolize } from '../step.ts'
import type { Candidates, RequestCandidate } from './candidates.ts'
import { convertToVersion } from './older.ts'
import type { StateSequence } from './beside-states.ts'
import type { SearchEntry } from './search-entry.ts'
import { AbstractStates } from './abstract.ts'
import { FirstEntries } from './first-entries.ts'
import { listWaits } from './waits.ts'
import { tryAfterWriters } from './writers.ts'
import { AttemptCounts } from './attempt-counts.ts'
import type { Case } from './case.ts'
import { ClosestWalks } from './closest-walks.ts'
import { bringsCredential } from './credentials.ts'
import { computeAttemptSignature } from './attempt-signature.ts'
import { makeComparableAnswer, describeOutcome, printStatesBefore, printStatesOfReferrers } from './outcome.ts'
import { ReachedOutcomes } from './reached-outcomes.ts'
import { listEventNames } from './rehearse.ts'

/** The result of one request to the interpreter. */
type Attempt = { readonly isGood: boolean; readonly outcome: string; readonly continueEntry: () => SearchEntry }

export type OutcomeSearch = {
  readonly interpreter: OracleInterpreter
  readonly candidates: Candidates
  readonly operations: readonly OperationFacts[]
  /** The maximal number of interpreter requests. */
  readonly effort: number
  /** True if the run can move the server's clock. */
  readonly canWait: boolean
}

/** Outcomes that say nothing about the state of the record. */
const ofCaller = /^(unauthenticated|insufficient-scope|forbidden|not-found|require)/

const maxRequests = 7

export class Search {
  readonly #options: OutcomeSearch
  readonly cases: Case[] = []
  readonly #signatures = new Set<string>()
  readonly #outcomes = new ReachedOutcomes()
  /** One sequence for each distinct state of the records. */
  readonly entries: SearchEntry[] = []
  /** The first sequence after which an operation succeeds, for each. */
  readonly bases = new Map<Operation, Case & { readonly walk: readonly Operation[] }>()
  /** The records after each of these. */
  readonly #entriesOfBases = new Map<Operation, SearchEntry>()
  /** Requests of the newest version with a new outcome, and the sequence before each. */
  readonly #repeatable: (RequestCandidate & { readonly entry: SearchEntry; readonly operation: Operation })[] = []
  #requestCount = 0

  readonly #states: AbstractStates
  readonly #seenStates = new Set<string>()
  readonly #attempts = new AttemptCounts()
  readonly #firstEntries: FirstEntries
  readonly #closest: ClosestWalks
  /** Operations that do something for each item of a list, and may refuse some of these. */
  readonly #onItems: ReadonlySet<Operation>

  constructor(options: OutcomeSearch) {
    this.#options = options
    this.#states = new AbstractStates(options.interpreter)
    this.#firstEntries = new FirstEntries(options.interpreter)
    this.#closest = new ClosestWalks(options.operations)
    this.#onItems = new Set(options.operations.filter(({ items }) => items.length > 0).map(({ operation }) => operation))
  }

  /** For each state of a resource, a sequence that leads a record to it. */
  get sequencesToStates(): readonly (readonly [state: string, sequence: StateSequence])[] {
    return this.#firstEntries.all.map(([state, { requests, answers, fresh, walk }]) => [
      state,
      { steps: requests.map((request, index) => symbolize(request, answers.slice(0, index), fresh)), fresh, walk },
    ])
  }

  run(): void {
    const { interpreter, operations, effort } = this.#options
    const begin: SearchEntry = { requests: [], answers: [], fresh: [], restore: interpreter.snapshot(), isMoved: false, walk: [] }
    const queue = this.entries
    queue.push(begin)
    for (const state of this.#states.describeAll()) this.#seenStates.add(state)
    this.#firstEntries.note(begin)
    let position = 0
    const expandUntil = (until: number): void => {
      for (; position < queue.length && this.#requestCount < until; position++) {
        // Prefers sequences in which a record changed its state: distant states are found from there.
        const movedIndex = queue.findIndex((entry, index) => index >= position && entry.isMoved)
        if (movedIndex > position) queue.splice(position, 0, ...queue.splice(movedIndex, 1))
        for (const facts of operations) this.#expand(queue[position]!, facts)
      }
    }
    expandUntil(effort * 0.25)
    this.#tryAfterWriters(begin)
    expandUntil(effort * 0.5)
    // Repeats the search for operations without a success, with other requests, and continues from their results.
    for (let round = 1; round <= 3 && this.#requestCount < effort; round++) {
      const before = this.bases.size
      this.#tryAfterWriters(begin)
      expandUntil(effort * (0.5 + 0.15 * round))
      if (this.bases.size === before && round > 1) break
    }
    expandUntil(effort)
    this.#fillStates()
    // Tries everything again from all known states, for outcomes that are still missing.
    this.#attempts.forgetFailures()
    for (let round = 0; round < 20 && this.#requestCount < effort * 1.5; round++) {
      for (const facts of operations) {
        if (this.#outcomes.countMissing(facts) === 0) continue
        for (let index = round; index < queue.length; index += 20) this.#expand(queue[index]!, facts)
      }
    }
    this.#repeatInVersions()
    begin.restore()
  }

  #tryAfterWriters(begin: SearchEntry): void {
    const { operations, interpreter, candidates, effort } = this.#options
    tryAfterWriters({
      begin,
      operations,
      resources: interpreter.compiled.facts.typing.domain.resources,
      goesOn: (operation) => !this.bases.has(operation) && this.#requestCount < effort,
      countSuccesses: () => this.bases.size,
      entryOf: (operation) => this.#entriesOfBases.get(operation),
      creationOf: (operation) => {
        const owner = candidates.ownerOf(operation)
        return [...this.bases.values()].find((base) => base.operation.action === 'create' && resourceNameOf(base.operation) === owner)?.walk
      },
      closestOf: (operation) => this.#closest.walksOf(operation),
      isRefusedByValue: (operation) => this.#closest.isRefusedByValue(operation),
      exists: (resource) => {
        begin.restore()
        return interpreter.rows(resource).length > 0
      },
      pickCaller: () => candidates.pickCaller(),
      send: (entry, operation, caller) => {
        const attempted = this.#tryPlain(entry, operation, (request) => withCaller(request, caller))
        return attempted?.isGood === true ? attempted.continueEntry() : undefined
      },
      keep: (entry) => this.entries.push(entry),
    })
  }

  /** Tries every operation on a record in every state that was reached, and deletes what such a record refers to. */
  #fillStates(): void {
    for (const [state, entry] of this.#firstEntries.all) {
      const [resource = '', ...words] = state.split(' ')
      for (const { operation } of this.#options.operations) {
        const name = resourceNameOf(operation)
        if (name === resource && isOnRecord(operation.action)) {
          for (let attempt = 0; attempt < 15 && !this.#attempts.hasTried(operation, words.join(' ')); attempt++)
            this.#tryPlain(entry, operation)
        } else if (operation.action === 'delete' && this.#firstEntries.refersTo(resource, name))
          for (let attempt = 0; attempt < 4; attempt++) this.#tryPlain(entry, operation)
      }
    }
  }

  /** Repeats requests of the newest version, accepted or refused, in each older version. */
  #repeatInVersions(): void {
    const { interpreter } = this.#options
    for (const { entry, request, operation, fresh } of this.#repeatable) {
      for (const version of interpreter.compiled.facts.versions) {
        const older = version.isNewest ? undefined : convertToVersion(request, operation, version)
        if (older === undefined) continue
        entry.restore()
        this.#try(entry, operation, { request: older, fresh }, true)
      }
    }
  }

  /** True if many equal attempts gave no new outcome. `unmet`: the number of outcomes that are still missing. */
  #isExhausted(operation: Operation, request: ServerRequest, unmet: number): boolean {
    const states = printStatesBefore(this.#options.interpreter, operation, request)
    return this.#attempts.failuresAt(operation, states, request) > (unmet === 0 ? 10 : 150)
  }

  #expand(entry: SearchEntry, facts: OperationFacts): void {
    const { operation } = facts
    const unmet = this.#outcomes.countMissing(facts)
    // An operation without new outcomes is tried rarely; records in another state may change that.
    const failures = this.#attempts.failuresOf(operation)
    const times = unmet === 0 || failures > 60 ? (failures > 150 ? 1 : 2) : 10
    for (let attempt = 0; attempt < times; attempt++) {
      entry.restore()
      const candidate = this.#options.candidates.request(operation, entry, attempt < 2)
      if (candidate !== undefined && !this.#isExhausted(operation, candidate.request, unmet)) this.#try(entry, operation, candidate)
    }
    if (this.#options.canWait && operation.method === 'GET' && operation.action !== 'stream') this.#wait(entry, operation)
  }

  #wait(entry: SearchEntry, operation: Operation): void {
    const { interpreter, candidates } = this.#options
    entry.restore()
    for (const { wait, tries } of listWaits(interpreter, operation)) {
      for (let left = tries; left > 0; left--) {
        entry.restore()
        const candidate = candidates.request(operation, entry, true)
        if (candidate === undefined || (operation.action !== 'read' && !bringsCredential(interpreter.compiled.model, candidate.request)))
          continue
        this.#try(entry, operation, { ...candidate, request: { ...candidate.request, wait } })
        break
      }
    }
  }

  /** Sends a usual request after a sequence. */
  #tryPlain(entry: SearchEntry, operation: Operation, change = (request: ServerRequest): ServerRequest => request): Attempt | undefined {
    entry.restore()
    const candidate = this.#options.candidates.request(operation, entry, true)
    return candidate && this.#try(entry, operation, { ...candidate, request: change(candidate.request) })
  }

  /** Sends one request to the interpreter after a sequence. Keeps a case for a new outcome, and queues a sequence to a new state unless it `isLast`. */
  #try(entry: SearchEntry, operation: Operation, { request, fresh }: RequestCandidate, isLast = false): Attempt | undefined {
    const { interpreter, candidates } = this.#options
    const before = printStatesBefore(interpreter, operation, request)
    const referrers = printStatesOfReferrers(interpreter, operation, request)
    const now = interpreter.now() + (request.wait ?? 0) + 10
    this.#requestCount++
    const timedEventNames =
      request.wait === undefined ? [] : listEventNames(interpreter.tick(now - 5, `waited ${this.#requestCount}`).effects)
    const statesAfterWait = request.wait === undefined ? '' : printStatesBefore(interpreter, operation, request)
    const { expected, effects } = interpreter.ask(request, now, `planned ${this.#requestCount}`)
    const eventNames = [...new Set([...timedEventNames, ...listEventNames(effects)])]
    const outcome = describeOutcome(expected)
    if (outcome.startsWith('internal') || expected.status >= 500) return undefined
    const isGood = expected.trace.condition === undefined
    candidates.learn(operation, request, isGood)
    if (!ofCaller.test(outcome)) this.#attempts.noteState(operation, before)
    if (!isGood && request.version === undefined && !this.bases.has(operation)) this.#closest.note(entry.walk, operation, outcome)
    const signature = computeAttemptSignature(interpreter, {
      operation,
      request,
      expected,
      before,
      statesAfterWait,
      referrers,
      eventNames,
      fresh,
      freshBefore: entry.fresh,
      isOnItems: this.#onItems.has(operation),
    })
    const waitKey = `${operation.id} wait ${before} ${bringsCredential(interpreter.compiled.model, request) ? outcome : ''}`
    const continueEntry = (): SearchEntry => ({
      requests: [...entry.requests, request],
      answers: [...entry.answers, makeComparableAnswer(expected)],
      fresh: [...entry.fresh, ...fresh],
      restore: interpreter.snapshot(),
      isMoved: expected.trace.transitions.length > 0 || request.wait !== undefined,
      walk: [...entry.walk, operation],
    })
    const attempted: Attempt = { isGood, outcome, continueEntry }
    if (!this.#signatures.has(signature) && (request.wait === undefined || statesAfterWait !== before || !this.#signatures.has(waitKey))) {
      this.#signatures.add(signature)
      this.#attempts.noteSuccess(operation)
      if (request.wait !== undefined) this.#signatures.add(waitKey)
      this.#outcomes.add(operation, isGood ? 'ok' : outcome)
      if (request.version === undefined && request.wait === undefined && interpreter.compiled.facts.versions.length > 0)
        this.#repeatable.push({ entry, operation, request, fresh })
      this.#keep(operation, continueEntry(), expected, outcome, signature, eventNames)
    } else this.#attempts.noteFailure(operation, before, request)
    if (isLast || !isGood || (expected.of?.method === 'GET' && request.wait === undefined) || entry.requests.length + 1 >= maxRequests)
      return attempted
    const newStates = this.#states.describeAll().filter((state) => !this.#seenStates.has(state))
    if (newStates.length === 0 || this.entries.length > 400) return attempted
    for (const state of newStates) this.#seenStates.add(state)
    const nextEntry = continueEntry()
    this.entries.push(nextEntry)
    this.#firstEntries.note(nextEntry)
    return attempted
  }

  #keep(
    operation: Operation,
    entry: SearchEntry,
    expected: Expected,
    outcome: string,
    signature: string,
    eventNames: readonly string[],
  ): void {
    const { requests, answers, fresh, walk } = entry
    const steps = requests.map((request, index) => symbolize(request, answers.slice(0, index), fresh))
    const newCase: Case = { operation, steps, fresh, outcome, signature, expected, eventNames }
    this.cases.push(newCase)
    const base = this.bases.get(operation)
    // An operation on the items of a list also succeeds when it refuses each of them.
    const isBetter =
      base === undefined ||
      (this.#onItems.has(operation) &&
        steps.at(-1)!.version === undefined &&
        base.expected.trace.transitions.length === 0 &&
        expected.trace.transitions.length > 0)
    if (expected.trace.condition !== undefined || !isBetter) return
    this.bases.set(operation, { ...newCase, walk })
    this.#entriesOfBases.set(operation, entry)
  }
}

/** The request by `caller`, if one is given and the request has the credential of a caller. */
function withCaller(request: ServerRequest, caller: string | undefined): ServerRequest {
  return caller === undefined || request.caller === undefined ? request : { ...request, caller }
}
