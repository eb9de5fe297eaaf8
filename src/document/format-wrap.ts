// Wraps collections in braces and brackets that do not fit in 100 columns, one entry per line.

import { findPosition } from '../base/text.ts'
import type { Edit } from './edit.ts'
import type { Node } from './node.ts'
import { type Region, containsSpan } from './region.ts'

const width = 100

export function wrapEdits(root: Node, region: Region): Edit[] {
  const { source } = region
  const { text } = source
  const edits: Edit[] = []
  const walk = (node: Node): void => {
    const { start, end } = node.span
    if (node.kind === 'scalar' || !containsSpan(region, node.span)) return
    if (!'{['.includes(text[start]!)) {
      for (const child of node.kind === 'map' ? node.entries.map((entry) => entry.value) : node.items) walk(child)
      return
    }
    const lineStart = source.lineStarts[findPosition(source, start).line - 1]!
    const lineEnd = findLineEnd(text, end)
    if (
      text
        .slice(lineStart, lineEnd)
        .split('\n')
        .every((each) => each.trimEnd().length <= width) ||
      !canWrap(text, node)
    )
      return
    const textBefore = text.slice(lineStart, start)
    const textAfter = text.slice(end, lineEnd).trimEnd()
    const wrapped = printNode(text, node, start - lineStart, textAfter.length, findIndent(textBefore))
    if (wrapped !== text.slice(start, end)) edits.push({ start, end, text: wrapped })
  }
  walk(root)
  return edits
}

function findLineEnd(text: string, from: number): number {
  const feed = text.indexOf('\n', from)
  return feed === -1 ? text.length : feed
}

/** The indentation of a collection's entry: blanks, Markdown quotation marks, and dashes as blanks. */
function findIndent(textBefore: string): string {
  const prefix = /^[\s>]*(?:- +)*/.exec(textBefore)?.[0] ?? ''
  return prefix.replaceAll('-', ' ')
}

/** False for collections with comments, anchors, tags or multi-line scalars: they stay unchanged. */
function canWrap(text: string, node: Node): boolean {
  const { start, end } = node.span
  const items = node.kind === 'list' ? node.items : []
  const parts = node.kind === 'map' ? node.entries.flatMap(({ key, value }) => [key, value]) : items
  let from = start
  for (const part of parts) {
    if (part.span.start < from || part.span.end > end || part.span.start === part.span.end) return false
    if (!/^[\s,:{[]*$/.test(text.slice(from, part.span.start))) return false
    if (part.kind === 'scalar' ? text.slice(part.span.start, part.span.end).includes('\n') : !canWrap(text, part)) return false
    from = part.span.end
  }
  return /^[\s,{}[\]]*$/.test(text.slice(from, end))
}

/** On one line if it fits from `column` on with `columnsAfter` more columns, otherwise one entry per line. */
function printNode(text: string, node: Node, column: number, columnsAfter: number, indent: string): string {
  const line = printOnOneLine(text, node)
  if (node.kind === 'scalar' || column + line.length + columnsAfter <= width) return line
  const [open, close] = node.kind === 'map' ? ['{', '}'] : ['[', ']']
  const innerIndent = `${indent}  `
  const row = (prefix: string, value: Node): string =>
    `${innerIndent}${prefix}${printNode(text, value, innerIndent.length + prefix.length, 1, innerIndent)}`
  const rows =
    node.kind === 'map'
      ? node.entries.map(({ key, value }) => row(`${printOnOneLine(text, key)}: `, value))
      : node.items.map((item) => row('', item))
  if (rows.length === 0) return line
  return `${open}\n${rows.join(',\n')}\n${indent}${close}`
}

function printOnOneLine(text: string, node: Node): string {
  if (node.kind === 'scalar') return text.slice(node.span.start, node.span.end)
  if (node.kind === 'list') return `[${node.items.map((item) => printOnOneLine(text, item)).join(', ')}]`
  const entries = node.entries.map(({ key, value }) => `${printOnOneLine(text, key)}: ${printOnOneLine(text, value)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}
