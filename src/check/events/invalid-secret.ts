// Reports signing secrets that are neither text nor a list of texts, and secrets without a signature.

import type { Type } from '../../cel/type.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { slotValue } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { type DeclaredDelivery, listDeclaredDeliveries } from '../deliveries.ts'

const code = 'events/invalid-secret'

export const check: Check = {
  code,
  run: (facts) => listDeclaredDeliveries(facts.model).flatMap((delivery) => checkDelivery(delivery, facts)),
}

function checkDelivery({ name, destination }: DeclaredDelivery, { typing }: Facts): Diagnostic[] {
  const secret = slotValue(destination.secret)
  if (secret === undefined) return []
  const { span } = secret.node
  if (destination.signature.state === 'unsaid' || destination.signature.state === 'none') {
    return [
      diagnostic(
        'warning',
        code,
        `${quoteName(name)} has a secret, and nothing is signed with it`,
        { span, text: 'signs nothing' },
        { help: 'Write `signature: standard-webhooks`, or remove the secret.' },
      ),
    ]
  }
  const type = typing.expression(secret)?.type
  if (type === undefined || isText(type)) return []
  return [
    diagnostic(
      'error',
      code,
      `${quoteName(secret.text)} is not text, and only text can sign`,
      { span, text: 'no text' },
      {
        reason: 'A signature is made from the secret itself, which the receiver has too.',
        help: 'Keep it in a property of type `string` that is `sensitive: true`, and leave it out of every view.',
      },
    ),
  ]
}

/** True for a text or a list of texts, which may be null. */
function isText(type: Type): boolean {
  switch (type.kind) {
    case 'string':
    case 'enum':
    case 'dyn':
    case 'unknown':
    case 'null':
      return true
    case 'nullable':
    case 'optional':
      return isText(type.of)
    case 'list':
      return isText(type.element)
    default:
      return false
  }
}
