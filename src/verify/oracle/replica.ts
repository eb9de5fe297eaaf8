// What is known of a server: the interpreter over the records that it must have, kept in step with every answer.

import type { Value } from '../../cel/value.ts'
import { each, shown } from '../../model/slot.ts'
import type { Compiled } from '../../compile/compile.ts'
import type { Made } from './choices.ts'
import { compareAnswers } from './compare.ts'
import type { Binding, Compared, Difference, Open, Openness } from './comparison.ts'
import type { Interpreter } from './interpreter.ts'
import { OpaqueTexts } from './opaque.ts'
import { OpenValues, type Window } from './open-values.ts'
import type { Expected, Observed, Request } from './request.ts'

export type Verdict = { readonly expected: Expected; /** None where the answer is one that the document permits. */ readonly differences: readonly Difference[] }

type Step = {
  readonly number: number
  readonly request: Request
  now: number
  /** Whether the server has said its time. */
  isTimeSettled: boolean
  readonly forced: Map<number, Value>
  made: readonly Made[]
  restore: () => void
}

/** Milliseconds by which a time in an answer may be outside of the request: a server may keep whole seconds. */
const slack = 1500

/** So many requests can be asked again, with what a later answer said of them. */
const remembered = 300

export class Replica {
  readonly interpreter: Interpreter
  readonly #values = new OpenValues()
  readonly #opaque: OpaqueTexts
  readonly #failureLists: ReadonlySet<string>
  #steps: Step[] = []
  readonly #windows = new Map<number, Window>()
  #count = 0
  #lastNow = 0
  /** What is added to this machine's time to get the server's. */
  offset = 0

  constructor(interpreter: Interpreter) {
    this.interpreter = interpreter
    this.#opaque = new OpaqueTexts(interpreter.cursorKey, interpreter.choices.opaque)
    this.#failureLists = failureListsOf(interpreter.compiled)
  }

  /** The answer that the document gives now, to a request as the server would be sent it. Nothing is kept of it. */
  predict(request: Request, at: number): Expected {
    return this.trying(() => this.interpreter.ask(this.#opaque.translated(request), this.#moment(at), `predicted ${this.#count}`).expected)
  }

  /** Does what is then forgotten. */
  trying<T>(work: () => T): T {
    const restore = this.interpreter.snapshot()
    const last = this.#lastNow
    try {
      return work()
    } finally {
      this.#lastNow = last
      restore()
    }
  }

  /** Holds an answer against the document, and keeps what the request changed. */
  judge(request: Request, observed: Observed): Verdict {
    const mine = this.#opaque.translated(request)
    const path = request.target.split('?')[0]!
    const number = ++this.#count
    this.#windows.set(number, { from: observed.sent + this.offset - slack, until: observed.received + this.offset + slack })
    const step: Step = { number, request: mine, now: this.#moment(observed.received), isTimeSettled: false, forced: new Map(), made: [], restore: () => undefined }
    const first = this.#settle(step, observed)
    if (first.compared.differences.length === 0) return this.#kept(step, first, path)
    // What became due while the request was under way may not have been when it was answered.
    step.restore()
    const earlier: Step = { ...step, now: this.#moment(observed.sent), forced: new Map(), isTimeSettled: false }
    const second = this.#settle(earlier, observed)
    if (second.compared.differences.length === 0) return this.#kept(earlier, second, path)
    earlier.restore()
    return this.#kept(step, this.#settle(step, observed), path)
  }

  /** The server's clock was moved on. */
  advance(ms: number, at: number): void {
    this.offset += ms
    this.#steps = []
    this.#values.forgetAll()
    this.interpreter.moveTo(this.#moment(at))
  }

  #kept(step: Step, { expected, compared }: Settled, path: string): Verdict {
    for (const [mine, theirs] of compared.pairs) this.#opaque.pair(mine, theirs, path)
    this.#steps.push(step)
    if (this.#steps.length > remembered) this.#steps.splice(0, 100)
    return { expected, differences: compared.differences }
  }

  /** Asks again with what the server chose, until nothing more is learnt from its answer. */
  #settle(step: Step, observed: Observed): Settled {
    for (let round = 0; ; round++) {
      step.restore = this.interpreter.snapshot()
      const expected = this.#ask(step)
      const compared = compareAnswers(expected, observed, this.#openness, step.request.method)
      const learnt = round < 4 ? compared.bindings.filter((binding) => this.#bind(binding, step)) : []
      if (learnt.length === 0) return { expected, compared }
      step.restore()
      this.#replay(Math.min(...learnt.map(({ step: number }) => number)))
    }
  }

  #bind({ step: number, ordinal, value }: Binding, current: Step): boolean {
    const step = number === current.number ? current : this.#steps.find((each) => each.number === number)
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

  /** Asks the requests from this one on again, which by now are known to have made other values. */
  #replay(from: number): void {
    const again = this.#steps.filter(({ number }) => number >= from)
    again[0]?.restore()
    for (const step of again) {
      step.restore = this.interpreter.snapshot()
      this.#ask(step)
    }
  }

  #ask(step: Step): Expected {
    this.#values.forget(step.number)
    const { expected, made } = this.interpreter.ask(step.request, step.now, `step ${step.number}`, step.forced)
    step.made = made
    this.#values.add(step.number, made, new Set(step.forced.keys()), step.isTimeSettled ? undefined : step.now)
    return expected
  }

  get #openness(): Openness {
    return {
      open: (text, pointer) => this.#values.text(text, pointer),
      openNumber: (number, pointer) => this.#values.number(number, pointer),
      refuses: (open: Open, value) => this.#values.refuses(open, value, this.#windowOf(open.step)),
      isOpaque: (text) => this.#opaque.isOpaque(text),
      known: (text) => this.#opaque.known(text),
      failureLists: this.#failureLists,
    }
  }

  #windowOf(number: number): Window {
    return this.#windows.get(number) ?? { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
  }

  /** No two requests share a time, so that each is known again by it. */
  #moment(at: number): number {
    this.#lastNow = Math.max(this.#lastNow + 1, Math.round(at + this.offset))
    return this.#lastNow
  }
}

type Settled = { readonly expected: Expected; readonly compared: Compared }

/** Members of the bodies of errors that list what failed. */
function failureListsOf({ model }: Compiled): ReadonlySet<string> {
  const errors = model.errors.value
  const bodies = [shown(errors.body), ...each(errors.catalogue).map(({ value }) => shown(value.body))]
  return new Set(bodies.flatMap((body) => (body?.kind !== 'map' ? [] : body.entries.flatMap(({ name, value }) => (value.kind === 'expression' && value.text.trim() === 'error.errors' ? [name] : [])))))
}
