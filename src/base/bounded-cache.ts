// A bounded cache with text keys. When it is full, it drops the least recently used half.

export class BoundedCache<T> {
  readonly #most: number
  #newer = new Map<string, T>()
  #older = new Map<string, T>()

  constructor(most: number) {
    this.#most = most
  }

  get(text: string): T | undefined {
    const known = this.#newer.get(text)
    if (known !== undefined) return known
    const older = this.#older.get(text)
    if (older !== undefined) this.set(text, older)
    return older
  }

  set(text: string, made: T): void {
    if (this.#newer.size * 2 >= this.#most) {
      this.#older = this.#newer
      this.#newer = new Map()
    }
    this.#newer.set(text, made)
  }
}
