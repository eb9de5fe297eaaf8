// Reports members of catalogue entries that no body, header or expression reads: no client gets them.

import { advise, paste } from '../../diagnostic/help.ts'
import { reads } from '../../cel/reads.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { listTyped } from '../expressions/typed.ts'
import { isAuthored, reportUnused } from '../unused.ts'

const code = 'errors/unused-member'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model, entries, typing }) {
    const members = entries.flatMap(({ slots }) => [
      ...slots.extensions.map(({ name, key }) => ({ name, span: key.span })),
      ...(slots.detail.state === 'shown' ? [{ name: 'detail', span: slots.detail.at.span }] : []),
    ])
    const authored = members.filter(({ span }) => isAuthored(span))
    const body = model.errors.value.body
    if (authored.length === 0 || body.state === 'gap' || body.state === 'wrong') return []
    const paths = listTyped(typing).flatMap(({ expression }) => reads(expression).variables.filter(({ name }) => name === 'error'))
    if (paths.some(({ path }) => path.length === 0)) return []
    const readNames = new Set(paths.map(({ path: [member] }) => member))
    const hint = slotValueOf(body) === undefined ? '' : ' of part 7'
    const byName = Map.groupBy(authored, ({ name }) => name)
    return [...byName]
      .filter(([name]) => !readNames.has(name))
      .map(([name, [first, ...others]]) =>
        reportUnused(
          code,
          `No answer contains ${quoteName(name)} of an error`,
          first!.span,
          advise`Send it in \`body\`${hint}, for example${paste(`?${name}: 'error.?${name}'`, 'errors', 'body')}`,
          others.map(({ span }) => ({ span, text: 'and here' })),
        ),
      )
  },
}
