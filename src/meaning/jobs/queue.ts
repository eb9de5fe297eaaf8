// Notifies the worker about queued code after its commit.

export class Queue {
  #isFilled = false
  #listener: () => void = () => undefined

  onReady(listener: () => void): void {
    this.#listener = listener
  }

  /** Inside the transaction. */
  noteFilled(): void {
    this.#isFilled = true
  }

  /** After a commit. An extra call after a rollback is harmless. */
  notifyCommitted(): void {
    if (!this.#isFilled) return
    this.#isFilled = false
    this.#listener()
  }
}
