// Prints lines of text with their origins at the right margin.

import { styleText } from 'node:util'

export type LayoutStyle = { readonly width: number; readonly colour: boolean }

type Style = 'bold' | 'dim' | 'red' | 'green' | 'cyan'

export type Line = {
  readonly indent: number
  /** The aligned text before a line: a status, a heading. */
  readonly label?: { readonly text: string; readonly width: number; readonly style?: Style }
  readonly text: string
  readonly style?: Style
  /** Its origin. */
  readonly from?: string
}

export function layOut(lines: readonly (Line | '')[], style: LayoutStyle): string {
  return lines.map((line) => (line === '' ? '' : printLine(line, style))).join('\n')
}

/** Text that is too long continues on the next line; an origin that does not fit gets its own line. */
function printLine({ indent, label, text, style, from = '' }: Line, { width, colour }: LayoutStyle): string {
  const paintWords = (as: Style | undefined, words: string): string =>
    colour && as !== undefined && words !== '' ? styleText(as, words, { validateStream: false }) : words
  const indentation = ' '.repeat(indent)
  const labelText = label === undefined ? '' : label.text.padEnd(label.width)
  const room = Math.max(20, width - indent - labelText.length)
  const [first = '', ...rest] = wrap(text, room)
  const rows = [
    `${indentation}${paintWords(label?.style, labelText)}${paintWords(style, first)}`,
    ...rest.map((each) => `${indentation}${' '.repeat(labelText.length)}${paintWords(style, each)}`),
  ]
  if (from === '') return rows.join('\n')
  const last = rest.at(-1) ?? first
  const gap = room - last.length - from.length
  const origin = paintWords('dim', from)
  if (gap >= 2) return `${rows.join('\n')}${' '.repeat(gap)}${origin}`
  return `${rows.join('\n')}\n${' '.repeat(Math.max(0, width - from.length))}${origin}`
}

/** Breaks at blanks if possible. */
function wrap(text: string, room: number): string[] {
  const rows: string[] = []
  let rest = text
  while (rest.length > room) {
    const blank = rest.lastIndexOf(' ', room)
    const end = blank > room / 3 ? blank : room
    rows.push(rest.slice(0, end).trimEnd())
    rest = rest.slice(end).trimStart()
  }
  return [...rows, rest]
}
