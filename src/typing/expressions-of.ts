// Lists the typed expressions of a slot.

import type { Expression } from '../cel/expression.ts'
import type { Typing } from './domain.ts'
import type { SlotUse } from './slots/use.ts'

/** The expression itself, or the expressions of a text in order; empty if it has a mistake. */
export function expressionsOf(slot: SlotUse['slot'], typing: Pick<Typing, 'expression' | 'text'>): readonly Expression[] {
  if (slot.kind === 'text') return (typing.text(slot) ?? []).flatMap((piece) => (piece.kind === 'expression' ? [piece.expression] : []))
  const expression = typing.expression(slot)
  return expression === undefined ? [] : [expression]
}
