// What stands in a document and makes no difference: told as a warning, since the service runs all the same.

import type { Span } from '../base/text.ts'
import type { Diagnostic, Label } from '../diagnostic/diagnostic.ts'
import { diagnostic } from '../diagnostic/voice.ts'

export function idle(code: string, message: string, span: Span, help: string, others: readonly Label[] = []): Diagnostic {
  return diagnostic('warning', code, message, { span, text: 'makes no difference' }, { others, reason: 'Whoever reads the line expects the service to do what it says.', help })
}

/** What a convention fills in for many is not told where it fits one of them less. */
export function isOwn({ source }: Span): boolean {
  return source.convention === undefined
}
