// Conditions that can end an operation at any point; they have no place in the order.

import { interruptPlace } from '../../model/conditions.ts'
import { type Origin, originOf, slotValueOf } from '../../model/slot.ts'
import { listFailingExpressions } from '../failing-expressions.ts'
import { makeStandardOrigin } from '../standard.ts'
import { type RawPoint, type OperationContext, point } from '../operation-context.ts'
import type { ModelIndex } from '../model-index.ts'
import type { StageTable } from './row.ts'

const writingActions = ['create', 'update', 'replace', 'put', 'delete', 'transition', 'do'] as const

export const interrupts: StageTable = {
  stage: 'interrupt',
  rows: [
    {
      condition: 'invalid',
      actions: 'all',
      when: "`computed`: an expression that the operation evaluates can fail (a conversion, a division, a missing item, an overflow), or a computed value can violate its property's schema; not one of `set`, `where` or a read rule",
    },
    {
      condition: 'timeout',
      actions: 'all',
      when: "always (`timeout` of the operation or of `limits`, or the operator's limit of CPU time); also `timeout` of its code",
    },
    { condition: 'contention', actions: writingActions, when: 'always' },
    { condition: 'overloaded', actions: 'all', when: "always (`limits.concurrency`, or the operator's ceiling)" },
    { condition: 'unavailable', actions: 'all', when: 'always' },
    {
      condition: 'internal',
      actions: 'all',
      when: 'always; also a false `never`, an undeclared outcome of code, and a violated constraint after a clean ask',
    },
  ],
  derive(operationContext) {
    const { modelIndex, operation, action } = operationContext
    const writes = writingActions.some((each) => each === action)
    return [
      ...listComputePoints(operationContext),
      ...listTimeoutPoints(operationContext),
      ...(writes ? [point('interrupt', 'contention', {}, {}, [originOf(operation.key)])] : []),
      ...listCommonPoints(modelIndex),
    ]
  },
}

const cache = new WeakMap<ModelIndex, readonly RawPoint[]>()

/** Conditions that may end any operation. */
function listCommonPoints(modelIndex: ModelIndex): readonly RawPoint[] {
  return cache.getOrInsertComputed(modelIndex, makeCommonPoints)
}

function makeCommonPoints({ model }: ModelIndex): RawPoint[] {
  const always = [makeStandardOrigin('RFC 9110, section 15.6')]
  const { concurrency } = model.limits.value
  return [
    point(
      'interrupt',
      'overloaded',
      {},
      {},
      concurrency.state === 'shown' ? [originOf(concurrency.at)] : [{ kind: 'operator', setting: 'concurrency' }],
    ),
    point('interrupt', 'unavailable', {}, {}, always),
    point('interrupt', 'internal', {}, {}, always),
  ]
}

/** A failing expression ends the request wherever it is evaluated. */
function listComputePoints(operationContext: OperationContext): RawPoint[] {
  const because = listFailingExpressions(operationContext)
  return because.length === 0 ? [] : [point('interrupt', 'invalid', { name: interruptPlace }, {}, because)]
}

function listTimeoutPoints({ modelIndex, operation, behaviours }: OperationContext): RawPoint[] {
  const operationTimeout = operation.slots.timeout
  const service = modelIndex.model.limits.value.timeout
  const timeout = operationTimeout.state === 'unsaid' ? service : operationTimeout
  const origin: Origin = timeout.state === 'shown' ? originOf(timeout.at) : { kind: 'operator', setting: 'turn' }
  return [
    point('interrupt', 'timeout', {}, {}, [origin]),
    ...behaviours.flatMap(({ name, slots: { timeout, when } }) =>
      timeout.state === 'shown' && slotValueOf(when) !== 'after'
        ? [point('interrupt', 'timeout', { subject: name }, {}, [originOf(timeout.at)])]
        : [],
    ),
  ]
}
