// Reads expressions in cells: always in backticks, perhaps joined by `or` or `and`.

import { advise, quoteCell } from '../../diagnostic/help.ts'
import type { Node, Scalar } from '../../document/node.ts'
import { type Cell, sliceCell } from '../../document/table.ts'
import { type CellProblem, cutCell, isProblem, listAt, makeCellProblem, splitCell, makeWordScalar } from './node.ts'

/** The text between backticks, if the cell has nothing else; otherwise undefined. */
export function readCode(cell: Cell): Scalar | undefined {
  const { text, span, offsets } = cell
  if (text.length < 3 || !text.startsWith('`') || text.indexOf('`', 1) !== text.length - 1) return undefined
  const inner = text.slice(1, -1)
  return {
    kind: 'scalar',
    value: inner,
    text: inner,
    style: 'single',
    span,
    ...(offsets === undefined ? { from: span.start + 1 } : { offsets: offsets.slice(1, -1) }),
  }
}

/** The expression of a cell, as CEL. */
export function readExpression(cell: Cell): Scalar | CellProblem {
  const code = readCode(cell)
  if (code !== undefined) return code
  const pieces = [...cell.text.matchAll(/`[^`]*`|[^`]+/g)]
  const operators = pieces.filter(({ 0: piece }) => !piece.startsWith('`')).map(([piece]) => piece.trim())
  const isJoined =
    pieces.length >= 3 && pieces.length % 2 === 1 && pieces.every(([piece], index) => piece.startsWith('`') === (index % 2 === 0))
  if (isJoined && operators.every((operator) => operator === 'or' || operator === 'and')) {
    if (new Set(operators).size > 1)
      return makeCellProblem(
        cell,
        'both `or` and `and`',
        'A cell has one of the two; write the whole condition between one pair of backticks.',
      )
    return joinExpressions(
      operators[0] === 'or' ? '||' : '&&',
      pieces.filter((_, index) => index % 2 === 0).map((piece) => readCode(sliceCell(cell, piece.index, piece.index + piece[0].length))!),
      cell,
    )
  }
  const withoutBackticks = cell.text.replaceAll('`', '')
  return makeCellProblem(cell, 'no expression', advise`Put an expression between backticks: ${quoteCell(`\`${withoutBackticks}\``)}.`)
}

/** Adds parentheses where the operator would change the meaning. */
function joinExpressions(operator: '||' | '&&', parts: readonly Scalar[], { span }: Cell): Scalar {
  let text = ''
  const offsets: number[] = []
  const append = (piece: string, at: (index: number) => number): void => {
    for (let i = 0; i < piece.length; i++) offsets.push(at(i))
    text += piece
  }
  for (const [index, part] of parts.entries()) {
    const start = part.offsets?.[0] ?? part.from!
    const needsParentheses = /\?[^.]/.test(part.text) || (operator === '&&' && part.text.includes('||'))
    if (index > 0) append(` ${operator} `, () => start)
    if (needsParentheses) append('(', () => start)
    append(part.text, (at) => part.offsets?.[at] ?? part.from! + at)
    if (needsParentheses) append(')', () => start + part.text.length)
  }
  offsets.push(span.end - 1)
  return { kind: 'scalar', value: text, text, style: 'single', span, offsets }
}

export function printExpression({ text }: Scalar): string | undefined {
  return text.includes('`') || text.includes('\n') || text.trim() !== text || text === '' ? undefined : `\`${text}\``
}

export const namePattern = /^[A-Za-z_$][\w$-]*$/

/** `NAME = …; NAME = …`, or with another sign between name and value. */
export function readPairCells(cell: Cell, sign: '=' | ':', read: (cell: Cell, name: string) => Node | CellProblem): Node | CellProblem {
  const entries: { key: Scalar; value: Node }[] = []
  for (const part of splitCell(cell, ';')) {
    const pair = cutCell(part, sign)
    if (pair === undefined)
      return makeCellProblem(
        part,
        sign === '=' ? 'no assignment' : 'no name before it',
        sign === '='
          ? 'Write `NAME = ` and a value between backticks; several are separated by `;`.'
          : 'Write `NAME: ` and an expression between backticks; several are separated by `;`.',
      )
    const value = read(pair[1], pair[0].text)
    if (isProblem(value)) return value
    if (pair[0].text === '') return makeCellProblem(part, 'no name before it', `Write a name before the \`${sign}\`.`)
    entries.push({ key: makeKeyScalar(pair[0]), value })
  }
  return { kind: 'map', entries, span: cell.span }
}

/** A name as a key. */
export function makeKeyScalar(cell: Cell): Scalar {
  const key = readCode(cell)
  return (
    key ?? {
      kind: 'scalar',
      value: cell.text,
      text: cell.text,
      style: 'plain',
      span: cell.span,
      ...(cell.offsets === undefined ? {} : { offsets: cell.offsets }),
    }
  )
}

/** Names between commas; `isSingleAllowed`: a single name is not in a list. */
export function readNames(cell: Cell, isSingleAllowed = false): Node | CellProblem {
  const parts = splitCell(cell, ',')
  const items: Scalar[] = []
  for (const part of parts) {
    if (part.text === '') return makeCellProblem(cell, 'a name is missing', 'Names are separated by commas.')
    items.push(makeKeyScalar(part))
  }
  return isSingleAllowed && items.length === 1 ? items[0]! : listAt(cell.span, items)
}

/** `Order`: the whole record of the answer; `each Order`: the whole records of a list; or an expression. */
export function readLeaf(cell: Cell, subject = 'this'): Scalar | CellProblem {
  if (/^[A-Z]\w*$/.test(cell.text)) return makeWordScalar(`${cell.text}(${subject})`, cell)
  const [, viewName] = /^each\s+([A-Z]\w*)$/.exec(cell.text) ?? []
  if (viewName !== undefined) return makeWordScalar(`items.map(x, ${viewName}(x))`, cell)
  const code = readExpression(cell)
  return isProblem(code)
    ? {
        ...code,
        help: `Name a resource, shape or view (\`Order\`, \`each Order\` of a list), or write an expression between backticks: \`\` \`${cell.text.replaceAll('`', '')}\` \`\`.`,
      }
    : code
}

export function printLeaf(scalar: Scalar, subject = 'this'): string | undefined {
  const [, resourceName, resourceArgument] = /^([A-Z]\w*)\((\w+)\)$/.exec(scalar.text) ?? []
  if (resourceName !== undefined && resourceArgument === subject) return resourceName
  const [, name, viewName, argument] = /^items\.map\((\w+), ([A-Z]\w*)\((\w+)\)\)$/.exec(scalar.text) ?? []
  return viewName !== undefined && name === argument ? `each ${viewName}` : printExpression(scalar)
}
