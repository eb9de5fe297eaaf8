// Reports elements that a change removes but that still exist after it.

import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { findNameMistakes } from '../versioned-names.ts'

const code = 'versioning/still-there'

export const check: Check = {
  code,
  run: (facts) => findNameMistakes(facts).filter(({ kind }) => kind === 'still-exists').map(({ name, node }) =>
    diagnostic('error', code, `${quoteName(name)} is said to be gone, and is still there`, { span: node.span, text: 'removed here' }, {
      reason: 'Older clients would be answered with two of them.',
      help: 'Take it out of the document, or out of `remove`.',
    })),
}
