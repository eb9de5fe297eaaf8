// The text of a document, from all its files.

import type { Source } from '../base/text.ts'
import type { Compiled } from '../compile/compile.ts'

const texts = new WeakMap<Compiled['document'], string>()

/** Equal for documents whose files have the same content in the same order. */
export function joinDocumentText({ document }: Pick<Compiled, 'document'>): string {
  const known = texts.get(document) ?? joinSources(document)
  texts.set(document, known)
  return known
}

function joinSources(document: Compiled['document']): string {
  const sources = new Set<Source>()
  const unvisited: object[] = [document]
  for (let node = unvisited.pop(); node !== undefined; node = unvisited.pop()) {
    const children: object[] = []
    for (const [key, value] of Object.entries(node) as [string, unknown][]) {
      if (typeof value !== 'object' || value === null) continue
      if (key === 'source') sources.add(value as Source)
      else children.push(value)
    }
    unvisited.push(...children.toReversed())
  }
  return Array.from(sources, ({ text }) => text).join('\n')
}
