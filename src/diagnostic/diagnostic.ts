// The data of a diagnostic: a stable code, one primary place, related places, and help.

import { type Span, compareSpans } from '../base/text.ts'
import type { Remedy } from './help.ts'

/**
 * `error`: the document is wrong and is not served. `gap`: a specified element needs an unspecified one; the rest is served. `warning`:
 * served, but probably unintended.
 */
export type Severity = 'error' | 'gap' | 'warning'

export type Label = { readonly span: Span; readonly text: string }

/** A name that nothing declares; `owner` is the resource or type that has no such member. */
export type UnknownName = { readonly name: string; readonly owner?: string }

export type Diagnostic = {
  /** The path of the check that reports it, such as `states/unknown-state`; never reused for something else. */
  readonly code: string
  readonly severity: Severity
  /** A complete sentence that begins with the thing's name in the author's spelling. */
  readonly message: string
  readonly primary: Label
  readonly others: readonly Label[]
  /** The consequence for the running service; lines after an empty line are printed verbatim. */
  readonly reason?: string
  /** What to do next: a sentence, then YAML to paste after a blank line, if any. */
  readonly help?: string
  /** The edits that the help proposes, the likeliest first. */
  readonly remedies?: readonly Remedy[]
  /** The unknown resource, shape or member; several diagnostics of one unknown name are merged. */
  readonly unknown?: UnknownName
  /** The other places of the same mistake. */
  readonly also?: readonly Span[]
}

/** All places of the mistake, the primary one first. */
export function listPlaces({ primary, also = [] }: Diagnostic): readonly Span[] {
  return [primary.span, ...also]
}

/** The same diagnostic with another of its places as the primary one. */
export function fromPlace(diagnostic: Diagnostic, place: Span): Diagnostic {
  const also = listPlaces(diagnostic).filter((each) => each !== place)
  return place === diagnostic.primary.span ? diagnostic : { ...diagnostic, primary: { ...diagnostic.primary, span: place }, also }
}

/** The maximum number of other places of the same mistake to show. */
const maxAlso = 3

/** The other labels, with all other places of the same mistake. */
export function listAllOtherLabels({ others, also = [] }: Diagnostic): readonly Label[] {
  return [...others, ...also.map((span) => ({ span, text: 'and here' }))]
}

/** The other labels to show: with the first other places of the same mistake. */
export function listOtherLabels(diagnostic: Diagnostic): readonly Label[] {
  return listAllOtherLabels(diagnostic).slice(0, diagnostic.others.length + maxAlso)
}

/** The reason, with the number of further places of the same mistake. */
export function printReason({ reason, also = [] }: Diagnostic): string | undefined {
  const count = also.length - maxAlso
  if (count <= 0) return reason
  const more = `It is in ${count} more ${count === 1 ? 'place' : 'places'}.`
  const end = reason?.indexOf('\n\n') ?? -1
  // Lines after an empty line are verbatim.
  if (reason === undefined) return more
  return end === -1 ? `${reason} ${more}` : `${reason.slice(0, end)} ${more}${reason.slice(end)}`
}

/** Reading order: by place; at one place errors, gaps, then warnings; then by part. */
export function inOrder(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const rank = { error: 0, gap: 1, warning: 2 }
  return [...diagnostics].sort((a, b) => compareSpans(a.primary.span, b.primary.span) || rank[a.severity] - rank[b.severity])
}
