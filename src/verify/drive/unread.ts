// Records that a step must have left as they were: they are read back once after several steps, because each reading costs a request.

import type { Row } from '../../meaning/record/row.ts'
import type { StepHistory } from '../step-history.ts'
import { type RequestStep, needs } from '../step.ts'
import type { Instance, StepFailure } from './instance.ts'
import { printRowLabel } from '../server/reading.ts'

type Suspect = { readonly step: RequestStep; readonly history: StepHistory }

/** The most steps before one reading. */
const maxSteps = 12

/** The most records of one step. */
const maxRowsPerStep = 2

export class UnreadRecords {
  #instance: Instance | undefined
  #suspects: Suspect[] = []
  #rows = new Map<string, Row>()

  get isFull(): boolean {
    return this.#suspects.length >= maxSteps
  }

  add(instance: Instance, suspect: Suspect, rows: readonly Row[]): void {
    if (rows.length === 0) return
    this.#instance = instance
    this.#suspects.push(suspect)
    for (const row of rows.slice(0, maxRowsPerStep)) this.#rows.set(printRowLabel(row), row)
  }

  /** True if a record of these resources is to be read. */
  concerns(resources: ReadonlySet<string>): boolean {
    return this.#rows.values().some(({ resource }) => resources.has(resource))
  }

  /** Removes everything; undefined if nothing is to be read. */
  take(): { readonly instance: Instance; readonly suspects: readonly Suspect[]; readonly rows: readonly Row[] } | undefined {
    const taken =
      this.#instance === undefined ? undefined : { instance: this.#instance, suspects: this.#suspects, rows: [...this.#rows.values()] }
    this.#instance = undefined
    this.#suspects = []
    this.#rows = new Map()
    return taken
  }
}

/** The last of the suspected steps that the shortened sequence still has; the last of all if it has none. */
export function findCause({ steps }: Pick<StepFailure, 'steps'>, suspects: readonly Suspect[]): StepHistory {
  const kept = new Set(steps.map(withoutNumbers))
  return (suspects.findLast(({ step }) => kept.has(withoutNumbers(step))) ?? suspects.at(-1)!).history
}

/** The step as text, without the numbers of the answers that it reads. */
function withoutNumbers(step: RequestStep): string {
  return needs(step).length === 0 ? JSON.stringify(step) : JSON.stringify(step).replaceAll(/\{\{\d+:/g, '{{')
}
