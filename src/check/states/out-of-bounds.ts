// Reports computed values of a `set` that may exceed their property's bounds: a valid request would then be refused.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { listExceedableBounds } from '../../fact/effects/bounds-left.ts'
import type { Facts } from '../../fact/fact.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { type PropertyWrite, listWrites } from './writes.ts'

const code = 'states/out-of-bounds'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: (facts) => (answersInvalidSet(facts) ? [] : listWrites(facts).flatMap((write) => checkWrite(write, facts))),
}

/** True if an entry of the document itself answers invalid results of `set`. */
function answersInvalidSet({ model }: Facts): boolean {
  const { catalogue } = model.errors.value
  return (slotValueOf(catalogue) ?? []).some(
    ({ slot }) => slot.state === 'shown' && (slotValueOf(slot.value.on) ?? []).some(({ text }) => /^invalid(?: set\b|$)/.test(text)),
  )
}

const comparisonSigns: { readonly [keyword: string]: string } = {
  minimum: '>=',
  exclusiveMinimum: '>',
  maximum: '<=',
  exclusiveMaximum: '<',
}

function checkWrite({ resource, property: name, key, template }: PropertyWrite, { typing }: Facts): Diagnostic[] {
  const property = resource.properties.get(name)
  if (property === undefined || template === undefined || template.kind !== 'expression') return []
  const exceeded = listExceedableBounds(typing, property, template).find(({ isSum }) => isSum)
  if (exceeded === undefined) return []
  const isLowerBound = exceeded.keyword === 'minimum' || exceeded.keyword === 'exclusiveMinimum'
  const sign = comparisonSigns[exceeded.keyword]
  return [
    createDiagnostic(
      'warning',
      code,
      `${quoteName(template.text)} can be too ${isLowerBound ? 'small' : 'great'} for ${quoteName(`${resource.name}.${name}`)}`,
      { span: key.span, text: 'written here' },
      {
        others: [{ span: property.at.span, text: `${quoteName(exceeded.keyword)} is ${String(exceeded.limit)}` }],
        reason: 'The request is then refused with `invalid set`, for which part 7 can have a separate entry, `on: invalid set`.',
        help: advise`Ask it first, in a guard or in \`require\`:${paste(`${template.text} ${sign} ${String(exceeded.limit)}`)}`,
      },
    ),
  ]
}
