// Reports a `skew` that is longer than the tokens live, or than clocks ever differ.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Span } from '../../base/text.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'

const code = 'authentication/long-skew'
const hour = 3_600_000

export const check: Check = {
  code,
  run: ({ model }) =>
    listSpecifiedEntries(model.authentication.value.schemes).flatMap(({ name, value: { skew, lifetime } }) => {
      const [skewMs, lifetimeMs] = [slotValueOf(skew), slotValueOf(lifetime)]
      if (skew.state !== 'shown' || skewMs === undefined || !isAuthored(skew.at.span)) return []
      if (lifetime.state !== 'shown' || lifetimeMs === undefined) return skewMs > hour ? [reportUnusual(name, skew.at.span)] : []
      if (skewMs <= lifetimeMs) return []
      return [
        createDiagnostic(
          'warning',
          code,
          `${quoteName(name)} accepts expired tokens for longer than their lifetime`,
          { span: skew.at.span, text: 'added to the end of each token' },
          {
            others: [{ span: lifetime.at.span, text: 'how long a token lives' }],
            reason: '`skew` is the accepted difference between clocks: a token is accepted for this long after it expires.',
            help: advise`Clocks of servers differ by seconds. Write, for example${paste('skew: PT30S')}`,
          },
        ),
      ]
    }),
}

/** Tokens of another issuer: their lifetime is not known here. */
function reportUnusual(name: string, span: Span): Diagnostic {
  return createDiagnostic(
    'warning',
    code,
    `${quoteName(name)} accepts tokens for more than an hour after they expire`,
    { span, text: 'added to the end of each token' },
    {
      reason: '`skew` is the accepted difference between clocks: a token is accepted for this long after it expires.',
      help: advise`Clocks of servers differ by seconds. Write, for example${paste('skew: PT30S')}`,
    },
  )
}
