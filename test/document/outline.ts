// Prints a document as readable text: its parts, their entries, its prose and scenarios.

import { textOf } from '../../src/base/text.ts'
import { type Document, partNames } from '../../src/document/document.ts'
import type { Node, Scalar } from '../../src/document/node.ts'

export function outline(document: Document): string {
  const lines = [
    `title: ${document.title ?? '(none)'}`,
    `preamble: ${JSON.stringify(document.preamble ?? '')}`,
    'front:',
    ...nodeLines(document.front, '  '),
  ]
  for (const name of partNames) {
    const part = document.parts[name]
    lines.push(
      `${name}: ${part.state}${part.headings.length > 0 ? ` (${part.headings.map(textOf).join(' | ')})` : ''}`,
      ...nodeLines(part.node, '  '),
    )
    for (const prose of part.prose)
      lines.push(`  prose${prose.about === undefined ? '' : ` about ${prose.about}`}: ${JSON.stringify(prose.text)}`)
  }
  for (const scenario of document.scenarios) lines.push(`scenario ${scenario.title}: ${JSON.stringify(scenario.text)}`)
  return `${lines.join('\n')}\n`
}

function nodeLines(node: Node, indent: string): string[] {
  if (node.kind === 'scalar') return [`${indent}${leaf(node)}`]
  if (node.kind === 'list')
    return node.items.flatMap((item) =>
      item.kind === 'scalar' ? [`${indent}- ${leaf(item)}`] : [`${indent}-`, ...nodeLines(item, `${indent}  `)],
    )
  return node.entries.flatMap(({ key, value, inherited }) => {
    const name = `${indent}${key.text}${inherited === undefined ? '' : ' (<<)'}:`
    return value.kind === 'scalar' ? [`${name} ${leaf(value)}`] : [name, ...nodeLines(value, `${indent}  `)]
  })
}

function leaf(scalar: Scalar): string {
  const kind = typeof scalar.value === 'string' ? '' : ` (${scalar.value === null ? 'null' : typeof scalar.value})`
  return `${JSON.stringify(scalar.text)}${kind}${scalar.cut === true ? ' (as it looks)' : ''}`
}
