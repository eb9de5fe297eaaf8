// Reports body fields that a request cannot write: they would be dropped.

import { type Help, advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Operation } from '../../model/model.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Domain, Property } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { findSubjectResource } from './subject.ts'
import { listBodyFields } from './unknown-property.ts'

const code = 'endpoints/read-only-field'

export const check: Check = {
  code,
  run: ({ model, typing }) => model.endpoints.value.operations.flatMap((operation) => checkOperation(operation, typing.domain)),
}

function checkOperation(operation: Operation, domain: Domain): Diagnostic[] {
  const resource = findSubjectResource(operation, domain)
  const body = slotValueOf(operation.slots.body)
  if (resource === undefined || body === undefined) return []
  return listBodyFields(body).flatMap(({ text, node }): Diagnostic[] => {
    const property = resource.properties.get(text)
    const refusal = property && findRefusal(property, operation)
    if (property === undefined || refusal === undefined) return []
    return [
      createDiagnostic(
        'warning',
        code,
        `${quoteName(`${resource.name}.${text}`)} is in the body of ${quoteName(operation.name)}, and ${refusal.problem}`,
        { span: node.span, text: 'is dropped, or refused where it is `strict`' },
        {
          others: [{ span: property.at.span, text: 'declared here' }],
          help: refusal.help,
        },
      ),
    ]
  })
}

/** Machine fields, computed properties and inverses are covered by the check of all writers. */
function findRefusal(
  { readOnly, immutable, machine, compute, inverse }: Property,
  { action }: Operation,
): { problem: string; help: string | Help } | undefined {
  if (machine !== undefined || compute !== undefined || inverse !== undefined) return undefined
  if (readOnly)
    return { problem: 'is read-only', help: advise`${remove('Remove it')} from the body, or ${remove('remove `readOnly`', 'readOnly')}.` }
  const isChange = action === 'update' || action === 'replace' || action === 'transition'
  return isChange && immutable
    ? {
        problem: 'never changes after the record is created',
        help: advise`${remove('Remove it')} from the body: it is the key, or \`immutable\`.`,
      }
    : undefined
}
