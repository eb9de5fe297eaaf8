// Refusals by the state of the record, the guards of the transition, and the operation's own conditions.

import type { ActionName } from '../../model/endpoints.ts'
import { originOf } from '../../model/slot.ts'
import { guardsOf, lacking } from '../guards.ts'
import { requirePoints } from '../requirements.ts'
import { type RawPoint, type Situation, asksOfTransition, point } from '../situation.ts'
import type { StageTable } from './row.ts'

const limitedToStates: readonly ActionName[] = ['read', 'update', 'replace', 'put', 'delete', 'transition']

export const state: StageTable = {
  stage: 'state',
  rows: [
    { condition: 'illegal-transition', actions: ['transition'], when: '`R.T`: some state that a record can be in has no `on: T`; with `to`: always, subject `R`' },
    { condition: 'illegal-transition', actions: limitedToStates, when: '`R in`: `in` leaves out a state that a record can be in' },
    { condition: 'guard', actions: ['transition'], when: 'some state where every candidate of the transition has a `guard`' },
    { condition: 'require', actions: 'all', when: 'any `require` that reads more than the caller' },
  ],
  derive: (situation) => [...illegal(situation), ...limited(situation), ...guards(situation), ...requirePoints(situation, 'state')],
}

const found = ['claim', 'record this', 'input.path']

function illegal({ transitions, operation, resource }: Situation): RawPoint[] {
  const { to } = operation.slots
  if (to.state === 'shown') {
    return resource === undefined ? [] : [point('state', 'illegal-transition', { subject: resource.name }, { reads: found, gives: ['candidates'] }, [originOf(to.at)])]
  }
  return transitions.flatMap((made) => {
    const without = lacking(made)
    return without === undefined ? [] : [point('state', 'illegal-transition', { subject: `${made.resource}.${made.name}` }, { reads: found, gives: ['candidates'] }, [without])]
  })
}

/** `in` says which states of a machine are meant, and so that its others are not. */
function limited({ world, action, operation, resource }: Situation): RawPoint[] {
  const said = operation.slots.in
  if (said.state !== 'shown' || resource === undefined || action === undefined || !limitedToStates.includes(action)) return []
  const named = new Set(said.value.map(({ text }) => text))
  const leavesOut = (world.machinesOf.get(resource.name) ?? []).some(({ states, resting }) => states.some((each) => named.has(each)) && resting.some((each) => !named.has(each)))
  return leavesOut ? [point('state', 'illegal-transition', { subject: resource.name, name: 'in' }, { reads: found, gives: ['candidates'] }, [originOf(said.at)])] : []
}

function guards(situation: Situation): RawPoint[] {
  return situation.transitions.flatMap((made) =>
    guardsOf(made).map(({ name, expression, origin }): RawPoint => {
      const { reads, follows } = asksOfTransition(situation, expression)
      return point('state', 'guard', { subject: `${made.resource}.${made.name}`, name }, { reads: [...found, 'candidates', ...reads], gives: ['accepted'], follows }, [origin])
    }),
  )
}
