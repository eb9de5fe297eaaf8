// Reports elements that a change removes but that still exist after it.

import { advise, remove } from '../../diagnostic/help.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { findNameMistakes } from '../versioned-names.ts'

const code = 'versioning/conflicting-change'

export const check: Check = {
  code,
  run: (facts) =>
    findNameMistakes(facts)
      .filter(({ kind }) => kind === 'still-exists')
      .map(({ name, node }) =>
        createDiagnostic(
          'error',
          code,
          `${quoteName(name)} is listed under \`remove\`, but still exists`,
          { span: node.span, text: 'removed here' },
          {
            reason: 'Older clients would receive both.',
            help: advise`${remove('Remove it')} from the document, or from \`remove\`.`,
          },
        ),
      ),
}
