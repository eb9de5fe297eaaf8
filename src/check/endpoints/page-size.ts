// Reports a default page size above the largest that a request may ask for, or above the limits of part 8.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic } from '../../diagnostic/voice.ts'
import type { Span } from '../../base/text.ts'
import { slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/page-size'

export const check: Check = {
  code,
  run({ model }) {
    const limit = slotValue(model.limits.value.sizes)?.page
    return model.endpoints.value.operations.flatMap(({ slots }): Diagnostic[] => {
      const page = slotValue(slots.page)
      if (page?.size.state !== 'shown' || !/^\d+$/.test(page.size.value.text.trim())) return []
      const size = Number(page.size.value.text)
      const span = page.size.value.node.span
      if (size === 0)
        return [
          diagnostic(
            'error',
            code,
            'A page of `0` records holds nothing',
            { span, text: 'never an answer' },
            { help: 'Say how many records a page holds, for example `size: 20`.' },
          ),
        ]
      const [min, max] = [slotValue(page.min), slotValue(page.max)]
      if (min !== undefined && page.min.state === 'shown' && size < min) return [sizeTooSmall(size, min, span, page.min.at.span)]
      if (max !== undefined && page.max.state === 'shown' && size > max) return [above(size, max, span, page.max.at.span)]
      return limit?.state === 'shown' && size > limit.value ? [above(size, limit.value, span, limit.at.span)] : []
    })
  },
}

function sizeTooSmall(size: number, min: number, span: Span, at: Span): Diagnostic {
  return diagnostic(
    'error',
    code,
    `A page of \`${size}\` records is less than the \`${min}\` that a request may ask for`,
    { span, text: 'the usual size' },
    {
      others: [{ span: at, text: 'the least' }],
      help: `Say a size of at least \`${min}\`, or a smaller \`min\`.`,
    },
  )
}

function above(size: number, max: number, span: Span, at: Span): Diagnostic {
  return diagnostic(
    'error',
    code,
    `A page of \`${size}\` records is more than the \`${max}\` that one may hold`,
    { span, text: 'the usual size' },
    {
      others: [{ span: at, text: 'the largest' }],
      reason: 'A request that says nothing would get more than one that asks for all it may.',
      help: `Say a size of at most \`${max}\`, or a larger \`max\`.`,
    },
  )
}
