// Makes a transition of a record, in SCXML's order: guard, exit, set, compute, entry, then, and `always` until none applies.

import type { Value } from '../../cel/value.ts'
import { hiddenValue } from '../../cel/values/hidden.ts'
import { type Context, failing } from '../../exchange/context.ts'
import { pathsIn } from '../../exchange/reads.ts'
import { type Refusal, internal } from '../../exchange/refusal.ts'
import { propertiesFrom } from '../../fact/effects/from-request.ts'
import type { MachineOf } from '../../model/model.ts'
import { specifiedEntries, slotValue } from '../../model/slot.ts'
import type { Action, Candidate, Effect } from '../../model/states.ts'
import { type TransactionContext, type Names, contextOf } from '../transaction-context.ts'
import { mayRead } from '../caller/visibility.ts'
import { candidatesIn, eventsOfMachine, hasEvent, stateNamed, stateOf, targetOfCandidate } from '../record/machine.ts'
import type { Row } from '../store.ts'
import { refuseFirst, sourcesAt } from './write-checks.ts'
import { provenanceOf } from './input-provenance.ts'
import { changesOfSet } from './set-values.ts'
import { type Changes, type WriteSources, change } from './write.ts'

/** Runs effects; passed as a parameter, because transitions and effects call each other. `sent`: their `input` is the request's body. */
export type RunEffects = (transaction: TransactionContext, effects: readonly Effect[], names: Names, sent?: boolean) => Names

/** The chosen transition. */
export type ChosenTransition = { readonly machine: MachineOf; readonly candidate: Candidate }

export type TransitionInput = {
  /** The input as guards and `set` read it. */
  readonly input: Value
  /** True if it is the request's body, so that failures can point into it. */
  readonly sent?: boolean
  /** True if any part comes from the request, even after a transformation: the caller must be allowed to read its references. */
  readonly fromRequest?: boolean
  /** The operation's other changes to the record. */
  readonly also?: { readonly changes: Changes; readonly from: WriteSources }
  /** The value of `error` in `onError`. */
  readonly error?: Value
}

/** The machines of a record whose current state has the transition. */
export function machinesWith(transaction: TransactionContext, row: Row, event: string): readonly MachineOf[] {
  return transaction.service
    .resource(row.resource)
    .machines.filter((machine) => candidatesIn(machine, stateOf(machine, row), event).length > 0)
}

/** `machine` is the only affected machine, if there is one. */
export function refuseTransition(
  transaction: TransactionContext,
  row: Row,
  subject: string,
  { machine, name }: { readonly machine?: MachineOf | undefined; readonly name?: string } = {},
): Refusal {
  const { machines } = transaction.service.resource(row.resource)
  const meant = machine ?? machines.find((each) => hasEvent(each, subject.slice(row.resource.length + 1))) ?? machines[0]
  const allowed = machines.flatMap((each) => eventsOfMachine(each, stateOf(each, row)))
  return {
    condition: 'illegal-transition',
    subject,
    ...(name === undefined ? {} : { name }),
    about: new Map<string, Value>([
      ['state', meant === undefined ? null : isStateHidden(transaction, row, meant) ? hiddenValue : stateOf(meant, row)],
      ['allowed', machines.some((each) => isStateHidden(transaction, row, each)) ? hiddenValue : [...new Set(allowed)]],
    ]),
  }
}

/** True if the state is hidden from the caller; timers and jobs have no caller. */
function isStateHidden(transaction: TransactionContext, row: Row, { field }: MachineOf): boolean {
  if (transaction.exchange === undefined) return false
  const record = transaction.service.keys.recordOfRow(row)
  return !mayRead(transaction, record) || !mayRead(transaction, record, field)
}

/** For each machine the first candidate whose guards hold; if a machine has none, the guards that failed. */
export function chooseCandidates(
  transaction: TransactionContext,
  row: Row,
  event: string,
  input: TransitionInput,
): { readonly ways: readonly ChosenTransition[]; readonly refusals: readonly Refusal[] } {
  const ways: ChosenTransition[] = []
  const refusals: Refusal[] = []
  const context = contextOf(transaction, namesOf(transaction, row, input.input))
  for (const machine of machinesWith(transaction, row, event)) {
    const state = stateOf(machine, row)
    const { candidate, failed } = firstThatHolds(candidatesIn(machine, state, event), context)
    if (candidate === undefined) refusals.push(...guardRefusals(transaction, row, event, failed))
    else ways.push({ machine, candidate })
  }
  return refusals.length > 0 ? { ways: [], refusals } : { ways, refusals }
}

export function firstThatHolds(
  candidates: readonly Candidate[],
  context: Context,
): { readonly candidate?: Candidate; readonly failed: readonly string[] } {
  const failed: string[] = []
  for (const candidate of candidates) {
    const names = failing(candidate.guard, context)
    if (names.length === 0) return { candidate, failed }
    failed.push(...names)
  }
  return { failed }
}

export function guardRefusals(transaction: TransactionContext, row: Row, event: string, failed: readonly string[]): readonly Refusal[] {
  const { about } = refuseTransition(transaction, row, `${row.resource}.${event}`)
  return failed.map((name) => ({
    condition: 'guard' as const,
    subject: `${row.resource}.${event}`,
    name,
    failures: [{ property: name, keyword: 'guard' }],
    about: new Map<string, Value>([...about!, ['guards', [...failed]]]),
  }))
}

/** Makes a transition for an effect or a step; refuses if the state or a guard does not allow it. */
export function transit(transaction: TransactionContext, row: Row, event: string, input: TransitionInput, effects: RunEffects): void {
  const { ways, refusals } = chooseCandidates(transaction, row, event, input)
  refuseFirst(ways.length + refusals.length === 0 ? [refuseTransition(transaction, row, `${row.resource}.${event}`)] : refusals)
  makeTransition(transaction, row, ways, `${row.resource}.${event}`, input, effects)
}

/** Applies the chosen candidates. `cause` is the transition's name in the trace. */
export function makeTransition(
  transaction: TransactionContext,
  row: Row,
  ways: readonly ChosenTransition[],
  text: string,
  input: TransitionInput,
  effects: RunEffects,
): void {
  transaction.transitions.push(text)
  const outermost = !isBusy(transaction, row)
  if (outermost) transaction.busy.push(row)
  const done = transaction.happenings?.begin(transaction.tx.row(row.resource, row.key) ?? row, text)
  for (const way of ways) step(transaction, row, way, input, effects)
  done?.()
  if (!outermost) return
  transaction.busy.pop()
  runAutomaticTransitions(transaction, row, effects)
}

/** True if the record is in a transition. A nested transition ends before its outer one. */
function isBusy({ busy }: TransactionContext, { resource, key }: Pick<Row, 'resource' | 'key'>): boolean {
  return busy.some((about) => about.key === key && about.resource === resource)
}

/** `set` reads the record before `exit`. */
function step(
  transaction: TransactionContext,
  row: Row,
  { machine, candidate }: ChosenTransition,
  input: TransitionInput,
  effects: RunEffects,
): void {
  const from = stateOf(machine, row)
  const target = targetOfCandidate(candidate)
  const own = namesOf(transaction, row, input.input)
  const names: Names = input.error === undefined ? own : new Map([...own, ['error', input.error]])
  const set = setBy(transaction, row, candidate, names, input.also?.changes)
  if (target !== undefined) perform(transaction, row, slotValue(stateNamed(machine, from)!.exit), names, effects)
  const now = transaction.tx.row(row.resource, row.key)
  if (now === undefined || now.deleted !== undefined) return
  const state: Changes = target === undefined ? set : new Map([...set, [machine.field, target]])
  if (state.size > 0) change(transaction, now, state, fromOf(transaction, candidate, input), target === undefined ? [] : [machine.field])
  if (target !== undefined) enterState(transaction, row, machine, target, names, effects)
  effects(transaction, slotValue(candidate.then) ?? [], names, input.sent)
}

/** A transition's changes besides the state. */
function setBy(transaction: TransactionContext, row: Row, { set }: Candidate, names: Names, also: Changes | undefined): Changes {
  if (set.state !== 'shown') return also ?? nothing
  const context = contextOf(transaction, new Map([...names, ['this', transaction.service.keys.recordOfRow(row, 'then')]]))
  return new Map([...changesOfSet(transaction, set, context), ...(also ?? [])])
}

const nothing: Changes = new Map()

const sentTo = new WeakMap<Candidate, WriteSources>()
const requestedOf = new WeakMap<Candidate, WriteSources>()
const givenTo = new WeakMap<Candidate, WriteSources>()

/** The sources of a transition's changes: its input, which may be the request's body, and the operation's other changes. */
function fromOf(
  {
    service: {
      facts: { typing },
      world: modelIndex,
    },
  }: TransactionContext,
  candidate: Candidate,
  { sent = false, fromRequest = sent, also }: TransitionInput,
): WriteSources {
  const own = (sent ? sentTo : fromRequest ? requestedOf : givenTo).getOrInsertComputed(candidate, () => ({
    sources: sourcesAt(sent ? pathsIn(candidate.set, typing, ['input']) : []),
    givers: provenanceOf(candidate.set, typing, sent ? 'body' : 'input'),
    settled: new Set<string>(),
    asCaller: fromRequest,
    fromRequest: fromRequest ? propertiesFrom(modelIndex, candidate.set) : new Set<string>(),
  }))
  if (also === undefined || also.changes.size === 0) return own
  const mergeMaps = <T,>(mine: ReadonlyMap<string, T>, theirs: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
    new Map([...[...mine].filter(([name]) => !also.changes.has(name)), ...theirs])
  return {
    sources: mergeMaps(own.sources, also.from.sources),
    givers: mergeMaps(own.givers, also.from.givers),
    settled: own.settled,
    asCaller: own.asCaller || also.from.asCaller,
    fromRequest: new Set([...[...own.fromRequest].filter((name) => !also.changes.has(name)), ...also.from.fromRequest]),
  }
}

/** Runs whenever a state is entered. */
export function enterState(
  transaction: TransactionContext,
  row: Row,
  machine: MachineOf,
  state: string,
  names: Names,
  effects: RunEffects,
): void {
  transaction.happenings?.enter(row, state)
  perform(transaction, row, slotValue(stateNamed(machine, state)?.entry ?? { state: 'unsaid' }), names, effects)
}

function perform(transaction: TransactionContext, row: Row, action: Action | undefined, names: Names, effects: RunEffects): void {
  const now = action && transaction.tx.row(row.resource, row.key)
  if (action === undefined || now === undefined || now.deleted !== undefined) return
  const changes = changesOfSet(transaction, action.set, contextOf(transaction, names))
  if (changes.size > 0) change(transaction, now, changes)
  effects(transaction, slotValue(action.then) ?? [], names)
}

/** More eventless transitions in a row than this must be a cycle. */
const maxSteps = 1000

/** Makes transitions without an event as long as one applies. */
export function runAutomaticTransitions(transaction: TransactionContext, { resource, key }: Row, effects: RunEffects): void {
  if (!transaction.service.resource(resource).machines.some(hasAutomaticTransitions)) return
  for (let steps = 0; !isBusy(transaction, { resource, key }); steps++) {
    const row = transaction.tx.row(resource, key)
    if (row === undefined || row.deleted !== undefined) return
    const way = eventless(transaction, row)
    if (way === undefined) return
    if (steps === maxSteps) internal(`\`always\` of ${resource} does not end`)
    transaction.busy.push(row)
    transaction.transitions.push(`${way.machine.name} always ${targetOfCandidate(way.candidate) ?? stateOf(way.machine, row)}`)
    const done = transaction.happenings?.begin(row)
    step(transaction, row, way, { input: null }, effects)
    done?.()
    transaction.busy.pop()
  }
}

function eventless(transaction: TransactionContext, row: Row): ChosenTransition | undefined {
  const machines = transaction.service.resource(row.resource).machines.filter(hasAutomaticTransitions)
  const context = contextOf(transaction, namesOf(transaction, row, null))
  for (const machine of machines) {
    const { candidate } = firstThatHolds(
      slotValue(stateNamed(machine, stateOf(machine, row))?.always ?? { state: 'unsaid' }) ?? [],
      context,
    )
    if (candidate !== undefined) return { machine, candidate }
  }
  return undefined
}

const going = new WeakMap<MachineOf, boolean>()

/** True if any state of the machine has `always`. */
export function hasAutomaticTransitions(machine: MachineOf): boolean {
  const known = going.get(machine) ?? specifiedEntries(machine.slots.states).some(({ value }) => value.always.state === 'shown')
  going.set(machine, known)
  return known
}

function namesOf(transaction: TransactionContext, row: Row, input: Value): Names {
  return new Map<string, Value>().set('this', transaction.service.keys.recordOfRow(row)).set('input', input)
}
