// Reports a retention that ends before the last retry of a webhook: receivers then cannot catch up from the stream.

import { printDuration } from '../../base/duration.ts'
import { backoffSpan } from '../../base/backoff.ts'
import { diagnostic } from '../../diagnostic/voice.ts'
import { slotValue } from '../../model/slot.ts'
import { attemptsOf, backoffOf } from '../../fact/backoff.ts'
import type { Check } from '../check.ts'
import { webhooksIn } from '../deliveries.ts'

const code = 'events/short-retention'

export const check: Check = {
  code,
  run({ model }) {
    const webhooks = webhooksIn(model)
    const attempts = webhooks && attemptsOf(webhooks)
    const stream = slotValue(slotValue(model.events.value.delivery)?.stream ?? { state: 'unsaid' })
    const retain = stream?.retain
    if (webhooks === undefined || attempts === undefined || retain?.state !== 'shown') return []
    const tried = backoffSpan(backoffOf(webhooks), attempts)
    if (retain.value >= tried) return []
    const hours = Math.ceil(tried / 3_600_000) * 3_600_000
    return [
      diagnostic(
        'warning',
        code,
        `events are kept for ${printDuration(retain.value)}, and webhooks are tried for up to ${printDuration(hours)}`,
        { span: retain.at.span, text: 'shorter' },
        {
          others: [
            {
              span:
                webhooks.attempts.state === 'shown'
                  ? webhooks.attempts.at.span
                  : webhooks.backoff.state === 'shown'
                    ? webhooks.backoff.at.span
                    : webhooks.node.span,
              text: 'so many tries',
            },
          ],
          reason: 'A receiver that was offline that long, and reads missed events from the stream, must start from the beginning.',
          help: `Say \`retain: ${printDuration(Math.ceil(hours / 86_400_000) * 86_400_000)}\`, or fewer tries.`,
        },
      ),
    ]
  },
}
