// Reports values of `let` that nothing reads.

import { reads } from '../../cel/reads.ts'
import { reportUnusedDeclaration } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listTyped } from '../expressions/typed.ts'
import { isAuthored } from '../unused.ts'

const code = 'endpoints/unused-let'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model, typing }) {
    const operations = model.endpoints.value.operations.filter(({ slots }) => slots.let.state === 'shown')
    if (operations.length === 0) return []
    const expressionsByOperation = Map.groupBy(listTyped(typing), ({ use }) => use.operation)
    return operations.flatMap((operation) => {
      const isGap = Object.values(operation.slots).some((slot) => 'state' in slot && (slot.state === 'gap' || slot.state === 'wrong'))
      const names = new Set(
        (expressionsByOperation.get(operation) ?? []).flatMap(({ expression }) => reads(expression).variables.map(({ name }) => name)),
      )
      return isGap
        ? []
        : (slotValueOf(operation.slots.let) ?? [])
            .filter(({ name, key }) => !names.has(name) && isAuthored(key.span))
            .map(({ name, key }) => reportUnusedDeclaration(code, 'a value of `let`', name, key.span))
    })
  },
}
