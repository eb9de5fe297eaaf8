// Refusals by the state of the record, the guards of the transition, and the operation's own conditions.

import { isOnRecord, onRecord } from '../../model/endpoints.ts'
import { originOf, slotValueOf } from '../../model/slot.ts'
import { canFailForAll } from '../failing-where.ts'
import { listTransitionGuards, findMissingOrigin } from '../guards.ts'
import { requirePoints } from '../requirements.ts'
import { type RawPoint, type OperationContext, computeNeeds, needsOfTransition, inputRefusals, point } from '../operation-context.ts'
import { listTemplateExpressions } from '../template.ts'
import type { StageTable } from './row.ts'

export const state: StageTable = {
  stage: 'state',
  rows: [
    {
      condition: 'illegal-transition',
      actions: ['transition'],
      when: '`R.T`: some state that a record can be in has no `on: T`; with `to`: always, subject `R`',
    },
    { condition: 'illegal-transition', actions: onRecord, when: '`R in`: `in` leaves out a state that a record can be in' },
    {
      condition: 'invalid',
      actions: ['transition'],
      when: '`input`: it is mapped by `input`, or another `body` stands for it, and only the value tells whether it is what the transition takes',
    },
    {
      condition: 'invalid',
      actions: ['list'],
      when: '`where`: a part of `where` that reads no record can fail: a conversion, a division, a missing item, a sum of int64',
    },
    { condition: 'guard', actions: ['transition'], when: 'some state where every candidate of the transition has a `guard`' },
    { condition: 'require', actions: 'all', when: 'any `require` that reads more than the caller' },
  ],
  derive: (operationContext) => [
    ...listIllegalTransitionPoints(operationContext),
    ...listExcludedStatePoints(operationContext),
    ...listTransitionInputPoints(operationContext),
    ...guardPoints(operationContext),
    ...requirePoints(operationContext, 'state'),
    ...listFailingGuardPoints(operationContext),
  ],
}

const foundValues = ['claim', 'record this', 'input.path']

function listIllegalTransitionPoints({ transitions, operation, resource }: OperationContext): RawPoint[] {
  const { to } = operation.slots
  if (to.state === 'shown') {
    return resource === undefined
      ? []
      : [
          point('state', 'illegal-transition', { subject: resource.name }, { reads: foundValues, provides: ['candidates'] }, [
            originOf(to.at),
          ]),
        ]
  }
  return transitions.flatMap((transition) => {
    const originOfRefusal = findMissingOrigin(transition)
    return originOfRefusal === undefined
      ? []
      : [
          point(
            'state',
            'illegal-transition',
            { subject: `${transition.resource}.${transition.name}` },
            { reads: foundValues, provides: ['candidates'] },
            [originOfRefusal],
          ),
        ]
  })
}

/** `in` lists the required states of a machine, and excludes its others. */
function listExcludedStatePoints({ modelIndex, action, operation, resource }: OperationContext): RawPoint[] {
  const declared = operation.slots.in
  if (declared.state !== 'shown' || resource === undefined || !isOnRecord(action)) return []
  const allowedStates = new Set(declared.value.map(({ text }) => text))
  const excludesState = (modelIndex.machinesOf.get(resource.name) ?? []).some(
    ({ states, resting }) => states.some((each) => allowedStates.has(each)) && resting.some((each) => !allowedStates.has(each)),
  )
  return excludesState
    ? [
        point('state', 'illegal-transition', { subject: resource.name, name: 'in' }, { reads: foundValues, provides: ['candidates'] }, [
          originOf(declared.at),
        ]),
      ]
    : []
}

/** An input is built before it is checked against the transition's schema, which depends on the state. */
function listTransitionInputPoints(operationContext: OperationContext): RawPoint[] {
  const { action, operation, body } = operationContext
  if (action !== 'transition') return []
  const mappedInput = slotValueOf(operation.slots.input)
  const { reads, follows } = computeNeeds(
    operationContext,
    ...(mappedInput === undefined ? [] : listTemplateExpressions(mappedInput).map(({ expression }) => expression)),
  )
  const bodyValues = mappedInput === undefined && body !== undefined ? ['input.body'] : []
  return inputRefusals(operationContext).map(({ condition, name, because }) =>
    point('state', condition, { name }, { reads: [...foundValues, 'candidates', ...reads, ...bodyValues], follows }, because),
  )
}

/** A `where` whose failure does not depend on a record. */
function listFailingGuardPoints(operationContext: OperationContext): RawPoint[] {
  const { action, operation, modelIndex } = operationContext
  const declared = operation.slots.where
  if (action !== 'list' || declared.state !== 'shown' || !canFailForAll(modelIndex.typing, operation)) return []
  const { reads, follows } = computeNeeds(operationContext, declared.value)
  return [point('state', 'invalid', { name: 'where' }, { reads, follows }, [originOf(declared.at)])]
}

function guardPoints(operationContext: OperationContext): RawPoint[] {
  return operationContext.transitions.flatMap((transition) =>
    listTransitionGuards(transition).map(({ name, expression, origin }): RawPoint => {
      const { reads, follows } = needsOfTransition(operationContext, expression)
      return point(
        'state',
        'guard',
        { subject: `${transition.resource}.${transition.name}`, name },
        { reads: [...foundValues, 'candidates', ...reads], provides: ['accepted'], follows },
        [origin],
      )
    }),
  )
}
