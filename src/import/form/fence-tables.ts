// Reads tables that a fence draws with strokes, or writes as lines with separators.

export type FenceTable = {
  readonly headers: readonly string[]
  readonly rows: readonly { readonly cells: readonly string[]; readonly text: string; readonly line: number }[]
}

/** Undefined unless all lines have the same columns, at least three, or two with strokes. */
export function readFenceTable(text: string): FenceTable | undefined {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((each, line) => ({ text: each.trim(), line }))
    .filter((each) => each.text !== '' && !/^(?:`{3}|~{3})/.test(each.text) && !/^[-+|=\s─┼│├┤┌┐└┘┬┴═╪]+$/.test(each.text))
  const strokes = lines.every((each) => /[|│]/.test(each.text))
  const cellsOf = (line: string): string[] =>
    (strokes ? line.replace(/^[|│]|[|│]$/g, '').split(/[|│]/) : line.split(separator!)).map((each) => each.trim().replace(/^"(.*)"$/, '$1'))
  const separator = strokes
    ? undefined
    : [';', '\t', ','].find((each) =>
        lines.every((line) => line.text.split(each).length === lines[0]!.text.split(each).length && line.text.split(each).length > 2),
      )
  if (lines.length < 3 || (!strokes && separator === undefined)) return undefined
  const [head, ...rows] = lines.map((each) => ({ ...each, cells: cellsOf(each.text) }))
  const isWhole =
    rows.every(({ cells }) => cells.length === head!.cells.length) && head!.cells.every((each) => /^[\p{L}#][\p{L}\d _/?.#-]*$/u.test(each))
  return isWhole ? { headers: head!.cells, rows } : undefined
}
