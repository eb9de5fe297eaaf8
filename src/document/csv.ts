// Reads CSV (RFC 4180) as a list of maps. The first record names the members. An empty unquoted value is omitted.

import type { Help } from '../diagnostic/help.ts'
import { type Json, isJsonArray, isJsonNumber, isJsonObject, parseJsonText, printJson } from '../base/json.ts'
import { type Source, type Span, createSpan } from '../base/text.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { createDiagnostic } from '../diagnostic/voice.ts'
import type { Entry, ListNode, MapNode, Node, Scalar } from './node.ts'
import { readYaml } from './read-yaml.ts'
import { createRegion } from './region.ts'

type Field = { readonly text: string; readonly quoted: boolean; readonly start: number; readonly end: number }

/** How to read a column's values; by default an unquoted value is a plain YAML scalar, and a quoted one is text. */
type ColumnTypes = (name: string) => 'text' | 'data' | undefined

export function readCsv(
  source: Source,
  typeOfColumn: ColumnTypes = () => undefined,
): { readonly node: ListNode; readonly diagnostics: readonly Diagnostic[] } {
  const { text } = source
  const diagnostics: Diagnostic[] = []
  const wholeSpan = createSpan(source, 0, text.length)
  const { records, unclosed } = splitRecords(text)
  if (unclosed !== undefined)
    diagnostics.push(reportCsv(source, unclosed, 'a quoted value is never closed', 'Close it with `"`; a quote inside is written twice.'))
  const [header = [], ...rows] = records
  const items = rows.flatMap((fields): MapNode[] => {
    const [first, last] = [fields[0]!, fields.at(-1)!]
    if (fields.length !== header.length) {
      diagnostics.push(
        reportCsv(
          source,
          first,
          `this row has ${fields.length} ${fields.length === 1 ? 'value' : 'values'}, but the first row has ${header.length} ${header.length === 1 ? 'name' : 'names'}`,
          'Give each row a value for each name; an empty one is left out.',
        ),
      )
      return []
    }
    const entries = fields.flatMap((field, index): Entry[] =>
      isEmpty(field, typeOfColumn(header[index]!.text))
        ? []
        : [{ key: makeQuotedScalar(source, header[index]!), value: readValueOf(source, field, typeOfColumn(header[index]!.text)) }],
    )
    return [{ kind: 'map', entries, span: createSpan(source, first.start, last.end) }]
  })
  return { node: { kind: 'list', items, span: wholeSpan }, diagnostics }
}

/** Empty lines are not records. */
function splitRecords(text: string): { readonly records: readonly (readonly Field[])[]; readonly unclosed?: Field } {
  const records: Field[][] = []
  let fields: Field[] = []
  let position = text.startsWith('\uFEFF') ? 1 : 0
  while (position < text.length) {
    const field = text[position] === '"' ? readQuotedField(text, position) : readPlainField(text, position)
    if (field === undefined) return { records, unclosed: { text: '', quoted: true, start: position, end: text.length } }
    fields.push(field)
    position = field.end
    if (text[position] === ',') {
      position++
      if (position === text.length) fields.push({ text: '', quoted: false, start: position, end: position })
      continue
    }
    if (text[position] === '\r') position++
    if (text[position] === '\n') position++
    if (fields.length > 1 || fields[0]!.quoted || fields[0]!.text !== '') records.push(fields)
    fields = []
  }
  if (fields.length > 0) records.push(fields)
  return { records }
}

function readPlainField(text: string, start: number): Field {
  let end = start
  while (end < text.length && text[end] !== ',' && text[end] !== '\n' && text[end] !== '\r') end++
  return { text: text.slice(start, end).trim(), quoted: false, start, end }
}

/** Ignores text between the closing quote and the comma. */
function readQuotedField(text: string, start: number): Field | undefined {
  let value = ''
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] !== '"') value += text[at]
    else if (text[at + 1] === '"') value += text[++at]
    else return { text: value, quoted: true, start, end: readPlainField(text, at + 1).end }
  }
  return undefined
}

/** Only a text can be empty. */
function isEmpty({ text, quoted }: Field, type: ReturnType<ColumnTypes>): boolean {
  return text === '' && (!quoted || type === 'data')
}

function readValueOf(source: Source, field: Field, type: ReturnType<ColumnTypes>): Node {
  if (type === 'text') return makeQuotedScalar(source, field)
  return (type === 'data' ? readData(source, field) : undefined) ?? makeScalar(source, field)
}

/** Booleans as spreadsheets and JSON write them, also in quotes; any other text stays text, which the property refuses. */
function readData(source: Source, { text, quoted, start, end }: Field): Node | undefined {
  const location = createSpan(source, start, end)
  if (/^(true|false)$/i.test(text))
    return { kind: 'scalar', value: text.toLowerCase() === 'true', text: text.toLowerCase(), style: 'plain', span: location }
  if (!quoted && !/^[[{]/.test(text)) return undefined
  const parsed = parseJsonText(text, { depth: 64 })
  return 'value' in parsed ? makeJsonNode(parsed.value, location) : undefined
}

/** A JSON value at one place. */
function makeJsonNode(value: Json, location: Span): Node {
  if (isJsonArray(value)) return { kind: 'list', items: value.map((item) => makeJsonNode(item, location)), span: location }
  if (isJsonObject(value))
    return {
      kind: 'map',
      entries: Object.entries(value).map(([name, member]) => ({
        key: { kind: 'scalar', value: name, text: name, style: 'double', span: location },
        value: makeJsonNode(member, location),
      })),
      span: location,
    }
  if (typeof value === 'string') return { kind: 'scalar', value, text: value, style: 'double', span: location }
  const text = printJson(value)
  return { kind: 'scalar', value: isJsonNumber(value) ? Number(text) : value, text, style: 'plain', span: location }
}

function makeScalar(source: Source, field: Field): Scalar {
  // `a: b`, `[a` and `#1` are not one plain scalar in YAML; here they are text.
  const parsed = field.quoted ? undefined : readYaml(createRegion(source, field.start, field.end))
  return parsed?.node?.kind === 'scalar' &&
    parsed.node.style === 'plain' &&
    parsed.node.text === field.text &&
    parsed.diagnostics.length === 0
    ? parsed.node
    : makeQuotedScalar(source, field)
}

function makeQuotedScalar(source: Source, { text, start, end }: Field): Scalar {
  return { kind: 'scalar', value: text, text, style: 'double', span: createSpan(source, start, end) }
}

function reportCsv(
  source: Source,
  { start, end }: { readonly start: number; readonly end: number },
  message: string,
  help: string | Help,
): Diagnostic {
  return createDiagnostic('error', 'document/csv-syntax', message, { span: createSpan(source, start, end), text: 'here' }, { help })
}
