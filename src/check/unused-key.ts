// Reports a key that its action or effect does not use. Specified keys are never ignored.

import { type Help, advise, paste, remove } from '../diagnostic/help.ts'
import type { Span } from '../base/text.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithOr, quoteName } from '../diagnostic/voice.ts'

/** `uses`: the actions or effects that use the key. */
export function reportUnusedKey(code: string, key: string, otherKey: string, span: Span, uses: readonly string[]): Diagnostic {
  return report(
    code,
    `${key} has no meaning beside ${quoteName(otherKey)}`,
    span,
    advise`${remove('Leave it out')}; it belongs to ${joinWithOr(uses)}.`,
  )
}

/** An `input` that is mapped for a transition without input. */
export function reportUnusedInput(code: string, label: string, span: Span): Diagnostic {
  return report(
    code,
    `${label}, and takes none`,
    span,
    advise`${remove('Leave it out')}, or say at the transition what it takes:${paste('input: { type: object, properties: { … } }')}`,
  )
}

function report(code: string, message: string, span: Span, help: string | Help): Diagnostic {
  return createDiagnostic(
    'error',
    code,
    message,
    { span, text: 'nothing asks for it' },
    {
      reason: 'Specified values are never ignored, so a key without effect is not allowed.',
      help,
    },
  )
}
