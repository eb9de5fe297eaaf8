// Reports a `Location` of a created record that no operation answers.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { OperationFacts } from '../../fact/fact.ts'
import type { Operation, Segment } from '../../model/model.ts'
import { slotValueOf } from '../../model/slot.ts'
import { isSegmentOf } from '../../model/segment.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'

const code = 'endpoints/unreachable-location'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: ({ operations, model }) =>
    slotValueOf(model.versioning.value.scheme) === 'path' || model.endpoints.state !== 'shown'
      ? []
      : operations.flatMap((facts) => checkOperation(facts, model.endpoints.value.operations)),
}

function checkOperation({ operation: { name, action, slots } }: OperationFacts, operations: readonly Operation[]): Diagnostic[] {
  const header = (slotValueOf(slots.headers) ?? []).find((each) => each.name.toLowerCase() === 'location')
  const location = header && slotValueOf(header.slot)
  if (header === undefined || location === undefined || action !== 'create' || !isAuthored(location.node.span)) return []
  const parts = readParts(location.text)
  const readable = operations.filter(({ method }) => method === 'GET')
  if (parts === undefined || readable.length === 0 || readable.some(({ segments }) => leadsTo(parts, segments))) return []
  return [
    createDiagnostic(
      'warning',
      code,
      `${quoteName(name)} sends clients to ${quoteName(location.text)}, where no operation answers GET`,
      { span: location.node.span, text: 'leads nowhere' },
      {
        reason: 'The `Location` of a 201 identifies what was created (RFC 9110, section 10.2.2): clients read it there.',
        help: 'Write the path of the operation that reads the record, with the base path.',
      },
    ),
  ]
}

const expressionMark = '\u0000'

/** The segments of a path on this server; an expression may be any text without a slash. */
function readParts(text: string): readonly string[] | undefined {
  const path = text.replace(/\$\{[^{}]*\}/g, expressionMark).replace(/[?#].*$/s, '')
  return path.startsWith('/') && !path.startsWith('//') && !path.includes('${') ? path.split('/').slice(1) : undefined
}

function leadsTo(parts: readonly string[], segments: readonly Segment[]): boolean {
  return (
    parts.length === segments.length &&
    segments.every((segment, index) => isSegmentOf(segment, parts[index]!) || parts[index]!.includes(expressionMark))
  )
}
