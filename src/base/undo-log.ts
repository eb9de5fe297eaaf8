// Undoes the changes of maps since a mark. Its cost depends on the changes, not on the size of the maps.

export type UndoMark = {
  /** Keeps the changes since the mark; an outer mark can still undo them. */
  release(): void
  /** Undoes the changes since the mark, the last one first. */
  rollBack(): void
}

export class UndoLog {
  readonly #undos: (() => void)[] = []
  #marks = 0

  /** Sets a value of a map, and notes the former one if there is a mark. */
  set<K, V>(map: Map<K, V>, key: K, value: V): void {
    if (this.#marks > 0) {
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
