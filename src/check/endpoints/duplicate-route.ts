// Two endpoints whose requests cannot be told apart: a parameter's name does not take part in matching.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic } from '../../diagnostic/voice.ts'
import type { Operation } from '../../model/model.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/duplicate-route'

export const check: Check = {
  code,
  run({ routes }) {
    const first = new Map<string, Operation>()
    const found: Diagnostic[] = []
    for (const { operation, shape } of routes) {
      const before = first.get(shape)
      if (before === undefined) first.set(shape, operation)
      else found.push(told(shape, before, operation))
    }
    return found
  },
}

function told(shape: string, before: Operation, again: Operation): Diagnostic {
  const primary = { span: again.key.span, text: 'same method and path, so this one can never be reached' }
  return diagnostic('error', code, `Two endpoints answer \`${shape}\``, primary, {
    others: [{ span: before.key.span, text: 'first declared here' }],
    reason: `A parameter's name does not take part in matching: \`${before.path}\` and \`${again.path}\` fit the same requests.`,
    help: 'Remove one of them, or give the second a different path.',
  })
}
