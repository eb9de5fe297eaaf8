// Applies several edits to a text at once.

export type Edit = { readonly start: number; readonly end: number; readonly text: string }

/** The edited text; of overlapping edits, the first one applies. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let out = ''
  let from = 0
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start < from) continue
    out += text.slice(from, edit.start) + edit.text
    from = edit.end
  }
  return out + text.slice(from)
}
