// Wraps collections in braces and brackets that do not fit in 100 columns, one entry per line.

import { position } from '../base/text.ts'
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
    const line = source.lineStarts[position(source, start).line - 1]!
    const stop = lineStop(text, end)
    if (text.slice(line, stop).split('\n').every((each) => each.trimEnd().length <= width) || !canMove(text, node)) return
    const before = text.slice(line, start)
    const after = text.slice(end, stop).trimEnd()
    const form = print(text, node, start - line, after.length, indentOf(before))
    if (form !== text.slice(start, end)) edits.push({ start, end, text: form })
  }
  walk(root)
  return edits
}

function lineStop(text: string, from: number): number {
  const feed = text.indexOf('\n', from)
  return feed === -1 ? text.length : feed
}

/** The indentation of a collection's entry: blanks, Markdown quotation marks, and dashes as blanks. */
function indentOf(before: string): string {
  const lead = /^[\s>]*(?:- +)*/.exec(before)?.[0] ?? ''
  return lead.replaceAll('-', ' ')
}

/** False for collections with comments, anchors, tags or multi-line scalars: they stay unchanged. */
function canMove(text: string, node: Node): boolean {
  const { start, end } = node.span
  const parts = node.kind === 'map' ? node.entries.flatMap(({ key, value }) => [key, value]) : node.kind === 'list' ? node.items : []
  let from = start
  for (const part of parts) {
    if (part.span.start < from || part.span.end > end || part.span.start === part.span.end) return false
    if (!/^[\s,:{[]*$/.test(text.slice(from, part.span.start))) return false
    if (part.kind === 'scalar' ? text.slice(part.span.start, part.span.end).includes('\n') : !canMove(text, part)) return false
    from = part.span.end
  }
  return /^[\s,{}[\]]*$/.test(text.slice(from, end))
}

/** On one line if it fits from `column` on with `after` more columns, otherwise one entry per line. */
function print(text: string, node: Node, column: number, after: number, indent: string): string {
  const line = onOneLine(text, node)
  if (node.kind === 'scalar' || column + line.length + after <= width) return line
  const [open, close] = node.kind === 'map' ? ['{', '}'] : ['[', ']']
  const inner = `${indent}  `
  const row = (lead: string, value: Node): string => `${inner}${lead}${print(text, value, inner.length + lead.length, 1, inner)}`
  const rows =
    node.kind === 'map'
      ? node.entries.map(({ key, value }) => row(`${onOneLine(text, key)}: `, value))
      : node.items.map((item) => row('', item))
  if (rows.length === 0) return line
  return `${open}\n${rows.join(',\n')}\n${indent}${close}`
}

function onOneLine(text: string, node: Node): string {
  if (node.kind === 'scalar') return text.slice(node.span.start, node.span.end)
  if (node.kind === 'list') return `[${node.items.map((item) => onOneLine(text, item)).join(', ')}]`
  const entries = node.entries.map(({ key, value }) => `${onOneLine(text, key)}: ${onOneLine(text, value)}`)
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`
}
