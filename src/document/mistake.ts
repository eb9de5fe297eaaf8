// Builds the diagnostic of a mistake in the text of a document: one place, its words, an error.

import type { Help } from '../diagnostic/help.ts'
import type { Span } from '../base/text.ts'
import type { Diagnostic, Label } from '../diagnostic/diagnostic.ts'
import { createDiagnostic } from '../diagnostic/voice.ts'

type MistakeText = {
  /** Without the common prefix `document/`. */
  readonly code: string
  readonly message: string
  readonly label: string
  readonly others?: readonly Label[]
  readonly reason?: string
  readonly help?: string | Help
}

export function makeMistake(span: Span, { code, message, label, ...more }: MistakeText): Diagnostic {
  return createDiagnostic('error', `document/${code}`, message, { span, text: label }, more)
}
