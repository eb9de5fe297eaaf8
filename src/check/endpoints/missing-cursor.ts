// Reports a list or feed with pages whose answer does not contain the cursor of the next page.

import { advise, paste } from '../../diagnostic/help.ts'
import { reads } from '../../cel/reads.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Operation } from '../../model/model.ts'
import { slotValueOf } from '../../model/slot.ts'
import { expressionsOf } from '../../typing/expressions-of.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/missing-cursor'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run(facts) {
    return facts.model.endpoints.value.operations.flatMap((operation) => {
      const {
        action,
        name,
        slots: { page, output, headers },
      } = operation
      if (
        (action !== 'list' && action !== 'feed') ||
        page.state !== 'shown' ||
        output.state !== 'shown' ||
        headers.state === 'gap' ||
        slotValueOf(page.value.style) !== 'cursor'
      )
        return []
      if (sendsCursor(operation, facts)) return []
      return [
        createDiagnostic(
          'warning',
          code,
          `No client can request the second page of ${quoteName(name)}`,
          { span: output.at.span, text: 'does not give `page.next`' },
          {
            reason: 'A client continues with the cursor that the answer gives.',
            help: advise`Add it to the answer, for example${paste('next: page.next')}`,
          },
        ),
      ]
    })
  },
}

/** True if the answer contains the cursor of the next page, or the whole page. */
export function sendsCursor(operation: Operation, { typing }: Facts): boolean {
  return typing.slots.some(({ slot, operation: slotOperation }) => {
    if (slotOperation !== operation) return false
    // The whole page may be the argument of a function.
    return expressionsOf(slot, typing).some((expression) =>
      reads(expression).variables.some(({ name, path: [member] }) => name === 'page' && (member === undefined || member === 'next')),
    )
  })
}
