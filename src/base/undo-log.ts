// Notes how to undo changes, so that those since a mark can be undone. Its cost follows the changes, not the data.

export type UndoMark = {
  /** Keeps the changes since the mark; an outer mark can still undo them. */
  release(): void
  /** Undoes the changes since the mark, the last one first. */
  rollBack(): void
}

export class UndoLog {
  readonly #undos: (() => void)[] = []
  #marks = 0

  /** True after a mark: changes must be noted. */
  get isNoting(): boolean {
    return this.#marks > 0
  }

  note(undo: () => void): void {
    if (this.isNoting) this.#undos.push(undo)
  }

  /** Sets a value of a map. */
  set<K, V>(map: Map<K, V>, key: K, value: V): void {
    if (this.isNoting) {
      const before = map.get(key)
      this.#undos.push(map.has(key) ? () => map.set(key, before!) : () => map.delete(key))
    }
    map.set(key, value)
  }

  /** Marks end in the reverse order of their beginning. */
  mark(): UndoMark {
    const length = this.#undos.length
    this.#marks++
    const end = (): void => {
      this.#marks--
      if (this.#marks === 0) this.#undos.length = 0
    }
    return {
      release: end,
      rollBack: () => {
        while (this.#undos.length > length) this.#undos.pop()!()
        end()
      },
    }
  }
}
