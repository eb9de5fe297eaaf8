// Splits a file into blocks: prose, headings, and code with its lines.

export type Block = {
  readonly kind: 'prose' | 'heading' | 'code'
  /** The first and the last line; lines count from one. */
  readonly from: number
  readonly to: number
  readonly lines: readonly string[]
  /** The level of a heading; otherwise 0. */
  readonly level: number
}

/** The most lines of a code block: the page renders a long file block by block, while the reader scrolls. */
const maxCodeLines = 120

export function blocksOf(name: string, text: string): readonly Block[] {
  const lines = text.split(/\r\n|\r|\n/)
  if (lines.at(-1) === '') lines.pop()
  if (/\.ya?ml$/i.test(name)) return codeBlocks(lines, 1)
  const blocks: Block[] = []
  let index = 0
  if (lines[0] === '---') {
    const end = lines.indexOf('---', 1)
    if (end > 0) {
      blocks.push(...codeBlocks(lines.slice(0, end + 1), 1))
      index = end + 1
    }
  }
  while (index < lines.length) {
    const line = lines[index]!
    const fence = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line)
    if (line.trim() === '') index++
    else if (fence !== undefined) {
      const close = lines.findIndex((each, at) => at > index && each.trim().startsWith(fence))
      const end = close < 0 ? lines.length : close
      blocks.push(...codeBlocks(lines.slice(index + 1, end), index + 2))
      index = end + 1
    } else if (heading !== null) {
      blocks.push({ kind: 'heading', from: index + 1, to: index + 1, lines: [heading[2]!], level: heading[1]!.length })
      index++
    } else {
      const end = lines.findIndex((each, at) => at > index && (each.trim() === '' || /^\s*(?:`{3,}|~{3,})|^#{1,6}\s/.test(each)))
      const last = end < 0 ? lines.length : end
      blocks.push({ kind: 'prose', from: index + 1, to: last, lines: lines.slice(index, last), level: 0 })
      index = last
    }
  }
  return blocks
}

function codeBlocks(lines: readonly string[], firstLine: number): Block[] {
  const blocks: Block[] = []
  for (let index = 0; index < lines.length; index += maxCodeLines) {
    const part = lines.slice(index, index + maxCodeLines)
    blocks.push({ kind: 'code', from: firstLine + index, to: firstLine + index + part.length - 1, lines: part, level: 0 })
  }
  return blocks
}

/** Offsets at which lines begin. */
export function lineStarts(text: string): readonly number[] {
  return [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g), ({ index, 0: end }) => index + end.length)]
}
