// Merges maps at every depth, across fences and files. A leaf or list that occurs twice is an error that shows both places.

import { advise, remove } from '../diagnostic/help.ts'
import { type Span } from '../base/text.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { createDiagnostic } from '../diagnostic/voice.ts'
import { makeExcerpt } from './excerpt.ts'
import type { Entry, MapNode, Node } from './node.ts'

export type ReportDiagnostic = (diagnostic: Diagnostic) => void

/** Merges maps from different fences or files into one, in their order. */
export function mergeMaps(maps: readonly MapNode[], span: Span, report: ReportDiagnostic): MapNode {
  const [first] = maps
  if (first === undefined) return { kind: 'map', entries: [], span }
  if (maps.length === 1) return first
  const byName = new Map<string, Entry[]>()
  for (const map of maps) {
    for (const each of map.entries) {
      byName.getOrInsertComputed(each.key.text, () => []).push(each)
    }
  }
  return { kind: 'map', entries: Array.from(byName.values(), (sameKey) => mergeEntries(sameKey, report)), span: first.span }
}

function mergeEntries(sameKey: readonly Entry[], report: ReportDiagnostic): Entry {
  // An explicit entry overrides one from a merge key (`<<`), regardless of their order.
  const direct = sameKey.filter((each) => each.inherited === undefined)
  const entries = direct.length > 0 ? direct : sameKey.slice(0, 1)
  const [first, ...more] = entries as [Entry, ...Entry[]]
  if (more.length === 0) return first
  const maps = entries.map((each) => each.value).filter((value) => value.kind === 'map')
  for (const repeated of more) {
    if (first.value.kind !== 'map' || repeated.value.kind !== 'map') report(reportRepeated(first, repeated))
  }
  if (maps.length < 2) return maps[0] === undefined ? first : { key: first.key, value: maps[0] }
  return { key: first.key, value: mergeMaps(maps, maps[0]!.span, report) }
}

/** Names the kind of a value for a message. */
function nameKind(node: Node): string {
  if (node.kind !== 'scalar') return `a ${node.kind}`
  return node.value === null ? 'nothing' : `\`${makeExcerpt(node.text, 40)}\``
}

function reportRepeated(first: Entry, repeated: Entry): Diagnostic {
  const name = first.key.text
  return createDiagnostic(
    'error',
    'document/duplicate-value',
    `\`${name}\` has two values: ${nameKind(first.value)} and ${nameKind(repeated.value)}`,
    {
      span: repeated.key.span,
      text: `says ${nameKind(repeated.value)}`,
    },
    {
      others: [{ span: first.key.span, text: `already says ${nameKind(first.value)}` }],
      reason: 'Maps are merged across blocks and files; a value or a list must have one place, so that it is clear which one counts.',
      help: advise`${remove('Keep one of the two')}.`,
    },
  )
}
