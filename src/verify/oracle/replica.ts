// A model of the server: the interpreter over the records that the server must have, updated with every response.

import type { Json } from '../../base/json.ts'
import { compareAnswers } from './compare.ts'
import { type ComparisonResult, type Difference, type Open, type Openness, type ValueBinding, AnswerComparison } from './comparison.ts'
import type { StepEffects, OracleInterpreter } from './interpreter.ts'
import { listMovedTimes } from './moved-times.ts'
import { listOtherReadings } from './other-readings.ts'
import { makeFixedOpenness } from './openness.ts'
import { OpaqueTexts } from './opaque.ts'
import { OpenValues, type Window } from './open-values.ts'
import { type Expected, type ObservedAnswer, type ServerRequest } from './request.ts'
import { findReactionWrites } from './reaction-writes.ts'
import { refill } from './refill.ts'
import { SeenContent } from './seen-content.ts'
import { type Step, makeInitialStep, noEffects, openStep } from './step.ts'
import { describeRefusedValue } from './refused-value.ts'

export type AnswerVerdict = {
  readonly expected: Expected
  /** Empty if the document permits the answer. */
  readonly differences: readonly Difference[]
  readonly effects: StepEffects
  /** True if the answer shows a former time of use, and a later answer must show the new one. */
  readonly lags: boolean
}

type Settled = { readonly expected: Expected; readonly compared: ComparisonResult }

/** Milliseconds by which a timestamp in an answer may lie outside the request: a server may store whole seconds. */
const slack = 1500

/** Milliseconds. Two readings of a clock may differ by this more than the time between them. */
const unitOfClocks = 1

/** The number of recent requests that can be replayed when a later answer reveals a generated value. */
const maxReplayedSteps = 300

export class Replica {
  readonly interpreter: OracleInterpreter
  readonly #values = new OpenValues()
  readonly #opaque: OpaqueTexts
  /** What holds for all answers. */
  readonly #fixedOpenness: Omit<Openness, 'refuses' | 'mayLag'>
  readonly #reactionWrites: ReadonlySet<string>
  readonly #sentContent = new SeenContent()
  #steps: Step[] = []
  readonly #windows = new Map<number, Window>()
  #count = 0
  #lastNow = 0
  /** True if the present answer may show a former time of use. */
  #mayLag = true
  /** The difference between the server's clock and this machine's. */
  offset = 0

  /** `now`: the time at which the server started, in milliseconds since 1970. */
  constructor(interpreter: OracleInterpreter, now: number) {
    this.interpreter = interpreter
    const generated = interpreter.begin(now)
    this.#values.add(0, generated, new Set(), undefined)
    this.#steps.push(makeInitialStep(interpreter, generated))
    this.#opaque = new OpaqueTexts(interpreter.cursorKey, interpreter.choices)
    this.#reactionWrites = findReactionWrites(interpreter.compiled)
    this.#fixedOpenness = makeFixedOpenness(interpreter.compiled, this.#values, this.#opaque, this.#reactionWrites)
  }

  /** The document's answer to a request, at this moment. Changes nothing. */
  predict(request: ServerRequest, at: number): Expected {
    return this.tryOut(() => this.interpreter.ask(this.#opaque.translate(request), this.#moment(at), `predicted ${this.#count}`).expected)
  }

  /** The request with the server's generated texts in place of the interpreter's; undefined if the server has not shown one of them. */
  convertToSent(request: ServerRequest): ServerRequest | undefined {
    const sent = this.#opaque.translateBack(request)
    const texts = sent && [sent.target, ...sent.headers.map(([, value]) => value), sent.body ?? ''].join('\n')
    return texts === undefined || this.#values.isNamedIn(texts) ? undefined : sent
  }

  /** Saves the whole replica; the returned function restores it and may be called repeatedly. */
  snapshot(): () => void {
    const records = this.interpreter.snapshot()
    const texts = [this.#values.snapshot(), this.#opaque.snapshot(), this.#sentContent.snapshot()]
    const windows = [...this.#windows]
    const steps = this.#steps.map((step) => ({ step, values: { ...step }, forced: [...step.forced] }))
    const [count, lastNow, offset] = [this.#count, this.#lastNow, this.offset]
    return () => {
      records()
      for (const restoreTexts of texts) restoreTexts()
      refill(this.#windows, windows)
      this.#steps = steps.map(({ step, values, forced }) => {
        refill(step.forced, forced)
        return Object.assign(step, values)
      })
      this.#count = count
      this.#lastNow = lastNow
      this.offset = offset
    }
  }

  /** Runs `work`, then undoes its changes. */
  tryOut<T>(work: () => T): T {
    const restore = this.interpreter.snapshot()
    const last = this.#lastNow
    try {
      return work()
    } finally {
      this.#lastNow = last
      restore()
    }
  }

  /** Compares an answer with the document, and keeps the request's changes. `mayLag`: the answer may show a former time of use. */
  judge(request: ServerRequest, observed: ObservedAnswer, mayLag = true): AnswerVerdict {
    const ownRequest = this.#opaque.translate(request)
    const path = request.target.split('?')[0]!
    const number = ++this.#count
    this.#mayLag = mayLag
    const [sent, received] = [observed.sent + this.offset, observed.received + this.offset]
    this.#windows.set(number, { from: sent - slack, until: received + slack, length: received - sent + unitOfClocks })
    const lastNow = this.#lastNow
    const step = openStep(number, ownRequest, this.#moment(observed.received), () => undefined)
    const first = this.#settle(step, observed)
    if (first.compared.differences.length === 0) return this.#keepStep(step, first, path)
    // The server may have answered as of the arrival: before timers that became due since, and before rates recovered.
    step.restore()
    this.#lastNow = lastNow
    const earlier: Step = { ...step, now: this.#moment(observed.sent), forced: new Map(), isTimeSettled: false }
    const second = this.#settle(earlier, observed)
    if (second.compared.differences.length === 0) return this.#keepStep(earlier, second, path)
    earlier.restore()
    this.#lastNow = step.now
    for (const other of this.#listOtherReadings(request, step, first.expected, observed)) {
      const negotiated: Step = { ...step, request: other, forced: new Map(), isTimeSettled: false }
      const third = this.#settle(negotiated, observed)
      if (third.compared.differences.length === 0) return this.#keepStep(negotiated, third, path)
      negotiated.restore()
    }
    const settled = this.#settle(step, observed)
    return observed.status >= 400 && settled.expected.status < 400 ? this.#dropStep(step, settled) : this.#keepStep(step, settled, path)
  }

  #listOtherReadings(sent: ServerRequest, step: Step, expected: Expected, observed: ObservedAnswer): readonly ServerRequest[] {
    return listOtherReadings(
      { sent, own: step.request!, expected, observed, isWritten: this.#reactionWrites.size > 0 },
      this.#sentContent,
      this.#steps,
      (request, from) =>
        this.tryOut(() => {
          from?.restore()
          return this.interpreter.ask(request, from?.now ?? step.now, 'other').expected
        }),
    )
  }

  /** Advances the clock and fires the timers that became due; the server may have fired them at any moment of the interval. */
  advance(ms: number, at: number): StepEffects {
    const number = ++this.#count
    this.#windows.set(number, { from: at + this.offset - slack, until: at + this.offset + ms + slack })
    this.offset += ms
    const step = openStep(number, undefined, this.#moment(at), this.interpreter.snapshot())
    this.#ask(step)
    this.#steps.push(step)
    return step.effects
  }

  /** Compares content that the server sent unasked, and adopts the generated values that it shows. */
  compareContent(expected: Json, theirs: Json): readonly Difference[] {
    const comparison = new AnswerComparison(this.#openness)
    comparison.values('', expected, theirs)
    if (comparison.differences.length > 0) return comparison.differences
    const steps = comparison.bindings.flatMap((binding) => {
      const step = this.#steps.find((each) => each.number === binding.step)
      return step !== undefined && this.#bind(binding, step) ? [binding.step] : []
    })
    if (steps.length > 0) this.#replay(Math.min(...steps))
    return []
  }

  /** Undoes a request that the server refused although the document permits it: its records have probably not changed. */
  #dropStep(step: Step, { expected, compared: { differences } }: Settled): AnswerVerdict {
    step.restore()
    this.#values.forget(step.number)
    return { expected, differences, effects: noEffects, lags: false }
  }

  #keepStep(step: Step, settled: Settled, path: string): AnswerVerdict {
    const { expected, compared } = settled
    const stale = step.request && this.#sentContent.staleTag(step.request, settled, path)
    for (const [mine, theirs] of compared.pairs) {
      this.#opaque.pair(mine, theirs, `${path} ${step.request?.version ?? ''}`)
      if (step.request !== undefined) this.#sentContent.note(step.request, expected, path, { mine, theirs })
    }
    this.#steps.push(step)
    if (this.#steps.length > maxReplayedSteps) this.#steps.splice(0, 100)
    return { expected, differences: stale === undefined ? compared.differences : [stale], effects: step.effects, lags: compared.lags }
  }

  /** Repeats the request with the server's generated values, until its answer reveals no more of them. */
  #settle(step: Step, observed: ObservedAnswer): Settled {
    let before: { readonly expected: Expected; readonly learnt: readonly ValueBinding[] } | undefined
    for (let round = 0; ; round++) {
      step.restore = this.interpreter.snapshot()
      const expected = this.#ask(step)
      // The interpreter cannot store a record with the server's value.
      if (before !== undefined && expected.status >= 400 && before.expected.status < 400) {
        const { learnt } = before
        step.restore()
        for (const binding of learnt) if (binding.ordinal !== 'now') this.#stepOf(binding, step)?.forced.delete(binding.ordinal)
        this.#replay(Math.min(...learnt.map(({ step: number }) => number)))
        step.restore = this.interpreter.snapshot()
        this.#ask(step)
        const refused = learnt.filter((binding) => binding.kind === 'random' || this.#isUsedByRecord(binding))
        return {
          expected: before.expected,
          compared: {
            bindings: [],
            pairs: [],
            lags: false,
            distances: [],
            differences: (refused.length > 0 ? refused : learnt).map(describeRefusedValue),
          },
        }
      }
      const compared = compareAnswers(expected, observed, this.#openness, step.request!)
      const newBindings = round < 4 ? compared.bindings.filter((binding) => this.#bind(binding, step)) : []
      if (newBindings.length === 0) return this.#settleMoved(step, observed, compared.distances) ?? { expected, compared }
      before = { expected, learnt: newBindings }
      step.restore()
      this.#replay(Math.min(...newBindings.map(({ step: number }) => number)))
    }
  }

  /** Looks for another time of this request or an earlier one that explains the answer; undefined if none does. */
  #settleMoved(step: Step, observed: ObservedAnswer, distances: readonly number[]): Settled | undefined {
    const windowOf = (number: number): Window => this.#windowOf(number)
    const ask = (from: number): Settled => {
      step.restore()
      this.#replay(from)
      step.restore = this.interpreter.snapshot()
      const expected = this.#ask(step)
      return { expected, compared: compareAnswers(expected, observed, this.#openness, step.request!) }
    }
    for (const { step: moved, now } of listMovedTimes([...this.#steps, step], distances, windowOf)) {
      const before = { now: moved.now, isTimeSettled: moved.isTimeSettled }
      moved.now = now
      moved.isTimeSettled = true
      const settled = ask(moved.number)
      if (settled.compared.differences.length === 0) return settled
      Object.assign(moved, before)
      ask(moved.number)
    }
    return undefined
  }

  /** True if a record has the value already. */
  #isUsedByRecord({ property, value }: ValueBinding): boolean {
    const [resource, name] = (property ?? '').split('.')
    return name !== undefined && typeof value !== 'object' && this.interpreter.rows(resource!).some((row) => row.values.get(name) === value)
  }

  #stepOf({ step: number }: ValueBinding, current: Step): Step | undefined {
    return number === current.number ? current : this.#steps.find((each) => each.number === number)
  }

  #bind(binding: ValueBinding, current: Step): boolean {
    const { ordinal, value } = binding
    const step = this.#stepOf(binding, current)
    if (step === undefined) return false
    if (ordinal === 'now') {
      if (step.isTimeSettled) return false
      step.now = Number((value as { readonly ms: number }).ms)
      step.isTimeSettled = true
      return true
    }
    if (step.forced.has(ordinal)) return false
    step.forced.set(ordinal, value)
    return true
  }

  /** Replays the requests from `from` on, with the generated values known so far. */
  #replay(from: number): void {
    const replayedSteps = this.#steps.filter(({ number }) => number >= from)
    replayedSteps[0]?.restore()
    for (const step of replayedSteps) {
      if (step.number === 0) continue
      step.restore = this.interpreter.snapshot()
      this.#ask(step)
    }
  }

  #ask(step: Step): Expected {
    this.#values.forget(step.number)
    const name = `step ${step.number}`
    const { expected, generated, effects } =
      step.request === undefined
        ? this.interpreter.tick(step.now, name, step.forced)
        : this.interpreter.ask(step.request, step.now, name, step.forced)
    step.generated = generated
    step.effects = effects
    this.#values.add(step.number, generated, new Set(step.forced.keys()), step.isTimeSettled ? undefined : step.now)
    return expected
  }

  get #openness(): Openness {
    return {
      ...this.#fixedOpenness,
      refuses: (open: Open, value) => this.#values.refuses(open, value, this.#windowOf(open.step)),
      mayLag: this.#mayLag,
    }
  }

  #windowOf(number: number): Window {
    return this.#windows.get(number) ?? { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
  }

  /** Each request gets its own time, which identifies it. */
  #moment(at: number): number {
    this.#lastNow = Math.max(this.#lastNow + 1, Math.round(at + this.offset))
    return this.#lastNow
  }
}
