// A bounded cache with text keys. When it is full, it drops the least recently used half.

export class BoundedCache<T> {
  readonly #maxEntries: number
  #newer = new Map<string, T>()
  #older = new Map<string, T>()

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries
  }

  get(text: string): T | undefined {
    const cached = this.#newer.get(text)
    if (cached !== undefined) return cached
    const older = this.#older.get(text)
    if (older !== undefined) this.set(text, older)
    return older
  }

  set(text: string, value: T): void {
    if (this.#newer.size * 2 >= this.#maxEntries) {
      this.#older = this.#newer
      this.#newer = new Map()
    }
    this.#newer.set(text, value)
  }
}
