// Removes the steps of a successful sequence that its last one does not need: a search finds them by chance, and a run repeats them often.

import { withoutSteps } from '../step.ts'
import type { BaseCase } from './missing.ts'
import { type RehearsalStage, rehearse } from './rehearse.ts'

/** The sequence without the steps without which its last one has the same outcome, makes the same transitions and causes the same events. */
export function shortenBase(stage: RehearsalStage, base: BaseCase): BaseCase {
  let shortest = base
  for (let number = base.steps.length - 1; number > 0; number--) {
    const steps = withoutSteps(shortest.steps, new Set([number]))
    const rehearsal = steps && rehearse(stage, steps, base.fresh, 'shorter')
    if (steps === undefined || rehearsal === undefined) continue
    const { outcome, expected, eventNames } = rehearsal
    if (outcome !== base.outcome || expected.trace.condition !== undefined || eventNames.join() !== base.eventNames.join()) continue
    if (expected.trace.transitions.join() !== base.expected.trace.transitions.join()) continue
    shortest = { ...shortest, steps, expected, walk: shortest.walk.toSpliced(number - 1, 1) }
  }
  return shortest
}
