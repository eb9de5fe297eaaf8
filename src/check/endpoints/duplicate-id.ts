// Reports an `operationId` of two operations: `at`, exports and scenarios find an operation by it.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { reportDuplicateName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/duplicate-id'

export const check: Check = {
  code,
  run({ model }) {
    const firstById = new Map<string, Diagnostic['primary']['span']>()
    const diagnostics: Diagnostic[] = []
    for (const { slots } of model.endpoints.value.operations) {
      const word = slotValueOf(slots.operationId)
      if (word === undefined) continue
      const previous = firstById.get(word.text)
      if (previous === undefined) firstById.set(word.text, word.node.span)
      else diagnostics.push(reportDuplicateName(code, 'an `operationId`', word.text, previous, word.node.span))
    }
    return diagnostics
  },
}
