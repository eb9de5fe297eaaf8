// Reports functions of part 1 that call themselves, or that grow too large when they are inlined.

import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import { readDeclaredFunctions } from '../../typing/functions.ts'
import type { Check } from '../check.ts'

const code = 'service/recursive-function'

export const check: Check = {
  code,
  run: ({ typing: { domain } }) =>
    [...readDeclaredFunctions(domain).values()].flatMap(({ name, key, uncallable }) => {
      if (uncallable === undefined) return []
      const isRecursive = uncallable === 'recursive'
      return [
        createDiagnostic(
          'error',
          code,
          isRecursive
            ? `${quoteName(name)} calls itself, directly or through another function`
            : `${quoteName(name)} is too large once its functions are expanded`,
          { span: key.span, text: isRecursive ? 'calls itself' : 'more than 10,000 parts' },
          {
            reason: 'Each call of a function is expanded before anything runs.',
            help: isRecursive
              ? 'Iterate a list with `map`, `filter` or `reduce` instead.'
              : 'Call fewer functions in it, or shorten their values.',
          },
        ),
      ]
    }),
}
