// Reports timers that never fire because another one always leaves the state before, and timers that change nothing.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import type { MachineOf } from '../../model/model.ts'
import { type Slot, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { State, TimedCandidate } from '../../model/states.ts'
import { type Timed, listTimed, nameTimedTransition, parseTimerLength } from '../../model/timed.ts'
import type { Check } from '../check.ts'
import { isAuthored, reportUnused } from '../unused.ts'

const code = 'states/unused-timer'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: (facts) =>
    facts.model.states.value.machines.flatMap((machine) =>
      listSpecifiedEntries(machine.slots.states).flatMap(({ name, value }) => [
        ...checkOrder(name, value, machine),
        ...listTimed(value).flatMap((timed) => checkEffect(timed, { name, value }, machine, facts)),
      ]),
    ),
}

/** A timer whose effects are refused leaves the state later, or never. */
function checkOrder(state: string, { after }: State, machine: MachineOf): Diagnostic[] {
  const timers = listSpecifiedEntries(after).flatMap((timer) => {
    const length = parseTimerLength(timer.name)
    return typeof length === 'number' ? [{ ...timer, length }] : []
  })
  const first = timers
    .filter(({ value }) => value.some((candidate) => isUnset(candidate.guard) && isUnset(candidate.then) && leaves(candidate, state)))
    .filter(({ value }) => value.every((candidate) => leaves(candidate, state)))
    .toSorted((a, b) => a.length - b.length)[0]
  if (first === undefined) return []
  return timers
    .filter(({ length, key }) => length > first.length && isAuthored(key.span))
    .map(({ name, key }) =>
      reportUnused(
        code,
        `${quoteName(name)} under \`after\` of ${quoteName(state)} of ${quoteName(machine.name)} never fires`,
        key.span,
        'Give the other timer a guard, or remove one of them.',
        [{ span: first.key.span, text: 'always leaves the state before' }],
      ),
    )
}

function leaves({ target }: TimedCandidate, state: string): boolean {
  const to = slotValueOf(target)?.text
  return to !== undefined && to !== state
}

function isUnset({ state }: Slot<unknown>): boolean {
  return state === 'unsaid' || state === 'none'
}

function checkEffect(
  { kind, name, key, value }: Timed,
  state: { readonly name: string; readonly value: State },
  machine: MachineOf,
  { emitters, typing }: Facts,
): Diagnostic[] {
  const resource = typing.domain.resources.get(machine.resource)
  const isIdle =
    isAuthored(key.span) &&
    value.every(({ target, set, then }) => slotValueOf(target)?.text === state.name && isUnset(set) && isUnset(then)) &&
    isUnset(state.value.entry) &&
    isUnset(state.value.exit) &&
    !emitters.some(({ timers }) => timers.includes(nameTimedTransition(machine.name, state.name, kind, name))) &&
    resource !== undefined &&
    ![...resource.properties.values()].some(({ generate }) => generate?.kind === 'now-on-update')
  return isIdle
    ? [
        reportUnused(
          code,
          `${quoteName(name)} under ${quoteName(kind)} of ${quoteName(state.name)} of ${quoteName(machine.name)} leads back to the same state and changes nothing`,
          key.span,
          'Name another state, or what it sets or does.',
        ),
      ]
    : []
}
