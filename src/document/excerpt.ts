// A piece of the author's text as messages quote it: one line, and not too much of it.

/** All of it as one line. */
export function excerpt(text: string, most = 60): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}

/** Its first line. */
export function firstLine(text: string, most = 60): string {
  return excerpt(text.trim().split(/\r\n|\n|\r/, 1)[0] ?? '', most)
}
