// Performs one run: plays sequences, reads the touched records back, and reports what differs.

import { isTimedKind } from '../model/timed.ts'
import type { Span } from '../base/text.ts'
import { type Operation, resourceNameOf } from '../model/model.ts'
import type { Row } from '../meaning/record/row.ts'
import type { StepHistory } from './step-history.ts'
import { outcomeName } from './coverage.ts'
import { adoptServerRecords } from './drive/adopt.ts'
import { type StepFailure, Instance } from './drive/instance.ts'
import { printRowLabel, readRows } from './server/reading.ts'
import type { Session } from './server/session.ts'
import { describeOutcome, printStatesBefore } from './explore/outcome.ts'
import type { Finding } from './finding.ts'
import { OutcomeNotes } from './outcome-notes.ts'
import { ReadBack } from './read-back.ts'
import { FindingRecorder } from './recorder.ts'
import type { Expected, ServerRequest } from './oracle/request.ts'
import type { RequestStep } from './step.ts'

/** The number of findings after which a run stops: more would probably repeat them. */
const maxFindings = 25

/** The length at which a sequence of malformed requests starts again, so that findings stay short. */
const longest = 40

/** Milliseconds to wait for a rate where no answer says how long. */
const waitsForRate: readonly number[] = [2000, 10_000, 61_000, 600_000, 3_601_000]

/** Milliseconds. */
const longestWaitForRate = 7 * 86_400_000

export class VerifyRun {
  readonly session: Session
  readonly outcomes: OutcomeNotes
  /** Groups of simultaneous requests whose answers some order explains. */
  groups = 0
  /** What could not be checked, in sentences. */
  readonly notes = new Set<string>()
  readonly recorder: FindingRecorder
  readonly #instances = new Map<string, Instance>()
  /** Records that existed before the run. */
  #initial: ReadonlySet<string> = new Set()
  #generation = 0
  readonly #readBack: ReadBack

  constructor(session: Session) {
    this.session = session
    this.outcomes = new OutcomeNotes(session)
    this.recorder = new FindingRecorder(session, this.notes, this.outcomes.failed, {
      isInitial: (row) => this.#initial.has(printRowLabel(row)),
      reset: () => this.#reset(),
    })
    this.#readBack = new ReadBack(session, this.recorder)
  }

  get findings(): readonly Finding[] {
    return this.recorder.findings
  }

  get isFull(): boolean {
    return this.findings.length >= (this.session.options.most ?? maxFindings)
  }

  /** Prepares the server: resets it to the initial records, or else reads its present records. */
  async begin(): Promise<void> {
    if (!(await this.session.reset())) {
      const unknown = await adoptServerRecords(this.session, [...readRows(this.session).values()])
      for (const { resource } of unknown) this.notes.add(`nothing shows records of ${resource} that were there before the run`)
    }
    this.#initial = new Set(readRows(this.session).keys())
  }

  /** Records that the run created. */
  get own(): readonly Row[] {
    return [...readRows(this.session).values()].filter((row) => !this.#initial.has(printRowLabel(row)))
  }

  /** Plays a sequence. Skips its first steps if they were already played on this server and still lead to the same state. */
  async case(steps: readonly RequestStep[], outcome?: string, about?: readonly Span[]): Promise<void> {
    if (this.isFull) return
    const last = steps.at(-1)!
    const prefix = steps.slice(0, -1)
    const key = JSON.stringify(prefix)
    const previousInstance = this.#instances.get(key)
    const instance =
      previousInstance !== undefined && this.#isStill(previousInstance, last, outcome) && last.wait === undefined
        ? previousInstance
        : await this.openInstance(prefix)
    if (instance === undefined) return
    this.#instances.set(key, instance)
    await this.step(instance, last, false, about)
  }

  /** Plays another request in place of a usual one, if that one would still have its outcome: a success unless `outcome` names another. */
  async form(prefix: readonly RequestStep[], usual: RequestStep, step: RequestStep, outcome?: string, tests?: Span): Promise<void> {
    const instance = await this.instanceBefore(prefix, usual, outcome)
    if (instance !== undefined) await this.step(instance, step, false, undefined, tests)
  }

  /** A sequence after which the usual request would have its outcome: the present one if possible. */
  async instanceBefore(prefix: readonly RequestStep[], usual: RequestStep, outcome?: string): Promise<Instance | undefined> {
    if (this.isFull) return undefined
    const key = JSON.stringify(prefix)
    const previousInstance = this.#instances.get(key)
    const instance =
      previousInstance !== undefined && previousInstance.steps.length < longest && this.#isStill(previousInstance, usual, outcome)
        ? previousInstance
        : await this.openInstance(prefix)
    if (instance !== undefined) this.#instances.set(key, instance)
    return instance
  }

  /** True if the step would have this outcome; a success if none is given. */
  #isStill(instance: Instance, step: RequestStep, outcome: string | undefined): boolean {
    const expected = instance.predict(step)
    return (
      expected !== undefined && (outcome === undefined ? expected.trace.condition === undefined : describeOutcome(expected) === outcome)
    )
  }

  /** A server with a reset hook starts fresh for each sequence, so that sequences are independent. */
  async ready(): Promise<void> {
    await this.readUnread()
    if (this.session.canReset) await this.#reset()
  }

  /** Reads the records that recent steps must have left as they were; false if one differs. */
  async readUnread(): Promise<boolean> {
    return this.isFull || this.#readBack.readUnread()
  }

  /** Reads the records of the sequence, which its last requests must have left as they were; false if one differs. */
  readSequence(instance: Instance, history: StepHistory): Promise<boolean> {
    return this.#readBack.readSequence(instance, history)
  }

  async #reset(): Promise<boolean> {
    this.#readBack.forget()
    this.#generation++
    this.#instances.clear()
    return this.session.reset()
  }

  /** Plays the steps on a fresh server; undefined if one of them fails. */
  async openInstance(prefix: readonly RequestStep[]): Promise<Instance | undefined> {
    await this.ready()
    const instance = new Instance(this.session)
    const generation = this.#generation
    for (const [index, step] of prefix.entries()) {
      // The steps before the last were a case of their own, and were read back there.
      if (!(await this.step(instance, step, index < prefix.length - 1)) || generation !== this.#generation) return undefined
    }
    return instance
  }

  /** Plays one step, and reads the touched records back; false if the sequence cannot continue. */
  async step(instance: Instance, step: RequestStep, isPassing = false, about?: readonly Span[], tests?: Span): Promise<boolean> {
    const { session } = this
    const request = instance.fill(step)
    if (request === undefined) return false
    const expected = session.predict(request)
    if (isOfRate(expected) && !(await this.#waitForRate(expected, request))) return false
    if (expected.stream !== undefined || session.absent.has(expected, request)) return false
    if (this.#readBack.mayHide(expected, request) && !(await this.readUnread())) return false
    const before = readRows(session)
    const states = expected.of === undefined ? '' : printStatesBefore(session.interpreter, expected.of, request)
    const failure = await instance.play(step)
    const background: StepHistory = {
      operation: expected.of,
      answer: expected,
      states,
      isLater: request.wait !== undefined,
      tests,
      about: about ?? listTimedTransitions(session, expected.of, request, states),
    }
    if (failure === 'stuck' || (failure !== undefined && !(await this.recorder.continueAfter(failure, background)))) return false
    this.outcomes.note(expected.of, expected, states)
    this.outcomes.noteMoved(before, expected)
    for (const row of readRows(session).values())
      if (before.get(printRowLabel(row))?.version !== row.version) instance.changed.add(printRowLabel(row))
    return isPassing || this.#readBack.readStep(instance, step, request, before, background)
  }

  /** Plays one step as `step` does, and reports nothing; true if the server's answers differ from the document. */
  async fails(instance: Instance, step: RequestStep): Promise<boolean> {
    if (!(await this.readUnread())) return true
    return this.recorder.withhold(async () => void (await this.step(instance, step)))
  }

  /** Sends the last steps of a sequence simultaneously, and reads the touched records back: some order must explain everything. */
  async sendTogether(prefix: readonly RequestStep[], group: readonly RequestStep[], about?: readonly Span[]): Promise<void> {
    if (this.isFull) return
    const { session } = this
    const instance = await this.openInstance(prefix)
    if (instance === undefined) return
    const requests = group.map((step) => instance.fill(step))
    const first = requests[0]
    if (first === undefined || requests.some((request) => request === undefined)) return
    const expected = session.predict(first)
    if (expected.trace.condition !== undefined || expected.stream !== undefined) return
    if (requests.some((request) => session.absent.has(session.predict(request!), request!))) return
    const before = readRows(session)
    const readers = (): readonly ServerRequest[] =>
      this.#readBack.listReadersAfter(
        instance,
        before,
        requests.filter((request) => request !== undefined),
      )
    const outcome = await instance.playTogether(group, readers)
    if (outcome === 'stuck') return
    if ('steps' in outcome) return this.recorder.report(outcome, { operation: expected.of, answer: expected, about })
    this.groups++
    for (const each of outcome) this.outcomes.note(each.of, each, '')
  }

  /** Plays one step of a sequence that reaches a limit; the limit may refuse it. */
  async playAtLimit(instance: Instance, step: RequestStep, about: readonly Span[]): Promise<boolean> {
    if (this.isFull) return false
    const expected = instance.predict(step)
    if (expected === undefined || expected.stream !== undefined || this.session.absent.has(expected, step)) return false
    const failure = await instance.play(step)
    const background: StepHistory = { operation: expected.of, answer: expected, about }
    if (failure === 'stuck' || (failure !== undefined && !(await this.recorder.continueAfter(failure, background)))) return false
    this.outcomes.note(expected.of, expected, '')
    return true
  }

  /** Notes the events of a sequence, and reports those that differ; false if any differs. */
  async compareEvents(instance: Instance, failure: StepFailure | undefined): Promise<boolean> {
    for (const { name, kind } of this.session.compiled.facts.emitters)
      if (instance.arrivedNames.has(name)) this.outcomes.confirmed.add(`${kind} ${name}`)
    for (const operation of instance.followedOperations) this.outcomes.confirmed.add(outcomeName(operation.id, 'succeeds'))
    if (failure === undefined) return true
    await this.recorder.report(failure, { operation: failure.expected.of, answer: failure.expected })
    return false
  }

  /** If the server's clock can be moved, waits until a rate allows the request. */
  async #waitForRate({ headers }: Expected, request: ServerRequest): Promise<boolean> {
    const { replica, options } = this.session
    const { advance } = options.hooks
    const named = (Number(headers.find(([name]) => name === 'Retry-After')?.[1] ?? Number.NaN) + 1) * 1000
    const wait = (named > 0 ? [named] : waitsForRate).find(
      (ms) => ms < longestWaitForRate && !isOfRate(replica.predict(request, options.now() + ms)),
    )
    if (advance === undefined || wait === undefined) {
      this.notes.add('some sequences would exceed a rate of part 8, and were left out')
      return false
    }
    await this.session.wait(wait)
    return true
  }
}

function isOfRate({ trace }: Expected): boolean {
  return trace.condition?.startsWith('rate-limited') === true
}

/** The timed transitions of the request's record, if the clock was advanced. */
function listTimedTransitions(
  { compiled }: Session,
  operation: Operation | undefined,
  { wait }: ServerRequest,
  states: string,
): readonly Span[] | undefined {
  const resource = operation && wait !== undefined ? resourceNameOf(operation) : undefined
  if (resource === undefined) return undefined
  const edges = compiled.facts.machines.filter(({ machine }) => machine.resource === resource).flatMap((each) => each.edges)
  return edges.filter(({ kind, from }) => isTimedKind(kind) && states.split(' ').includes(from)).map(({ candidate }) => candidate.node.span)
}
