// Defines source texts and their ranges; every value of a document keeps its exact range.

/** A text: a file of the document, or a convention. */
export type Source = {
  readonly name: string
  readonly text: string
  /** Offsets (UTF-16 units) of the beginnings of lines; the first is 0. */
  readonly lineStarts: readonly number[]
  /** Set if the text is a convention: its name, such as `http@1`. */
  readonly convention?: string
}

/** A range of a source, in UTF-16 offsets; `end` is exclusive. */
export type Span = { readonly source: Source; readonly start: number; readonly end: number }

/** One-based line and column (columns count UTF-16 units, as editors do). */
export type Position = { readonly line: number; readonly column: number }

export function createSource(name: string, text: string, convention?: string): Source {
  const lineStarts = [0]
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === 10 || (unit === 13 && text.charCodeAt(i + 1) !== 10)) lineStarts.push(i + 1)
  }
  return convention === undefined ? { name, text, lineStarts } : { name, text, lineStarts, convention }
}

export function createSpan(source: Source, start: number, end: number): Span {
  return { source, start, end }
}

export function findPosition(source: Source, offset: number): Position {
  let low = 0
  let high = source.lineStarts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (source.lineStarts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - source.lineStarts[low]! + 1 }
}

/** The text of one line, without its line end. */
export function readLine(source: Source, line: number): string {
  const start = source.lineStarts[line - 1]
  if (start === undefined) return ''
  const end = source.lineStarts[line] ?? source.text.length
  return source.text.slice(start, end).replace(/[\r\n]+$/, '')
}

/** The span from an offset to the end of its line, without trailing blanks. */
export function spanRestOfLine(source: Source, start: number): Span {
  const end = source.lineStarts[findPosition(source, start).line] ?? source.text.length
  return createSpan(source, start, start + source.text.slice(start, end).trimEnd().length)
}

export function textOf(span: Span): string {
  return span.source.text.slice(span.start, span.end)
}

/** Order of appearance: by source name, then by offset. */
export function compareSpans(a: Span, b: Span): number {
  if (a.source !== b.source) {
    if (a.source.name < b.source.name) return -1
    return a.source.name > b.source.name ? 1 : 0
  }
  return a.start - b.start || a.end - b.end
}
