// Reads CSV (RFC 4180) as a list of maps. The first record names the members. An unquoted value is read as a plain YAML scalar; an empty
// one is omitted.

import { type Source, span } from '../base/text.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { diagnostic } from '../diagnostic/voice.ts'
import type { Entry, ListNode, MapNode, Scalar } from './node.ts'
import { readYaml } from './read-yaml.ts'
import { regionOf } from './region.ts'

type Field = { readonly text: string; readonly quoted: boolean; readonly start: number; readonly end: number }

export function readCsv(source: Source): { readonly node: ListNode; readonly diagnostics: readonly Diagnostic[] } {
  const { text } = source
  const diagnostics: Diagnostic[] = []
  const whole = span(source, 0, text.length)
  const { records, unclosed } = recordsIn(text)
  if (unclosed !== undefined)
    diagnostics.push(problem(source, unclosed, 'a quoted value is never closed', 'Close it with `"`; a quote inside is written twice.'))
  const [head = [], ...rows] = records
  const items = rows.flatMap((fields): MapNode[] => {
    const [first, last] = [fields[0]!, fields.at(-1)!]
    if (fields.length !== head.length) {
      diagnostics.push(
        problem(
          source,
          first,
          `this row has ${fields.length} ${fields.length === 1 ? 'value' : 'values'}, and the first one names ${head.length}`,
          'Give each row a value for each name; an empty one is left out.',
        ),
      )
      return []
    }
    const entries = fields.flatMap((field, index): Entry[] =>
      field.text === '' && !field.quoted ? [] : [{ key: quotedScalar(source, head[index]!), value: scalarOf(source, field) }],
    )
    return [{ kind: 'map', entries, span: span(source, first.start, last.end) }]
  })
  return { node: { kind: 'list', items, span: whole }, diagnostics }
}

/** Empty lines are not records. */
function recordsIn(text: string): { readonly records: readonly (readonly Field[])[]; readonly unclosed?: Field } {
  const records: Field[][] = []
  let fields: Field[] = []
  let at = text.startsWith('\uFEFF') ? 1 : 0
  while (at < text.length) {
    const field = text[at] === '"' ? quotedField(text, at) : plainField(text, at)
    if (field === undefined) return { records, unclosed: { text: '', quoted: true, start: at, end: text.length } }
    fields.push(field)
    at = field.end
    if (text[at] === ',') {
      at++
      if (at === text.length) fields.push({ text: '', quoted: false, start: at, end: at })
      continue
    }
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    if (fields.length > 1 || fields[0]!.quoted || fields[0]!.text !== '') records.push(fields)
    fields = []
  }
  if (fields.length > 0) records.push(fields)
  return { records }
}

function plainField(text: string, start: number): Field {
  let end = start
  while (end < text.length && text[end] !== ',' && text[end] !== '\n' && text[end] !== '\r') end++
  return { text: text.slice(start, end).trim(), quoted: false, start, end }
}

/** Ignores text between the closing quote and the comma. */
function quotedField(text: string, start: number): Field | undefined {
  let value = ''
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== '"') value += text[at]
    else if (text[at + 1] === '"') value += text[++at]
    else return { text: value, quoted: true, start, end: plainField(text, at + 1).end }
  }
  return undefined
}

function scalarOf(source: Source, field: Field): Scalar {
  // `a: b`, `[a` and `#1` are not one plain scalar in YAML; here they are text.
  const read = field.quoted ? undefined : readYaml(regionOf(source, field.start, field.end))
  return read?.node?.kind === 'scalar' && read.node.style === 'plain' && read.node.text === field.text && read.diagnostics.length === 0
    ? read.node
    : quotedScalar(source, field)
}

function quotedScalar(source: Source, { text, start, end }: Field): Scalar {
  return { kind: 'scalar', value: text, text, style: 'double', span: span(source, start, end) }
}

function problem(
  source: Source,
  { start, end }: { readonly start: number; readonly end: number },
  message: string,
  help: string,
): Diagnostic {
  return diagnostic('error', 'document/csv-syntax', message, { span: span(source, start, end), text: 'here' }, { help })
}
