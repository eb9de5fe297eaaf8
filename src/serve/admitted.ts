// Decides which stream listeners are still admitted: until when, and as long as no commit changes the records that this depends on.

import type { Backend } from '../exchange/exchange.ts'
import type { Admission, Stream } from '../exchange/stream.ts'

export class Admitted<Listener extends { readonly stream: Stream }> {
  readonly #backend: Pick<Backend, 'admission'>
  readonly #changed: () => void
  readonly #refused: (listener: Listener) => void
  readonly #admissions = new Map<Listener, Admission>()
  /** Listeners whose admission must be checked again. */
  readonly #unchecked = new Set<Listener>()
  readonly #left = new WeakSet<Listener>()
  #settling: Promise<void> | undefined

  /** `onDoubt` is called when a listener becomes doubtful, `onRefusal` with each listener that is no longer admitted. */
  constructor(backend: Pick<Backend, 'admission'>, onDoubt: () => void, onRefusal: (listener: Listener) => void) {
    this.#backend = backend
    this.#changed = onDoubt
    this.#refused = onRefusal
  }

  /** Checks a listener's admission; from then on only a relevant change causes another check. */
  async admit(listener: Listener): Promise<boolean> {
    // An anonymous listener has no credential that could end.
    if (listener.stream.exchange.credentials === undefined) return true
    const admission = await this.#backend.admission(listener.stream, () => {
      if (this.#left.has(listener)) return
      this.#unchecked.add(listener)
      this.#changed()
    })
    if (this.#left.has(listener)) admission?.end()
    if (this.#left.has(listener) || admission === undefined) return false
    this.#admissions.get(listener)?.end()
    this.#admissions.set(listener, admission)
    return true
  }

  /** True if a check is needed or running; send nothing before `settle` resolves. */
  get doubts(): boolean {
    return this.#unchecked.size > 0 || this.#settling !== undefined
  }

  /** Checks the doubtful listeners. */
  settle(): Promise<void> {
    return (this.#settling ??= this.#settle().finally(() => (this.#settling = undefined)))
  }

  async #settle(): Promise<void> {
    for (const listener of this.#unchecked) {
      // Before the check, because a change during it makes the listener doubtful again.
      this.#unchecked.delete(listener)
      try {
        if (!(await this.admit(listener))) this.#refused(listener)
      } catch (error) {
        if (!this.#left.has(listener)) this.#unchecked.add(listener)
        throw error
      }
    }
  }

  /** Listeners whose credentials have expired. */
  takeEnded(now: number): readonly Listener[] {
    return [...this.#admissions].flatMap(([listener, { until }]) => (until !== undefined && now >= until ? [listener] : []))
  }

  leave(listener: Listener): void {
    this.#left.add(listener)
    this.#admissions.get(listener)?.end()
    this.#admissions.delete(listener)
    this.#unchecked.delete(listener)
  }
}
