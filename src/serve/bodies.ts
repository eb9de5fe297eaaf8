// Bounds the memory of all request bodies under way together.

/** The bytes of each body that are always accepted; the number of requests bounds them. */
export const freeBytes = 16 * 1024

export class Bodies {
  readonly #most: number
  #used = 0

  /** Bytes beyond the free ones of each. */
  constructor(most: number) {
    this.#most = most
  }

  /** Holds what a request has received; false where that is more than there is room for. Called again with more, it holds that instead. */
  hold(holder: BodyHolder, size: number): boolean {
    const more = Math.max(0, size - freeBytes) - holder.held
    if (more <= 0) return true
    if (this.#used + more > this.#most) return false
    this.#used += more
    holder.held += more
    return true
  }

  release(holder: BodyHolder): void {
    this.#used -= holder.held
    holder.held = 0
  }
}

/** A request that is under way, and how much it holds. */
export type BodyHolder = { held: number }
