// Reports `{name}` in a text where an expression `${name}` was probably meant: the text is sent unchanged.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import { spanWithin } from '../../document/node.ts'
import type { SlotUse } from '../../typing/slots/use.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'

const code = 'expressions/missing-dollar'

export const check: Check = {
  code,
  run({ typing }) {
    const reported = new Set<string>()
    return typing.slots.flatMap((use) => {
      const { source, start } = use.slot.node.span
      const place = `${source.name} ${start}`
      if (use.slot.kind !== 'text' || reported.has(place) || !isAuthored(use.slot.node.span)) return []
      reported.add(place)
      return checkText(use)
    })
  },
}

/** A path of at least two names whose first name is known there. `{id}` alone may be part of a template for others. */
function checkText({ slot, scope }: SlotUse): Diagnostic[] {
  return [...slot.text.matchAll(/(?<!\$)\{\s*([A-Za-z_]\w*)((?:\.\??\w+)+)\s*\}/g)].flatMap((found) => {
    const [written, name = '', path = ''] = found
    if (!scope.variables.has(name)) return []
    return [
      createDiagnostic(
        'warning',
        code,
        `\`${written}\` is sent as it stands`,
        { span: spanWithin(slot.node, found.index, found.index + written.length), text: 'no expression without `$`' },
        { help: advise`If the value is meant, write${paste(`\${${name}${path}}`)}` },
      ),
    ]
  })
}
