// Splits a form into statements: table rows, list items, sentences and samples, each with its part, heading and line.

import { type Source, position, source, textOf } from '../../base/text.ts'
import { type PartName, partNames } from '../../document/document.ts'
import { type Heading, partsOfHeadings } from '../../document/heading.ts'
import { type MarkdownBlock, outline } from '../../document/markdown.ts'
import { singular } from '../names.ts'
import type { Statement, FormSection, Form } from './statement.ts'
import { type CodeTypes, codeTypesIn } from './code-types.ts'
import { endpointsInData } from './endpoint-data.ts'
import { isField } from './field-head.ts'
import { asFieldLines } from './field-lines.ts'
import { drawnTable } from './drawn-moves.ts'
import { tableInFence } from './fence-tables.ts'
import { scenariosIn } from './given-moves.ts'
import { inlineRecord } from './inline-records.ts'
import { mappedTable } from './mapped-moves.ts'
import { bullet, piecesOf } from './pieces.ts'
import { remarkedMembers } from './remarked-samples.ts'
import { schemasIn } from './schemas.ts'
import { type Sketch, sketchesIn } from './sketch.ts'
import { columnsIn } from './sql-columns.ts'
import type { Words } from './words.ts'

/** Types in code; the members of bases are known once their fence was read. */
type Declared = { readonly types: CodeTypes; readonly bases: Map<string, Sketch> }

export function splitForm(whole: Source, words: Words): Form {
  const { sections } = outline(unquoted(whole))
  const chapters = sections.filter(({ heading }) => heading?.level === 2)
  const parts = partsOfHeadings(chapters.map(({ heading }) => heading!.title))
  const statements: Statement[] = []
  const found: FormSection[] = []
  const originals = new Map<PartName, string>()
  let part: PartName | undefined
  let title: string | undefined
  let first = whole.text.length
  const known: Declared = { types: codeTypesIn(whole.text), bases: new Map() }
  for (const { heading, blocks } of sections) {
    if (heading?.level === 1 && title === undefined) title = heading.title
    if (heading?.level === 2) {
      part = parts[chapters.findIndex((each) => each.heading === heading)]
      if (part !== undefined) first = Math.min(first, heading.span.start)
    }
    if (part === undefined) continue
    if (heading?.level !== 2 || !originals.has(part)) originals.set(part, join(originals.get(part), originalText(whole, heading, blocks)))
    found.push(...sectionsOf(part, heading, blocks, statements, words, known))
  }
  const opening =
    sections.find(({ heading, blocks }) => blocks.length > 0 && (heading === undefined || heading.level === 1))?.blocks[0]?.span.start ??
    first
  return { source: whole, title, before: whole.text.slice(Math.min(opening, first), first).trim(), originals, sections: found, statements }
}

export const partOrder = partNames

function join(before: string | undefined, text: string): string {
  return before === undefined || before === '' ? text : `${before}\n\n${text}`
}

/** The section's text, without the heading of the part, which is written separately. */
function originalText({ text }: Source, heading: Heading | undefined, blocks: readonly MarkdownBlock[]): string {
  const start = heading !== undefined && heading.level > 2 ? heading.span.start : blocks[0]?.span.start
  if (start === undefined) return ''
  const end = blocks.at(-1)?.span.end ?? heading?.span.end ?? start
  return text.slice(start, end).trimEnd()
}

/** Headings that are statements themselves: a request, and in part 7 a status with a code, or a code. */
const requestTitle = /(?:GET|POST|PUT|PATCH|DELETE)\s+\//
const errorTitle =
  /^[*`]*[45]\d\d\b.*[_`]|^[45]\d\d\s*[–—:-]?\s*[A-Za-z][\w.-]*$|\b[45]\d\d\b.*[_`]|[_`].*\b[45]\d\d\b|^`[\w.-]+`$|^\w+_\w+$|^[A-Z][\w.-]* \([45]\d\d\)$/

function sectionsOf(
  part: PartName,
  heading: Heading | undefined,
  blocks: readonly MarkdownBlock[],
  statements: Statement[],
  words: Words,
  known: Declared,
): FormSection[] {
  let section: FormSection = { part, title: heading?.level === 2 ? '' : (heading?.title ?? ''), level: heading?.level ?? 2, blocks: [] }
  const add = (kind: Statement['kind'], text: string, line: number): Statement => {
    const statement: Statement = { part, kind, text, line, outcome: undefined, asks: [] }
    statements.push(statement)
    return statement
  }
  const addHeading = (pattern: RegExp): void => {
    if (heading === undefined || heading.level <= 2 || !pattern.test(heading.title)) return
    const statement = add('heading', heading.title, position(heading.span.source, heading.span.start).line)
    section.blocks.push({ kind: 'text', statement, label: '', paragraph: -1, depth: 0 })
  }
  addHeading(requestTitle)
  if (part === 'errors') addHeading(errorTitle)
  const sections = [section]
  const start = (title: string, isLed = false): void => {
    section = { part, title, level: 3, isLed, blocks: [] }
    sections.push(section)
  }
  let label = section.title
  // Paragraphs with one field in each are the items of a list.
  const isFieldText = (block: MarkdownBlock): boolean => {
    const [first = '', ...others] = part === 'resources' && block.kind === 'paragraph' ? textOf(block.span).split(/\r\n|\n|\r/) : []
    return !bullet.test(first) && isField(first, words) && !others.some((line) => isField(line, words))
  }
  const fieldTexts = new Set(blocks.filter(isFieldText))
  for (const [paragraph, block] of blocks.entries()) {
    const { source: from } = block.span
    const line = position(from, block.span.start).line
    if (block.kind === 'table') {
      const headers = block.header.map(({ text }) => text)
      const rows = block.rows.map((row) => ({
        cells: row.cells.map(({ text }, index) =>
          part === 'endpoints' &&
          index === row.cells.findIndex((each) => onlyMethod.test(each.text.trim())) &&
          !row.cells.some((each) => each.text.includes('/'))
            ? withPath(text.trim(), section.title)
            : text,
        ),
        statement: add('row', textOf(row.span), position(from, row.span.start).line),
      }))
      section.blocks.push({ kind: 'table', headers, rows })
      continue
    }
    const whole = textOf(block.span).replaceAll(/[⟶⟹➜➞⇾↦⇢➔]/g, '→')
    const isCode =
      block.kind === 'fence' ||
      /^(?:`{3}|~{3})/.test(whole) ||
      (part === 'resources' && isIndented(whole) && columnsIn(whole, words) !== undefined)
    const plain =
      part === 'resources' || part === 'states'
        ? whole.replace(leadingSign, '')
        : part === 'endpoints'
          ? whole.replaceAll(/ [·•] /g, ' – ')
          : whole
    const text =
      fieldTexts.size > 1 && fieldTexts.has(block)
        ? `- ${plain.replaceAll(/\s*\n\s*/g, ' ')}`
        : part === 'resources' && !(isCode && isDeclaration(plain, words, known))
          ? asFieldLines(plain, isCode, words)
          : plain
    const drawnCells = isCode ? tableInFence(text) : undefined
    if (drawnCells !== undefined && part !== 'service') {
      section.blocks.push({
        kind: 'table',
        headers: drawnCells.headers,
        rows: drawnCells.rows.map((row) => ({ cells: row.cells, statement: add('row', row.text, line + row.line) })),
      })
      continue
    }
    if (isCode || (isIndented(text) && (part === 'states' ? drawnLines(text) : columnLines(text, part)).length > 0)) {
      const endpoints = part === 'endpoints' ? endpointsInData(text, words) : undefined
      for (const each of endpoints ?? [])
        section.blocks.push({ kind: 'text', statement: add('item', each.text, line + each.line), label, paragraph, depth: 0 })
      if (endpoints !== undefined) continue
      const request =
        part === 'endpoints' && columnLines(text, part).length === 0
          ? /^.*\n\s*((?:GET|POST|PUT|PATCH|DELETE)\s+\/\S*)/.exec(text)?.[1]
          : undefined
      if (request !== undefined)
        section.blocks.push({ kind: 'text', statement: add('item', request, line + 1), label, paragraph, depth: 0 })
      const moves = part === 'states' ? (drawnTable(text) ?? mappedTable(text)) : undefined
      if (moves !== undefined) {
        section.blocks.push({
          kind: 'table',
          headers: moves.headers,
          rows: moves.rows.map((row) => ({ cells: row.cells, statement: add('row', row.text, line + row.line) })),
        })
        continue
      }
      const drawn = part === 'states' ? [...drawnLines(text), ...scenariosIn(text, words)] : []
      for (const each of drawn)
        section.blocks.push({ kind: 'text', statement: add('item', each.text, line + each.line), label, paragraph, depth: 0 })
      const members = part === 'resources' ? remarkedMembers(text) : undefined
      for (const member of members ?? [])
        section.blocks.push({
          kind: 'text',
          statement: add('item', `${member.name}: ${member.spec}`, line + member.line),
          label,
          paragraph,
          depth: 0,
          member,
        })
      if (members !== undefined) continue
      const sketches = part === 'resources' ? (schemasIn(text, words) ?? sketchesIn(text, known.types, known.bases, words)) : undefined
      for (const { name, remark, line: at, fields } of sketches ?? []) {
        if (name !== '') {
          start(remark === '' ? name : `${name} (${remark})`)
          add('sentence', name, line + at).outcome = 'prose'
        }
        for (const each of fields)
          section.blocks.push({
            kind: 'text',
            statement: add('item', each.text, line + each.line),
            label: name === '' ? label : name,
            paragraph,
            depth: 0,
          })
      }
      if (sketches !== undefined) continue
      const listed = part === 'resources' ? listedLines(text) : columnLines(text, part)
      for (const each of listed)
        section.blocks.push({ kind: 'text', statement: add('item', each.text, line + each.line), label, paragraph, depth: 0 })
      if (drawn.length === 0 && listed.length === 0)
        section.blocks.push({ kind: 'text', statement: add('sample', text, line), label, paragraph, depth: 0 })
      continue
    }
    const [, bold] = /^\*\*([^*]+?)[:.]?\*\*[:.]?(?:\s*(?:\([^()]*\)|[–—-]?\s*`[^`]*`)[:.]?)?$/.exec(text) ?? []
    const isCard =
      (heading?.level ?? 2) > 2 &&
      /^[*_]*\p{L}[\p{L} /?-]{1,30}[*_]*:\s/u.test(blocks[paragraph + 1] === undefined ? '' : textOf(blocks[paragraph + 1]!.span))
    if (bold !== undefined && !isCard && (part === 'resources' || (part === 'states' && bold.endsWith('?')))) {
      // A line in bold is a heading there; among states, a question is one too.
      add('sentence', text, line).outcome = 'prose'
      // "What do we keep about a phone?" below "Loaner phone" asks about the same thing.
      const thing = words.headingThing.exec(bold)?.groups?.['thing']
      if (thing !== undefined && (heading?.level ?? 2) > 2 && endsWithThing(heading!.title, thing)) {
        label = bold
        continue
      }
      start(bold)
      if ((heading?.level ?? 2) > 2) {
        section = { ...section, isGroup: true }
        sections.splice(-1, 1, section)
      }
      label = bold
      continue
    }
    // The number of a clause with only a name is one too, if numbered clauses follow.
    const [, numbered] =
      part === 'resources' || part === 'states'
        ? (/^(?:§\s*)?\d+(?:\.\d+)+\.?\s+(\p{Lu}[\p{L}\d_-]*(?: [\p{L}\d_-]+){0,3}(?:\s*\([^()]*\))?)[.:]?$/u.exec(text) ?? [])
        : []
    if (
      numbered !== undefined &&
      /^\s*(?:§\s*)?\d+(?:\.\d+)+[.:)]?\s/.test(blocks[paragraph + 1] === undefined ? '' : textOf(blocks[paragraph + 1]!.span))
    ) {
      add('sentence', text, line).outcome = 'prose'
      start(numbered)
      label = numbered
      continue
    }
    // A name in bold before a paragraph is a heading too.
    const [, lead] = (part === 'resources' || part === 'states') && (heading?.level ?? 2) === 2 ? (leadIn(text) ?? []) : []
    if (lead !== undefined && (remarkedName.test(lead) || lead.endsWith('?'))) {
      start(remarkedName.exec(lead)?.[1] ?? lead, true)
      label = lead
    }
    // A single name with a colon introduces a list about another resource.
    else if (section.isLed === true && /^[*_]{0,2}\p{Lu}[^\n.,;:]*:[*_]{0,2}\s*(?:\n|$)/u.test(text)) {
      section = { part, title: '', level: 2, blocks: [] }
      sections.push(section)
    }
    const above: string[] = []
    // The first line of a block has lost its indentation.
    const { column } = position(from, block.span.start)
    const pieces = piecesOf(
      lead === undefined
        ? `${' '.repeat(bullet.test(text.split(/\r\n|\n|\r/)[0]!) ? column - 1 : 0)}${text}`
        : text.slice(leadIn(text)![0].length),
      part,
    )
    for (const [index, piece] of pieces.entries()) {
      const statement = add(
        piece.kind,
        part === 'endpoints' ? withPath(piece.text, above[piece.depth - 1] ?? section.title) : piece.text,
        line + piece.line,
      )
      if (part === 'endpoints' && onlyPath.test(piece.text) && (pieces[index + 1]?.depth ?? 0) > piece.depth) statement.outcome = 'prose'
      const { depth } = piece
      const record = part === 'resources' && depth === 0 && lead === undefined ? inlineRecord(piece.text, words) : undefined
      if (record !== undefined && (record.owner === '' || (heading?.level ?? 2) === 2)) {
        // "Singer: `id`, `name` (text)": a record with all its fields on a line.
        statement.outcome = 'taken'
        if (record.owner !== '') start(record.remark === '' ? record.owner : `${record.owner} (${record.remark})`)
        label = record.owner === '' ? label : record.owner
        for (const { name, spec } of record.items)
          section.blocks.push({
            kind: 'text',
            statement: add('item', `\`${name}\`${spec === '' ? '' : `: ${spec}`}`, line + piece.line),
            label,
            paragraph,
            depth: 0,
            member: { name, spec, line: piece.line },
          })
        continue
      }
      const isHead = depth < (pieces[index + 1]?.depth ?? 0) && piece.kind === 'item'
      if (
        isHead &&
        depth === 0 &&
        (part === 'resources' || part === 'states') &&
        (heading?.level ?? 2) === 2 &&
        remarkedName.test(piece.text)
      ) {
        // An item that names the subject of the items below it is a heading too.
        statement.outcome = 'prose'
        start(remarkedName.exec(piece.text)![1]!.replaceAll(/[*_`:]/g, ''))
      } else section.blocks.push({ kind: 'text', statement, label: above[depth - 1] ?? label, paragraph, depth })
      if (piece.kind === 'sentence') label = piece.text
      else above.splice(depth, above.length, piece.text)
    }
  }
  return sections
}

function endsWithThing(title: string, thing: string): boolean {
  const plain = (text: string): string =>
    singular(
      text
        .replaceAll(/[*_`"“”]|\s*\([^()]*\)/g, '')
        .trim()
        .toLowerCase(),
    )
  return ` ${plain(title)}`.endsWith(` ${plain(thing)}`)
}

function isDeclaration(text: string, words: Words, known: Declared): boolean {
  return (remarkedMembers(text) ?? schemasIn(text, words) ?? sketchesIn(text, known.types, new Map(), words)) !== undefined
}

/** The name before a paragraph: `**Rooms.**`, `*Rooms.*`, or `Rooms:` before several fields. */
function leadIn(text: string): RegExpExecArray | null {
  const marked =
    /^\*\*([^*]+?)[:.]?\*\*[:.]?\s+(?=\p{Lu})/u.exec(text) ??
    /^\*\*([^*]+\?)\*\*\s+(?=\S)/.exec(text) ??
    /^[*_]([^*_]+?)[:.][*_]\s+(?=\p{Lu})/u.exec(text)
  const plain = marked ?? /^(\p{Lu}[\p{L}-]*s(?: \p{Ll}+s)?(?:\s*\([^()]*\))?):[ \t]+(?=\S)/u.exec(text)
  if (marked !== null || plain === null) return marked
  const rest = text.slice(plain[0].length)
  const hasSeveral =
    rest.split(/;\s/).filter((each) => /\s[–—-]\s|:\s/.test(each)).length > 1 || rest.split(/[.!]\s+(?=[\p{Lu}*_])/u).length > 2
  return singular(plain[1]!.replace(/\s*\(.*$/, '')) !== plain[1] && !bullet.test(text) && hasSeveral ? plain : null
}

/** True for code without a fence: each line begins with four spaces, which the first one has lost. */
function isIndented(text: string): boolean {
  const [first = '', ...lines] = text.split(/\r\n|\n|\r/)
  return lines.length > 0 && !bullet.test(first) && lines.every((line) => line.trim() === '' || /^(?: {4}|\t)/.test(line))
}

/** The lines of a diagram, if most of them lead from one state to another. */
function drawnLines(text: string): { readonly text: string; readonly line: number }[] {
  const lines = text
    .split(/\r\n|\n|\r/)
    // The remark behind a move without a label is its cause.
    .map((each, line) => ({ text: each.trim().replace(/((?:->|→|=>)\s*[\w-]+)\s+(?:\/\/|#)\s+/, '$1  '), line }))
    .filter((each) => each.text !== '' && !/^(?:`{3}|~{3}|stateDiagram|@(?:start|end)uml|direction |%%)/.test(each.text))
  const arrows = lines.filter((each) => /^[^<>→]*(?:[-=]>|→)[^<>→]*$/.test(each.text))
  return arrows.length * 2 > lines.length ? lines : []
}

/** Lines of a fence with columns, `409 bad_state  not allowed now`, as the items of a list; not for samples of JSON or requests. */
function columnLines(text: string, part: PartName): { readonly text: string; readonly line: number }[] {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((each, line) => ({ text: each.trim(), line }))
    .filter((each) => each.text !== '' && !/^(?:`{3}|~{3}|[-=\s]+$)/.test(each.text))
  const form: { readonly [name in PartName]?: RegExp } = {
    endpoints: /^(?:GET|POST|PUT|PATCH|DELETE|HEAD)\s+\/\S*/,
    errors: /^[45]\d\d\b\s*:?\s+\S|^["']?[\w.-]+["']?\s*[:=]?\s+[45]\d\d\b/,
    events: /^[a-z]\w*\.[a-z][\w.]*(?:\s|$)/,
    limits: /^\p{L}[\p{L}\d _(),/-]*?(?:\s{2,}|:\s+|\t)\S|^\p{L}[\p{L}\d _-]*:$|^\d[\d ,.]*\s?\p{L}[^.;]*$/u,
  }
  const fitting = lines.filter((each) => form[part]?.test(each.text) === true)
  if (fitting.length < 2 || fitting.length * 4 < lines.length * 3) return []
  // A limit has a name and a value; other columns are clauses.
  return lines.map((each) => ({
    ...each,
    text:
      part === 'limits'
        ? each.text.replace(/:?(?:\s{2,}|\t)/, ': ').replaceAll(/\s+/g, ' ')
        : each.text
            .replace(/^((?:[A-Z]+|[45]\d\d))\s+/, '$1 ')
            .replace(/^([\w."'-]+\s*:)\s+/, '$1 ')
            .replace(statusColumn, '  ')
            .replaceAll(/(?:\s{2,}|\t)\s*(?:(?:#|\/\/)\s*)?/g, ' – ')
            .replace(/ (?:#|\/\/) (?=\S)/, ' – '),
  }))
}

/** A status beside a wide column, with only one space between them. */
const statusColumn = /(?<=^(?:GET|POST|PUT|PATCH|DELETE)\s.*[\p{L})]) (?=[1-3]\d\d(?:\s{2,}|\t|$))/u

/** The lines of a sketch of a record, `title: string // at most 80`, as the items of a list. */
function listedLines(text: string): { readonly text: string; readonly line: number }[] {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((each, line) => ({ text: each.trim(), line }))
    .filter((each) => each.text !== '' && !/^(?:`{3}|~{3})/.test(each.text))
  const members = lines.flatMap(({ text: member, line }) => {
    const [, name, optional, spec, remark = ''] =
      /^["`]?([A-Za-z_]\w*)["`]?(\?)?\s*(?::|\s-\s|\s–\s|\s{2,}|\t)\s*(.*?)[,;]?\s*(?:(?:\/\/|#|--)\s*(.*))?$/.exec(member) ?? []
    if (name === undefined || spec === undefined || spec === '' || /^(?:[{["]|-?\d|true\b|false\b|null\b)/.test(spec)) return []
    return [{ text: `${name}: ${[spec, optional === undefined ? '' : 'optional', remark].filter((each) => each !== '').join('; ')}`, line }]
  })
  const frame = lines.filter((each) =>
    /^(?:[{}[\]();]+|(?:export )?(?:interface|type|class|record|struct|table)\b.*)$/i.test(each.text),
  ).length
  return members.length > 1 && members.length + frame >= lines.length ? members : []
}

const onlyPath = /^[*`]*\/[\w{}:<>/-]*[*`]*:?$/

const onlyMethod = /^[*`]*(?:GET|POST|PUT|PATCH|DELETE)[*`]*$/

/** `GET: members` below `/loans`: the request with its path. */
function withPath(text: string, above: string): string {
  return onlyPath.test(above.trim())
    ? text.replace(
        /^([*`]*(?:GET|POST|PUT|PATCH|DELETE))([*`]*)(?!\s*[*`]*\s*\/)\b/,
        (_, method: string, marks: string) => `${method} ${above.trim().replaceAll(/[*`]|:$/g, '')}${marks}`,
      )
    : text
}

/** The text without the marks of block quotations outside fences; each line keeps its length, so that all places stay the same. */
function unquoted({ name, text }: Source): Source {
  let isFence = false
  return source(
    name,
    text
      .split(/(?<=\n)/)
      .map((line) => {
        if (/^ {0,3}(?:`{3}|~{3})/.test(line)) isFence = !isFence
        return isFence
          ? line
          : line.replace(/^((?: {0,3}> ?)+)([^\r\n]*)/, (_, mark: string, rest: string) => `${rest}${' '.repeat(mark.length)}`)
      })
      .join(''),
  )
}

/** A picture before a name. */
const leadingSign = /^(?:(?![🔒✓✔✅❌])\p{Extended_Pictographic}[\u{FE0F}\u{200D}]*\s*)+/u

/** A bare name, with a remark in parentheses after it. */
const remarkedName = /^([*_`]{0,2}[\p{L}_][\p{L}\d_-]*(?: [\p{L}\d_-]+){0,2}[*_`]{0,2}):?[*_`]{0,2}(?:\s*\([^()]*\):?)?$/u
