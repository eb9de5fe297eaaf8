// The latest events of streams in memory, for listeners that follow closely or resume together.

import { type EventRow, type EventPosition, comparePositions } from '../exchange/event.ts'

/** The number of events in memory. */
const maxEvents = 2000

export class RecentEvents {
  /** The latest events in order and without a gap, as sent to all live listeners. */
  #tail: EventRow[] = []
  /** A cache of older events by id, so that many listeners that resume together share them. */
  readonly #older = new Map<string, EventRow>()

  clear(): void {
    this.#tail = []
  }

  add(rows: readonly EventRow[]): void {
    this.#tail.push(...rows)
    if (this.#tail.length > maxEvents) this.#tail = this.#tail.slice(-maxEvents)
  }

  /** At most `limit` events after a position; undefined if the position is older than the tail. */
  eventsAfter(position: EventPosition, limit: number): readonly EventRow[] | undefined {
    const [first] = this.#tail
    if (first === undefined || comparePositions(first.position, position) > 0) return undefined
    const firstIndex = this.#tail.findIndex((row) => comparePositions(row.position, position) > 0)
    return firstIndex < 0 ? [] : this.#tail.slice(firstIndex, firstIndex + limit)
  }

  /** The object of an earlier read of the same event, if still cached. */
  cachedRow(row: EventRow): EventRow {
    const cached = this.#older.get(row.id)
    if (cached !== undefined) return cached
    this.#older.set(row.id, row)
    if (this.#older.size > maxEvents) this.#older.delete(this.#older.keys().next().value!)
    return row
  }
}
