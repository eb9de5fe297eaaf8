// Reports messages for keywords that no request can fail, and messages that no answer contains.

import { advise, offerNames, paste, remove } from '../../diagnostic/help.ts'
import { reads } from '../../cel/reads.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithOr, suggestNames, quoteName } from '../../diagnostic/voice.ts'
import { failingKeywords } from '../../fact/failing.ts'
import type { Facts } from '../../fact/fact.ts'
import { schemaKeys } from '../../model/schema.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listTyped } from '../expressions/typed.ts'
import { isAuthored, reportUnused } from '../unused.ts'
import { listSchemasOf } from '../schemas.ts'

const code = 'errors/unused-message'

/** What `error.errors` may name besides keywords of schemas. */
const otherChecks = ['require', 'guard', 'reference', 'unique'] as const

export const check: Check = {
  code,
  quietBesideErrors: true,
  run(facts) {
    const declared = (slotValueOf(facts.model.errors.value.messages) ?? []).filter(({ key }) => isAuthored(key.span))
    if (declared.length === 0) return []
    const { body } = facts.model.errors.value
    if (body.state !== 'gap' && body.state !== 'wrong' && !areMessagesSent(facts))
      return [
        reportUnused(
          code,
          'No answer contains these messages: nothing reads `error.errors`',
          declared[0]!.key.span,
          advise`Send them in \`body\`:${paste('errors: error.errors')}`,
        ),
      ]
    const messageNames = new Set<string>([...failingKeywords, ...otherChecks])
    const failingNames = listFailingNames(facts)
    return declared.flatMap(({ name, key }): Diagnostic[] => {
      if (messageNames.has(name))
        return failingNames.has(name)
          ? []
          : [
              reportUnused(
                code,
                `No request can fail ${quoteName(name)}, so its message is never sent`,
                key.span,
                advise`${remove('Leave it out')}, or use the keyword in a schema.`,
              ),
            ]
      const suggestions = suggestNames(name, messageNames)
      return [
        createDiagnostic(
          'warning',
          code,
          `${quoteName(name)} is not a keyword that a request can fail`,
          { span: key.span, text: 'never sent' },
          {
            help:
              suggestions.length > 0
                ? offerNames(suggestions)
                : `Messages are of keywords of schemas, and of ${joinWithOr([...otherChecks])}.`,
          },
        ),
      ]
    })
  },
}

/** Any request can fail `type` and `required`. Lists, filters and sizes add the keywords of their own schemas. */
function listFailingNames({ model, typing, operations }: Facts): ReadonlySet<string> {
  const failingNames = new Set<string>(['type', 'required', 'format', 'enum', 'const'])
  for (const { keywords } of listSchemasOf(model)) {
    for (const keyword of Object.keys(schemaKeys) as (keyof typeof schemaKeys)[])
      if (keywords[keyword].state === 'shown') failingNames.add(keyword)
  }
  if (slotValueOf(model.limits.value.sizes)?.field.state === 'shown') failingNames.add('maxBytes')
  for (const operation of model.endpoints.value.operations) {
    const { slots } = operation
    const { page, sort, body } = typing.input(operation)
    if (body?.jsonPatch === true) failingNames.add('path').add('test')
    if (page !== undefined) for (const keyword of ['minimum', 'maximum', 'pattern']) failingNames.add(keyword)
    if (sort !== undefined) for (const keyword of ['minItems', 'maxItems']) failingNames.add(keyword)
    if (slots.filter.state === 'shown')
      for (const keyword of ['minItems', 'minProperties', 'additionalProperties']) failingNames.add(keyword)
    if (slotValueOf(slots.strict) === true) failingNames.add('additionalProperties').add('readOnly')
  }
  const possibleConditions = new Set(operations.flatMap(({ points }) => points.map(({ condition }) => condition)))
  for (const [keyword, condition] of [
    ['require', 'require'],
    ['guard', 'guard'],
    ['reference', 'dangling'],
    ['unique', 'duplicate'],
  ] as const)
    if (possibleConditions.has(condition)) failingNames.add(keyword)
  return failingNames
}

function areMessagesSent({ typing }: Facts): boolean {
  return listTyped(typing).some(
    ({ use, expression }) =>
      use.role !== 'errors.messages' &&
      reads(expression).variables.some(({ name, path: [member] }) => name === 'error' && (member === undefined || member === 'errors')),
  )
}
