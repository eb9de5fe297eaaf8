// Reports a retention that ends before the last retry of a webhook or the next heartbeat, and failed deliveries that are kept for less
// than one attempt takes: receivers then cannot catch up.

import { advise, paste, quoteEntry } from '../../diagnostic/help.ts'
import { printDuration } from '../../base/duration.ts'
import { computeBackoffSpan } from '../../base/backoff.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Model } from '../../model/model.ts'
import { slotValueOf } from '../../model/slot.ts'
import { readAttempts, readBackoff } from '../../fact/backoff.ts'
import type { Check } from '../check.ts'
import { type DeclaredDelivery, findWebhooks, listDeclaredDeliveries } from '../deliveries.ts'
import { isAuthored } from '../unused.ts'

const code = 'events/short-retention'

export const check: Check = {
  code,
  run: ({ model }) => [...checkStream(model), ...listDeclaredDeliveries(model).flatMap(checkDeadLetter)],
}

function checkDeadLetter({ name, destination: { deadLetter, timeout } }: DeclaredDelivery): Diagnostic[] {
  const [kept, longest] = [slotValueOf(deadLetter), slotValueOf(timeout)]
  if (deadLetter.state !== 'shown' || timeout.state !== 'shown' || kept === undefined || longest === undefined) return []
  if (kept === 0 || kept >= longest || !isAuthored(deadLetter.at.span)) return []
  return [
    createDiagnostic(
      'warning',
      code,
      `Failed deliveries of ${quoteName(name)} are kept for ${printDuration(kept)}, and one attempt may take ${printDuration(longest)}`,
      { span: deadLetter.at.span, text: 'shorter' },
      {
        others: [{ span: timeout.at.span, text: 'one attempt' }],
        reason: 'A delivery that failed is gone before anybody can send it again.',
        help: advise`Keep it for days, for example${paste('deadLetter: P7D')}`,
      },
    ),
  ]
}

function checkStream(model: Model): Diagnostic[] {
  const webhooks = findWebhooks(model)
  const attempts = webhooks && readAttempts(webhooks)
  const stream = slotValueOf(slotValueOf(model.events.value.delivery)?.stream ?? { state: 'unsaid' })
  const retain = stream?.retain
  if (stream === undefined || retain?.state !== 'shown') return []
  const { heartbeat } = stream
  const heartbeatTime = slotValueOf(heartbeat)
  if (heartbeat.state === 'shown' && heartbeatTime !== undefined && heartbeatTime >= retain.value)
    return [
      createDiagnostic(
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
  const attemptsTime = computeBackoffSpan(readBackoff(webhooks), attempts)
  if (retain.value >= attemptsTime) return []
  const hours = Math.ceil(attemptsTime / 3_600_000) * 3_600_000
  return [
    createDiagnostic(
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
        help: advise`Write ${quoteEntry(`retain: ${printDuration(Math.ceil(hours / 86_400_000) * 86_400_000)}`)}, or fewer attempts.`,
      },
    ),
  ]
}
