// Counts the attempts of a search without a new outcome, so that it skips requests that will probably not give one.

import type { Operation } from '../../model/model.ts'
import type { ServerRequest } from '../oracle/request.ts'

export class AttemptCounts {
  /** Attempts since the last new outcome of an operation. */
  readonly #failures = new Map<Operation, number>()
  /** Attempts without a new outcome, by operation, state of its record, and caller. */
  readonly #failuresByPlace = new Map<string, number>()
  /** Operations with the states of their record in which they were tried. */
  readonly #triedStates = new Set<string>()

  failuresOf(operation: Operation): number {
    return this.#failures.get(operation) ?? 0
  }

  failuresAt(operation: Operation, states: string, request: ServerRequest): number {
    return this.#failuresByPlace.get(placeOf(operation, states, request)) ?? 0
  }

  hasTried(operation: Operation, states: string): boolean {
    return this.#triedStates.has(`${operation.id} ${states}`)
  }

  noteState(operation: Operation, states: string): void {
    this.#triedStates.add(`${operation.id} ${states}`)
  }

  noteSuccess(operation: Operation): void {
    this.#failures.set(operation, 0)
  }

  noteFailure(operation: Operation, states: string, request: ServerRequest): void {
    this.#failures.set(operation, this.failuresOf(operation) + 1)
    this.#failuresByPlace.set(placeOf(operation, states, request), this.failuresAt(operation, states, request) + 1)
  }

  /** Forgets the failures of each operation, so that all are tried again. */
  forgetFailures(): void {
    this.#failures.clear()
  }
}

function placeOf(operation: Operation, states: string, { caller, wait }: ServerRequest): string {
  return `${operation.id} ${states} ${caller ?? ''}${wait === undefined ? '' : ' after a wait'}`
}
