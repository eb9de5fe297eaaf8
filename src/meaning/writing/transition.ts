// Makes a transition of a record, in SCXML's order: guard, exit, set, compute, entry, then, and `always` until none applies.

import { listReadPaths } from '../../exchange/reads.ts'
import { failInternally } from '../../exchange/refusal.ts'
import { listCopiedProperties } from '../../fact/effects/from-request.ts'
import type { MachineOf } from '../../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Action, Candidate, Effect } from '../../model/states.ts'
import { type TransactionContext, type Names, makeContext } from '../transaction-context.ts'
import { stateNamed, stateOf, readTargetState } from '../record/machine.ts'
import type { Row } from '../store.ts'
import { refuseFirst, groupSources } from './write-checks.ts'
import { traceProvenance } from './input-provenance.ts'
import { computeSetChanges } from './set-values.ts'
import { type Changes, type WriteSources, changeRecord } from './write.ts'
import {
  refuseTransition,
  chooseCandidates,
  findFirstThatHolds,
  makeTransitionNames,
  type ChosenTransition,
  type TransitionInput,
} from './choose-transition.ts'

/** Runs effects; passed as a parameter, because transitions and effects call each other. `isBody`: their `input` is the request's body. */
export type RunEffects = (transaction: TransactionContext, effects: readonly Effect[], names: Names, isBody?: boolean) => Names

/** Makes a transition for an effect or a step; refuses if the state or a guard does not allow it. */
export function makeEventTransition(
  transaction: TransactionContext,
  row: Row,
  event: string,
  input: TransitionInput,
  effects: RunEffects,
): void {
  const { transitions, refusals } = chooseCandidates(transaction, row, event, input)
  refuseFirst(transitions.length + refusals.length === 0 ? [refuseTransition(transaction, row, `${row.resource}.${event}`)] : refusals)
  makeTransition(transaction, row, transitions, `${row.resource}.${event}`, input, effects)
}

/** Applies the chosen candidates. `cause` is the transition's name in the trace. */
export function makeTransition(
  transaction: TransactionContext,
  row: Row,
  transitions: readonly ChosenTransition[],
  cause: string,
  input: TransitionInput,
  effects: RunEffects,
): void {
  transaction.transitions.push(cause)
  const isOutermost = !isBusy(transaction, row)
  if (isOutermost) transaction.inTransition.push(row)
  const endGroup = transaction.changeLog?.begin(transaction.tx.row(row.resource, row.key) ?? row, cause)
  for (const transition of transitions) applyTransition(transaction, row, transition, input, effects)
  endGroup?.()
  if (!isOutermost) return
  transaction.inTransition.pop()
  runAutomaticTransitions(transaction, row, effects)
}

/** True if the record is in a transition. A nested transition ends before its outer one. */
function isBusy({ inTransition }: TransactionContext, { resource, key }: Pick<Row, 'resource' | 'key'>): boolean {
  return inTransition.some((about) => about.key === key && about.resource === resource)
}

/** `set` reads the record before `exit`. */
function applyTransition(
  transaction: TransactionContext,
  row: Row,
  { machine, candidate }: ChosenTransition,
  input: TransitionInput,
  effects: RunEffects,
): void {
  const from = stateOf(machine, row)
  const target = readTargetState(candidate)
  const inputNames = makeTransitionNames(transaction, row, input.input)
  const names: Names = input.error === undefined ? inputNames : new Map([...inputNames, ['error', input.error]])
  const set = computeTransitionChanges(transaction, row, candidate, names, input.otherChanges?.changes)
  if (target !== undefined) runAction(transaction, row, slotValueOf(stateNamed(machine, from)!.exit), names, effects)
  const now = transaction.tx.row(row.resource, row.key)
  if (now === undefined || now.deleted !== undefined) return
  const state: Changes = target === undefined ? set : new Map([...set, [machine.field, target]])
  if (state.size > 0)
    changeRecord(transaction, now, state, writeSourcesOf(transaction, candidate, input), target === undefined ? [] : [machine.field])
  if (target !== undefined) enterState(transaction, row, machine, target, () => names, effects)
  effects(transaction, slotValueOf(candidate.then) ?? [], names, input.isBody)
}

/** A transition's changes besides the state. */
function computeTransitionChanges(
  transaction: TransactionContext,
  row: Row,
  { set }: Candidate,
  names: Names,
  otherChanges: Changes | undefined,
): Changes {
  if (set.state !== 'shown') return otherChanges ?? nothing
  const context = makeContext(transaction, new Map([...names, ['this', transaction.service.keys.recordOfRow(row, 'then')]]))
  return new Map([...computeSetChanges(transaction, set, context), ...(otherChanges ?? [])])
}

const nothing: Changes = new Map()

const sourcesFromBody = new WeakMap<Candidate, WriteSources>()

const sourcesFromRequest = new WeakMap<Candidate, WriteSources>()

const sourcesFromInput = new WeakMap<Candidate, WriteSources>()

/** The sources of a transition's changes: its input, which may be the request's body, and the operation's other changes. */
function writeSourcesOf(
  {
    service: {
      facts: { typing },
      modelIndex,
    },
  }: TransactionContext,
  candidate: Candidate,
  { isBody = false, fromRequest = isBody, otherChanges }: TransitionInput,
): WriteSources {
  const ownSources = (isBody ? sourcesFromBody : fromRequest ? sourcesFromRequest : sourcesFromInput).getOrInsertComputed(
    candidate,
    () => ({
      sources: groupSources(isBody ? listReadPaths(candidate.set, typing, ['input']) : []),
      provenance: traceProvenance(candidate.set, typing, isBody ? 'body' : 'input'),
      alreadyDecoded: new Set<string>(),
      asCaller: fromRequest,
      fromRequest: fromRequest ? listCopiedProperties(modelIndex, candidate.set) : new Set<string>(),
    }),
  )
  if (otherChanges === undefined || otherChanges.changes.size === 0) return ownSources
  const mergeMaps = <T>(ownMap: ReadonlyMap<string, T>, otherMap: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
    new Map([...[...ownMap].filter(([name]) => !otherChanges.changes.has(name)), ...otherMap])
  return {
    sources: mergeMaps(ownSources.sources, otherChanges.from.sources),
    provenance: mergeMaps(ownSources.provenance, otherChanges.from.provenance),
    alreadyDecoded: ownSources.alreadyDecoded,
    asCaller: ownSources.asCaller || otherChanges.from.asCaller,
    fromRequest: new Set([
      ...[...ownSources.fromRequest].filter((name) => !otherChanges.changes.has(name)),
      ...otherChanges.from.fromRequest,
    ]),
  }
}

/** Runs whenever a state is entered. `names` is called only if the state has an entry action. */
export function enterState(
  transaction: TransactionContext,
  row: Row,
  machine: MachineOf,
  state: string,
  names: () => Names,
  effects: RunEffects,
): void {
  transaction.changeLog?.enter(row, state)
  const entry = slotValueOf(stateNamed(machine, state)?.entry ?? { state: 'unsaid' })
  if (entry !== undefined) runAction(transaction, row, entry, names(), effects)
}

function runAction(transaction: TransactionContext, row: Row, action: Action | undefined, names: Names, effects: RunEffects): void {
  const now = action && transaction.tx.row(row.resource, row.key)
  if (action === undefined || now === undefined || now.deleted !== undefined) return
  const changes = computeSetChanges(transaction, action.set, makeContext(transaction, names))
  if (changes.size > 0) changeRecord(transaction, now, changes)
  effects(transaction, slotValueOf(action.then) ?? [], names)
}

/** More eventless transitions in a row than this must be a cycle. */
const maxSteps = 1000

/** Makes transitions without an event as long as one applies. */
export function runAutomaticTransitions(transaction: TransactionContext, { resource, key }: Row, effects: RunEffects): void {
  if (!transaction.service.resource(resource).machines.some(hasAutomaticTransitions)) return
  for (let steps = 0; !isBusy(transaction, { resource, key }); steps++) {
    const row = transaction.tx.row(resource, key)
    if (row === undefined || row.deleted !== undefined) return
    const transition = chooseAutomatic(transaction, row)
    if (transition === undefined) return
    if (steps === maxSteps) failInternally(`\`always\` of ${resource} does not end`)
    transaction.inTransition.push(row)
    transaction.transitions.push(
      `${transition.machine.name} always ${readTargetState(transition.candidate) ?? stateOf(transition.machine, row)}`,
    )
    const endGroup = transaction.changeLog?.begin(row)
    applyTransition(transaction, row, transition, { input: null }, effects)
    endGroup?.()
    transaction.inTransition.pop()
  }
}

function chooseAutomatic(transaction: TransactionContext, row: Row): ChosenTransition | undefined {
  const machines = transaction.service.resource(row.resource).machines.filter(hasAutomaticTransitions)
  const context = makeContext(transaction, makeTransitionNames(transaction, row, null))
  for (const machine of machines) {
    const { candidate } = findFirstThatHolds(
      slotValueOf(stateNamed(machine, stateOf(machine, row))?.always ?? { state: 'unsaid' }) ?? [],
      context,
    )
    if (candidate !== undefined) return { machine, candidate }
  }
  return undefined
}

const automaticByMachine = new WeakMap<MachineOf, boolean>()

/** True if any state of the machine has `always`. */
export function hasAutomaticTransitions(machine: MachineOf): boolean {
  const isAutomatic =
    automaticByMachine.get(machine) ?? listSpecifiedEntries(machine.slots.states).some(({ value }) => value.always.state === 'shown')
  automaticByMachine.set(machine, isAutomatic)
  return isAutomatic
}
