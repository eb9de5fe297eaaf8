// Reports an offset that is never 0, so that no request gets the first records, and an offset that can be negative, which is refused.

import { advise, paste } from '../../diagnostic/help.ts'
import { noKnownFacts } from '../../cel/known/learn.ts'
import { computeBounds } from '../../cel/known/range.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'

const code = 'endpoints/unreachable-page'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: ({ model, typing }) =>
    model.endpoints.value.operations.flatMap(({ name, slots }) => {
      const offset = slotValueOf(slotValueOf(slots.page)?.offset ?? { state: 'unsaid' })
      const expression = offset && typing.expression(offset)
      if (offset === undefined || expression?.type.kind !== 'int' || !isAuthored(offset.node.span)) return []
      const { least } = computeBounds(expression, noKnownFacts)
      if (least === undefined || least === 0n) return []
      // A parameter without a lower bound is refused where it is negative, as a client expects.
      if (least < 0n && expression.kind === 'select') return []
      const isLate = least > 0n
      const message = isLate
        ? `The pages of ${quoteName(name)} begin at record ${least + 1n} at the earliest`
        : `The offset of ${quoteName(name)} can be ${least}`
      return [
        createDiagnostic(
          'warning',
          code,
          message,
          { span: offset.node.span, text: isLate ? 'never 0' : 'negative is refused' },
          {
            reason: isLate
              ? 'No request gets the records before it.'
              : 'The request is then `invalid query`, although its parameters are valid.',
            help: advise`An offset counts the records before the page. If pages have numbers from 1, write${paste('offset: (input.query.page - 1) * input.query.size')}`,
          },
        ),
      ]
    }),
}
