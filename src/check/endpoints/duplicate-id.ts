// Reports an `operationId` of two operations: `at`, exports and scenarios find an operation by it.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { duplicateName } from '../../diagnostic/voice.ts'
import { slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/duplicate-id'

export const check: Check = {
  code,
  run({ model }) {
    const first = new Map<string, Diagnostic['primary']['span']>()
    const diagnostics: Diagnostic[] = []
    for (const { slots } of model.endpoints.value.operations) {
      const word = slotValue(slots.operationId)
      if (word === undefined) continue
      const before = first.get(word.text)
      if (before === undefined) first.set(word.text, word.node.span)
      else diagnostics.push(duplicateName(code, 'an `operationId`', word.text, before, word.node.span))
    }
    return diagnostics
  },
}
