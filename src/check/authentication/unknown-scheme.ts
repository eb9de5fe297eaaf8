// `security`, `caller` and test callers name schemes that part 5 declares.

import { unknownName } from '../../diagnostic/voice.ts'
import { shown } from '../../model/slot.ts'
import type { Check } from '../check.ts'
import { schemesNamed } from './schemes.ts'

const code = 'authentication/unknown-scheme'

export const check: Check = {
  code,
  run({ model }) {
    const { state, value: { schemes } } = model.authentication
    if (state === 'not shown' || schemes.state === 'hole' || schemes.state === 'wrong') return []
    const known = new Set((shown(schemes) ?? []).map(({ name }) => name))
    return schemesNamed(model).flatMap(({ text, node }) => (known.has(text) ? [] : [unknownName(code, 'scheme', text, node.span, known)]))
  },
}
