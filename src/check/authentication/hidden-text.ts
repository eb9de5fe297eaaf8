// A text that is sent, a header or what an error says, shows no property that only some may read: a text cannot leave it out.

import type { Expression } from '../../cel/expression.ts'
import { withoutNull } from '../../cel/fits.ts'
import { partsOf } from '../../cel/parts.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoted } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { isWithheld } from '../../fact/rules.ts'
import type { Check } from '../check.ts'

const code = 'authentication/hidden-text'

export const check: Check = { code, run: (facts) => facts.typing.slots.flatMap((use) => ofSlot(use, facts)) }

const sent: ReadonlySet<string> = new Set(['endpoints.headers', 'endpoints.cache', 'errors.text', 'errors.headers'])

function ofSlot({ slot, role }: Facts['typing']['slots'][number], { model, typing }: Facts): Diagnostic[] {
  if (slot.kind !== 'text' || !sent.has(role)) return []
  const shown = (typing.text(slot) ?? []).flatMap((piece) => (piece.kind === 'expression' ? properties(piece.expression) : []))
  const hidden = shown.find(({ resource, property }) => isWithheld(model, resource, property))
  if (hidden === undefined) return []
  const at = typing.domain.resources.get(hidden.resource)?.properties.get(hidden.property)?.at
  return [diagnostic('error', code, `${quoted(`${hidden.resource}.${hidden.property}`)} stands in a text that is sent, and not everybody may read it`, { span: slot.node.span, text: 'shows it to whoever is answered' }, {
    ...(at === undefined ? {} : { others: [{ span: at.span, text: 'part 5 says who may read it' }] }),
    help: 'Show something that everybody who is answered may read.',
  })]
}

function properties(expression: Expression): { readonly resource: string; readonly property: string }[] {
  const inner = partsOf(expression).flatMap((part) => properties(part.expression))
  if (expression.kind !== 'select') return inner
  const owner = withoutNull(expression.operand.type)
  return owner.kind === 'record' ? [{ resource: owner.resource, property: expression.member }, ...inner] : inner
}
