// The class of simultaneous requests: some order of them must explain all answers and the resulting records.

import type { Span } from '../../base/text.ts'
import type { Operation } from '../../model/model.ts'
import { interleave } from '../interleave.ts'
import type { VerifyPlan } from '../plan.ts'
import type { VerifyRun } from '../run.ts'
import type { ClassWork } from './schedule.ts'

export async function* playTogether(run: VerifyRun, { groups }: VerifyPlan): ClassWork {
  const kinds = [...Map.groupBy(groups, ({ outcome }) => outcome).values()]
  for (const { prefix, together, operations, outcome } of interleave(kinds)) {
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
