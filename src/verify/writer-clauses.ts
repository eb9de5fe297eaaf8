// Finds the lines of part 3 that write a property.

import type { Span } from '../base/text.ts'
import type { Compiled } from '../compile/compile.ts'
import { findNamedEntry, slotValueOf, listSpecifiedEntries } from '../model/slot.ts'
import { isTimedKind } from '../model/timed.ts'
import type { ResourceInfo } from '../typing/domain.ts'

/** Where a transition writes a property. */
export function listWriters(info: ResourceInfo, event: string, property: string): readonly Span[] {
  return info.machines.flatMap((machine) =>
    listSpecifiedEntries(machine.slots.states).flatMap(({ value }) => {
      const slot = findNamedEntry(value.on, event)?.slot
      return slot?.state === 'shown' ? slot.value.flatMap((candidate) => findNamedEntry(candidate.set, property)?.key.span ?? []) : []
    }),
  )
}

/** Where timers of the record and effects of others write a property. */
export function listTimedWriters({ facts }: Compiled, resource: string, property: string): readonly Span[] {
  const timed = facts.machines.flatMap(({ edges }) => edges.filter(({ kind }) => isTimedKind(kind)))
  const own = facts.machines
    .filter(({ machine }) => machine.resource === resource)
    .flatMap(({ machine, edges }) =>
      edges
        .filter(({ kind }) => isTimedKind(kind))
        .flatMap(({ candidate }) =>
          machine.field === property ? [candidate.node.span] : (findNamedEntry(candidate.set, property)?.key.span ?? []),
        ),
    )
  const byEffects = timed.flatMap(({ candidate }) =>
    (slotValueOf(candidate.then) ?? []).flatMap(({ create, update, set }) => {
      const isOfResource = [create, update].some((slot) => slotValueOf(slot)?.text === resource)
      return isOfResource ? (findNamedEntry(set, property)?.key.span ?? []) : []
    }),
  )
  return [...own, ...byEffects]
}
