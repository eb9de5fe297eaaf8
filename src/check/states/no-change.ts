// Reports transitions that change nothing: they stay in the state, write nothing, have no effects and cause no event.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import type { MachineOf } from '../../model/model.ts'
import { slotValueOf, listSpecifiedEntries } from '../../model/slot.ts'
import type { State } from '../../model/states.ts'
import { listTimed } from '../../model/timed.ts'
import type { Check } from '../check.ts'
import { isAuthored, reportUnused } from '../unused.ts'
import { type MachineCandidate, listCandidates } from './candidates.ts'

const code = 'states/no-change'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: (facts) => facts.machines.flatMap(({ machine }) => checkTransitions(machine, facts)),
}

/** One candidate or one state may deliberately do nothing: a transition is reported only if none of its candidates changes anything. */
function checkTransitions(machine: MachineOf, { model, typing }: Facts): Diagnostic[] {
  const resource = typing.domain.resources.get(machine.resource)
  // A property with the time of the last change is written each time.
  if (resource === undefined || [...resource.properties.values()].some(({ generate }) => generate?.kind === 'now-on-update')) return []
  const { types, callbacks } = model.events.value
  const causes = new Set(
    [...listSpecifiedEntries(types), ...listSpecifiedEntries(callbacks)].flatMap(({ value }) =>
      (slotValueOf(value.on) ?? []).map(({ text }) => text.replace(/^entry\s+/, 'entry ')),
    ),
  )
  const { operations } = model.endpoints.value
  const writingTransitions = new Set(operations.flatMap(({ subject, slots }) => (slots.set.state === 'unsaid' ? [] : [subject?.text])))
  const states = new Map(listSpecifiedEntries(machine.slots.states).map(({ name, value }) => [name, value]))
  const groups = Map.groupBy(listCandidates(machine), ({ kind, state, key }) => `${kind} ${kind === 'on' ? '' : state} ${key.text}`)
  return Array.from(groups.values()).flatMap((candidates): Diagnostic[] => {
    const [{ kind, key, state }] = candidates as [MachineCandidate]
    const name = `${machine.resource}.${key.text}`
    const eventCauses = kind === 'on' ? [name, `${machine.resource}.updated`] : []
    const entryCauses = candidates.map(({ candidate: { target } }) => `entry ${machine.resource}.${slotValueOf(target)?.text}`)
    const hasConsequence =
      [...eventCauses, ...entryCauses].some((cause) => causes.has(cause)) || (kind === 'on' && writingTransitions.has(name))
    if (hasConsequence || !isAuthored(key.span) || !candidates.every((each) => isUnchanging(each, states))) return []
    const label = kind === 'on' ? name : kind === 'always' ? kind : key.text
    return [reportUnused(code, `${quoteName(label)} in ${quoteName(state)} changes nothing`, key.span, writeHelp(kind))]
  })
}

function writeHelp(kind: MachineCandidate['kind']): string {
  const advice = 'Write where it leads in `target`, or what it writes in `set`.'
  return kind === 'on' ? `${advice} To only test conditions of a record, use \`read\` with \`require\`.` : advice
}

/** Entering the same state again restarts its timers, and runs its `exit` and `entry`. */
function isUnchanging({ candidate, state }: MachineCandidate, states: ReadonlyMap<string, State>): boolean {
  const { target, set, then, onError } = candidate
  if (set.state !== 'unsaid' || then.state !== 'unsaid' || (onError !== undefined && onError.state !== 'unsaid')) return false
  if (target.state === 'unsaid') return true
  const sameState = slotValueOf(target)?.text === state ? states.get(state) : undefined
  return (
    sameState !== undefined && sameState.entry.state === 'unsaid' && sameState.exit.state === 'unsaid' && listTimed(sameState).length === 0
  )
}
