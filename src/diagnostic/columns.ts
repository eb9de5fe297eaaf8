// Measures the terminal columns of a text, so that marks are below the marked text.

/** One visible character: its printed form, its end offset in the line, and its width in columns. */
export type TextCell = { readonly text: string; readonly end: number; readonly width: number }

const tabStop = 4
/** Created at the first use: its tables take longer to load than checking a small document. */
let segmenter: Intl.Segmenter | undefined

// Blocks that Unicode's East Asian Width (UAX #11) calls wide or fullwidth, and whose letters take two columns.
const wide =
  /[\u1100-\u115F\u2E80-\u303E\u3041-\u33FF\u3400-\u4DBF\u4E00-\u9FFF\uA000-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1F64F}\u{1F900}-\u{1F9FF}\u{20000}-\u{3FFFD}]/u
const emoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|\p{Regional_Indicator}{2}|^[#*0-9]\uFE0F?\u20E3$/u
/** Most lines: each character takes one column. */
const ascii = /^[ -~]*$/
const invisible = /^[\p{Mark}\p{Default_Ignorable_Code_Point}]+$/u

function countGraphemeColumns(grapheme: string): number {
  if (grapheme.length === 1 && grapheme <= '~') return 1
  if (invisible.test(grapheme)) return 0
  return wide.test(grapheme) || emoji.test(grapheme) ? 2 : 1
}

/**
 * Replaces characters that move the cursor or reorder the line (control characters, bidirectional overrides) by visible signs, so that a
 * document cannot falsify a terminal's output.
 */
export function replaceInvisible(text: string): string {
  return text.replace(/(?![\t\n])[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/gu, (unit) =>
    unit < ' ' ? String.fromCharCode(0x2400 + unit.charCodeAt(0)) : '\uFFFD',
  )
}

/** A line's characters in order; a tab becomes the spaces up to its stop. */
export function splitCells(line: string): TextCell[] {
  if (ascii.test(line)) return Array.from(line, (text, index) => ({ text, end: index + 1, width: 1 }))
  const lineCells: TextCell[] = []
  let column = 0
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (const { segment, index } of segmenter.segment(line)) {
    const text = segment === '\t' ? ' '.repeat(tabStop - (column % tabStop)) : replaceInvisible(segment)
    const width = segment === '\t' ? text.length : countGraphemeColumns(text)
    lineCells.push({ text, end: index + segment.length, width })
    column += width
  }
  return lineCells
}

export function countColumns(text: string): number {
  if (ascii.test(text)) return text.length
  return splitCells(text).reduce((sum, cell) => sum + cell.width, 0)
}

/** Wraps text to `width` columns, between words; a longer word has its own line. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const word of paragraph.split(' ')) {
      if (line !== '' && countColumns(line) + 1 + countColumns(word) > width) {
        lines.push(line)
        line = word
      } else line = line === '' ? word : `${line} ${word}`
    }
    lines.push(line)
  }
  return lines
}
