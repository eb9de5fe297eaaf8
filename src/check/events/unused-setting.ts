// Reports delivery settings that other settings of the delivery make ineffective.

import { type Help, advise, paste, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import { isAbsent, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { type DeclaredDelivery, listDeclaredDeliveries } from '../deliveries.ts'
import { isAuthored, reportUnused } from '../unused.ts'

const code = 'events/unused-setting'

/** The default values of `backoff`, in milliseconds. */
const [defaultInitial, defaultMax] = [5000, 86_400_000]

export const check: Check = { code, run: ({ model }) => listDeclaredDeliveries(model).flatMap(checkDelivery) }

function checkDelivery({
  name,
  destination: { attempts, backoff, signature, secret, ordered, concurrency },
}: DeclaredDelivery): Diagnostic[] {
  const waitTimes = slotValueOf(backoff)
  const isTriedOnce = slotValueOf(attempts) === 1
  const diagnostics: Diagnostic[] = []
  const reportSetting = (
    slot: { readonly state: string; readonly at?: { readonly span: Diagnostic['primary']['span'] } },
    message: string,
    help: string | Help,
  ): void => {
    if (slot.state === 'shown' && slot.at !== undefined && isAuthored(slot.at.span))
      diagnostics.push(reportUnused(code, message, slot.at.span, help))
  }
  if (isTriedOnce)
    reportSetting(
      backoff,
      `\`backoff\` of ${quoteName(name)} waits between tries, but there is only one`,
      advise`${remove('Leave it out')}, or try more than once.`,
    )
  else if (typeof waitTimes === 'object' && !('node' in waitTimes)) {
    const attemptCount = slotValueOf(attempts)
    const unused = attemptCount === undefined ? 0 : waitTimes.length - (attemptCount - 1)
    if (unused > 0)
      reportSetting(
        backoff,
        `\`backoff\` of ${quoteName(name)} lists ${waitTimes.length} waits, and ${attemptCount} tries have ${attemptCount! - 1} between them`,
        advise`${remove('Remove `attempts`', 'attempts')}: the list already contains one delay for each attempt.`,
      )
  } else if (typeof waitTimes === 'object') {
    const [initialWait, maximalWait] = [slotValueOf(waitTimes.initial) ?? defaultInitial, slotValueOf(waitTimes.max) ?? defaultMax]
    if (initialWait > maximalWait)
      reportSetting(
        waitTimes.initial.state === 'shown' ? waitTimes.initial : waitTimes.max,
        `The first wait of ${quoteName(name)} is longer than its longest`,
        'Swap `initial` and `max`, or leave one of them out: every wait is the longest one.',
      )
    else if (slotValueOf(waitTimes.factor) === 1 && initialWait < maximalWait)
      reportSetting(
        waitTimes.max,
        `\`max\` of ${quoteName(name)} is never reached: with \`factor: 1\` all waits are as long as the first`,
        advise`${remove('Leave it out')}, or let the waits grow.`,
      )
  }
  if (isAbsent(signature))
    reportSetting(
      secret,
      `\`secret\` of ${quoteName(name)} signs nothing`,
      advise`Specify how deliveries are signed:${paste('signature: standard-webhooks')}`,
    )
  const parallelCount = slotValueOf(concurrency)
  if (slotValueOf(ordered) === true && parallelCount !== undefined && parallelCount > 1)
    reportSetting(
      concurrency,
      `\`concurrency\` of ${quoteName(name)} does nothing where deliveries are \`ordered\`: each waits for the one before`,
      advise`${remove('Keep one of them')}.`,
    )
  return diagnostics
}
