// Prints a diagnostic as JSON.

import { findPosition, type Span } from '../base/text.ts'
import { type Diagnostic, type Label, type Severity, listAllOtherLabels } from './diagnostic.ts'

/** Lines and columns are one-based, columns in UTF-16 units; the end is exclusive. */
type PlaceJson = {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

type LabelJson = PlaceJson & { readonly text: string }

/** `label` describes the primary place; `help` and `reason` are null if absent. */
export type DiagnosticJson = PlaceJson & {
  readonly code: string
  readonly severity: Severity
  readonly message: string
  readonly label: string
  readonly others: readonly LabelJson[]
  readonly reason: string | null
  readonly help: string | null
}

/** Lines and columns begin at 1; columns count UTF-16 units, and an end is exclusive. */
export function toJson(diagnostic: Diagnostic): DiagnosticJson {
  const { code, severity, message, primary, reason = null, help = null } = diagnostic
  const others = listAllOtherLabels(diagnostic).map(label)
  return { code, severity, message, ...place(primary.span), label: primary.text, others, reason, help }
}

function label({ span, text }: Label): LabelJson {
  return { ...place(span), text }
}

function place({ source, start, end }: Span): PlaceJson {
  const from = findPosition(source, start)
  const until = findPosition(source, end)
  return { file: source.name, line: from.line, column: from.column, endLine: until.line, endColumn: until.column }
}
