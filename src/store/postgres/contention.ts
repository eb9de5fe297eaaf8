// Requests of one operation that conflict often take turns, because a conflict costs more than a wait.

/** The share of conflicts above which requests take turns, and below which they stop. */
const [high, low] = [0.05, 0.01]

/** One conflict counts like so many attempts without one: taking turns prevents the conflicts that would show that it is needed. */
const conflictWeight = 1 / 32
const calmWeight = 1 / 512

/** The recent conflicts of one operation. */
export class Contention {
  #share = 0
  #isHigh = false

  /** True if requests should take turns before they read. */
  get isHigh(): boolean {
    return this.#isHigh
  }

  note(isConflict: boolean): void {
    this.#share += isConflict ? (1 - this.#share) * conflictWeight : -this.#share * calmWeight
    if (this.#share > high) this.#isHigh = true
    else if (this.#share < low) this.#isHigh = false
  }
}

/** Takes turns within this process, so that only one of its connections waits for each lock of the database. */
export class Turns {
  readonly #last = new Map<string, Promise<void>>()

  /** Waits for all earlier owners of these names; returns a function that ends the turn. */
  async take(names: readonly string[]): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const earlier = names.flatMap((name) => this.#last.get(name) ?? [])
    for (const name of names) this.#last.set(name, promise)
    await Promise.all(earlier)
    return () => {
      resolve()
      for (const name of names) if (this.#last.get(name) === promise) this.#last.delete(name)
    }
  }
}
