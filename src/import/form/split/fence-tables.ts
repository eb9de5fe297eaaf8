// Reads tables that a fence draws with strokes, or writes as lines with separators.

export type FenceTable = {
  readonly headers: readonly string[]
  readonly rows: readonly { readonly cells: readonly string[]; readonly text: string; readonly line: number }[]
}

type Line = { readonly text: string; readonly line: number }

/** Undefined unless all lines have the same columns, at least three, or two with strokes or a line below the headers. */
export function readFenceTable(text: string): FenceTable | undefined {
  const all = text
    .split(/\r\n|\n|\r/)
    .map((each, line) => ({ text: each.trimEnd(), line }))
    .filter((each) => each.text !== '' && !/^\s*(?:`{3}|~{3})/.test(each.text))
  const lines = all.filter((each) => !ruler.test(each.text))
  if (lines.length < 3) return undefined
  const strokes = lines.every((each) => /[|│]/.test(each.text))
  const separator = [';', '\t', ','].find((each) => {
    const count = splitCells(lines[0]!.text, each).length
    return count > (/^\s*(?:`{3,}|~{3,})[ct]sv/.test(text) ? 1 : 2) && lines.every((line) => splitCells(line.text, each).length === count)
  })
  const cut = strokes
    ? (line: string): string[] =>
        line
          .trim()
          .replace(/^[|│]|[|│]$/g, '')
          .split(/[|│]/)
    : separator !== undefined
      ? (line: string): string[] => splitCells(line.trim(), separator)
      : findAlignedColumns(lines, all.length > lines.length && ruler.test(all[1]!.text))
  if (cut === undefined) return undefined
  const [head, ...rows] = lines.map((each) => ({
    line: each.line,
    text: each.text.trim(),
    cells: cut(each.text).map((cell) => cell.trim().replace(/^"(.*)"$/, (_, quoted: string) => quoted.replaceAll('""', '"'))),
  }))
  const isWhole =
    rows.every(({ cells }) => cells.length === head!.cells.length) && head!.cells.every((each) => /^[\p{L}#][\p{L}\d _/?.#-]*$/u.test(each))
  return isWhole ? { headers: head!.cells, rows } : undefined
}

const ruler = /^[-+|=\s─┼│├┤┌┐└┘┬┴═╪]+$/

/** The cells between separators; a cell in quotation marks may contain them. */
function splitCells(line: string, separator: string): string[] {
  const cells = ['']
  let isQuoted = false
  for (const sign of line) {
    if (sign === '"' && (isQuoted || cells.at(-1)!.trim() === '')) isQuoted = !isQuoted
    if (sign === separator && !isQuoted) cells.push('')
    else cells[cells.length - 1] += sign
  }
  return cells
}

/** How to cut each line where the headers begin: two spaces part them, and no cell crosses the beginning of another. */
function findAlignedColumns(lines: readonly Line[], isRuled: boolean): ((line: string) => string[]) | undefined {
  const starts = Array.from(lines[0]!.text.matchAll(/\S+(?: \S+)*/g), ({ index }) => index)
  const isAligned = lines.every(({ text }) => starts.every((at) => at === 0 || /^(?:\s|$)/.test(text.slice(at - 1))))
  // Without a line below the headers, each row fills its first column and another one.
  const isFilled = lines.every(({ text }) => /^\S/.test(text.slice(starts[0])) && text.length > starts[1]!)
  if (starts.length < (isRuled ? 2 : 3) || !isAligned || (!isRuled && !isFilled)) return undefined
  return (line) => starts.map((at, index) => line.slice(at, starts[index + 1]))
}
