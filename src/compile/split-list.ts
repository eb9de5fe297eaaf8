// Reports a list without its brackets between braces, `{ enum: one, two, three }`, as one mistake: YAML reads a value and two keys.

import { type Diagnostic, inOrder } from '../diagnostic/diagnostic.ts'
import { advise, paste } from '../diagnostic/help.ts'
import { replaceHelp } from '../diagnostic/voice.ts'

export function joinSplitLists(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const keys = inOrder(diagnostics.filter(({ code }) => code === 'document/unknown-key'))
  if (keys.length === 0) return diagnostics
  const dropped = new Set<Diagnostic>()
  const joined = diagnostics.map((diagnostic) => {
    const items = diagnostic.code === 'document/unexpected-value' ? listItemsAfter(diagnostic, keys) : []
    const { source, start } = diagnostic.primary.span
    const key = /([\w$-]+):\s*$/.exec(source.text.slice(0, start))?.[1]
    if (items.length === 0 || key === undefined) return diagnostic
    for (const item of items) dropped.add(item)
    const { end } = items.at(-1)!.primary.span
    return replaceHelp(
      { ...diagnostic, primary: { ...diagnostic.primary, span: { source, start, end } } },
      advise`A list is written in brackets:${paste(`${key}: [${source.text.slice(start, end)}]`)}`,
    )
  })
  return joined.filter((each) => !dropped.has(each))
}

/** The unknown keys without a value that follow the value, with only commas between them. */
function listItemsAfter({ primary }: Diagnostic, keys: readonly Diagnostic[]): readonly Diagnostic[] {
  const { source } = primary.span
  const items: Diagnostic[] = []
  let { end } = primary.span
  for (const key of keys) {
    const { span } = key.primary
    if (span.source !== source || span.start < end) continue
    if (!/^\s*,\s*$/.test(source.text.slice(end, span.start)) || !/^\s*[,}]/.test(source.text.slice(span.end))) break
    items.push(key)
    end = span.end
  }
  return items
}
