// Converts diagnostics to those of the editor protocol.

import type { Span } from '../base/text.ts'
import { type Diagnostic, listPlaces } from '../diagnostic/diagnostic.ts'
import { type Location, type Range, lspRange, severity } from './protocol.ts'
import { type OpenedDocument, toUri } from './workspace.ts'

export type LspDiagnostic = {
  readonly range: Range
  readonly severity: number
  readonly code: string
  readonly source: 'ninefold'
  readonly message: string
  readonly tags?: readonly number[]
  readonly relatedInformation: readonly { readonly location: Location; readonly message: string }[]
}

/** The tag for lines without effect, which editors fade. */
const unnecessary = 1

export function listDiagnostics({ compiled }: OpenedDocument, path: string): readonly LspDiagnostic[] {
  return compiled.diagnostics.flatMap((each) => listPlacesIn(each, path).map((place) => toLsp(each, place)))
}

/** The places of a diagnostic in a file. */
export function listPlacesIn(diagnostic: Diagnostic, path: string): readonly Span[] {
  return listPlaces(diagnostic).filter(({ source }) => source.name === path)
}

export function toLsp({ code, severity: level, message, others, reason, help }: Diagnostic, place: Span): LspDiagnostic {
  return {
    range: lspRange(place),
    severity: level === 'error' ? severity.error : severity.warning,
    code,
    source: 'ninefold',
    // Editors show only the message, so it includes reason and help.
    message: [
      `${level === 'gap' ? 'Missing: ' : ''}${message}`,
      ...(reason === undefined ? [] : [reason]),
      ...(help === undefined ? [] : [help]),
    ].join('\n\n'),
    ...(/\/(?:idle|unused)-/.test(code) ? { tags: [unnecessary] } : {}),
    relatedInformation: others
      .filter(({ span }) => span.source.convention === undefined)
      .map(({ span, text }) => ({ location: { uri: toUri(span.source.name), range: lspRange(span) }, message: text })),
  }
}
