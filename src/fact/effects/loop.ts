// The type of the name that a loop binds.

import { shown } from '../../model/slot.ts'
import type { Effect } from '../../model/states.ts'
import type { InputBindings } from '../reading.ts'
import type { World } from '../world.ts'

/** Binds the loop variable to the items of its range. */
export function withLoop(world: World, effect: Effect, bindings: InputBindings): InputBindings {
  const loop = shown(effect.for)
  const [name, list] = [loop === undefined ? undefined : shown(loop.as)?.text, loop === undefined ? undefined : shown(loop.in)]
  if (name === undefined || list === undefined) return bindings
  return new Map([...bindings, [name, world.reading(list, bindings).flows]])
}
