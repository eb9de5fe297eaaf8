// Every effect of a document, and every action of a machine.

import { type Slot, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Action, Effect } from '../model/states.ts'
import { listTimed } from '../model/timed.ts'
import type { Domain } from './domain.ts'

/** The actions of machines on a resource's records: by transitions, by time, on entry and exit. */
export function listActions({ model }: Pick<Domain, 'model'>): readonly { readonly resource: string; readonly action: Action }[] {
  return model.states.value.machines.flatMap(({ resource, slots }) =>
    listSpecifiedEntries(slots.states).flatMap(({ value: state }) => {
      const { on, always, entry, exit } = state
      const timed = listTimed(state).flatMap(({ value }) => value)
      const readActions = (slot: Slot<Action>): readonly Action[] => (slot.state === 'shown' ? [slot.value] : [])
      const candidates: readonly Action[] = [
        ...listSpecifiedEntries(on).flatMap(({ value }) => value),
        ...(slotValueOf(always) ?? []),
        ...timed,
      ]
      return [...candidates, ...timed.flatMap(({ onError }) => readActions(onError)), ...readActions(entry), ...readActions(exit)].map(
        (action) => ({
          resource,
          action,
        }),
      )
    }),
  )
}

/** The effects of machines, and the steps of `do`. */
export function listEffects(domain: Pick<Domain, 'model'>): readonly Effect[] {
  const steps = domain.model.endpoints.value.operations.flatMap(({ slots }) => slotValueOf(slots.do) ?? [])
  return [...listActions(domain).flatMap(({ action }) => slotValueOf(action.then) ?? []), ...steps]
}
