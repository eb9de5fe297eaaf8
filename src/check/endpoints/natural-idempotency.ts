// `idempotency: natural` compares a request with the record of its key: only creating and deleting have one to compare.

import { diagnostic, quoted } from '../../diagnostic/voice.ts'
import type { Span } from '../../base/text.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Operation } from '../../model/model.ts'
import type { Domain } from '../../typing/domain.ts'
import { shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/natural-idempotency'

export const check: Check = {
  code,
  run: ({ model, typing }) =>
    model.endpoints.value.operations.flatMap((operation) => {
      const { name, action, slots } = operation
      const said = shown(slots.idempotency)
      if (said?.kind !== 'natural' || action === undefined || action === 'delete') return []
      if (action === 'create') return ofCreate(operation, typing.domain, said.node.span)
      return [
        diagnostic('error', code, `\`idempotency: natural\` of ${quoted(name)} has nothing to compare a repeated request with`, { span: said.node.span, text: `stands beside ${quoted(action)}` }, {
          reason: 'It belongs to `create`, where an equal record answers at once, and to `delete`, where an absent one is no mistake.',
          help: 'Leave it out, or let the client send a key:\n\nidempotency: { key: Idempotency-Key }',
        }),
      ]
    }),
}

/** A key that the service makes anew is that of no other record. */
function ofCreate({ name, subject, slots }: Operation, { resources }: Domain, span: Span): Diagnostic[] {
  const resource = resources.get(subject?.text ?? '')
  const set = new Set((shown(slots.set) ?? []).map((member) => member.name))
  const made = resource?.key.find((member) => resource.properties.get(member)?.generate !== undefined && !set.has(member))
  if (resource === undefined || made === undefined) return []
  return [
    diagnostic('error', code, `\`idempotency: natural\` of ${quoted(name)} never finds the record of a repeated request: ${quoted(`${resource.name}.${made}`)} is made anew each time`, { span, text: 'makes another record' }, {
      others: [{ span: resource.properties.get(made)!.at.span, text: 'generated' }],
      reason: 'It compares a request with the record of its key, and the request does not say that key.',
      help: 'Let the client send a key of its own:\n\nidempotency: { key: Idempotency-Key }\n\nor let it, or `set`, say the key of the record.',
    }),
  ]
}
