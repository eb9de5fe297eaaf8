// The named conditions of an operation: those that read only the caller are asked with it, all others in the state.

import { each, originOf } from '../model/slot.ts'
import { readsOnlyCaller } from './rules.ts'
import { type RawPoint, type Situation, asksOf, point } from './situation.ts'

/** What a `require` has tested counts as tested in `set`, so what is written needs its acceptance, as a guard's. */
export function requirePoints(situation: Situation, stage: 'caller' | 'state'): RawPoint[] {
  const { world, operation } = situation
  return each(operation.slots.require).flatMap(({ name, key, value }) => {
    const early = readsOnlyCaller(world, value)
    if (early !== (stage === 'caller')) return []
    const { reads, follows } = asksOf(situation, value)
    return [point(stage, 'require', { name }, { reads: early ? reads : [...reads, 'claim'], gives: ['accepted'], follows }, [originOf(key)])]
  })
}
