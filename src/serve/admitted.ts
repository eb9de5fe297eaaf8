// Decides which stream listeners are still admitted: until when, and as long as no commit changes the records that this depends on.

import type { Backend } from '../exchange/exchange.ts'
import type { Admission, Stream } from '../exchange/stream.ts'

export class Admitted<Listener extends { readonly stream: Stream }> {
  readonly #backend: Pick<Backend, 'admission'>
  readonly #onDoubt: () => void
  readonly #onRefusal: (listener: Listener) => void
  readonly #admissions = new Map<Listener, Admission>()
  /** Listeners whose admission must be checked again. */
  readonly #doubtful = new Set<Listener>()
  readonly #departed = new WeakSet<Listener>()
  #runningCheck: Promise<void> | undefined

  /** `onDoubt` is called when a listener becomes doubtful, `onRefusal` with each listener that is no longer admitted. */
  constructor(backend: Pick<Backend, 'admission'>, onDoubt: () => void, onRefusal: (listener: Listener) => void) {
    this.#backend = backend
    this.#onDoubt = onDoubt
    this.#onRefusal = onRefusal
  }

  /** Checks a listener's admission; from then on only a relevant change causes another check. */
  async admit(listener: Listener): Promise<boolean> {
    // An anonymous listener has no credential that could end.
    if (listener.stream.exchange.credentials === undefined) return true
    const admission = await this.#backend.admission(listener.stream, () => {
      if (this.#departed.has(listener)) return
      this.#doubtful.add(listener)
      this.#onDoubt()
    })
    if (this.#departed.has(listener)) admission?.end()
    if (this.#departed.has(listener) || admission === undefined) return false
    this.#admissions.get(listener)?.end()
    this.#admissions.set(listener, admission)
    return true
  }

  /** True if a check is needed or running; send nothing before `settle` resolves. */
  get doubts(): boolean {
    return this.#doubtful.size > 0 || this.#runningCheck !== undefined
  }

  /** Checks the doubtful listeners. */
  settle(): Promise<void> {
    return (this.#runningCheck ??= this.#settle().finally(() => (this.#runningCheck = undefined)))
  }

  async #settle(): Promise<void> {
    for (const listener of this.#doubtful) {
      // Before the check, because a change during it makes the listener doubtful again.
      this.#doubtful.delete(listener)
      try {
        if (!(await this.admit(listener))) this.#onRefusal(listener)
      } catch (error) {
        if (!this.#departed.has(listener)) this.#doubtful.add(listener)
        throw error
      }
    }
  }

  /** Listeners whose credentials have expired. */
  takeEnded(now: number): readonly Listener[] {
    return [...this.#admissions].flatMap(([listener, { until }]) => (until !== undefined && now >= until ? [listener] : []))
  }

  leave(listener: Listener): void {
    this.#departed.add(listener)
    this.#admissions.get(listener)?.end()
    this.#admissions.delete(listener)
    this.#doubtful.delete(listener)
  }
}
