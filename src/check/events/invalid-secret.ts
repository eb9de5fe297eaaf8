// Reports signing secrets that are neither text nor a list of texts, that occur twice, or that sign nothing.

import { advise, paste, quoteEntry } from '../../diagnostic/help.ts'
import type { Span } from '../../base/text.ts'
import type { Expression } from '../../cel/expression.ts'
import type { Type } from '../../cel/type.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { spanWithin } from '../../document/node.ts'
import type { Facts } from '../../fact/fact.ts'
import { type ExpressionText, isAbsent, slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { type DeclaredDelivery, listDeclaredDeliveries } from '../deliveries.ts'

const code = 'events/invalid-secret'

export const check: Check = {
  code,
  run: (facts) => listDeclaredDeliveries(facts.model).flatMap((delivery) => checkDelivery(delivery, facts)),
}

function checkDelivery({ name, destination }: DeclaredDelivery, { typing }: Facts): Diagnostic[] {
  const secret = slotValueOf(destination.secret)
  if (secret === undefined) return []
  const { span } = secret.node
  if (isAbsent(destination.signature)) {
    return [
      createDiagnostic(
        'warning',
        code,
        `${quoteName(name)} has a secret that signs nothing`,
        { span, text: 'signs nothing' },
        { help: advise`Write ${quoteEntry('signature: standard-webhooks')}, or remove the secret.` },
      ),
    ]
  }
  const expression = typing.expression(secret)
  const repeated = expression === undefined ? undefined : findRepeatedItem(expression, secret)
  if (repeated !== undefined)
    return [
      createDiagnostic(
        'warning',
        code,
        `${quoteName(name)} signs twice with ${quoteName(repeated.text)}`,
        { span: repeated.span, text: 'named before' },
        {
          reason: 'During a change of the secret, the old and the new one sign. The same one twice signs for receivers of one only.',
          help: advise`Name the former secret, or sign with one:${paste('secret: to.secret')}`,
        },
      ),
    ]
  const type = expression?.type
  if (type === undefined || isText(type)) return []
  return [
    createDiagnostic(
      'error',
      code,
      `${quoteName(secret.text)} is not text, but the secret of a signature must be text`,
      { span, text: 'no text' },
      {
        reason: 'A signature is made from the secret itself, which the receiver has too.',
        help: 'Keep it in a property of type `string` that is `sensitive: true`, and name it in no view.',
      },
    ),
  ]
}

/** The second of two equal items of a list. */
function findRepeatedItem(
  expression: Expression,
  { text, node }: ExpressionText,
): { readonly text: string; readonly span: Span } | undefined {
  if (expression.kind !== 'list') return undefined
  const items = expression.items.map(({ value: { start, end } }) => ({
    text: text.slice(start, end).trim(),
    span: spanWithin(node, start, end),
  }))
  return items.find((item, index) => items.slice(0, index).some((other) => other.text === item.text))
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
