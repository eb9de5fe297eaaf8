// The fields of a body are those that a request may write: what is read-only, or cannot change any more, would be dropped.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoted } from '../../diagnostic/voice.ts'
import type { Operation } from '../../model/model.ts'
import { shown } from '../../model/slot.ts'
import type { Domain, Property } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { subjectOf } from './subject.ts'
import { fieldsOf } from './unknown-property.ts'

const code = 'endpoints/read-only-field'

export const check: Check = {
  code,
  run: ({ model, typing }) => model.endpoints.value.operations.flatMap((operation) => ofOperation(operation, typing.domain)),
}

function ofOperation(operation: Operation, domain: Domain): Diagnostic[] {
  const resource = subjectOf(operation, domain)
  const body = shown(operation.slots.body)
  if (resource === undefined || body === undefined) return []
  return fieldsOf(body).flatMap(({ text, node }): Diagnostic[] => {
    const property = resource.properties.get(text)
    const why = property && whyNot(property, operation)
    if (property === undefined || why === undefined) return []
    return [diagnostic('warning', code, `${quoted(`${resource.name}.${text}`)} is in the body of ${quoted(operation.name)}, and ${why.what}`, { span: node.span, text: 'is dropped, or refused where it is `strict`' }, {
      others: [{ span: property.at.span, text: 'declared here' }],
      help: why.help,
    })]
  })
}

/** A machine's field, a computed property and an inverse are told with all that writes them. */
function whyNot({ readOnly, immutable, machine, compute, inverse }: Property, { action }: Operation): { what: string; help: string } | undefined {
  if (machine !== undefined || compute !== undefined || inverse !== undefined) return undefined
  if (readOnly) return { what: 'is read-only', help: 'Take it out of the body, or take `readOnly` away.' }
  const isChange = action === 'update' || action === 'replace' || action === 'transition'
  return isChange && immutable ? { what: 'never changes once the record is there', help: 'Take it out of the body: it is the key, or `immutable`.' } : undefined
}
