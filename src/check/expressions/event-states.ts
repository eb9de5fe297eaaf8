// Derives the states that a record can be in when an event or a callback evaluates its `when`.

import type { Facts, MachineFacts } from '../../fact/fact.ts'
import { findReachable } from '../../fact/machines.ts'
import { type ExpressionText, type Slot, type Word, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'

type WhenStates = { readonly when: ExpressionText; readonly path: string; readonly states: readonly string[] }

/** `this` is the record at the end of the transaction, which may have gone on from the state that its cause leads to. */
export function listEventStates({ model, machines }: Facts): readonly WhenStates[] {
  const { types, callbacks } = model.events.value
  return [...listSpecifiedEntries(types), ...listSpecifiedEntries(callbacks)].flatMap(({ value: { on, when } }) => {
    const condition = slotValueOf(when as Slot<ExpressionText>)
    const causes = (slotValueOf(on as Slot<readonly Word[]>) ?? []).map(({ text }) => startOf(text, machines))
    const [machine] = causes.map((cause) => cause?.machine)
    // Causes of different machines, and changes in any state, say nothing about the state.
    if (condition === undefined || machine === undefined || causes.some((cause) => cause?.machine !== machine)) return []
    const states = [
      ...findReachable(
        machine.edges,
        causes.flatMap((cause) => cause?.states ?? []),
      ),
    ]
    return [{ when: condition, path: `this.${machine.machine.field}`, states }]
  })
}

type Start = { readonly machine: MachineFacts; readonly states: readonly string[] }

/** The machine of a cause, and the states that it leads to; undefined for a change of a record. */
function startOf(cause: string, machines: readonly MachineFacts[]): Start | undefined {
  const [, entry, resource, name = ''] = /^(?:(entry)\s+)?([^\s.]+)\.(\S+)$/.exec(cause.trim()) ?? []
  for (const machine of machines.filter((each) => each.machine.resource === resource)) {
    if (entry !== undefined && machine.states.includes(name)) return { machine, states: [name] }
    const targets = entry !== undefined ? [] : machine.edges.filter((edge) => edge.kind === 'on' && edge.name === name).map(({ to }) => to)
    if (targets.length > 0) return { machine, states: targets }
  }
  return undefined
}
