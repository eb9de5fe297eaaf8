// Reports body fields that `set` replaces without reading the request: they are accepted and discarded.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { reads } from '../../cel/reads.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { listTemplateExpressions } from '../../fact/template.ts'
import type { Operation } from '../../model/model.ts'
import { type Template, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listBodyFields } from './unknown-property.ts'

const code = 'endpoints/overwritten-field'

export const check: Check = {
  code,
  run: (facts) => facts.model.endpoints.value.operations.flatMap((operation) => checkOperation(operation, facts)),
}

function checkOperation({ name, slots }: Operation, { typing }: Facts): Diagnostic[] {
  const body = slotValueOf(slots.body)
  if (body === undefined) return []
  const fields = new Map(listBodyFields(body).map(({ text, node }) => [text, node]))
  return listSpecifiedEntries(slots.set).flatMap(({ name: property, key, value }): Diagnostic[] => {
    const field = fields.get(property)
    if (field === undefined || readsRequest(value, typing)) return []
    return [
      createDiagnostic(
        'warning',
        code,
        `${quoteName(property)} is taken from the body of ${quoteName(name)} and then written over`,
        { span: key.span, text: 'replaces what the body says' },
        {
          others: [{ span: field.span, text: 'taken from the request here' }],
          help: advise`${remove('Remove it')} from the body, or from \`set\`.`,
        },
      ),
    ]
  })
}

/** True if the value reads the request, or has a mistake, so that it might. */
function readsRequest(value: Template, typing: Facts['typing']): boolean {
  return listTemplateExpressions(value).some(({ expression }) => {
    const typed = typing.expression(expression)
    return typed === undefined || reads(typed).variables.some(({ name }) => name === 'input')
  })
}
