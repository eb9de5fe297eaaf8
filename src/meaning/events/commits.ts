// Tells whoever follows the events that there are more: once a commit is as durable as the store makes it, and never before.

export class Commits {
  readonly #listeners = new Set<() => void>()

  /** Gives what ends it. Whoever listens reads on from where it is; being told twice of one commit does no harm. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  committed(): void {
    for (const listener of this.#listeners) listener()
  }
}
