// Determines the transition that an operation requests: by name, or by the target state in `to`.

import type { Value } from '../../cel/value.ts'
import { evaluateExpression, evaluateTemplate } from '../../exchange/context.ts'
import type { Refusal } from '../../exchange/refusal.ts'
import { inputFromRequest } from '../../fact/effects/from-request.ts'
import { slotValueOf } from '../../model/slot.ts'
import { makeContext } from '../transaction-context.ts'
import { decodeCodeInput } from '../code/decode-input.ts'
import { findCandidates, listEventsOfMachine, stateOf, readTargetState } from '../record/machine.ts'
import type { RequestState } from '../request-state.ts'
import type { Row } from '../store.ts'
import {
  type TransitionInput,
  type ChosenTransition,
  chooseCandidates,
  findFirstThatHolds,
  guardRefusals,
  refuseTransition,
  listMachinesWith,
} from './choose-transition.ts'

export type RequestedTransition = {
  readonly row: Row
  /** For example `Order.place`. */
  readonly name: string
  readonly input: TransitionInput
  readonly transitions: readonly ChosenTransition[]
  /** Why no transition is possible, in order. */
  readonly refusals: readonly Refusal[]
  /** True if `to` is null: the record stays in its state. */
  readonly staysInState?: boolean
}

/** Computed once for the check and the effect, because nothing is written in between. */
export function findRequestedTransition(requestState: RequestState): RequestedTransition {
  return requestState.once('transition', () => computeTransition(requestState))
}

function computeTransition(requestState: RequestState): RequestedTransition {
  const row = requestState.record()
  const input = readTransitionInput(requestState)
  const { operation, transaction } = requestState
  const subject = operation.subject?.text ?? ''
  if (operation.slots.to.state === 'shown') return chooseByTarget(requestState, row, input, subject)
  const request = { row, name: subject, input, transitions: [], refusals: [] }
  const event = subject.slice(row.resource.length + 1)
  if (listMachinesWith(transaction, row, event).length === 0) return { ...request, refusals: [refuseTransition(transaction, row, subject)] }
  const decodedInput = decodeTransitionInput(requestState, subject, input)
  return 'refusal' in decodedInput
    ? { ...request, refusals: [decodedInput.refusal] }
    : { ...request, input: decodedInput, ...chooseCandidates(transaction, row, event, decodedInput) }
}

/** The body, unless the operation maps other values to the transition's `input`. */
function readTransitionInput(requestState: RequestState): TransitionInput {
  const { operation, transaction } = requestState
  const template = slotValueOf(operation.slots.input)
  if (template !== undefined)
    return {
      input: evaluateTemplate(template, makeContext(transaction, requestState.names())) ?? null,
      fromRequest: inputFromRequest(transaction.service.modelIndex, operation),
    }
  return { input: requestState.body() ?? new Map<string, Value>(), isBody: true }
}

/** Checks the input against the transition. A body of the transition's own schema was checked already. */
function decodeTransitionInput(
  { operation: { slots }, transaction: { service } }: RequestState,
  name: string,
  input: TransitionInput,
): TransitionInput | { readonly refusal: Refusal } {
  const decoder = service.transitionInput(name)
  const usesOwnBody = slots.input.state !== 'shown' && slots.body.state === 'unsaid' && slots.to.state !== 'shown'
  if (decoder === undefined || usesOwnBody) return input
  const { value, refusal } = decodeCodeInput(decoder, input.input, service.keys, input.isBody)
  return refusal === undefined ? { ...input, input: value } : { refusal }
}

/** The state that `to` names; null if `to` has no value. */
function findRequestedState(requestState: RequestState): Value {
  return requestState.once('to', () => {
    const to = slotValueOf(requestState.operation.slots.to)
    return to === undefined ? null : evaluateExpression(to, makeContext(requestState.transaction, requestState.names()))
  })
}

/** True if a transition leads to the state that `to` names; with null, true if `to` names no state. */
export function leadsToRequestedState(requestState: RequestState, transition: string | null): boolean {
  const targetState = findRequestedState(requestState)
  if (transition === null || targetState === null) return transition === targetState
  const row = requestState.record()
  const machine = requestState.transaction.service
    .resource(row.resource)
    .machines.find(({ name }) => name === requestState.operation.subject?.text)
  return (
    machine !== undefined &&
    findCandidates(machine, stateOf(machine, row), transition).some((candidate) => readTargetState(candidate) === targetState)
  )
}

/** The first transition that leads to the state; self-transitions do not count. */
function chooseByTarget(requestState: RequestState, row: Row, input: TransitionInput, subject: string): RequestedTransition {
  const { transaction } = requestState
  const targetState = findRequestedState(requestState)
  if (targetState === null) return { row, name: subject, input, transitions: [], refusals: [], staysInState: true }
  const machine = transaction.service.resource(row.resource).machines.find(({ name }) => name === subject)
  const request = { row, name: subject, input, transitions: [], refusals: [refuseTransition(transaction, row, row.resource, { machine })] }
  if (machine === undefined) return request
  const refusals: Refusal[] = []
  const state = stateOf(machine, row)
  for (const event of listEventsOfMachine(machine, state)) {
    const candidates = findCandidates(machine, state, event).filter((candidate) => readTargetState(candidate) === targetState)
    if (candidates.length === 0) continue
    const decodedInput = decodeTransitionInput(requestState, `${row.resource}.${event}`, input)
    if ('refusal' in decodedInput) {
      refusals.push(decodedInput.refusal)
      continue
    }
    const { candidate, failed } = findFirstThatHolds(
      candidates,
      makeContext(
        transaction,
        new Map([
          ['this', transaction.service.keys.recordOfRow(row)],
          ['input', decodedInput.input],
        ]),
      ),
    )
    if (candidate !== undefined)
      return { row, name: `${row.resource}.${event}`, input: decodedInput, transitions: [{ machine, candidate }], refusals: [] }
    refusals.push(...guardRefusals(transaction, row, event, failed))
  }
  return refusals.length > 0 ? { ...request, refusals } : request
}
