// Reports delivery settings that other settings of the delivery make ineffective.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import { slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { type DeclaredDelivery, declaredDeliveries } from '../deliveries.ts'
import { isOwn, reportUnused } from '../unused.ts'

const code = 'events/unused-setting'

/** The default values of `backoff`, in milliseconds. */
const [usualInitial, usualMax] = [5000, 86_400_000]

export const check: Check = { code, run: ({ model }) => declaredDeliveries(model).flatMap(ofDelivery) }

function ofDelivery({ name, destination: { attempts, backoff, signature, secret, ordered, concurrency } }: DeclaredDelivery): Diagnostic[] {
  const waits = slotValue(backoff)
  const isTriedOnce = slotValue(attempts) === 1
  const diagnostics: Diagnostic[] = []
  const tell = (
    slot: { readonly state: string; readonly at?: { readonly span: Diagnostic['primary']['span'] } },
    message: string,
    help: string,
  ): void => {
    if (slot.state === 'shown' && slot.at !== undefined && isOwn(slot.at.span)) diagnostics.push(reportUnused(code, message, slot.at.span, help))
  }
  if (isTriedOnce)
    tell(backoff, `\`backoff\` of ${quoteName(name)} waits between tries, and there is one only`, 'Leave it out, or try more than once.')
  else if (typeof waits === 'object' && !('node' in waits)) {
    const tries = slotValue(attempts)
    const unused = tries === undefined ? 0 : waits.length - (tries - 1)
    if (unused > 0)
      tell(
        backoff,
        `\`backoff\` of ${quoteName(name)} lists ${waits.length} waits, and ${tries} tries have ${tries! - 1} between them`,
        'Leave `attempts` out: the list says how often it is tried.',
      )
  } else if (typeof waits === 'object') {
    const [first, most] = [slotValue(waits.initial) ?? usualInitial, slotValue(waits.max) ?? usualMax]
    if (first > most)
      tell(
        waits.initial.state === 'shown' ? waits.initial : waits.max,
        `The first wait of ${quoteName(name)} is longer than its longest`,
        'Swap `initial` and `max`, or leave one of them out: every wait is the longest one.',
      )
    else if (slotValue(waits.factor) === 1 && first < most)
      tell(
        waits.max,
        `\`max\` of ${quoteName(name)} is never reached: with \`factor: 1\` all waits are as long as the first`,
        'Leave it out, or let the waits grow.',
      )
  }
  if (signature.state === 'unsaid' || signature.state === 'none')
    tell(secret, `\`secret\` of ${quoteName(name)} signs nothing`, 'Say how deliveries are signed:\n\nsignature: standard-webhooks')
  const many = slotValue(concurrency)
  if (slotValue(ordered) === true && many !== undefined && many > 1)
    tell(
      concurrency,
      `\`concurrency\` of ${quoteName(name)} does nothing where deliveries are \`ordered\`: each waits for the one before`,
      'Keep one of them.',
    )
  return diagnostics
}
