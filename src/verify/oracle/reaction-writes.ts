// Finds the members that reactions to deliveries write (`onDone` and `onError`), which depend on outcomes that no answer tells.

import type { Compiled } from '../../compile/compile.ts'
import { makeWebhooksPlan } from '../../meaning/delivery/plan.ts'
import { findNamedEntry, slotValueOf, listSpecifiedEntries } from '../../model/slot.ts'
import type { Candidate, Effect } from '../../model/states.ts'

/** The names of these properties, with the fields of machines. */
export function findReactionWrites(compiled: Compiled): ReadonlySet<string> {
  const plan = makeWebhooksPlan(compiled.model)
  const names = new Set<string>()
  const followed = new Set<string>()
  const addSet = (set: Candidate['set']): void => {
    for (const { name } of listSpecifiedEntries(set)) names.add(name)
  }
  const addEffects = (effects: readonly Effect[]): void => {
    for (const effect of effects) {
      addSet(effect.set)
      const transition = slotValueOf(effect.transition)?.text
      if (transition !== undefined && !followed.has(transition)) addTransition(transition)
    }
  }
  const addTransition = (transition: string): void => {
    followed.add(transition)
    const [resource = '', event = ''] = transition.split('.')
    for (const machine of compiled.facts.typing.domain.resources.get(resource)?.machines ?? []) {
      for (const { value } of listSpecifiedEntries(machine.slots.states)) {
        const slot = findNamedEntry(value.on, event)?.slot
        for (const candidate of slot?.state === 'shown' ? slot.value : []) {
          if (slotValueOf(candidate.target) !== undefined) names.add(machine.field)
          addSet(candidate.set)
          addEffects(slotValueOf(candidate.then) ?? [])
        }
      }
    }
  }
  if (plan !== undefined) addEffects([...plan.onDone, ...plan.onError])
  return names
}
