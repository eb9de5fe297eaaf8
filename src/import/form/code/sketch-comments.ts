// Finds the comments of code on lines of their own: those about the member or the declaration below them, and the others.

export type Comment = { readonly text: string; readonly line: number }

/**
 * `isComment`: the lines of comments, with the comment where it stands alone; `above`: by the line of code, the comments about it. Block
 * comments describe what follows them; others do so if most members have one.
 */
export function readComments(lines: readonly string[]): {
  readonly isComment: ReadonlyMap<number, Comment | undefined>
  readonly above: ReadonlyMap<number, readonly Comment[]>
} {
  const isComment = new Map<number, Comment | undefined>()
  const above = new Map<number, readonly Comment[]>()
  const plain: { readonly comment: Comment; readonly next: number | undefined }[] = []
  let members = 0
  for (let line = 0; line < lines.length; line++) {
    const block = readBlock(lines, line)
    const single = block === undefined ? /^\s*(\/{2,}!?|#(?!\[)|--)\s*(.*)$/.exec(lines[line]!) : null
    if (block === undefined && single === null) {
      if (lines[line]!.trim() !== '') members++
      continue
    }
    const end = block?.end ?? line
    const comment = { text: (block?.text ?? single![2]!).trim(), line }
    for (let each = line; each <= end; each++) isComment.set(each, undefined)
    line = end
    if (!/[\p{L}\d]/u.test(comment.text)) continue
    const next = findNextCode(lines, end, isOwnLine)
    if ((block !== undefined || single?.[1] === '///') && next !== undefined) above.set(next, [...(above.get(next) ?? []), comment])
    else plain.push({ comment, next })
  }
  const described = new Set(plain.flatMap(({ next }) => (next === undefined ? [] : [next])))
  const areOfMembers = described.size > 1 && described.size * 2 >= members
  for (const { comment, next } of plain)
    if (areOfMembers && next !== undefined) above.set(next, [...(above.get(next) ?? []), comment])
    else isComment.set(comment.line, comment)
  return { isComment, above }
}

/** A block comment or a documentation text that begins on the line. */
function readBlock(lines: readonly string[], line: number): { readonly text: string; readonly end: number } | undefined {
  const [, sign, first = ''] = /^\s*(\/\*+|""")\s*(.*)$/.exec(lines[line]!) ?? []
  if (sign === undefined) return undefined
  const close = sign === '"""' ? '"""' : '*/'
  const closing = first.indexOf(close)
  // Code behind the comment makes it part of the line.
  if (closing >= 0 && first.slice(closing + close.length).trim() !== '') return undefined
  if (closing >= 0) return { text: first.slice(0, closing), end: line }
  const end = lines.findIndex((each, index) => index > line && each.includes(close))
  if (end < 0) return undefined
  const texts = [first, ...lines.slice(line + 1, end + 1).map((each) => each.replace(/^\s*\*(?!\/)\s?/, ''))]
  return { text: texts.join(' ').replace(close, '').replaceAll(/\s+/g, ' '), end }
}

function isOwnLine(line: string): boolean {
  return /^\s*(?:\/{2}|#(?!\[)|--|\/?\*|@\w)/.test(line)
}

/** The line of code directly below, past further comments; undefined at a bracket that ends the declaration. */
function findNextCode(lines: readonly string[], from: number, isSkipped: (line: string) => boolean): number | undefined {
  for (let line = from + 1; line < lines.length; line++) {
    if (lines[line]!.trim() === '') return undefined
    if (!isSkipped(lines[line]!)) return /^\s*(?:[)}\]]|`{3}|~{3})/.test(lines[line]!) ? undefined : line
  }
  return undefined
}
