// Refusals that need only the request's address: rates and quotas with one count for all requests, or with a count per address.

import { isCounted } from '../../model/counts.ts'
import type { Rate } from '../../model/limits.ts'
import { type Named, type Slot, listSpecifiedEntries, originOf, slotValueOf } from '../../model/slot.ts'
import { type RawPoint, type OperationContext, computeNeeds, point } from '../operation-context.ts'
import type { StageTable } from './row.ts'

const describeLimit = (limitKind: string): string =>
  `\`limits.${limitKind}.P\` applies to the operation, and its \`partition\` is absent or reads only \`request\``

export const address: StageTable = {
  stage: 'address',
  rows: [
    { condition: 'rate-limited', actions: 'all', when: describeLimit('rates') },
    { condition: 'quota-exceeded', actions: 'all', when: describeLimit('quotas') },
  ],
  derive: (operationContext) => limitPoints(operationContext, 'address'),
}

type LimitStage = 'address' | 'caller' | 'input'

/** A limit's point is where its `partition` is first known: with the input, the caller, or the address. */
export function limitPoints(operationContext: OperationContext, stage: LimitStage): RawPoint[] {
  const { rates, quotas } = operationContext.modelIndex.model.limits.value
  return [
    ...listRatePoints(operationContext, stage, 'rate-limited', rates),
    ...listRatePoints(operationContext, stage, 'quota-exceeded', quotas),
  ]
}

function listRatePoints(
  operationContext: OperationContext,
  stage: LimitStage,
  condition: 'rate-limited' | 'quota-exceeded',
  rates: Slot<readonly Named<Rate>[]>,
): RawPoint[] {
  return listSpecifiedEntries(rates).flatMap(({ name, key, value }) => {
    if (!isCounted(operationContext.operation, name, value)) return []
    const partition = slotValueOf(value.partition)
    const needs = partition === undefined ? { reads: [], follows: [] } : computeNeeds(operationContext, partition)
    if (findStage(needs.reads) !== stage) return []
    return [point(stage, condition, { name }, needs, [originOf(key)])]
  })
}

function findStage(reads: readonly string[]): LimitStage {
  if (reads.some((value) => value.startsWith('input.'))) return 'input'
  return reads.includes('caller') ? 'caller' : 'address'
}
