// Splits enumerations inside a paragraph, "(a) …; (b) …", into their items.

const letters = 'abcdefghijklmnopqrstuvwxyz'
const numerals = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x']

export type Enumerated = { readonly kind: 'item' | 'sentence'; readonly text: string; readonly offset: number }

/** The text before the first letter, and the text behind each; undefined unless at least two letters follow each other. */
export function splitEnumeration(text: string): readonly Enumerated[] | undefined {
  const marks = Array.from(text.matchAll(/(?<=^|[.;:,]\s+|[;,]\s+(?:and|or|und|oder)\s+)\(([a-z]{1,4}|\d)\)\s+(?=\S)/g))
  const orders = [letters.split(''), numerals, Array.from({ length: 9 }, (_, index) => String(index + 1))]
  const isOrdered = orders.some((order) => marks.every(([, mark], index) => mark === order[index]))
  if (marks.length < 2 || !isOrdered) return undefined
  const lead = text.slice(0, marks[0]!.index).trim()
  const pieces = marks.map((mark, index): Enumerated => {
    const start = mark.index + mark[0].length
    const piece = text.slice(start, marks[index + 1]?.index).replace(/[;,]\s+(?:and|or|und|oder)\s*$/, ';')
    // A whole sentence stands for itself.
    const isSentence = /^\p{Lu}/u.test(piece) && /\.\s*$/.test(piece)
    return { kind: isSentence ? 'sentence' : 'item', text: piece.trim().replace(/[;,]$/, ''), offset: start }
  })
  return lead === '' ? pieces : [{ kind: 'sentence', text: lead, offset: 0 }, ...pieces]
}
