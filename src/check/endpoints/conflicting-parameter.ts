// Reports path parameters whose type differs from the property that they are compared with.

import { advise, remove } from '../../diagnostic/help.ts'
import { isAssignable, withoutNull } from '../../cel/fits.ts'
import { typeText } from '../../cel/type-text.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { isOnRecord } from '../../model/endpoints.ts'
import type { Operation } from '../../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { listKeyMembersInPath } from '../../typing/key-in-path.ts'
import type { Check } from '../check.ts'
import { findSubjectResource } from './subject.ts'

const code = 'endpoints/conflicting-parameter'

export const check: Check = {
  code,
  run: (facts) => facts.model.endpoints.value.operations.flatMap((operation) => checkOperation(operation, facts)),
}

/** `by` is an expression and is checked as one. */
function checkOperation(operation: Operation, { typing }: Facts): Diagnostic[] {
  const resource =
    isOnRecord(operation.action) && operation.slots.by.state === 'unsaid' ? findSubjectResource(operation, typing.domain) : undefined
  const input = typing.input(operation)
  const members = resource === undefined ? [] : listKeyMembersInPath(resource, input)
  return listSpecifiedEntries(slotValueOf(operation.slots.parameters)?.path ?? { state: 'unsaid' }).flatMap(
    ({ name, key }): Diagnostic[] => {
      const property = members.includes(name) ? resource!.properties.get(name) : undefined
      const parameter = input.path.get(name)
      if (property === undefined || parameter === undefined || property.reference !== undefined) return []
      const [parameterType, propertyType] = [withoutNull(parameter.type), withoutNull(property.type)]
      if (isAssignable(parameterType, propertyType)) return []
      return [
        createDiagnostic(
          'error',
          code,
          `${quoteName(name)} of ${quoteName(operation.name)} is ${typeText(parameterType)}, and ${quoteName(`${resource!.name}.${name}`)} is ${typeText(propertyType)}`,
          { span: key.span, text: 'of another type' },
          {
            others: [{ span: property.at.span, text: 'what it is compared with' }],
            reason: 'The parameter identifies the record, but no record can have a value of this type.',
            help: advise`${remove('Leave the parameter out')}: it then has the type of the property that it is compared with.`,
          },
        ),
      ]
    },
  )
}
