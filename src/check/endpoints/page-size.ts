// Reports page sizes that contradict each other: the default, the bounds of the parameter, `min` and `max`, and the limits of part 8.

import { advise, quoteEntry, quoteWord } from '../../diagnostic/help.ts'
import { noKnownFacts } from '../../cel/known/learn.ts'
import { computeBounds } from '../../cel/known/range.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Span } from '../../base/text.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Schema } from '../../schema/schema.ts'
import type { ExpressionText } from '../../model/slot.ts'
import type { Input, Typing } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'

const code = 'endpoints/page-size'

export const check: Check = {
  code,
  run({ model, typing }) {
    const limit = slotValueOf(model.limits.value.sizes)?.page
    return model.endpoints.value.operations.flatMap((operation): Diagnostic[] => {
      const page = slotValueOf(operation.slots.page)
      if (page?.size.state !== 'shown') return []
      const parameter = findParameter(page.size.value.text.trim(), typing.input(operation).query)
      const size = parameter === undefined ? parseLiteralSize(page.size.value.text.trim()) : readDefault(parameter.schema)
      const span = page.size.value.node.span
      const most = parameter === undefined ? undefined : readMaximum(parameter.schema)
      const largest = slotValueOf(page.max)
      const isRefused = most !== undefined && largest !== undefined && most > largest
      if (parameter !== undefined && isRefused && page.max.state === 'shown' && isAuthored(span))
        return [reportRefused(parameter.name, most, largest, span, page.max.at.span)]
      const least = parameter === undefined ? undefined : readMinimum(parameter.schema)
      const smallest = slotValueOf(page.min) ?? 1
      if (parameter !== undefined && least !== undefined && least < smallest && isAuthored(span))
        return [reportRefusedBelow(parameter.name, least, smallest, span)]
      const smallestSize = parameter === undefined && size === undefined ? findSmallest(page.size.value, typing) : undefined
      if (smallestSize !== undefined && smallestSize < smallest && isAuthored(span))
        return [reportComputedBelow(smallestSize, smallest, span)]
      if (size === undefined) return []
      if (size === 0)
        return [
          createDiagnostic(
            'error',
            code,
            'A page of `0` records holds nothing',
            { span, text: 'never an answer' },
            { help: advise`Set the number of records per page, for example ${quoteEntry('size: 20')}.` },
          ),
        ]
      const [min, max] = [slotValueOf(page.min), slotValueOf(page.max)]
      if (min !== undefined && page.min.state === 'shown' && size < min) return [reportTooSmall(size, min, span, page.min.at.span)]
      if (max !== undefined && page.max.state === 'shown' && size > max) return [reportTooLarge(size, max, span, page.max.at.span)]
      return limit?.state === 'shown' && size > limit.value ? [reportTooLarge(size, limit.value, span, limit.at.span)] : []
    })
  },
}

function parseLiteralSize(text: string): number | undefined {
  return /^\d+$/.test(text) ? Number(text) : undefined
}

type Parameter = { readonly name: string; readonly schema: Schema }

/** The query parameter that the size is. */
function findParameter(text: string, query: Input['query']): Parameter | undefined {
  const name = /^(?:int\()?input\.query\.(\w+)\)?$/.exec(text)?.[1] ?? ''
  const schema = query.get(name)?.schema
  return schema === undefined ? undefined : { name, schema }
}

function readDefault(schema: Schema): number | undefined {
  const defaultValue = typeof schema === 'object' ? schema.default : undefined
  return typeof defaultValue === 'number' && defaultValue > 0 ? defaultValue : undefined
}

function readMaximum(schema: Schema): number | undefined {
  return typeof schema === 'object' && typeof schema.maximum === 'number' ? schema.maximum : undefined
}

function readMinimum(schema: Schema): number | undefined {
  return typeof schema === 'object' && typeof schema.minimum === 'number' ? schema.minimum : undefined
}

/** The least value of a computed size, by the bounds of its parts. */
function findSmallest(size: ExpressionText, typing: Typing): number | undefined {
  const expression = typing.expression(size)
  if (expression?.type.kind !== 'int' || expression.kind === 'select') return undefined
  const { least } = computeBounds(expression, noKnownFacts)
  return least === undefined ? undefined : Number(least)
}

function reportComputedBelow(least: number, smallest: number, span: Span): Diagnostic {
  return createDiagnostic(
    'warning',
    code,
    `The size of a page may be ${quoteName(String(least))}, and ${quoteName(String(smallest))} is the least`,
    { span, text: 'refused below that' },
    {
      reason: 'Such a request is refused with `invalid query`.',
      help:
        least === 0
          ? advise`Write ${quoteEntry('min: 0')} in \`page\`, so that a request may ask for the total alone.`
          : `Bound it: math.greatest(${smallest}, …)`,
    },
  )
}

function reportRefusedBelow(name: string, least: number, smallest: number, span: Span): Diagnostic {
  return createDiagnostic(
    'warning',
    code,
    `${quoteName(name)} may be ${quoteName(String(least))}, and a request may ask for no less than ${quoteName(String(smallest))}`,
    { span, text: 'refused below that' },
    {
      reason: 'The declaration of the parameter tells clients sizes that are always refused.',
      help: advise`Write ${quoteEntry(`minimum: ${smallest}`)} in the parameter, or ${quoteEntry(`min: ${least}`)} in \`page\`.`,
    },
  )
}

function reportRefused(name: string, most: number, largest: number, span: Span, at: Span): Diagnostic {
  return createDiagnostic(
    'warning',
    code,
    `${quoteName(name)} may be up to \`${most}\`, and a page holds \`${largest}\` at most`,
    { span, text: 'refused above that' },
    {
      others: [{ span: at, text: 'the largest' }],
      reason: 'The declaration of the parameter tells clients sizes that are always refused.',
      help: 'Write the same bound in both places.',
    },
  )
}

function reportTooSmall(size: number, min: number, span: Span, at: Span): Diagnostic {
  return createDiagnostic(
    'error',
    code,
    `A page of \`${size}\` records is less than the \`${min}\` that a request may ask for`,
    { span, text: 'the usual size' },
    {
      others: [{ span: at, text: 'the least' }],
      help: advise`Write a size of at least ${quoteWord(String(min))}, or a smaller \`min\`.`,
    },
  )
}

function reportTooLarge(size: number, max: number, span: Span, at: Span): Diagnostic {
  return createDiagnostic(
    'error',
    code,
    `A page of \`${size}\` records is larger than the largest page, \`${max}\``,
    { span, text: 'the usual size' },
    {
      others: [{ span: at, text: 'the largest' }],
      reason: 'A request without a size would get more records than the largest size that a request may ask for.',
      help: advise`Write a size of at most ${quoteWord(String(max))}, or a larger \`max\`.`,
    },
  )
}
