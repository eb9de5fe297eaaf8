// Reports `idempotency: natural` of actions other than creating and deleting, which have no record to compare.

import { advise, paste, remove } from '../../diagnostic/help.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Span } from '../../base/text.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import type { Operation } from '../../model/model.ts'
import type { Typing } from '../../typing/domain.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/natural-idempotency'

export const check: Check = {
  code,
  run: ({ model, typing }) =>
    model.endpoints.value.operations.flatMap((operation) => {
      const { name, action, slots } = operation
      const declared = slotValueOf(slots.idempotency)
      if (declared?.kind !== 'natural' || action === undefined || action === 'delete') return []
      if (action === 'create') return checkCreate(operation, typing, declared.node.span)
      return [
        createDiagnostic(
          'error',
          code,
          `\`idempotency: natural\` of ${quoteName(name)} has nothing to compare a repeated request with`,
          { span: declared.node.span, text: `stands beside ${quoteName(action)}` },
          {
            reason: 'It belongs to `create`, where an equal record answers at once, and to `delete`, where an absent one is not an error.',
            help: advise`${remove('Leave it out')}, or let the client send a key:${paste('idempotency: { key: Idempotency-Key }')}`,
          },
        ),
      ]
    }),
}

/** The request and `set` must determine the key or a unique; otherwise each request creates another record. */
function checkCreate(operation: Operation, typing: Typing, span: Span): Diagnostic[] {
  const resource = typing.domain.resources.get(operation.subject?.text ?? '')
  if (resource === undefined || resource.key.length === 0) return []
  const written = new Set([
    ...(typing.input(operation).body?.writes ?? []).map(({ property }) => property),
    ...(slotValueOf(operation.slots.set) ?? []).map((member) => member.name),
  ])
  const isDetermined = (members: readonly string[]): boolean => members.every((member) => written.has(member))
  if (isDetermined(resource.key) || resource.uniques.some(({ members }) => isDetermined(members))) return []
  const missing = resource.key.find((member) => !written.has(member))!
  const property = resource.properties.get(missing)
  return [
    createDiagnostic(
      'error',
      code,
      `\`idempotency: natural\` of ${quoteName(operation.name)} never finds the record of a repeated request: the request does not determine ${quoteName(`${resource.name}.${missing}`)}`,
      { span, text: 'makes another record each time' },
      {
        others:
          property === undefined
            ? []
            : [{ span: property.at.span, text: property.generate === undefined ? 'the key' : 'generated for each request' }],
        reason: 'It compares a request with the record of its key or of a unique.',
        help: advise`Let the client send a key:${paste('idempotency: { key: Idempotency-Key }')}\n\nor take the key of the record from the body or from \`set\`.`,
      },
    ),
  ]
}
