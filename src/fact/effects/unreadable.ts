// What a reference that the request gives is refused with where the caller may not read the record.

import { shown } from '../../model/slot.ts'
import { ruleOf } from '../rules.ts'
import type { Reference, World } from '../world.ts'
import type { Step } from './program.ts'

/** With `unreadable: not-found` such a reference is `dangling`, which is derived wherever a reference is written. */
export function unreadable(world: World, references: readonly Pick<Reference, 'target'>[]): Step[] {
  if (shown(world.model.authentication.value.unreadable) !== 'forbidden') return []
  return [...new Set(references.map(({ target }) => target))].flatMap((target): Step[] => {
    const rule = ruleOf(world, target, 'read')
    return rule.kind === 'free' ? [] : [{ kind: 'meet', met: { condition: 'forbidden', subject: target, name: 'read', because: rule.because } }]
  })
}
