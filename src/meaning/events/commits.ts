// Notifies event listeners about new events after a commit is durable.

export class Commits {
  readonly #listeners = new Set<() => void>()

  /** Returns a function that ends the subscription. Listeners read from their own position, so a repeated notification is harmless. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  notifyCommitted(): void {
    for (const listener of this.#listeners) listener()
  }
}
