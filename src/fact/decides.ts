// Which look-ups of an operation find what the caller may not read: those that stand for a decision, and those that are disclosed.

import type { Operation } from '../model/model.ts'
import { named, shown } from '../model/slot.ts'

export function decides({ slots }: Operation, name: string): boolean {
  const lookup = named(slots.with, name)?.slot
  return (lookup?.state === 'shown' && shown(lookup.value.decides) !== undefined) || named(slots.discloses, name) !== undefined
}
