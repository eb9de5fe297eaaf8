// The data of a diagnostic: a stable code, one primary place, related places, and help.

import { type Span, compareSpans } from '../base/text.ts'

/**
 * `error`: the document is wrong and is not served. `gap`: something that is shown needs something that is not;
 * what does not depend on it is served. `warning`: served, but probably not meant.
 */
export type Severity = 'error' | 'gap' | 'warning'

export type Label = { readonly span: Span; readonly text: string }

export type Diagnostic = {
  /** The path of the check that reports it, such as `states/unknown-state`; never reused for something else. */
  readonly code: string
  readonly severity: Severity
  /** Stands alone in a list, and starts with the thing's name in the author's spelling. */
  readonly message: string
  readonly primary: Label
  readonly others: readonly Label[]
  /** Why it matters to the running service; after an empty line may follow lines to be shown as they are. */
  readonly reason?: string
  /** How to go on: a sentence, then YAML to paste after a blank line where there is any. */
  readonly help?: string
}

/** Order of reading: by place, errors before gaps before warnings at one place, and then as they were found: by part. */
export function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const rank = { error: 0, gap: 1, warning: 2 }
  return [...diagnostics].sort(
    (a, b) =>
      compareSpans(a.primary.span, b.primary.span) ||
      rank[a.severity] - rank[b.severity],
  )
}
