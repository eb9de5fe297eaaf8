// The text of a document, from all its files.

import type { Source } from '../base/text.ts'
import type { Compiled } from '../compile/compile.ts'

/** The same for documents whose files have the same content, in the same order. */
export function documentText({ document }: Compiled): string {
  const sources = new Set<Source>()
  JSON.stringify(document, (key, value: unknown) => {
    if (key !== 'source') return value
    sources.add(value as Source)
    return undefined
  })
  return Array.from(sources, ({ text }) => text).join('\n')
}
