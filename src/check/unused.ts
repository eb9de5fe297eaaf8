// Reports elements without effect, as warnings: the service runs anyway.

import type { Help } from '../diagnostic/help.ts'
import type { Span } from '../base/text.ts'
import type { Diagnostic, Label } from '../diagnostic/diagnostic.ts'
import { createDiagnostic } from '../diagnostic/voice.ts'

export function reportUnused(code: string, message: string, span: Span, help: string | Help, others: readonly Label[] = []): Diagnostic {
  return createDiagnostic(
    'warning',
    code,
    message,
    { span, text: 'makes no difference' },
    { others, reason: 'Readers of the line expect the service to follow it.', help },
  )
}

/** True for text of the author. A convention fills many places, so its unused copies are not reported. */
export function isAuthored({ source }: Span): boolean {
  return source.convention === undefined
}
