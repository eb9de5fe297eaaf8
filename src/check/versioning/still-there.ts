// What a change took away is not there after it.

import { diagnostic, quoted } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { misnamed } from '../versioned-names.ts'

const code = 'versioning/still-there'

export const check: Check = {
  code,
  run: (facts) => misnamed(facts).filter(({ kind }) => kind === 'there').map(({ name, node }) =>
    diagnostic('error', code, `${quoted(name)} is said to be gone, and is still there`, { span: node.span, text: 'removed here' }, {
      reason: 'Older clients would be answered with two of them.',
      help: 'Take it out of the document, or out of `remove`.',
    })),
}
