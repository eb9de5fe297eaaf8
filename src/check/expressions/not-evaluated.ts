// Reports a text that looks like the path to a value: it is sent as text, although the value was probably meant.

import { withoutNull } from '../../cel/fits.ts'
import { type Scope, type Type, findMembers } from '../../cel/type.ts'
import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'

const code = 'expressions/not-evaluated'

export const check: Check = {
  code,
  run: ({ typing }) =>
    typing.slots.flatMap(({ slot, scope }) => {
      if (slot.kind !== 'text' || !leadsToValue(slot.text, scope)) return []
      return [
        diagnostic(
          'warning',
          code,
          `${quoteName(slot.text)} is text here, and is sent unchanged`,
          { span: slot.node.span, text: 'not evaluated' },
          {
            reason: 'Titles, headers and addresses are text; only `${…}` in them is evaluated.',
            help: `If its value is meant, write\n\n'\${${slot.text}}'`,
          },
        ),
      ]
    }),
}

/** True if each name of `a.b.c` is readable here. */
function leadsToValue(text: string, scope: Scope): boolean {
  const [root = '', ...members] = /^[A-Za-z_]\w*(\.[A-Za-z_]\w*)+$/.test(text) ? text.split('.') : []
  let type = scope.variables.get(root)
  for (const member of members) type = type === undefined ? undefined : findMember(type, member, scope)
  return type !== undefined
}

function findMember(owner: Type, name: string, scope: Scope): Type | undefined {
  const member = findMembers(withoutNull(owner), scope)?.get(name)
  return member?.refused === undefined ? member?.type : undefined
}
