// Who of those that follow a stream is still let in: until when, and as long as no commit changes what that rests on.

import type { Backend } from '../exchange/exchange.ts'
import type { Stream } from '../exchange/stream.ts'

export class Admitted<Listener extends { readonly stream: Stream }> {
  readonly #backend: Pick<Backend, 'admission'>
  readonly #changed: () => void
  /** What ends the watch over each, and when its credential ends, in milliseconds since 1970. */
  readonly #forget = new Map<Listener, () => void>()
  readonly #limited = new Map<Listener, number>()
  /** Those of whom it is not known any more. */
  readonly #doubtful = new Set<Listener>()

  /** `changed` is called when somebody has become doubtful. */
  constructor(backend: Pick<Backend, 'admission'>, changed: () => void) {
    this.#backend = backend
    this.#changed = changed
  }

  /** Asks whether it is let in; from then on it is asked again only where something changed. */
  admit(listener: Listener): boolean {
    const { stream } = listener
    // Who showed nothing has nothing to lose.
    if (stream.exchange.presented === undefined) return true
    const admission = this.#backend.admission(stream)
    this.leave(listener)
    if (admission === undefined) return false
    this.#forget.set(listener, admission.watch(() => {
      this.#doubtful.add(listener)
      this.#changed()
    }))
    if (admission.until !== undefined) this.#limited.set(listener, admission.until)
    return true
  }

  /** Asks of those who are doubtful, and gives those who are let in no more. */
  refused(): readonly Listener[] {
    return this.#doubtful.size === 0 ? [] : [...this.#doubtful].filter((listener) => !this.admit(listener))
  }

  /** Those whose credentials have ended by now. */
  ended(now: number): readonly Listener[] {
    return [...this.#limited].flatMap(([listener, until]) => (now >= until ? [listener] : []))
  }

  leave(listener: Listener): void {
    this.#forget.get(listener)?.()
    this.#forget.delete(listener)
    this.#limited.delete(listener)
    this.#doubtful.delete(listener)
  }
}
