// The text of a document, from all its files.

import type { Source } from '../base/text.ts'
import type { Compiled } from '../compile/compile.ts'

/** Equal for documents whose files have the same content in the same order. */
export function documentText({ document }: Compiled): string {
  const sources = new Set<Source>()
  const open: object[] = [document]
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const inner: object[] = []
    for (const [key, value] of Object.entries(part) as [string, unknown][]) {
      if (typeof value !== 'object' || value === null) continue
      if (key === 'source') sources.add(value as Source)
      else inner.push(value)
    }
    open.push(...inner.toReversed())
  }
  return Array.from(sources, ({ text }) => text).join('\n')
}
