// Proposes an order of stages for a document that leaves some of them unordered.

import { type Slot, type Word, slotValue } from '../model/slot.ts'
import { type Stage, stages } from './fact.ts'

/** The document's order, with the missing stages inserted as in the standard order. */
export function proposal(declared: Slot<'standard' | readonly Word[]>, concerned: readonly Stage[]): string[] {
  const words = slotValue(declared)
  const line = words === undefined || words === 'standard' ? [] : words.map(({ text }) => text)
  const at = (word: string): number => (stages as readonly string[]).indexOf(word)
  for (const stage of stages.filter((each) => concerned.includes(each) && !line.includes(each))) {
    const index = line.findIndex((word) => at(word) > at(stage))
    line.splice(index < 0 ? line.length : index, 0, stage)
  }
  return line
}
