// Reports a default page size above the largest that a request may ask for, or above the limits of part 8.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic } from '../../diagnostic/voice.ts'
import type { Span } from '../../base/text.ts'
import { slotValue } from '../../model/slot.ts'
import type { Input } from '../../typing/domain.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/page-size'

export const check: Check = {
  code,
  run({ model, typing }) {
    const limit = slotValue(model.limits.value.sizes)?.page
    return model.endpoints.value.operations.flatMap((operation): Diagnostic[] => {
      const page = slotValue(operation.slots.page)
      if (page?.size.state !== 'shown') return []
      const size = defaultSize(page.size.value.text.trim(), typing.input(operation).query)
      if (size === undefined) return []
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
      if (min !== undefined && page.min.state === 'shown' && size < min) return [reportTooSmall(size, min, span, page.min.at.span)]
      if (max !== undefined && page.max.state === 'shown' && size > max) return [reportTooLarge(size, max, span, page.max.at.span)]
      return limit?.state === 'shown' && size > limit.value ? [reportTooLarge(size, limit.value, span, limit.at.span)] : []
    })
  },
}

/** The size that is written, or the default of the parameter that it reads. */
function defaultSize(text: string, query: Input['query']): number | undefined {
  if (/^\d+$/.test(text)) return Number(text)
  const parameter = /^(?:int\()?input\.query\.(\w+)\)?$/.exec(text)?.[1]
  const schema = parameter === undefined ? undefined : query.get(parameter)?.schema
  const defaultValue = typeof schema === 'object' ? schema.default : undefined
  return typeof defaultValue === 'number' && defaultValue > 0 ? defaultValue : undefined
}

function reportTooSmall(size: number, min: number, span: Span, at: Span): Diagnostic {
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

function reportTooLarge(size: number, max: number, span: Span, at: Span): Diagnostic {
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
