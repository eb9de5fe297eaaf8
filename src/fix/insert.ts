// Inserts YAML into a map of a document as text: at its indentation or between its braces, and deeper below an existing key.

import type { Span } from '../base/text.ts'
import { type MapNode, findEntryOf } from '../document/node.ts'

export type FixEdit = { readonly span: Span; readonly text: string }

/** The outermost entries of a text to paste. */
type PastedEntry = { readonly key: string; readonly lines: readonly string[] }

/** Undefined if the map cannot contain the text, or the text has no entries. */
export function insertInto(map: MapNode, paste: string): readonly FixEdit[] | undefined {
  const pasted = splitEntries(paste)
  if (pasted === undefined || map.entries.length === 0) return undefined
  const edits: FixEdit[] = []
  for (const each of pasted) {
    const existing = findEntryOf(map, each.key)
    const inserted =
      existing === undefined
        ? addEntry(map, each)
        : existing.value.kind === 'map' && findBody(each) !== undefined
          ? insertInto(existing.value, findBody(each)!)
          : [{ span: existing.value.span, text: indentValue(each, findIndent(existing.key.span)) }]
    if (inserted === undefined) return undefined
    edits.push(...inserted)
  }
  return join(edits)
}

/** Indents each line of a text. */
export function indentLines(text: string, indent: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? line : indent + line))
    .join('\n')
}

/** The indentation of a new line in the column of the place; the dash of a list becomes a blank. */
export function findIndent({ source: { text }, start }: Span): string {
  return text.slice(text.lastIndexOf('\n', start - 1) + 1, start).replaceAll('-', ' ')
}

function splitEntries(paste: string): readonly PastedEntry[] | undefined {
  const entries: { key: string; lines: string[] }[] = []
  for (const line of paste.split('\n')) {
    const key = /^('(?:[^']|'')*'|"[^"]*"|[^\s'"#{[|-][^:]*?(?::\S[^:]*?)*):(?: |$)/.exec(line)?.[1]
    if (key !== undefined) entries.push({ key: key.replace(/^(['"])(.*)\1$/, '$2'), lines: [line] })
    else if (entries.length > 0 && /^(?: |$)/.test(line)) entries.at(-1)!.lines.push(line)
    else return undefined
  }
  return entries.length === 0 ? undefined : entries
}

/** The lines below the key, dedented; undefined if the value is on the key's line. */
function findBody({ lines }: PastedEntry): string | undefined {
  if (lines.length < 2 || !/:\s*$/.test(lines[0]!)) return undefined
  const indent = /^ */.exec(lines[1]!)![0].length
  return lines
    .slice(1)
    .map((line) => line.slice(indent))
    .join('\n')
}

function indentValue(pasted: PastedEntry, indent: string): string {
  const body = findBody(pasted)
  if (body !== undefined) return `\n${indentLines(body, `${indent}  `)}`
  return pasted.lines.join('\n').replace(/^('(?:[^']|'')*'|"[^"]*"|.*?):\s+/, '')
}

function addEntry(map: MapNode, { lines }: PastedEntry): readonly FixEdit[] | undefined {
  const { source, start } = map.span
  const last = map.entries.at(-1)!
  if (source.text[start] === '{')
    return lines.length > 1
      ? undefined
      : [{ span: { source, start: last.value.span.end, end: last.value.span.end }, text: `, ${lines[0]!}` }]
  const from = Math.max(last.value.span.end, last.key.span.end)
  const lineEnd = last.value.span.source.text.indexOf('\n', from - (last.value.span.source.text[from - 1] === '\n' ? 1 : 0))
  const end = lineEnd === -1 ? last.value.span.source.text.length : lineEnd
  return [
    {
      span: { source: last.value.span.source, start: end, end },
      text: `\n${indentLines(lines.join('\n'), findIndent(map.entries[0]!.key.span))}`,
    },
  ]
}

/** Joins edits at one place, in order. */
function join(edits: readonly FixEdit[]): readonly FixEdit[] {
  const joined: FixEdit[] = []
  for (const each of edits) {
    const at = joined.findIndex(
      ({ span }) => span.start === each.span.start && span.end === each.span.end && span.source === each.span.source,
    )
    if (at < 0) joined.push(each)
    else joined[at] = { span: each.span, text: joined[at]!.text + each.text }
  }
  return joined
}
