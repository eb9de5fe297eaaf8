// Reports two roles with the same condition: a caller has both or none.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { isAuthored } from '../unused.ts'

const code = 'authentication/repeated-role'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run({ model }) {
    const roles = listSpecifiedEntries(model.authentication.value.roles).filter(({ key }) => isAuthored(key.span))
    const byText = Map.groupBy(roles, ({ value }) => value.text.replace(/\s+/g, ' ').trim())
    return Array.from(byText.values()).flatMap(([first, ...more]) =>
      more.map(({ name, value }): Diagnostic =>
        createDiagnostic(
          'warning',
          code,
          `${quoteName(name)} is the same role as ${quoteName(first!.name)}`,
          {
            span: value.node.span,
            text: 'the same condition',
          },
          {
            others: [{ span: first!.value.node.span, text: 'first here' }],
            reason: 'The two names suggest different callers, but they allow the same ones.',
            help: 'Write what tells them apart, or leave one out.',
          },
        ),
      ),
    )
  },
}
