// The slots of part 3: guards, and the writes and effects of transitions, entries and exits.

import type { Expression } from '../../cel/expression.ts'
import type { Scope, Type } from '../../cel/type.ts'
import type { MachineOf } from '../../model/model.ts'
import { type Slot, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Action, Candidate } from '../../model/states.ts'
import { listTimed } from '../../model/timed.ts'
import { makeReactionErrorType } from '../entry-members.ts'
import type { EffectBlock } from '../reach.ts'
import { findTransitionInput, listTransitions } from '../transition.ts'
import { walkEffects } from './effects.ts'
import {
  type SlotWalk,
  listCallerNames,
  findRecordType,
  listUnaffectedTests,
  walkConditions,
  walkExpression,
  walkSets,
  walkText,
} from './walk.ts'

export function walkStates(walk: SlotWalk): void {
  for (const machine of walk.domain.model.states.value.machines) walkMachine(machine, walk)
}

function walkMachine(machine: MachineOf, walk: SlotWalk): void {
  const scopes = new Map<string, Scope>()
  for (const { name, candidates } of listTransitions(machine)) {
    const input = findTransitionInput({ machine, name, candidates }, walk.domain)?.type
    scopes.set(name, makeMachineScope(machine, 'event', name, input, walk))
  }
  const states = makeMachineScope(machine, 'states', undefined, undefined, walk)
  const timed = makeMachineScope(machine, 'time', undefined, undefined, walk)
  const timerScope = walk.scopes.scopeWith([['this', findRecordType(walk.domain.resources.get(machine.resource))], ...walk.scopes.always])
  for (const { value: state } of listSpecifiedEntries(machine.slots.states)) {
    for (const { name, value } of listSpecifiedEntries(state.on))
      for (const candidate of value) walkCandidate(candidate, scopes.get(name) ?? states, machine, walk)
    for (const candidate of slotValueOf(state.always) ?? []) walkCandidate(candidate, states, machine, walk)
    for (const action of [slotValueOf(state.entry), slotValueOf(state.exit)])
      if (action !== undefined) walkAction(action, states, [], machine, walk)
    for (const each of listTimed(state)) {
      if (each.kind === 'at')
        walkExpression(each.time, { role: 'states.time', scope: timerScope }, walk, { kind: 'nullable', of: { kind: 'timestamp' } })
      if (each.kind === 'every') for (const { zone } of each.value) walkText(zone, { role: 'states.zone', scope: timerScope }, walk)
      for (const candidate of each.value) walkTimed(candidate, timed, machine, walk)
    }
  }
}

/** A timer runs without a caller, and so do its effects. */
function makeMachineScope(
  machine: MachineOf,
  kind: EffectBlock['kind'],
  name: string | undefined,
  input: Type | undefined,
  walk: SlotWalk,
): Scope {
  const { scopes, callers, reachAnalysis, domain } = walk
  const block = reachAnalysis.block(machine, kind, name)
  const isTimed = kind === 'time' || (block !== undefined && reachAnalysis.timed.has(block))
  const isAnonymous = block !== undefined && reachAnalysis.anonymous.has(block)
  const inputName = input === undefined ? [] : [['input', input] as const]
  const caller = callers.ofAnyOperation(isTimed || isAnonymous)
  return scopes.scopeWith([
    ['this', findRecordType(domain.resources.get(machine.resource))],
    ...inputName,
    ...listCallerNames(caller),
    ...scopes.always,
  ])
}

function walkCandidate(candidate: Candidate, scope: Scope, machine: MachineOf, walk: SlotWalk): void {
  const guards = walkConditions(candidate.guard, { role: 'states.guard', scope }, walk)
  walk.guards.set(candidate, guards)
  walkAction(candidate, scope, guards, machine, walk)
}

/** Walks writes and effects. Tests of a guard hold in the writes; effects follow the writes, which may have changed the tested values. */
function walkAction(action: Action, scope: Scope, guards: readonly Expression[], machine: MachineOf, walk: SlotWalk): void {
  const resource = walk.domain.resources.get(machine.resource)
  walkSets(action.set, resource, { role: 'states.set', scope, assumed: guards }, walk)
  const writtenProperties = new Set(
    [machine.field, ...listSpecifiedEntries(action.set).map(({ name }) => name)].map((name) => `${machine.resource}.${name}`),
  )
  walkEffects(slotValueOf(action.then) ?? [], { scope, assumed: listUnaffectedTests(guards, writtenProperties) }, walk)
}

function walkTimed(candidate: Candidate, scope: Scope, machine: MachineOf, walk: SlotWalk): void {
  walkCandidate(candidate, scope, machine, walk)
  const errorAction = slotValueOf(candidate.onError ?? ({ state: 'unsaid' } satisfies Slot<never>))
  if (errorAction === undefined) return
  const error = makeReactionErrorType(listSpecifiedEntries(walk.domain.model.errors.value.catalogue).map(({ value }) => value))
  walkAction(errorAction, walk.scopes.extendScope(scope, [['error', error]]), [], machine, walk)
}
