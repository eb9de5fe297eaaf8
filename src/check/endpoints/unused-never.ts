// Reports a `never` for a condition that cannot occur anyway.

import { advise, remove } from '../../diagnostic/help.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import type { ConditionPattern } from '../../fact/fact.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/unused-never'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: ({ needless }) =>
    needless.map(({ operation, pattern }) =>
      createDiagnostic(
        'warning',
        code,
        `\`${operation.name}\` cannot meet ${printPattern(pattern)}, which its \`never\` rules out`,
        { span: pattern.span, text: 'matches nothing' },
        {
          help: advise`${remove('Remove it')}, or check its words against \`explain\`.`,
        },
      ),
    ),
}

function printPattern({ condition, subject, name }: ConditionPattern): string {
  return `\`${[condition, subject, name].filter((word) => word !== undefined).join(' ')}\``
}
