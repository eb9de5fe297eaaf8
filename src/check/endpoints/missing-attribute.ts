// Reports event types of a stream that lack an attribute which the stream's `where` compares: none of their events is ever sent.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Expression } from '../../cel/expression.ts'
import { listConjuncts } from '../../cel/parts.ts'
import { reads } from '../../cel/reads.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Operation } from '../../model/model.ts'
import { type Word, findNamedEntry, slotValueOf } from '../../model/slot.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'

const code = 'endpoints/missing-attribute'

const attributes = ['partitionkey', 'subject'] as const

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: (facts) => facts.model.endpoints.value.operations.flatMap((operation) => checkOperation(operation, facts)),
}

function checkOperation({ action, slots }: Operation, { model, typing }: Facts): Diagnostic[] {
  const where = slotValueOf(slots.where)
  const condition = where === undefined || action !== 'stream' ? undefined : typing.expression(where)
  if (where === undefined || condition === undefined) return []
  const compared = attributes.filter((attribute) => listConjuncts(condition).some((part) => isAbout(part, attribute)))
  return (slotValueOf(slots.stream) ?? []).flatMap((word) => {
    const declared = findNamedEntry(model.events.value.types, word.text)
    const type = declared && slotValueOf(declared.slot)
    const missing = type && compared.find((attribute) => type[attribute].state === 'unsaid' || type[attribute].state === 'none')
    return missing === undefined || !isAuthored(word.node.span) ? [] : [diagnose(word, missing, where.node.span, declared!.key.span)]
  })
}

function diagnose(
  { text, node }: Word,
  attribute: string,
  where: Diagnostic['primary']['span'],
  type: Diagnostic['primary']['span'],
): Diagnostic {
  return createDiagnostic(
    'warning',
    code,
    `No ${quoteName(text)} is ever sent: it has no ${quoteName(attribute)}, which \`where\` compares`,
    { span: node.span, text: 'never equal' },
    {
      others: [
        { span: where, text: 'compares it' },
        { span: type, text: 'does not give it' },
      ],
      help: advise`Give the event ${quoteName(text)} its ${quoteName(attribute)}, for example${paste(`${attribute}: ${attribute === 'subject' ? '${this.id}' : 'this.id'}`, text)}`,
    },
  )
}

/** True for an equation between the attribute, or empty text or null in its place, and what the request has. */
function isAbout(part: Expression, attribute: string): boolean {
  if (part.kind !== 'binary' || part.operator !== '==') return false
  const variables = reads(part).variables
  const ofEvent = variables.filter(({ name }) => name === 'event')
  return (
    ofEvent.length > 0 &&
    ofEvent.every(({ path: [member] }) => member === attribute) &&
    variables.some(({ name, path: [member] }) => name === 'input' && member === 'path')
  )
}
