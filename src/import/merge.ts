// Merges imported documents: values of one source stay as they are, and conflicting values become questions.

import { type PartName, partNames } from '../document/document.ts'
import type { DraftDocument, DraftPart } from './print.ts'
import { type DraftEntry, type DraftValue, isGap, printOnOneLine, printShort, question } from './draft.ts'

export type NamedDraft = { readonly source: string; readonly document: DraftDocument }

/** Keys whose maps contain named elements: the entries of several sources are merged. Other entries occur once. */
const gathering: { readonly [part in PartName]?: readonly string[] } = {
  service: ['settings'],
  resources: ['views', '$defs', 'records'],
  authentication: ['schemes'],
  events: ['types', 'delivery', 'callbacks'],
  errors: ['catalogue'],
}

export function mergeDrafts(drafts: readonly NamedDraft[]): DraftDocument {
  const [first, ...others] = drafts
  if (others.length === 0) return first!.document
  return {
    title: [...new Set(drafts.map(({ document }) => document.title))].join(' and '),
    use: first!.document.use,
    parts: Object.fromEntries(
      partNames.map((name) => [
        name,
        others.reduce(
          (one, { source, document }) => joinPart(name, one, document.parts[name], source),
          addSourceName(first!.document.parts[name], first!.source),
        ),
      ]),
    ) as { [name in PartName]: DraftPart },
    leftOut: drafts.flatMap(({ source, document }) => document.leftOut.map((sentence) => `${source}: ${sentence}`)),
  }
}

/** Adds the source's name to comments above an open part. */
function addSourceName(part: DraftPart, source: string): DraftPart {
  return {
    value: part.value,
    notes: part.notes.map((note) =>
      note.startsWith('import: ') ? question(`(${source}) ${note.slice('import: '.length)}`) : `${note} of ${source}`,
    ),
  }
}

function joinPart(name: PartName, one: DraftPart, other: DraftPart, source: string): DraftPart {
  const further = addSourceName(other, source)
  const notes = [...one.notes, ...further.notes]
  // Another source may specify an open value.
  if (one.value.kind !== 'map')
    return {
      notes: other.value.kind === 'map' ? further.notes : notes,
      value: other.value.kind === 'map' || isGap(one.value) ? other.value : one.value,
    }
  if (other.value.kind !== 'map') return one
  const entries = [...one.value.entries]
  for (const entry of other.value.entries) join(entries, entry, source, gathering[name] ?? [])
  return { notes, value: { kind: 'map', entries } }
}

function join(entries: DraftEntry[], entry: DraftEntry, source: string, gathered: readonly string[]): void {
  const at = entries.findIndex(({ key }) => key === entry.key)
  const before = entries[at]
  if (before === undefined) {
    entries.push(entry)
    return
  }
  if (isGap(before.value)) {
    entries[at] = entry
    return
  }
  if (isGap(entry.value) || isSame(before.value, entry.value)) return
  if (entry.key === 'each' && before.value.kind === 'list' && entry.value.kind === 'list') {
    entries[at] = { ...before, value: { kind: 'list', items: [...before.value.items, ...entry.value.items] } }
    return
  }
  if (gathered.includes(entry.key) && before.value.kind === 'map' && entry.value.kind === 'map') {
    const inner = [...before.value.entries]
    for (const each of entry.value.entries) join(inner, each, source, [])
    entries[at] = { ...before, notes: [...before.notes, ...entry.notes], value: { kind: 'map', entries: inner } }
    return
  }
  before.notes.push(question(`${source} says otherwise of \`${entry.key}\`: ${printBrief(entry.value)}. Which holds?`))
}

function isSame(a: DraftValue, b: DraftValue): boolean {
  return printOnOneLine(a) === printOnOneLine(b)
}

function printBrief(draft: DraftValue): string {
  return `\`${printShort(draft).replaceAll('`', "'")}\``
}
