// Splits code, in fences or indented, into statements: tables, requests, diagrams, sketches, and otherwise samples.

import { readDrawnTable } from './drawn-moves.ts'
import { readEndpointData } from './endpoint-data.ts'
import { readColumnLines, readDrawnLines, readListedLines, shortenArrows } from '../code/fence-lines.ts'
import { type LiteralTable, readLiteralTables } from './literal-tables.ts'
import { splitScenarios } from '../states/given-moves.ts'
import { readMappedTable } from './mapped-moves.ts'
import { readRemarkedMembers } from '../code/remarked-samples.ts'
import { readSchemas } from '../code/schemas.ts'
import type { Comment } from '../code/sketch-comments.ts'
import { type Sketch, readSketches } from '../code/sketch.ts'
import type { Splitting } from './splitting.ts'

/** `line`: of the beginning of the text in the form. */
export function splitCode(code: string, line: number, paragraph: number, splitting: Splitting): void {
  const { part, words, known } = splitting
  const text = part === 'states' ? shortenArrows(code) : code
  const endpoints = part === 'endpoints' ? readEndpointData(text, words) : undefined
  if (endpoints !== undefined)
    return 'table' in endpoints ? splitting.pushTable(endpoints.table, line) : splitting.pushItems(endpoints.items, line, paragraph)
  const request =
    part === 'endpoints' && readColumnLines(text, part).length === 0
      ? /^.*\n\s*((?:GET|POST|PUT|PATCH|DELETE)\s+\/\S*)/.exec(text)?.[1]
      : undefined
  if (request !== undefined) splitting.pushItems([{ text: request, line: 1 }], line, paragraph)
  const moves = part === 'states' ? (readDrawnTable(text) ?? readMappedTable(text)) : undefined
  if (moves !== undefined) return splitting.pushTable(moves, line)
  const tables = part === 'resources' ? [] : readLiteralTables(text)
  if (tables.length > 0) return splitLiterals(tables, line, splitting)
  const drawn = part === 'states' ? [...readDrawnLines(text), ...splitScenarios(text, words)] : []
  splitting.pushItems(drawn, line, paragraph)
  const members = part === 'resources' ? readRemarkedMembers(text) : undefined
  for (const member of members ?? [])
    splitting.push(splitting.add('item', `${member.name}: ${member.spec}`, line + member.line), { paragraph, member })
  if (members !== undefined) return
  const sketches = part === 'resources' ? (readSchemas(text, words) ?? readSketches(text, known.types, known.bases, words)) : undefined
  if (sketches !== undefined) return splitSketches(sketches, line, paragraph, splitting)
  const listed = part === 'resources' ? readListedLines(text) : readColumnLines(text, part)
  splitting.pushItems(listed, line, paragraph)
  if (drawn.length === 0 && listed.length === 0) splitting.push(splitting.add('sample', text, line), { paragraph })
}

/** In part 3, each literal is about the resource that its name begins with. */
function splitLiterals(tables: readonly LiteralTable[], line: number, splitting: Splitting): void {
  for (const table of tables) {
    if (splitting.part === 'states') splitting.start(table.name.replace(/ (?:\w+)$/, ''))
    splitting.pushTable(table, line)
  }
}

/** Each declaration with a name is a section of its own. */
function splitSketches(sketches: readonly Sketch[], line: number, paragraph: number, splitting: Splitting): void {
  for (const { name, remark, line: at, fields, notes = [] } of sketches) {
    if (name !== '') {
      splitting.start(remark === '' ? name : `${name} (${remark})`)
      splitting.add('sentence', name, line + at).outcome = 'prose'
    }
    const first = fields[0]?.line ?? at
    const push = ({ text, line: of }: Comment): void => {
      for (const sentence of text.split(/(?<=[\p{L}\d)][.!])\s+/u))
        splitting.push(splitting.add('sentence', sentence, line + of), { paragraph: -1 - line - of })
    }
    for (const note of notes.filter((each) => each.line < first)) push(note)
    splitting.pushItems(fields, line, paragraph, name === '' ? splitting.label : name)
    for (const note of notes.filter((each) => each.line >= first)) push(note)
  }
}
