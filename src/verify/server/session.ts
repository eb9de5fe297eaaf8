// One run against a server: sends requests within the budget, and compares each response with the known state of the server.

import { printTimestamp } from '../../base/time.ts'
import { setTimeout } from 'node:timers/promises'
import { SeededRandomness } from '../../base/clock.ts'
import type { Compiled } from '../../compile/compile.ts'
import { isSafe } from '../../model/methods.ts'
import type { OracleCallers } from '../oracle/callers.ts'
import { type StepEffects, type OracleInterpreter, createInterpreter } from '../oracle/interpreter.ts'
import { type AnswerVerdict, Replica } from '../oracle/replica.ts'
import type { ObservedAnswer, ServerRequest } from '../oracle/request.ts'
import { AbsentOperations } from './absent-operations.ts'
import { listAddressMembers } from './addresses.ts'
import type { Receiver } from './receiver.ts'
import type { VerifyOptions } from '../options.ts'

/** The run cannot continue: the server does not answer, or the budget is spent. */
export class SessionEnded extends Error {
  readonly reason: 'budget' | 'unreachable' | 'credentials'

  constructor(reason: SessionEnded['reason'], message: string) {
    super(message)
    this.reason = reason
  }
}

/** Milliseconds after which a server must have written the time of use of an earlier request. */
const touchDelay = 1000

/** Milliseconds to wait before a request is sent again that a busy server refused with 503. */
const pausesWhenBusy: readonly number[] = [250, 1000, 3000]

/** After this number of requests that waiting did not help, 503 is judged as any other answer. */
const maxInVain = 3

type JudgedExchange = { readonly observed: ObservedAnswer; readonly verdict: AnswerVerdict }

export class Session {
  readonly compiled: Compiled
  readonly callers: OracleCallers
  readonly options: VerifyOptions
  replica: Replica
  /** Body members whose value is an address that the server sends to. */
  readonly addressMembers: ReadonlySet<string>
  readonly absent: AbsentOperations
  /** Requests sent so far. */
  count = 0
  #inVain = 0
  #timedEffects: StepEffects = { events: [], deliveries: [] }

  constructor(compiled: Compiled, callers: OracleCallers, options: VerifyOptions) {
    this.compiled = compiled
    this.callers = callers
    this.options = options
    this.absent = new AbsentOperations(compiled)
    this.addressMembers = listAddressMembers(compiled)
    const { seed, settings, fixtures, now, url } = options
    this.replica = new Replica(
      createInterpreter(compiled, callers, { seed, start: now(), settings, fixtures, host: new URL(url).host, counts: true }),
      now(),
    )
  }

  get interpreter(): OracleInterpreter {
    return this.replica.interpreter
  }

  /** Callers with a credential that the server accepts. */
  get names(): readonly string[] {
    return this.callers.names.filter((name) => this.options.credentials.has(name))
  }

  randomness(name: string): SeededRandomness {
    return new SeededRandomness(`${this.options.seed} ${name}`)
  }

  async exchange(request: ServerRequest): Promise<JudgedExchange> {
    const observed = await this.send(request)
    const verdict = this.replica.judge(request, observed)
    this.absent.note(verdict.expected, request, observed)
    if (!verdict.lags || verdict.differences.length > 0 || !isSafe(request.method)) return { observed, verdict }
    await setTimeout(touchDelay)
    const { wait: _, ...again } = request
    const observedLater = await this.send(again)
    return { observed: observedLater, verdict: this.replica.judge(again, observedLater, false) }
  }

  async send(request: ServerRequest): Promise<ObservedAnswer> {
    if (request.wait !== undefined) await this.wait(request.wait)
    const observed = await this.#sendOnce(request)
    return observed.status === 503 && this.#inVain < maxInVain ? this.#sendAgain(request, observed) : observed
  }

  /** Repeats a request until the server is no longer too busy: that it is busy violates no document. */
  async #sendAgain(request: ServerRequest, busy: ObservedAnswer): Promise<ObservedAnswer> {
    let observed = busy
    for (const pause of pausesWhenBusy) {
      await setTimeout(pause)
      observed = await this.#sendOnce(request)
      if (observed.status !== 503) return observed
    }
    this.#inVain++
    return observed
  }

  async #sendOnce(request: ServerRequest): Promise<ObservedAnswer> {
    const { budget, send } = this.options
    if (this.count >= budget) throw new SessionEnded('budget', `the budget of ${budget} requests is spent`)
    this.count++
    const observed = await send(request)
    if ('problem' in observed)
      throw new SessionEnded('unreachable', `${request.method} ${request.target} is not answered: ${observed.problem}`)
    return observed
  }

  /** Advances the server's clock from timer to timer, so that repeated timers fire on time; never past the end of a credential. */
  async wait(ms: number): Promise<void> {
    const { hooks, now, credentialsEnd } = this.options
    if (hooks.advance !== undefined && credentialsEnd !== undefined && now() + this.replica.offset + ms >= credentialsEnd)
      throw new SessionEnded(
        'credentials',
        `a credential ends at ${printTimestamp(credentialsEnd)} of the server's clock, which would have passed it: give credentials that last longer`,
      )
    for (let remaining = ms; remaining > 0;) {
      const due = this.interpreter.nextDue()
      const until = due === undefined ? remaining : due - (now() + this.replica.offset) + 1000
      const step = until > 0 && until < remaining ? Math.ceil(until) : remaining
      await hooks.advance?.(step)
      const { events, deliveries } = this.replica.advance(step, now())
      this.#timedEffects = {
        events: [...this.#timedEffects.events, ...events],
        deliveries: [...this.#timedEffects.deliveries, ...deliveries],
      }
      remaining -= step
    }
  }

  /** Takes the events and deliveries that timers and jobs caused since the last call. */
  takeTimedEffects(): StepEffects {
    const effects = this.#timedEffects
    this.#timedEffects = { events: [], deliveries: [] }
    return effects
  }

  /** Predicts the response; sends nothing. */
  predict(request: ServerRequest): ReturnType<Replica['predict']> {
    return this.replica.predict(request, this.options.now())
  }

  /** Receives the server's deliveries; undefined if the server cannot reach this machine. */
  get receiver(): Receiver | undefined {
    return this.options.receiver
  }

  get canReset(): boolean {
    return this.options.hooks.reset !== undefined
  }

  /** Resets the server and the replica; false if the server has no reset hook. */
  async reset(): Promise<boolean> {
    const { reset } = this.options.hooks
    if (reset === undefined) return false
    await reset()
    this.#timedEffects = { events: [], deliveries: [] }
    const { offset } = this.replica
    this.replica = new Replica(this.interpreter, this.options.now())
    // A reset does not turn the server's clock back.
    this.replica.offset = this.options.hooks.advance === undefined ? offset : 0
    return true
  }
}
