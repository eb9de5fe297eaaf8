// The phase of simultaneous requests: some order of them must explain all answers and the resulting records.

import type { Span } from '../base/text.ts'
import type { Operation } from '../model/model.ts'
import type { VerifyPlan } from './plan.ts'
import type { VerifyRun } from './run.ts'
import type { PhaseWork } from './schedule.ts'

export async function* playTogether(run: VerifyRun, { groups }: VerifyPlan): PhaseWork {
  for (const { prefix, together, operations, outcome } of groups) {
    if (run.isFull) return
    await run.sendTogether(
      prefix,
      together,
      operations.flatMap((operation) => listTogetherSpans(operation, outcome)),
    )
    yield
  }
}

/** The lines that concern requests with one idempotency key or one entity tag. */
function listTogetherSpans({ slots: { idempotency, conditional } }: Operation, outcome: string): readonly Span[] {
  const slot = outcome === 'one key' ? idempotency : outcome === 'one tag' ? conditional : undefined
  return slot?.state === 'shown' ? [slot.at.span] : []
}
