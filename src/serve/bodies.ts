// Bounds the memory that all request bodies use together.

/** The bytes of each body that are always accepted; the number of requests bounds them. */
export const freeBytes = 16 * 1024

export class Bodies {
  readonly #maxBytes: number
  #usedBytes = 0

  /** The reserved bytes beyond the free bytes of each body. */
  constructor(most: number) {
    this.#maxBytes = most
  }

  /** Reserves memory for a request's received bytes; false if there is not enough. A further call replaces the reservation. */
  reserve(holder: BodyHolder, size: number): boolean {
    const excess = Math.max(0, size - freeBytes) - holder.reservedBytes
    if (excess <= 0) return true
    if (this.#usedBytes + excess > this.#maxBytes) return false
    this.#usedBytes += excess
    holder.reservedBytes += excess
    return true
  }

  release(holder: BodyHolder): void {
    this.#usedBytes -= holder.reservedBytes
    holder.reservedBytes = 0
  }
}

/** A running request, and its reserved bytes. */
export type BodyHolder = { reservedBytes: number }
