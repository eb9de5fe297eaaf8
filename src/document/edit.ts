// Applies several edits to a text at once.

export type Edit = { readonly start: number; readonly end: number; readonly text: string }

/** The edited text; of overlapping edits, the first one applies. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = ''
  let position = 0
  for (const edit of [...edits].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (edit.start < position) continue
    result += text.slice(position, edit.start) + edit.text
    position = edit.end
  }
  return result + text.slice(position)
}
