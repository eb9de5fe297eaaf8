// Counts statements, round trips and repeated transactions of this process, for the operator's metrics.

import type { StoreFigure } from '../kind.ts'
import type { Connections } from './connections.ts'

export class WorkCounters {
  #statements = 0
  #roundTrips = 0
  readonly #conflicts = new Map<string, number>()

  noteSent(): void {
    this.#statements++
  }

  /** Counts a wait of the work for all statements that it sent together. */
  countWait(): void {
    this.#roundTrips++
  }

  /** Counts an attempt that conflicted with other transactions. `operation` is empty for work without a request. */
  countConflict(operation: string): void {
    this.#conflicts.set(operation, (this.#conflicts.get(operation) ?? 0) + 1)
  }

  figures({ open, idle, waiting, max }: ReturnType<Connections['figures']>): readonly StoreFigure[] {
    const makeFigure = (name: string, kind: StoreFigure['kind'], help: string, value: number): StoreFigure => ({
      name: `ninefold_store_${name}`,
      kind,
      help,
      values: [[[], value]],
    })
    return [
      {
        name: 'ninefold_store_connections',
        kind: 'gauge',
        help: 'Connections for transactions that are open: busy, and idle.',
        values: [
          [[['state', 'busy']], open - idle],
          [[['state', 'idle']], idle],
        ],
      },
      makeFigure('connections_limit', 'gauge', 'Connections for transactions that are opened at most.', max),
      makeFigure('connections_waiting', 'gauge', 'Pieces of work that wait for a connection.', waiting),
      makeFigure('statements_total', 'counter', 'Statements that were sent to the database.', this.#statements),
      makeFigure(
        'round_trips_total',
        'counter',
        'How often work waited for the database: once for all statements that it sent together.',
        this.#roundTrips,
      ),
      {
        name: 'ninefold_store_conflicts_total',
        kind: 'counter',
        help: 'Transactions that conflicted with others and were taken back, by operation; without one, those of timers and other work.',
        values: Array.from(this.#conflicts, ([operation, count]) => [[['operation', operation]], count] as const),
      },
    ]
  }
}
