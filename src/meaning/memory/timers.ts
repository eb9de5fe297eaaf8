// Timers in memory: found by their record, and in the order in which they are due.

import { makeRowName } from '../record/row-name.ts'
import type { Timer } from '../store.ts'

export class TimerTable {
  readonly #timers = new Map<number, Timer>()
  readonly #ofRecord = new Map<string, Set<number>>()
  readonly #dead = new Set<number>()
  /** A heap by due time. Replaced and removed timers are discarded when they reach the top. */
  readonly #queue: Timer[] = []

  set(timer: Timer): void {
    this.delete(timer.id)
    this.#timers.set(timer.id, timer)
    this.#ofRecord.getOrInsertComputed(makeRowName(timer), () => new Set()).add(timer.id)
    if (timer.dead === undefined) this.#push(timer)
    else this.#dead.add(timer.id)
  }

  delete(id: number): void {
    const timer = this.#timers.get(id)
    if (timer === undefined) return
    this.#timers.delete(id)
    this.#dead.delete(id)
    const ids = this.#ofRecord.get(makeRowName(timer))!
    ids.delete(id)
    if (ids.size === 0) this.#ofRecord.delete(makeRowName(timer))
  }

  /** All of them, in the order in which they were set. */
  all(): readonly Timer[] {
    return [...this.#timers.values()]
  }

  /** Replaces all timers. */
  reset(timers: readonly Timer[]): void {
    this.#timers.clear()
    this.#ofRecord.clear()
    this.#dead.clear()
    this.#queue.length = 0
    for (const timer of timers) this.set(timer)
  }

  get(id: number): Timer | undefined {
    return this.#timers.get(id)
  }

  /** A record's timers, in the order in which they started. */
  timersOf(resource: string, key: string): Timer[] {
    return [...(this.#ofRecord.get(makeRowName({ resource, key })) ?? [])].map((id) => this.#timers.get(id)!)
  }

  /** The first due timer that is not dead. */
  first(): Timer | undefined {
    for (let top = this.#queue[0]; top !== undefined; top = this.#queue[0]) {
      if (this.#timers.get(top.id) === top) return top
      this.#pop()
    }
    return undefined
  }

  deadTimers(): Timer[] {
    return [...this.#dead].map((id) => this.#timers.get(id)!)
  }

  /** All timers that are not dead, by due time. */
  waitingTimers(): Timer[] {
    return [...this.#timers.values()].filter(({ dead }) => dead === undefined).sort(compareDue)
  }

  #push(timer: Timer): void {
    const queue = this.#queue
    if (queue.length > 2 * this.#timers.size + 64) queue.splice(0, queue.length, ...this.waitingTimers().filter((each) => each !== timer))
    let at = queue.push(timer) - 1
    for (let above = (at - 1) >> 1; at > 0 && compareDue(timer, queue[above]!) < 0; above = (at - 1) >> 1) {
      queue[at] = queue[above]!
      queue[above] = timer
      at = above
    }
  }

  #pop(): void {
    const queue = this.#queue
    const last = queue.pop()!
    if (queue.length === 0) return
    queue[0] = last
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      const below = right < queue.length && compareDue(queue[right]!, queue[left]!) < 0 ? right : left
      if (below >= queue.length || compareDue(last, queue[below]!) <= 0) return
      queue[at] = queue[below]!
      queue[below] = last
      at = below
    }
  }
}

function compareDue(a: Timer, b: Timer): number {
  return a.due - b.due || a.id - b.id
}
