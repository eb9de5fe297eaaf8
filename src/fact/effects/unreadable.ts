// The refusal for a reference from the request to a record that the caller may not read.

import { slotValue } from '../../model/slot.ts'
import { ruleOf } from '../rules.ts'
import type { Reference, World } from '../world.ts'
import type { ProgramStep } from './program.ts'

/** With `unreadable: not-found` such a reference is `dangling`, which is derived wherever a reference is written. */
export function unreadableSteps(world: World, references: readonly Pick<Reference, 'target'>[]): ProgramStep[] {
  if (slotValue(world.model.authentication.value.unreadable) !== 'forbidden') return []
  return [...new Set(references.map(({ target }) => target))].flatMap((target): ProgramStep[] => {
    const rule = ruleOf(world, target, 'read')
    return rule.kind === 'free'
      ? []
      : [{ kind: 'meet', met: { condition: 'forbidden', subject: target, name: 'read', because: rule.because } }]
  })
}
