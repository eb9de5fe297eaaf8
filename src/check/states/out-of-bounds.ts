// Reports computed values of a `set` that may exceed their property's bounds: a valid request would then be refused.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import { boundsLeft } from '../../fact/effects/bounds-left.ts'
import type { Facts } from '../../fact/fact.ts'
import { slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { type PropertyWrite, writesOf } from './writes.ts'

const code = 'states/out-of-bounds'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: (facts) => (namesInvalid(facts) ? [] : writesOf(facts).flatMap((write) => ofWrite(write, facts))),
}

/** True if an entry of the document itself answers invalid results of `set`. */
function namesInvalid({ model }: Facts): boolean {
  const { catalogue } = model.errors.value
  return (slotValue(catalogue) ?? []).some(
    ({ slot }) => slot.state === 'shown' && (slotValue(slot.value.on) ?? []).some(({ text }) => /^invalid(?: set\b|$)/.test(text)),
  )
}

function ofWrite({ resource, property: name, key, template }: PropertyWrite, { typing }: Facts): Diagnostic[] {
  const property = resource.properties.get(name)
  if (property === undefined || template === undefined || template.kind !== 'expression') return []
  const left = boundsLeft(typing, property, template).find(({ isSum }) => isSum)
  if (left === undefined) return []
  const isLow = left.keyword === 'minimum' || left.keyword === 'exclusiveMinimum'
  const sign = isLow ? (left.keyword === 'minimum' ? '>=' : '>') : left.keyword === 'maximum' ? '<=' : '<'
  return [
    diagnostic(
      'warning',
      code,
      `${quoteName(template.text)} can be too ${isLow ? 'small' : 'great'} for ${quoteName(`${resource.name}.${name}`)}`,
      { span: key.span, text: 'written here' },
      {
        others: [{ span: property.at.span, text: `${quoteName(left.keyword)} is ${String(left.limit)}` }],
        reason: 'The request is then refused with `invalid set`, which part 7 can answer by an entry of its own, `on: invalid set`.',
        help: `Ask it first, in a guard or in \`require\`:\n\n${template.text} ${sign} ${String(left.limit)}`,
      },
    ),
  ]
}
