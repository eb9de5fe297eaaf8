// Turns records whose facts stand behind labels ("Type: text", "Who: clerk") into table rows: in lists, paragraphs, and below headings.

import type { PartName } from '../../../document/document.ts'
import { draftPlainText, mapColumns } from '../draft.ts'
import { isKind } from '../kinds/kind-tests.ts'
import { readRequests } from '../requests.ts'
import type { Form, FormSection, FormTable, FormText, Statement } from '../statement.ts'
import type { ColumnName, Words } from '../words.ts'

type Block = FormSection['blocks'][number]

type Pair = { readonly label: string; readonly value: string; readonly statement: Statement }

/** `name`: what stands before the labelled facts, such as the name of a field. `length`: the number of its blocks. */
type LabelledRecord = { readonly name: string; readonly pairs: readonly Pair[]; readonly statement: Statement; readonly length: number }

const columnsOf: { readonly [part in PartName]?: readonly ColumnName[] } = {
  resources: ['type', 'must', 'default', 'setter', 'range', 'rules', 'unique', 'editable', 'least', 'most', 'meaning', 'field', 'id'],
  states: ['from', 'to', 'trigger', 'guard', 'who', 'meaning', 'id'],
  endpoints: ['endpoint', 'method', 'path', 'who', 'status', 'meaning', 'id'],
  errors: ['error', 'status', 'meaning', 'id'],
  limits: ['limit', 'value', 'unit', 'each', 'meaning', 'id'],
}

/** Columns that a table of the part cannot do without: at least one of each group. */
const neededIn: { readonly [part in PartName]?: readonly (readonly ColumnName[])[] } = {
  resources: [
    ['type', 'range', 'rules'],
    ['must', 'default', 'setter', 'rules', 'range', 'meaning', 'field'],
  ],
  states: [['to']],
  endpoints: [['endpoint', 'path', 'who', 'status']],
  errors: [['status', 'error']],
  limits: [['value']],
}

/** The columns that may stand before the labels: the first whose label the records have not. */
const namedColumns: { readonly [part in PartName]?: readonly ColumnName[] } = {
  resources: ['field'],
  states: ['from'],
  errors: ['error'],
  limits: ['limit'],
}

export function tabulateRecords(form: Form, words: Words): Form {
  return {
    ...form,
    sections: form.sections.map((section) =>
      columnsOf[section.part] === undefined ? section : { ...section, blocks: tabulateBlocks(section, words) },
    ),
  }
}

function tabulateBlocks({ part, blocks }: FormSection, words: Words): Block[] {
  const found: Block[] = []
  for (let at = 0; at < blocks.length;) {
    const records: LabelledRecord[] = []
    let end = at
    for (;;) {
      const record = readNamedRecord(blocks, end) ?? readInlineRecord(blocks[end], part, words) ?? readPlainRecord(blocks, end, records[0])
      const [first] = records
      if (record === undefined || (first !== undefined && (first.name === '') !== (record.name === ''))) break
      records.push(record)
      end += record.length
    }
    const table = makeTable(records, part, words)
    if (table === undefined) found.push(blocks[at++]!)
    else {
      found.push(table)
      at = end
    }
  }
  return found
}

const labelled = /^[*_`]{0,3}(\p{L}[\p{L}\d /?&'’().-]{0,32}?)[*_`]{0,3}\s*:[*_`]{0,3}\s+(\S.*)$/su

function readPair({ statement }: FormText): Pair | undefined {
  const [, label, value] = labelled.exec(statement.text) ?? []
  // In `phone: string (maxLength: 20)`, the colon within parentheses ends no label.
  const isCut = label !== undefined && /\([^()]*$/.test(label)
  return label === undefined || value === undefined || isCut || readRequests(label).length > 0
    ? undefined
    : { label: label.trim(), value: value.replace(/[;.]$/, ''), statement }
}

/** A name, or a request, with a list of labelled facts below it. */
function readNamedRecord(blocks: readonly Block[], at: number): LabelledRecord | undefined {
  const head = blocks[at]
  const next = blocks[at + 1]
  if (head?.kind !== 'text' || head.statement.kind === 'sample' || next?.kind !== 'text' || head.member !== undefined) return undefined
  const name = draftPlainText(head.statement.text).replace(/[:.]$/, '').trim()
  if (name.length > 90 || labelled.test(head.statement.text) || /[.;]\s/.test(name)) return undefined
  const isBelow = (text: FormText): boolean =>
    text.statement.kind === 'item' &&
    (head.statement.kind === 'item'
      ? text.paragraph === head.paragraph && text.depth > head.depth
      : text.paragraph === next.paragraph && next.paragraph !== head.paragraph)
  const pairs: Pair[] = []
  let length = 1
  for (const text of blocks.slice(at + 1)) {
    const pair = text.kind === 'text' && isBelow(text) ? readPair(text) : undefined
    if (pair === undefined && (text.kind !== 'text' || !isBelow(text))) break
    if (pair === undefined || pairs.some(({ label }) => label === pair.label)) return undefined
    pairs.push(pair)
    length++
  }
  return pairs.length === 0 ? undefined : { name, pairs, statement: head.statement, length }
}

/** Labelled facts without a name before them: a list or a paragraph, until the first label recurs. */
function readPlainRecord(blocks: readonly Block[], at: number, first: LabelledRecord | undefined): LabelledRecord | undefined {
  const head = blocks[at]
  const start = head?.kind === 'text' && head.statement.kind !== 'sample' ? readPair(head) : undefined
  if (start === undefined || (first !== undefined && first.pairs[0]!.label !== start.label)) return undefined
  const pairs = [start]
  for (const text of blocks.slice(at + 1)) {
    const pair = text.kind === 'text' && text.paragraph === (head as FormText).paragraph ? readPair(text) : undefined
    if (pair === undefined || pairs.some(({ label }) => label === pair.label)) break
    pairs.push(pair)
  }
  return pairs.length < 2 ? undefined : { name: '', pairs, statement: start.statement, length: pairs.length }
}

/** `berth: Type: text; Required: yes`, `Field: berth; Type: text`: labelled facts on a line, with or without a name before them. */
function readInlineRecord(block: Block | undefined, part: PartName, words: Words): LabelledRecord | undefined {
  if (block?.kind !== 'text' || block.statement.kind !== 'item' || block.member !== undefined) return undefined
  const { statement } = block
  const isKnown = (text: string): boolean => {
    const label = labelled.exec(text)?.[1]
    return label !== undefined && !/\([^()]*$/.test(label) && Object.keys(mapColumns([label], columnsOf[part]!, words)).length > 0
  }
  const whole = statement.text
  const [lead, name, behind] = isKnown(whole) ? ['', '', whole] : (namedFacts.exec(whole) ?? [])
  if (lead === undefined || name === undefined || behind === undefined || !isKnown(behind)) return undefined
  // The value of a label may have separators of its own.
  const pieces = behind
    .split(/\s*[;|·]\s+|,\s+(?=\p{Lu}[\p{L} ]{1,24}:\s)/u)
    .reduce<string[]>(
      (all, piece) => (all.length > 0 && !isKnown(piece) ? [...all.slice(0, -1), `${all.at(-1)!}; ${piece}`] : [...all, piece]),
      [],
    )
  const pairs = pieces.flatMap((piece) => {
    const pair = readPair({ ...block, statement: { ...statement, text: piece } })
    return pair === undefined ? [] : [{ ...pair, statement }]
  })
  return name === '' && pairs.length < 2 ? undefined : { name: draftPlainText(name), pairs, statement, length: 1 }
}

const namedFacts = /^((?:[*_`]*(?:[A-Z]{3,6} )?[/\p{L}\d][^\s:;]*)(?: [^\s:;]+){0,5}?)\s*(?::|\s[–—|-])\s+(\S.*)$/su

/** The records as a table, if their labels are headers of such tables. */
function makeTable(records: readonly LabelledRecord[], part: PartName, words: Words): FormTable | undefined {
  const [first] = records
  if (first === undefined) return undefined
  const labels = [...new Set(records.flatMap(({ pairs }) => pairs.map(({ label }) => label)))]
  const columns = mapColumns(labels, columnsOf[part]!, words)
  const known = new Set(Object.values(columns).map((index) => labels[index]))
  const pairs = records.flatMap((record) => record.pairs)
  const isWhole =
    known.size > (records.length > 2 && part !== 'resources' ? 0 : records.length > 1 ? 1 : 2) &&
    pairs.filter(({ label }) => known.has(label)).length * 2 >= pairs.length &&
    labels.length <= Math.max(...records.map((record) => record.pairs.length)) * 2 &&
    (neededIn[part] ?? []).every((group) => group.some((column) => columns[column] !== undefined))
  const valuesOf = (column: ColumnName): readonly string[] =>
    columns[column] === undefined ? [] : pairs.filter(({ label }) => label === labels[columns[column]!]).map(({ value }) => value)
  // `name: text` below a thing is a field of its own; a field may have the name of a kind, such as `email`.
  const areKinds = (values: readonly string[]): boolean => values.filter((value) => isKind(value, words)).length * 2 > values.length
  const areFields =
    part === 'resources' &&
    ((first.name === '') !== (columns.field !== undefined) ||
      valuesOf('field').some((value) => isDescription(value, words)) ||
      areKinds(valuesOf('field')) ||
      areKinds(valuesOf('meaning')))
  if (!isWhole || areFields) return undefined
  const header = first.name === '' ? [] : [headerOfName(records, part, columns, words)]
  for (const { statement } of pairs) statement.outcome ??= 'taken'
  for (const { statement } of records) statement.outcome = undefined
  return {
    kind: 'table',
    headers: [...header, ...labels],
    rows: records.map(({ name, pairs: own, statement }) => ({
      cells: [...(header.length === 0 ? [] : [name]), ...labels.map((label) => own.find((each) => each.label === label)?.value ?? '')],
      statement,
    })),
  }
}

/** `required; text up to 40 characters` of a field called `name`: no name. */
function isDescription(value: string, words: Words): boolean {
  return value.split(/\s*[;,]\s*/).some((clause) => words.phrases.some(([pattern, fact]) => fact?.says === 'must' && pattern.test(clause)))
}

/** The header above the names of the records. */
function headerOfName(
  records: readonly LabelledRecord[],
  part: PartName,
  columns: { readonly [name in ColumnName]?: number },
  words: Words,
): string {
  if (part === 'endpoints') {
    const names = records.map(({ name }) => name)
    if (names.every((name) => readRequests(name).length > 0)) return words.headers.endpoint[0]!
    if (names.every((name) => /^(?:GET|POST|PUT|PATCH|DELETE)$/.test(name.replaceAll('`', '')))) return words.headers.method[0]!
    return columns.meaning === undefined ? words.headers.meaning[0]! : ''
  }
  if (part === 'errors' && columns.status === undefined && records.every(({ name }) => /^\W*[45]\d\d\W*$/.test(name)))
    return words.headers.status[0]!
  const column = namedColumns[part]?.find((each) => columns[each] === undefined)
  return column === undefined ? '' : words.headers[column][0]!
}
