// Reports a text that looks like the path to a value: it is sent as text, although the value was probably meant.

import { advise, paste } from '../../diagnostic/help.ts'
import { withoutNull } from '../../cel/fits.ts'
import { type Scope, type Type, findMembers } from '../../cel/type.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { reportPlacesOnce } from '../repeated.ts'

const code = 'expressions/not-evaluated'

export const check: Check = {
  code,
  run: ({ typing }) =>
    reportPlacesOnce(
      typing.slots.flatMap(({ slot, scope }) => {
        if (slot.kind !== 'text' || !leadsToValue(slot.text, scope)) return []
        return [
          createDiagnostic(
            'warning',
            code,
            `${quoteName(slot.text)} is text here, and is sent unchanged`,
            { span: slot.node.span, text: 'not evaluated' },
            {
              reason: 'Titles, headers and addresses are text; only `${…}` in them is evaluated.',
              help: advise`If its value is meant, write${paste(`'\${${slot.text}}'`)}`,
            },
          ),
        ]
      }),
    ),
}

const step = /\.\??([A-Za-z_]\w*)|\[(?:"[^"\\]*"|'[^'\\]*'|\d+)\]/y

/** True if each name of `a.b.?c` is readable here; the members of `a["b"]` are not followed. */
function leadsToValue(text: string, scope: Scope): boolean {
  const [root = ''] = /^[A-Za-z_]\w*/.exec(text) ?? []
  let type = scope.variables.get(root)
  let isKnown = true
  let end = root.length
  while (type !== undefined && end < text.length) {
    step.lastIndex = end
    const found = step.exec(text)
    if (found === null) return false
    end = step.lastIndex
    isKnown &&= found[1] !== undefined
    if (isKnown) type = findMember(type, found[1]!, scope)
  }
  return type !== undefined && end > root.length
}

function findMember(owner: Type, name: string, scope: Scope): Type | undefined {
  const member = findMembers(withoutNull(owner), scope)?.get(name)
  return member?.refused === undefined ? member?.type : undefined
}
