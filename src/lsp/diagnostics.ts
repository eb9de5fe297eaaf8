// Diagnostics as an editor shows them.

import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { type Location, type Range, lspRange, severity } from './protocol.ts'
import { type OpenedDocument, uriOf } from './workspace.ts'

export type LspDiagnostic = {
  readonly range: Range
  readonly severity: number
  readonly code: string
  readonly source: 'ninefold'
  readonly message: string
  readonly tags?: readonly number[]
  readonly relatedInformation: readonly { readonly location: Location; readonly message: string }[]
}

/** A line that changes nothing is shown as such. */
const unnecessary = 1

export function diagnosticsOf({ compiled }: OpenedDocument, path: string): readonly LspDiagnostic[] {
  return compiled.diagnostics.filter(({ primary }) => primary.span.source.name === path).map(toLsp)
}

export function toLsp({ code, severity: how, message, primary, others, reason, help }: Diagnostic): LspDiagnostic {
  return {
    range: lspRange(primary.span),
    severity: how === 'error' ? severity.error : severity.warning,
    code, source: 'ninefold',
    // An editor shows the message alone: what to do is in it.
    message: [`${how === 'gap' ? 'Missing: ' : ''}${message}`, ...(reason === undefined ? [] : [reason]), ...(help === undefined ? [] : [help])].join('\n\n'),
    ...(/\/(?:idle|unused)-/.test(code) ? { tags: [unnecessary] } : {}),
    relatedInformation: others.filter(({ span }) => span.source.convention === undefined).map(({ span, text }) => ({ location: { uri: uriOf(span.source.name), range: lspRange(span) }, message: text })),
  }
}
