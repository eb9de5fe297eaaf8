// Indents the lines of texts in quotes and of values in brackets: many readers of YAML accept lines that begin at the column of their key, or
// left of it, and the specification does not.

/** The indentation of a key or an item, the key, and its value, whose quote or bracket may close in a later line. */
const opening = /^( *(?:- +)*)([^\s'"#[{-][^'"#]*?: +)?((?:['"[{]).*)$/

type Quote = keyof typeof rests

/** An open quote, and the number of open brackets around it. */
type OpenValue = { readonly quote: Quote | undefined; readonly depth: number }

/** The same text, with such lines further to the right than their key; undefined if there are none. */
export function indentContinuedLines(text: string): string | undefined {
  let open: OpenValue | undefined
  let column = 0
  let hasChanged = false
  const result = text.split('\n').map((line) => {
    if (open === undefined) {
      const [, indent = '', key, value] = opening.exec(line) ?? []
      if (value !== undefined && (key !== undefined || indent.includes('-'))) {
        open = readOpenValue(value, { quote: undefined, depth: 0 })
        column = key === undefined ? indent.lastIndexOf('-') : indent.length
      }
      return line
    }
    open = readOpenValue(line, open)
    if (line.trim() === '' || /^ */.exec(line)![0].length > column) return line
    hasChanged = true
    return `${' '.repeat(column + 1)}${line.trimStart()}`
  })
  return hasChanged ? result.join('\n') : undefined
}

/** The rest of a text in quotes with its closing quote; a quote that is doubled, or behind a backslash, is a part of the text. */
const rests = { "'": /(?:[^']+|'')*('?)/y, '"': /(?:[^"\\]+|\\.?)*("?)/y }

/** A quote that begins a text, a bracket, a comment, or any other character. */
const piece = /(['"])(?<=(?:^|[[{,:])\s*.)|([[\]{}])|#(?<=(?:\s|^).).*|[^]/y

/** What of a value is still open at the end of the line; undefined if it is complete. */
function readOpenValue(line: string, { quote, depth }: OpenValue): OpenValue | undefined {
  for (let at = 0; at < line.length;) {
    const pattern = quote === undefined ? piece : rests[quote]
    pattern.lastIndex = at
    const [, mark, bracket] = pattern.exec(line)!
    at = pattern.lastIndex
    if (quote === undefined) quote = mark as Quote | undefined
    else if (mark !== '') quote = undefined
    if (bracket !== undefined) depth += bracket === '[' || bracket === '{' ? 1 : -1
    if (quote === undefined && depth <= 0) return undefined
  }
  return { quote, depth }
}
