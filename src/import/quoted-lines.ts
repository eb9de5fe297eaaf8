// Sets in the lines of quoted texts: many readers of YAML accept lines that begin at the column of their key, and the specification does not.

/** A key or an item whose quoted text goes on in the next line. */
const opening = /^( *)(?:- +)*(?:[^\s'"#[{-][^'"#]*?: +|- +)(['"])(.*)$/

/** The same text, with such lines further to the right than their key; undefined if there are none. */
export function indentQuotedLines(text: string): string | undefined {
  const lines = text.split('\n')
  let open: { readonly indent: number; readonly quote: string } | undefined
  let hasChanged = false
  const result = lines.map((line) => {
    if (open === undefined) {
      const [, indent, quote, rest] = opening.exec(line) ?? []
      if (indent !== undefined && quote !== undefined && !isClosed(rest ?? '', quote)) open = { indent: indent.length, quote }
      return line
    }
    const { indent, quote } = open
    if (isClosed(line, quote)) open = undefined
    if (line.trim() === '' || /^ */.exec(line)![0].length > indent) return line
    hasChanged = true
    return `${' '.repeat(indent + 1)}${line.trimStart()}`
  })
  return hasChanged ? result.join('\n') : undefined
}

/** True if the quote ends in the line: two single quotes, or a quote after a backslash, are a part of the text. */
function isClosed(rest: string, quote: string): boolean {
  return quote === "'" ? rest.replaceAll("''", '').includes("'") : rest.replaceAll(/\\./g, '').includes('"')
}
