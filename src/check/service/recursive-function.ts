// Reports functions of part 1 that call themselves, or that grow too large when they are inlined.

import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import { declaredFunctions } from '../../typing/functions.ts'
import type { Check } from '../check.ts'

const code = 'service/recursive-function'

export const check: Check = {
  code,
  run: ({ typing: { domain } }) => [...declaredFunctions(domain).values()].flatMap(({ name, key, uncallable }) => {
    if (uncallable === undefined) return []
    const isRecursive = uncallable === 'recursive'
    return [
      diagnostic(
        'error',
        code,
        isRecursive
          ? `${quoteName(name)} calls itself, directly or through another function`
          : `${quoteName(name)} is too large with what its functions stand for`,
        { span: key.span, text: isRecursive ? 'leads back to itself' : 'more than 10,000 parts' },
        {
          reason: 'A function is written out where it is called, before anything runs.',
          help: isRecursive
            ? 'Go through a list with `map`, `filter` or `reduce` instead.'
            : 'Call fewer functions in it, or shorten their values.',
        },
      ),
    ]
  }),
}
