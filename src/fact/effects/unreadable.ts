// The refusal for a reference from the request to a record that the caller may not read.

import { slotValueOf } from '../../model/slot.ts'
import { ruleOf } from '../rules.ts'
import type { Reference, ModelIndex } from '../model-index.ts'
import type { ProgramStep } from './program.ts'

/** With `unreadable: not-found` such a reference is `dangling`, which is derived wherever a reference is written. */
export function buildUnreadableSteps(modelIndex: ModelIndex, references: readonly Pick<Reference, 'target'>[]): ProgramStep[] {
  if (slotValueOf(modelIndex.model.authentication.value.unreadable) !== 'forbidden') return []
  return [...new Set(references.map(({ target }) => target))].flatMap((target): ProgramStep[] => {
    const rule = ruleOf(modelIndex, target, 'read')
    return rule.kind === 'allowed'
      ? []
      : [{ kind: 'refusal', refusal: { condition: 'forbidden', subject: target, name: 'read', because: rule.because } }]
  })
}
