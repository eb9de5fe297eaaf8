// Binds the tables of a document: converts each to the maps of an equivalent `yaml` block, and merges them with the blocks.

import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import type { Document, Gathered, Part, PartName, Prose } from '../document/document.ts'
import { mergeMaps } from '../document/merge.ts'
import type { MapNode, Node } from '../document/node.ts'
import { isMapPiece, partFrom } from '../document/part.ts'
import type { File, DocumentReading } from '../document/read.ts'
import { readDocument } from '../document/read.ts'
import type { Table } from '../document/table.ts'
import type { CellProblem } from './cell/node.ts'
import { type Chosen, chooseKind, sheetOf } from './headers.ts'
import type { Binding, PartFragment, Sheet, SheetRow } from './kind.ts'
import * as problem from './problem.ts'

/** The interpretation of each binding table, for code that rewrites it. */
export type Bound = { readonly table: Table; readonly chosen: Chosen; readonly maps: readonly MapNode[] }

export type BoundReading = DocumentReading & { readonly tables: readonly Bound[] }

/** Reads files as a document and binds its tables. `convention`: the name, if the files are a convention. */
export function readWithTables(files: readonly File[], convention?: string): BoundReading {
  const { document, diagnostics } = readDocument(files, convention)
  const problems = [...diagnostics]
  const tables: Bound[] = []
  let whole: Document = document
  // In the order of the parts, because rules of part 5 use names of transitions of part 3.
  for (const gathered of document.tabled) {
    const { part, bound } = bindPart(gathered, whole, (diagnostic) => void problems.push(diagnostic))
    whole = { ...whole, parts: { ...whole.parts, [part.name]: part } }
    tables.push(...bound)
  }
  return { document: whole, diagnostics: problems, tables }
}

/** Parts whose tables contain named elements: prose above a table describes the first one. */
const ofThings: ReadonlySet<PartName> = new Set(['resources', 'states', 'endpoints'])

type Opened = { readonly table: Table; readonly chosen: Chosen; readonly sheet: Sheet }

function bindPart(
  gathered: Gathered,
  document: Document,
  report: (diagnostic: Diagnostic) => void,
): { readonly part: Part; readonly bound: readonly Bound[] } {
  const { name, pieces } = gathered
  const tables = pieces.filter((piece) => piece.kind === 'table')
  const opened = tables.flatMap((table) => openTable(table, name, document, report))
  for (const piece of pieces) if (piece.kind === 'broken-table') report(problem.brokenTable(piece, tables))
  const blocks = pieces.filter(isMapPiece)
  const steps = new Map<string, readonly MapNode[]>()
  const problems = new Map<Table, { readonly problem: CellProblem; readonly row: SheetRow }[]>()
  const bindingOf = (table: Table, part: MapNode): Binding => ({
    document,
    name,
    part,
    steps,
    report,
    wrong: (wrong, row) => void problems.getOrInsertComputed(table, () => []).push({ problem: wrong, row }),
  })
  const nothing = mergeMaps(blocks, gathered.start, () => undefined)
  for (const { table, chosen, sheet } of opened)
    for (const [step, effects] of chosen.kind.steps?.(sheet, bindingOf(table, nothing)) ?? [])
      steps.set(step, [...(steps.get(step) ?? []), ...effects])
  const read = new Map<Table, readonly PartFragment[]>()
  const readAll = (late: boolean, part: MapNode): void => {
    for (const { table, chosen, sheet } of opened)
      if ((chosen.kind.isLate === true) === late) read.set(table, isBlank(table) ? [] : chosen.kind.read(sheet, bindingOf(table, part)))
  }
  const merged = (): MapNode => mergeMaps([...blocks, ...removeRepeated([...read.values()].flat())], gathered.start, () => undefined)
  readAll(false, nothing)
  readAll(true, merged())
  for (const { table, chosen, sheet } of opened) reportProblems(problems.get(table) ?? [], chosen, sheet, report)
  const repeated = repeatedIn(pieces.flatMap((piece) => (piece.kind === 'table' ? (read.get(piece) ?? []) : [])))
  const maps = pieces.flatMap((piece) =>
    piece.kind === 'map' ? [piece] : piece.kind === 'table' ? (read.get(piece) ?? []).filter((map) => !repeated.has(map)) : [],
  )
  const isBound = (table: Table | undefined): boolean =>
    table !== undefined && opened.some(({ table: { span } }) => span.source === table.span.source && span.start === table.span.start)
  const prose = gathered.prose
    .filter(({ table }) => !isBound(table))
    .map((each): Prose => {
      const first =
        each.above === undefined || !ofThings.has(name)
          ? undefined
          : opened.find(({ table: { span } }) => span.start === each.above!.span.start && span.source === each.span.source)
      const about = first === undefined ? undefined : read.get(first.table)?.[0]?.entries[0]?.key.text
      return about === undefined ? each : { ...each, about }
    })
  const part = partFrom({ ...gathered, prose }, maps, report)
  reportBelow(opened, part, report)
  return {
    part,
    bound: opened.map(({ table, chosen }) => ({ table, chosen, maps: (read.get(table) ?? []).filter((map) => !repeated.has(map)) })),
  }
}

/** A table without rows, as in the blank form, has no content. */
function isBlank({ rows }: Table): boolean {
  return rows.length === 0
}

/** The table with its columns, if it binds; reports the reason otherwise. */
function openTable(table: Table, name: PartName, document: Document, report: (diagnostic: Diagnostic) => void): Opened[] {
  const chosen = chooseKind(table, name, document)
  if (!('kind' in chosen)) {
    report(problem.unboundTable(table, name, chosen))
    return []
  }
  for (const { cell, is } of chosen.headers) if (is === 'unknown') report(problem.unknownColumn(cell, chosen.kind))
  const needsSubject = chosen.kind.subject !== undefined && chosen.subject === undefined
  if (needsSubject && !isBlank(table)) {
    report(problem.noSubject(table, chosen.kind))
    return []
  }
  return [{ table, chosen, sheet: sheetOf(table, chosen, (row) => report(problem.wrongRow(row, table))) }]
}

function reportProblems(
  found: readonly { readonly problem: CellProblem; readonly row: SheetRow }[],
  { kind }: Chosen,
  { table, rows }: Sheet,
  report: (diagnostic: Diagnostic) => void,
): void {
  const open = rows.flatMap((row) =>
    [...row.cells.values()].filter(problem.isOpenQuestion).map((cell) => ({ problem: problem.openCell(cell), row })),
  )
  const isOpen = (each: CellProblem): boolean =>
    open.some(({ problem: { span } }) => span.start <= each.span.start && each.span.end <= span.end)
  const rest = found.filter((each) => !isOpen(each.problem))
  const cells = rows.reduce((sum, row) => sum + row.cells.size + row.more.length - 1, 0)
  if (rest.length > 2 && rest.length * 2 > cells) return report(problem.foreignTable(table, kind, rest.length, rest[0]!.problem))
  const reported = new Set<string>()
  for (const each of [...open, ...rest].sort((a, b) => a.problem.span.start - b.problem.span.start)) {
    const id = `${each.problem.span.start} ${each.problem.label}`
    if (!reported.has(id)) report(problem.reportCellProblem(each.problem, each.row, table))
    reported.add(id)
  }
}

/** Fragments that repeat an earlier one. */
function repeatedIn(fragments: readonly PartFragment[]): ReadonlySet<PartFragment> {
  const declared = new Set<string>()
  return new Set(fragments.filter((fragment) => {
    if (fragment.once !== true) return false
    const text = textOf(fragment)
    const again = declared.has(text)
    declared.add(text)
    return again
  }))
}

function removeRepeated(fragments: readonly PartFragment[]): readonly PartFragment[] {
  const repeated = repeatedIn(fragments)
  return fragments.filter((fragment) => !repeated.has(fragment))
}

function textOf(node: Node): string {
  if (node.kind === 'scalar') return JSON.stringify(node.text)
  return node.kind === 'list'
    ? `[${node.items.map(textOf).join()}]`
    : `{${node.entries.map(({ key, value }) => `${JSON.stringify(key.text)}:${textOf(value)}`).join()}}`
}

/** Reports types `below` that no YAML block of the part declares. */
function reportBelow(opened: readonly Opened[], part: Part, report: (diagnostic: Diagnostic) => void): void {
  for (const { sheet } of opened) {
    for (const { cells } of sheet.rows) {
      const type = cells.get('type')
      const [name] = cells.values()
      if (type?.text === 'below' && name !== undefined && isEmptyAt(part.node, type))
        report(problem.nothingBelow(type, name.text, part.name))
    }
  }
}

/** True if the value that the cell announces is missing. */
function isEmptyAt(node: Node, { span }: { readonly span: Table['span'] }): boolean {
  if (node.kind === 'scalar') return false
  if (node.kind === 'list') return node.items.some((item) => isEmptyAt(item, { span }))
  if (node.entries.length === 0) return node.span.source === span.source && node.span.start === span.start
  return node.entries.some(({ value }) => isEmptyAt(value, { span }))
}
