// Reports a `skew` that is longer than the tokens live.

import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import { specifiedEntries, slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'

const code = 'authentication/long-skew'

export const check: Check = {
  code,
  run: ({ model }) =>
    specifiedEntries(model.authentication.value.schemes).flatMap(({ name, value: { skew, lifetime } }) => {
      const [skewMs, lifetimeMs] = [slotValue(skew), slotValue(lifetime)]
      if (skew.state !== 'shown' || lifetime.state !== 'shown' || !isAuthored(skew.at.span)) return []
      if (skewMs === undefined || lifetimeMs === undefined || skewMs <= lifetimeMs) return []
      return [
        diagnostic(
          'warning',
          code,
          `${quoteName(name)} accepts expired tokens for longer than their lifetime`,
          { span: skew.at.span, text: 'added to the end of each token' },
          {
            others: [{ span: lifetime.at.span, text: 'how long a token lives' }],
            reason: '`skew` is the accepted difference between clocks: a token is accepted for this long after it expires.',
            help: 'Clocks of servers differ by seconds. Write, for example\n\nskew: PT30S',
          },
        ),
      ]
    }),
}
