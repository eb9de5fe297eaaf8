// The named conditions of an operation: those that read only the caller belong to the stage `caller`, all others to `state`.

import { slotValueOf, listSpecifiedEntries, originOf } from '../model/slot.ts'
import { readsOnlyCaller } from './rules.ts'
import { type RawPoint, type OperationContext, computeNeeds, point } from './operation-context.ts'

/** A `require` narrows the values in `set`, so a write depends on it as on a guard. One that is not shown may read anything. */
export function requirePoints(operationContext: OperationContext, stage: 'caller' | 'state'): RawPoint[] {
  const { modelIndex, operation } = operationContext
  const open = stage === 'caller' ? [] : (slotValueOf(operation.slots.require) ?? []).filter(({ slot }) => slot.state === 'gap')
  const unspecified = open.map(({ name, key }) =>
    point(stage, 'require', { name }, { reads: ['claim'], provides: ['accepted'] }, [originOf(key)]),
  )
  const specified = listSpecifiedEntries(operation.slots.require).flatMap(({ name, key, value }) => {
    const needsOnlyCaller = readsOnlyCaller(modelIndex, value)
    if (needsOnlyCaller !== (stage === 'caller')) return []
    const { reads, follows } = computeNeeds(operationContext, value)
    return [
      point(stage, 'require', { name }, { reads: needsOnlyCaller ? reads : [...reads, 'claim'], provides: ['accepted'], follows }, [
        originOf(key),
      ]),
    ]
  })
  return [...unspecified, ...specified]
}
