// Reports a retention that ends before the last retry of a webhook, or before the next heartbeat: receivers then cannot catch up.

import { printDuration } from '../../base/duration.ts'
import { backoffSpan } from '../../base/backoff.ts'
import { diagnostic } from '../../diagnostic/voice.ts'
import { slotValue } from '../../model/slot.ts'
import { readAttempts, readBackoff } from '../../fact/backoff.ts'
import type { Check } from '../check.ts'
import { findWebhooks } from '../deliveries.ts'

const code = 'events/short-retention'

export const check: Check = {
  code,
  run({ model }) {
    const webhooks = findWebhooks(model)
    const attempts = webhooks && readAttempts(webhooks)
    const stream = slotValue(slotValue(model.events.value.delivery)?.stream ?? { state: 'unsaid' })
    const retain = stream?.retain
    if (stream === undefined || retain?.state !== 'shown') return []
    const { heartbeat } = stream
    const heartbeatTime = slotValue(heartbeat)
    if (heartbeat.state === 'shown' && heartbeatTime !== undefined && heartbeatTime >= retain.value)
      return [
        diagnostic(
          'warning',
          code,
          `events are kept for ${printDuration(retain.value)}, and a quiet stream says its position only after ${printDuration(heartbeatTime)}`,
          { span: heartbeat.at.span, text: 'not shorter' },
          {
            others: [{ span: retain.at.span, text: 'kept for so long' }],
            reason: 'When a listener connects again, its last position may no longer be known.',
            help: 'Heartbeats also keep connections open through proxies; usual are `PT15S` to `PT30S`.',
          },
        ),
      ]
    if (webhooks === undefined || attempts === undefined) return []
    const attemptsTime = backoffSpan(readBackoff(webhooks), attempts)
    if (retain.value >= attemptsTime) return []
    const hours = Math.ceil(attemptsTime / 3_600_000) * 3_600_000
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
              text: 'this many attempts',
            },
          ],
          reason: 'A receiver that was offline that long, and reads missed events from the stream, must start from the beginning.',
          help: `Write \`retain: ${printDuration(Math.ceil(hours / 86_400_000) * 86_400_000)}\`, or fewer attempts.`,
        },
      ),
    ]
  },
}
