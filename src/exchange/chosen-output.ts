// Derives the output for the members that a request chooses, once per choice.

import type { Operation } from '../model/model.ts'
import { type Template, slotValueOf } from '../model/slot.ts'
import { parseSelection, selectOutput } from '../typing/selected-members.ts'
import type { Typing } from '../typing/domain.ts'

/** Clients usually make few choices; the cache is emptied at this number. */
const maxChoices = 50

const outputsByOperation = new WeakMap<Operation, Map<string, Template>>()

/** Undefined if the request chooses nothing or the operation has no output. */
export function buildChosenOutput(typing: Typing, operation: Operation, names: readonly string[] | undefined): Template | undefined {
  const output = slotValueOf(operation.slots.output)
  if (names === undefined || output === undefined) return undefined
  const outputs = outputsByOperation.getOrInsertComputed(operation, () => new Map())
  const sorted = [...new Set(names)].toSorted()
  const key = sorted.join()
  const cached = outputs.get(key)
  if (cached !== undefined) return cached
  if (outputs.size >= maxChoices) outputs.clear()
  const template = selectOutput(operation, output, parseSelection(sorted), typing)
  outputs.set(key, template)
  return template
}
