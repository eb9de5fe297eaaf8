// What a change made of something was there after it: going back from the newest version, each name leads to something.

import { unknownName } from '../../diagnostic/voice.ts'
import type { Check } from '../check.ts'
import { misnamed } from '../versioned-names.ts'

const code = 'versioning/unknown-name'

export const check: Check = {
  code,
  run: (facts) => misnamed(facts).filter(({ kind }) => kind === 'unknown').map(({ what, name, node, known }) => unknownName(code, what, name, node.span, known)),
}
