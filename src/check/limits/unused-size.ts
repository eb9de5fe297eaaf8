// Reports sizes of part 8 that nothing can exceed: a page above what every list holds, and a text above the whole body.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { type Slot, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { isAuthored, reportUnused } from '../unused.ts'

const code = 'limits/unused-size'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model }) {
    const sizes = slotValueOf(model.limits.value.sizes)
    if (sizes === undefined) return []
    const pageSizes = model.endpoints.value.operations.flatMap(({ slots }) => {
      const page = slotValueOf(slots.page)
      return page === undefined ? [] : [slotValueOf(page.max) ?? parseLiteralSize(slotValueOf(page.size)?.text)]
    })
    const largestPage = pageSizes.length === 0 || pageSizes.includes(undefined) ? undefined : Math.max(...pageSizes.map(Number))
    return [
      ...reportAbove(sizes.page, largestPage, 'A page', 'no list has pages of so many records'),
      ...reportAbove(sizes.field, slotValueOf(sizes.body), 'A text', 'no body is so large'),
    ]
  },
}

function parseLiteralSize(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text.trim()) ? Number(text) : undefined
}

function reportAbove(slot: Slot<number>, most: number | undefined, what: string, why: string): Diagnostic[] {
  if (slot.state !== 'shown' || most === undefined || slot.value <= most || !isAuthored(slot.at.span)) return []
  return [
    reportUnused(code, `${what} never exceeds this: ${why}`, slot.at.span, advise`Write a smaller limit, or ${remove('leave it out')}.`),
  ]
}
