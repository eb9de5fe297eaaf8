// Bounds the memory that all request bodies use together.

/** The bytes of each body that are always accepted; the number of requests bounds them. */
export const freeBytes = 16 * 1024

export class Bodies {
  readonly #most: number
  #used = 0

  /** The reserved bytes beyond the free bytes of each body. */
  constructor(most: number) {
    this.#most = most
  }

  /** Reserves memory for a request's received bytes; false if there is not enough. A further call replaces the reservation. */
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

/** A running request, and its reserved bytes. */
export type BodyHolder = { held: number }
