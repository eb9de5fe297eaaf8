// Documents with their labels marked in the text: `⟦*:name⟧` is the primary place, `⟦text:name⟧` another.

import { createSource, type Source } from '../../src/base/text.ts'
import type { Diagnostic, Label } from '../../src/diagnostic/diagnostic.ts'

/** Marks may nest: `⟦outer:a ⟦*inner:b⟧⟧` gives a label `outer` over `a b` and the primary one, `inner`, over `b`. */
export function marked(name: string, text: string): { source: Source; primary: Label[]; others: Label[] } {
  const open: { start: number; text: string; order: number }[] = []
  const labels: { start: number; end: number; text: string; order: number }[] = []
  let plain = ''
  let order = 0
  for (let index = 0; index < text.length; index++) {
    const char = text[index]!
    if (char === '⟦') {
      const colon = text.indexOf(':', index)
      open.push({ start: plain.length, text: text.slice(index + 1, colon), order: order++ })
      index = colon
    } else if (char === '⟧') labels.push({ ...open.pop()!, end: plain.length })
    else plain += char
  }
  const read = createSource(name, plain)
  labels.sort((a, b) => a.order - b.order)
  const label = (each: (typeof labels)[number], cut: number): Label => ({
    span: { source: read, start: each.start, end: each.end },
    text: each.text.slice(cut),
  })
  return {
    source: read,
    primary: labels.filter((each) => each.text.startsWith('*')).map((each) => label(each, 1)),
    others: labels.filter((each) => !each.text.startsWith('*')).map((each) => label(each, 0)),
  }
}

export function problem(files: readonly [name: string, text: string][], more: Partial<Diagnostic> = {}): Diagnostic {
  const read = files.map(([name, text]) => marked(name, text))
  const primary = read.flatMap((each) => each.primary)[0]!
  return {
    code: 'part/kebab-name',
    severity: 'error',
    message: '`thing` is wrong',
    primary,
    others: read.flatMap((each) => each.others),
    ...more,
  }
}
