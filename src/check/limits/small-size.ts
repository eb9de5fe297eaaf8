// Reports sizes of part 8 that no valid body of an operation has: each of its requests is refused.

import { advise, quoteWord } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { slotValueOf } from '../../model/slot.ts'
import { type LeastText, measureLeast } from '../../schema/least.ts'
import { definitionsOf } from '../../typing/definitions.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'

const code = 'limits/small-size'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run(facts) {
    const sizes = slotValueOf(facts.model.limits.value.sizes)
    if (sizes === undefined || (sizes.body.state !== 'shown' && sizes.depth.state !== 'shown')) return []
    const bodies = listLeastBodies(facts)
    return [
      ...(sizes.body.state === 'shown' ? reportSmall(sizes.body.value, sizes.body.at.span, bodies, ({ bytes }) => bytes, 'byte') : []),
      ...(sizes.depth.state === 'shown'
        ? reportSmall(sizes.depth.value, sizes.depth.at.span, bodies, ({ levels }) => levels, 'level')
        : []),
    ]
  },
}

type LeastBody = { readonly name: string; readonly least: LeastText; readonly span: Diagnostic['primary']['span'] }

function listLeastBodies({ model, typing }: Facts): readonly LeastBody[] {
  return model.endpoints.value.operations.flatMap((operation): LeastBody[] => {
    const { body } = typing.input(operation)
    const isJson = body !== undefined && body.media.every((media) => media === 'application/json' || media.endsWith('+json'))
    const isMeasured = isJson && body.required && !body.patch && !body.jsonPatch && operation.slots.body.state === 'shown'
    return isMeasured
      ? [{ name: operation.name, least: measureLeast(body.schema, definitionsOf(typing.domain)), span: operation.slots.body.at.span }]
      : []
  })
}

function reportSmall(
  limit: number,
  span: Diagnostic['primary']['span'],
  bodies: readonly LeastBody[],
  measure: (least: LeastText) => number,
  unit: 'byte' | 'level',
): Diagnostic[] {
  const [largest] = bodies.filter(({ least }) => measure(least) > limit).toSorted((a, b) => measure(b.least) - measure(a.least))
  if (largest === undefined || !isAuthored(span)) return []
  const printCount = (count: number): string => `${count} ${unit}${count === 1 ? '' : 's'}`
  return [
    createDiagnostic(
      'warning',
      code,
      `A body of ${printCount(limit)} is smaller than any valid one of ${quoteName(largest.name)}`,
      { span, text: 'smaller than the smallest' },
      {
        others: [{ span: largest.span, text: `at least ${printCount(measure(largest.least))}` }],
        reason: 'Every request of the operation is then refused as `too-large`.',
        help:
          unit === 'byte'
            ? advise`Write a larger size, with its unit: ${quoteWord('16KiB')}.`
            : 'Write the levels that its bodies have, or more.',
      },
    ),
  ]
}
