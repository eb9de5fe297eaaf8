// Determines the operations that a rate or quota of part 8 counts.

import type { Rate } from './limits.ts'
import type { Operation } from './model.ts'
import { slotValueOf } from './slot.ts'

/** An operation's own `limits` replaces the operations that the rates name by action or by id. */
export function isCounted(
  { id, action = 'do', slots: { limits } }: Pick<Operation, 'id' | 'action' | 'slots'>,
  name: string,
  rate: Rate,
): boolean {
  if (limits.state === 'none') return false
  if (limits.state === 'shown') return limits.value.some(({ text }) => text === name)
  const counted = slotValueOf(rate.operations)
  return counted === undefined || counted.some(({ text }) => text === action || text === id)
}
