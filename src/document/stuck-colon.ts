// Finds `copies:{ type: integer }`: without a blank after it, YAML reads the colon as part of the name.

import { advise, paste } from '../diagnostic/help.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { createDiagnostic } from '../diagnostic/voice.ts'
import { findFlowEnd } from './cut-in-flow.ts'
import { scanOf } from './cut-scan.ts'
import { takeFirstLine } from './excerpt.ts'
import { type Region, toSourceSpan } from './region.ts'
import { compose, listScalarRanges } from './yaml.ts'

/** An entry `text.slice(from, to)`, the colon in it, and the bracket that touches the colon. */
type StuckEntry = { readonly from: number; readonly to: number; readonly colon: number }

/** A key at the beginning of a line, and a bracket that touches its colon. */
const stuckPattern = /^(?<before> *(?:- +)*)(?<key>[^\s"'#:&*!|>%@`?{}[\],-][^"'#:\n]*):[{[]/gm

/** The depth limit of the search, equal to the reader's. */
const maxDepth = 1000

/** Entries whose colon YAML reads as part of a name or a value. */
export function findStuckColons(text: string): readonly StuckEntry[] {
  const candidates = Array.from(text.matchAll(stuckPattern), (match) => {
    const from = match.index + match.groups!['before']!.length
    return { from, colon: from + match.groups!['key']!.length }
  })
  if (candidates.length === 0) return []
  const { contents } = compose(text)
  // Inside brackets the name ends at the colon, too. In a multi-line text a colon begins no entry.
  const endByStart = new Map(contents === undefined ? [] : listScalarRanges(contents, maxDepth))
  return candidates
    .filter(({ from, colon }) => (endByStart.get(from) ?? 0) > colon)
    .map((each) => ({ ...each, to: findEntryEnd(text, each.colon + 1) }))
}

function findEntryEnd(text: string, open: number): number {
  const closed = findFlowEnd(scanOf(text), open, text.length) ?? open
  const feed = text.indexOf('\n', closed)
  return feed === -1 ? text.length : feed
}

export function reportStuckColon({ from, to, colon }: StuckEntry, text: string, region: Region): Diagnostic {
  const name = text.slice(from, colon)
  const valueText = text.slice(colon + 1, to).trimEnd()
  return createDiagnostic(
    'error',
    'document/yaml-syntax',
    `\`${takeFirstLine(`${name}:${valueText}`, 50)}\` has no space after its colon`,
    { span: toSourceSpan(region, from, colon + 2), text: 'not yet a key and a value' },
    {
      reason: 'In YAML a colon ends a name only where a blank follows.',
      help: valueText.includes('\n') ? `Write \`${name}: ${valueText[0]}\`.` : advise`Write${paste(`${name}: ${valueText}`)}`,
    },
  )
}
