// Keeps the outcomes that a search has reached, and counts those that are missing.

import type { OperationFacts } from '../../fact/fact.ts'
import { printConditionWords } from '../../fact/narrow.ts'
import type { Operation } from '../../model/model.ts'

/** Conditions that depend only on the form of a request: `forms.ts` builds requests for them. */
const formConditions: ReadonlySet<string> = new Set([
  'malformed',
  'unsupported-media',
  'not-acceptable',
  'too-large',
  'rate-limited',
  'quota-exceeded',
  'cursor-expired',
])

export class ReachedOutcomes {
  readonly #names = new Set<string>()

  /** `outcome`: `ok`, or the words of a condition. */
  add(operation: Operation, outcome: string): void {
    this.#names.add(`${operation.id} ${outcome}`)
  }

  countMissing({ operation, points }: OperationFacts): number {
    const words = points.filter(({ stage, condition }) => stage !== 'interrupt' && !formConditions.has(condition)).map(printConditionWords)
    return ['ok', ...words].filter((each) => !this.#names.has(`${operation.id} ${each}`)).length
  }
}
