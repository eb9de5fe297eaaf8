// Reports messages for keywords that no request can fail.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, joinWithOr, suggestNames, quoteName } from '../../diagnostic/voice.ts'
import { failingKeywords } from '../../fact/failing.ts'
import type { Facts } from '../../fact/fact.ts'
import { schemaKeys } from '../../model/schema.ts'
import { slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { isOwn, reportUnused } from '../unused.ts'
import { schemasOf } from '../schemas.ts'

const code = 'errors/unused-message'

/** What `error.errors` may name besides keywords of schemas. */
const others = ['require', 'guard', 'reference', 'unique'] as const

export const check: Check = {
  code,
  quietBesideErrors: true,
  run(facts) {
    const declared = (slotValue(facts.model.errors.value.messages) ?? []).filter(({ key }) => isOwn(key.span))
    if (declared.length === 0) return []
    const known = new Set<string>([...failingKeywords, ...others])
    const used = usedKeywords(facts)
    return declared.flatMap(({ name, key }): Diagnostic[] => {
      if (known.has(name))
        return used.has(name)
          ? []
          : [
              reportUnused(
                code,
                `No request can fail ${quoteName(name)}, so its message is never sent`,
                key.span,
                'Leave it out, or use the keyword in a schema.',
              ),
            ]
      const near = suggestNames(name, known)
      return [
        diagnostic(
          'warning',
          code,
          `${quoteName(name)} is not a keyword that a request can fail`,
          { span: key.span, text: 'never sent' },
          {
            help:
              near.length > 0
                ? `Did you mean ${joinWithOr(near)}?`
                : `Messages are of keywords of schemas, and of ${joinWithOr([...others])}.`,
          },
        ),
      ]
    })
  },
}

/** `type` and `required` can be failed wherever anything is taken; what lists, filters and sizes bring is counted too. */
function usedKeywords({ model, typing, operations }: Facts): ReadonlySet<string> {
  const used = new Set<string>(['type', 'required', 'format', 'enum', 'const'])
  for (const { keywords: said } of schemasOf(model)) {
    for (const keyword of Object.keys(schemaKeys) as (keyof typeof schemaKeys)[]) if (said[keyword].state === 'shown') used.add(keyword)
  }
  if (slotValue(model.limits.value.sizes)?.field.state === 'shown') used.add('maxBytes')
  for (const operation of model.endpoints.value.operations) {
    const { slots } = operation
    const { page, sort, body } = typing.input(operation)
    if (body?.jsonPatch === true) used.add('path').add('test')
    if (page !== undefined) for (const keyword of ['minimum', 'maximum', 'pattern']) used.add(keyword)
    if (sort !== undefined) for (const keyword of ['minItems', 'maxItems']) used.add(keyword)
    if (slots.filter.state === 'shown') for (const keyword of ['minItems', 'minProperties', 'additionalProperties']) used.add(keyword)
    if (slotValue(slots.strict) === true) used.add('additionalProperties').add('readOnly')
  }
  const possibleConditions = new Set(operations.flatMap(({ points }) => points.map(({ condition }) => condition)))
  for (const [keyword, condition] of [
    ['require', 'require'],
    ['guard', 'guard'],
    ['reference', 'dangling'],
    ['unique', 'duplicate'],
  ] as const)
    if (possibleConditions.has(condition)) used.add(keyword)
  return used
}
