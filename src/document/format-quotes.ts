// Formats expressions in the house style: unquoted if YAML preserves them, otherwise in single quotes with "…" inside.

import { createSource } from '../base/text.ts'
import { findCut } from './cut.ts'
import type { Edit } from './edit.ts'
import type { Node, Scalar } from './node.ts'
import { withDoubleQuotes } from './quote.ts'
import { readYaml } from './read-yaml.ts'
import { type Region, containsSpan, createRegion } from './region.ts'
import { parseCoreValue } from './scalar.ts'

/** Names, paths, and calls without a comma may be unquoted inside braces. */
const simpleExpression = /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\((?:[A-Za-z_][\w.]*)?\))*$/

export function quoteEdits(root: Node, region: Region, isExpression: (scalar: Scalar) => boolean): Edit[] {
  const { text } = region.source
  const edits: Edit[] = []
  const visited = new Set<Node>()
  const walk = (node: Node, flow: boolean): void => {
    if (visited.has(node) || !containsSpan(region, node.span)) return
    visited.add(node)
    if (node.kind === 'scalar') {
      const { start, end } = node.span
      const form = isExpression(node) ? printInHouseStyle(node, flow) : undefined
      if (form !== undefined && form !== text.slice(start, end)) edits.push({ start, end, text: form })
      return
    }
    const isInFlow = flow || '{['.includes(text[node.span.start]!)
    for (const child of node.kind === 'map' ? node.entries.map((entry) => entry.value) : node.items) walk(child, isInFlow)
  }
  walk(root, false)
  return edits
}

/** The house style of an expression at its place; undefined if it is unchanged. */
function printInHouseStyle(scalar: Scalar, flow: boolean): string | undefined {
  const {
    text,
    style,
    span: { source, start, end },
  } = scalar
  const hasSeveralLines = style === 'literal' || style === 'folded' || /[\r\n]/.test(text) || /[\r\n]/.test(source.text.slice(start, end))
  if (hasSeveralLines || typeof scalar.value !== 'string' || text === '') return undefined
  // If the value is a text after all, a comment right after it would become part of it.
  if (/^[ \t]#/.test(source.text.slice(end, end + 2))) return undefined
  if (flow ? simpleExpression.test(text) && typeof parseCoreValue(text) === 'string' : isPlainInBlock(text)) return text
  const requoted = withDoubleQuotes(text)
  return requoted.includes("'") ? undefined : `'${requoted}'`
}

/** True if YAML reads the text, unquoted on a line of its own, as it looks. */
function isPlainInBlock(text: string): boolean {
  const line = `k: ${text}\n`
  const { node, diagnostics } = readYaml(createRegion(createSource('', line), 0, line.length))
  const value = node?.kind === 'map' ? node.entries[0]?.value : undefined
  if (diagnostics.length > 0 || value?.kind !== 'scalar' || value.style !== 'plain') return false
  return value.value === text && findCut(value, 'expression') === undefined
}
