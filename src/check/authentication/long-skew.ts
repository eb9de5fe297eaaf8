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
          `Tokens of ${quoteName(name)} are accepted for longer after their end than before it`,
          { span: skew.at.span, text: 'added to the end of each token' },
          {
            others: [{ span: lifetime.at.span, text: 'how long a token lives' }],
            reason: '`skew` is how far clocks may differ: an ended token is still accepted for so long.',
            help: 'Clocks of servers differ by seconds. Write, for example\n\nskew: PT30S',
          },
        ),
      ]
    }),
}
