// Reports two entries that match a condition equally specifically, so that the answer is ambiguous.

import { advise, remove } from '../../diagnostic/help.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'

const code = 'errors/conflicting-entries'

export const check: Check = {
  code,
  run: ({ ties }) =>
    ties.map(({ first, second }) =>
      createDiagnostic(
        'error',
        code,
        `\`${first.entry.name}\` and \`${second.entry.name}\` answer the same condition`,
        { span: second.pattern.span, text: 'the same condition again' },
        {
          others: [{ span: first.pattern.span, text: `\`${first.entry.name}\` answers it here` }],
          reason:
            'An entry wins by being narrower: endpoint before name, name before resource, resource before the bare condition. These are equally narrow.',
          help: advise`${remove('Remove one')}, or narrow one of them to a resource, a name or an operation.`,
        },
      ),
    ),
}
