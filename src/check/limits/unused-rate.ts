// Reports rates and quotas that count no operation or never refuse a request, and listed actions that no operation has.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Rate } from '../../model/limits.ts'
import type { Model } from '../../model/model.ts'
import { type Named, type Slot, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { isAuthored, reportUnused } from '../unused.ts'

const code = 'limits/unused-rate'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run(facts) {
    const { rates, quotas } = facts.model.limits.value
    return facts.model.endpoints.state !== 'shown'
      ? []
      : [...checkLimits('rate-limited', rates, facts), ...checkLimits('quota-exceeded', quotas, facts), ...checkCovered(facts.model)]
  },
}

function checkLimits(
  condition: 'rate-limited' | 'quota-exceeded',
  slot: Slot<readonly Named<Rate>[]>,
  { operations }: Facts,
): Diagnostic[] {
  return listSpecifiedEntries(slot).flatMap(({ name, key, value }): Diagnostic[] => {
    if (!isAuthored(key.span)) return []
    const countedOperations = operations.filter(({ points }) =>
      points.some((point) => point.condition === condition && point.name === name),
    )
    if (countedOperations.length === 0)
      return [
        reportUnused(
          code,
          `${quoteName(name)} counts no operation`,
          key.span,
          advise`Name an operation or an action that there is, or ${remove('leave it out')}.`,
        ),
      ]
    const words = slotValueOf(value.operations) ?? []
    return words
      .filter(({ text }) => !operations.some(({ operation }) => operation.id === text || operation.action === text))
      .map(({ text, node }) =>
        reportUnused(
          code,
          `${quoteName(name)} counts no ${quoteName(text)}: no operation does so`,
          node.span,
          advise`${remove('Leave it out')}.`,
        ),
      )
  })
}

/** A limit that allows as much at once, and as much over time, as another one of the same callers and operations. */
function checkCovered(model: Model): Diagnostic[] {
  const limits = [...listSpecifiedEntries(model.limits.value.rates), ...listSpecifiedEntries(model.limits.value.quotas)]
  return limits.flatMap((limit, index) => {
    const tighter = limits.find(
      (other, position) =>
        position !== index &&
        countsAlike(limit.value, other.value) &&
        isCovered(limit.value, other.value) &&
        // Of two equal limits, the first one refuses.
        (position < index || !isCovered(other.value, limit.value)),
    )
    return tighter === undefined || !isAuthored(limit.key.span)
      ? []
      : [
          reportUnused(
            code,
            `${quoteName(limit.name)} never refuses a request: ${quoteName(tighter.name)} allows less`,
            limit.key.span,
            advise`${remove('Leave it out')}, or let it count other callers or operations.`,
            [{ span: tighter.key.span, text: 'refuses before' }],
          ),
        ]
  })
}

function countsAlike(a: Rate, b: Rate): boolean {
  const describe = ({ partition, operations }: Rate): string =>
    JSON.stringify([
      slotValueOf(partition)?.text.trim(),
      slotValueOf(operations)
        ?.map(({ text }) => text)
        .toSorted(),
    ])
  return describe(a) === describe(b)
}

function isCovered(limit: Rate, tighter: Rate): boolean {
  const [ofLimit, ofTighter] = [limit, tighter].map(readAllowance)
  return (
    ofLimit !== undefined &&
    ofTighter !== undefined &&
    ofTighter.atOnce <= ofLimit.atOnce &&
    ofTighter.quota * ofLimit.window <= ofLimit.quota * ofTighter.window
  )
}

type Allowance = { readonly quota: number; readonly window: number; readonly atOnce: number }

function readAllowance({ quota, window, burst }: Rate): Allowance | undefined {
  const [count, length] = [slotValueOf(quota), slotValueOf(window)]
  return count === undefined || length === undefined ? undefined : { quota: count, window: length, atOnce: slotValueOf(burst) ?? count }
}
