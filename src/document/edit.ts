// Changes to a text, each in its place, applied together.

export type Edit = { readonly start: number; readonly end: number; readonly text: string }

/** The text with the edits made; where two overlap, the first one counts. */
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
