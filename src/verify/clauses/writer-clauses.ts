// Finds the lines of part 3 that write a property.

import type { Span } from '../../base/text.ts'
import type { Compiled } from '../../compile/compile.ts'
import { findNamedEntry, slotValueOf, listSpecifiedEntries } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import { isTimedKind } from '../../model/timed.ts'
import type { ResourceInfo } from '../../typing/domain.ts'

/** Where a transition writes a property. */
export function listWriters(info: ResourceInfo, event: string, property: string): readonly Span[] {
  return info.machines.flatMap((machine) =>
    listSpecifiedEntries(machine.slots.states).flatMap(({ value }) => {
      const slot = findNamedEntry(value.on, event)?.slot
      return slot?.state === 'shown' ? slot.value.flatMap((candidate) => findNamedEntry(candidate.set, property)?.key.span ?? []) : []
    }),
  )
}

/** Where an effect writes a property of a resource's record; else, where it creates or changes such a record. */
export function* listEffectWriters(info: ResourceInfo, effect: Effect, property: string): Iterable<readonly [Span, string]> {
  const [resource, event] = (slotValueOf(effect.transition)?.text ?? '').split('.')
  const writes = [effect.transition, effect.create, effect.update].some((slot) => slotValueOf(slot)?.text.split('.')[0] === info.name)
  if (writes && effect.if.state === 'shown') yield [effect.if.at.span, 'says when it is written']
  if (resource === info.name && event !== undefined) {
    yield [slotValueOf(effect.transition)!.node.span, 'has it written']
    for (const span of listWriters(info, event, property)) yield [span, 'writes it']
  }
  for (const [slot, why] of [
    [effect.create, 'creates it'],
    [effect.update, 'changes it'],
  ] as const) {
    if (slotValueOf(slot)?.text !== info.name) continue
    const set = findNamedEntry(effect.set, property)?.key
    if (set !== undefined) yield [set.span, 'writes it']
    yield [slotValueOf(slot)!.node.span, why]
  }
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
