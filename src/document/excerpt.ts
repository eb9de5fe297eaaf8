// Shortens the author's text for messages: one line of limited length.

/** The whole text on one line. */
export function makeExcerpt(text: string, maxLength = 60): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > maxLength ? `${line.slice(0, maxLength - 1)}…` : line
}

/** The first line. */
export function takeFirstLine(text: string, maxLength = 60): string {
  return makeExcerpt(text.trim().split(/\r\n|\n|\r/, 1)[0] ?? '', maxLength)
}
