// Conditions that can end an operation at any point; they have no place in the order.

import { interruptPlace } from '../../model/conditions.ts'
import { type Origin, originOf, slotValue } from '../../model/slot.ts'
import { failingExpressions } from '../failing-expressions.ts'
import { standard } from '../standard.ts'
import { type RawPoint, type OperationContext, point } from '../operation-context.ts'
import type { World } from '../world.ts'
import type { StageTable } from './row.ts'

const writing = ['create', 'update', 'replace', 'put', 'delete', 'transition', 'do'] as const

export const interrupts: StageTable = {
  stage: 'interrupt',
  rows: [
    {
      condition: 'invalid',
      actions: 'all',
      when: "`computed`: an expression that the operation evaluates can fail (a conversion, a division, a missing item, an overflow), or a computed value can violate its property's schema; not one of `set`, `where` or a read rule",
    },
    { condition: 'timeout', actions: 'all', when: '`timeout` of the operation, of `limits`, or of its code' },
    { condition: 'contention', actions: writing, when: 'always' },
    { condition: 'overloaded', actions: 'all', when: "always (`limits.concurrency`, or the operator's ceiling)" },
    { condition: 'unavailable', actions: 'all', when: 'always' },
    {
      condition: 'internal',
      actions: 'all',
      when: 'always; also a false `never`, an undeclared outcome of code, and a violated constraint after a clean ask',
    },
  ],
  derive(operationContext) {
    const { world, operation, action } = operationContext
    const writes = writing.some((each) => each === action)
    return [
      ...pointsOfFailedCompute(operationContext),
      ...timeouts(operationContext),
      ...(writes ? [point('interrupt', 'contention', {}, {}, [originOf(operation.key)])] : []),
      ...anywhere(world),
    ]
  },
}

const known = new WeakMap<World, readonly RawPoint[]>()

/** Conditions that may end any operation. */
function anywhere(world: World): readonly RawPoint[] {
  return known.getOrInsertComputed(world, makeAnywhere)
}

function makeAnywhere({ model }: World): RawPoint[] {
  const always = [standard('RFC 9110, section 15.6')]
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
function pointsOfFailedCompute(operationContext: OperationContext): RawPoint[] {
  const because = failingExpressions(operationContext)
  return because.length === 0 ? [] : [point('interrupt', 'invalid', { name: interruptPlace }, {}, because)]
}

function timeouts({ world, operation, behaviours }: OperationContext): RawPoint[] {
  const own = operation.slots.timeout
  const service = world.model.limits.value.timeout
  const origins: Origin[] =
    own.state === 'shown' ? [originOf(own.at)] : own.state === 'unsaid' && service.state === 'shown' ? [originOf(service.at)] : []
  return [
    ...(origins.length > 0 ? [point('interrupt', 'timeout', {}, {}, origins)] : []),
    ...behaviours.flatMap(({ name, slots: { timeout, when } }) =>
      timeout.state === 'shown' && slotValue(when) !== 'after'
        ? [point('interrupt', 'timeout', { subject: name }, {}, [originOf(timeout.at)])]
        : [],
    ),
  ]
}
