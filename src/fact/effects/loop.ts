// Binds the name of a loop.

import { slotValueOf } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import type { InputBindings } from '../reading.ts'
import type { ModelIndex } from '../model-index.ts'

/** Binds the loop variable to the items of its range. */
export function withLoop(modelIndex: ModelIndex, effect: Effect, bindings: InputBindings): InputBindings {
  const loop = slotValueOf(effect.for)
  const [name, list] = [loop === undefined ? undefined : slotValueOf(loop.as)?.text, loop === undefined ? undefined : slotValueOf(loop.in)]
  if (name === undefined || list === undefined) return bindings
  return new Map([...bindings, [name, modelIndex.readsOf(list, bindings).flows]])
}
