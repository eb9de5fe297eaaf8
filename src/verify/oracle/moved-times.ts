// Other times at which the server may have handled a request. Expressions such as `now + days(7)` show that time only indirectly.

import type { Window } from './open-values.ts'
import type { Step } from './step.ts'

export type MovedTime = { readonly step: Step; readonly now: number }

/** The most earlier requests that are tried for one answer. */
const maxEarlier = 6

/**
 * `distances`: by how many milliseconds times in an answer differ from the expected ones. The latest requests come first. A request whose
 * time an answer has shown moves by no more than it took: the server may have read its clock twice.
 */
export function listMovedTimes(
  steps: readonly Step[],
  distances: readonly number[],
  windowOf: (step: number) => Window,
): readonly MovedTime[] {
  return steps
    .filter(({ request }) => request !== undefined && request.method !== 'GET')
    .toReversed()
    .slice(0, maxEarlier)
    .flatMap((step) => {
      const { from, until, length = 0 } = windowOf(step.number)
      return distances
        .filter((distance) => !step.isTimeSettled || Math.abs(distance) <= length)
        .map((distance) => ({ step, now: step.now + distance }))
        .filter(({ now }) => now >= from && now <= until)
        .slice(0, 2)
    })
}
