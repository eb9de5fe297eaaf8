// Binds the tables of a document: converts each to the maps of an equivalent `yaml` block, and merges them with the blocks.

import type { Source } from '../base/text.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import type { Document, Gathered, Part, PartName, Prose } from '../document/document.ts'
import { mergeMaps } from '../document/merge.ts'
import type { MapNode, Node } from '../document/node.ts'
import { isMapPiece, mergePart } from '../document/part.ts'
import type { File, DocumentReading } from '../document/read.ts'
import { readDocument } from '../document/read.ts'
import type { Table } from '../document/table.ts'
import type { CellProblem } from './cell/node.ts'
import { type Interpretation, chooseKind, readSheet } from './headers.ts'
import type { Binding, PartFragment, Sheet, SheetRow } from './kind.ts'
import * as problem from './problem.ts'

/** The interpretation of each binding table, for code that rewrites it. */
export type BoundTable = { readonly table: Table; readonly interpretation: Interpretation; readonly maps: readonly MapNode[] }

export type BoundReading = DocumentReading & { readonly tables: readonly BoundTable[] }

/** Reads files as a document and binds its tables. `convention`: the name, if the files are a convention. */
export function readWithTables(files: readonly File[], convention?: string): BoundReading {
  const { document, diagnostics } = readDocument(files, convention)
  const problems = [...diagnostics]
  const tables: BoundTable[] = []
  let current: Document = document
  // In the order of the parts, because rules of part 5 use names of transitions of part 3.
  for (const gathered of document.tabled) {
    const { part, bound } = bindPart(gathered, current, (diagnostic) => void problems.push(diagnostic))
    current = { ...current, parts: { ...current.parts, [part.name]: part } }
    tables.push(...bound)
  }
  return { document: current, diagnostics: problems, tables }
}

/** Parts whose tables contain named elements: prose above a table describes the first one. */
const partsOfElements: ReadonlySet<PartName> = new Set(['resources', 'states', 'endpoints'])

type OpenTable = { readonly table: Table; readonly interpretation: Interpretation; readonly sheet: Sheet }

function bindPart(
  gathered: Gathered,
  document: Document,
  report: (diagnostic: Diagnostic) => void,
): { readonly part: Part; readonly bound: readonly BoundTable[] } {
  const { name, pieces } = gathered
  const tables = pieces.filter((piece) => piece.kind === 'table')
  const openTables = tables.flatMap((table) => openTable(table, name, document, report))
  for (const piece of pieces) if (piece.kind === 'broken-table') report(problem.reportBrokenTable(piece, tables))
  const blocks = pieces.filter(isMapPiece)
  const steps = new Map<string, readonly MapNode[]>()
  const problems = new Map<Table, { readonly problem: CellProblem; readonly row: SheetRow }[]>()
  const bindingOf = (table: Table, part: MapNode): Binding => ({
    document,
    name,
    part,
    steps,
    report,
    reportCell: (cellProblem, row) => void problems.getOrInsertComputed(table, () => []).push({ problem: cellProblem, row }),
  })
  const blocksOnly = mergeMaps(blocks, gathered.start, () => undefined)
  for (const { table, interpretation, sheet } of openTables)
    for (const [step, effects] of interpretation.kind.steps?.(sheet, bindingOf(table, blocksOnly)) ?? [])
      steps.set(step, [...(steps.get(step) ?? []), ...effects])
  const fragments = new Map<Table, readonly PartFragment[]>()
  const readTables = (isLate: boolean, part: MapNode): void => {
    for (const { table, interpretation, sheet } of openTables)
      if ((interpretation.kind.isLate === true) === isLate)
        fragments.set(table, isBlank(table) ? [] : interpretation.kind.read(sheet, bindingOf(table, part)))
  }
  const mergeParts = (): MapNode =>
    mergeMaps([...blocks, ...removeRepeated([...fragments.values()].flat())], gathered.start, () => undefined)
  readTables(false, blocksOnly)
  readTables(true, mergeParts())
  for (const { table, interpretation, sheet } of openTables) reportProblems(problems.get(table) ?? [], interpretation, sheet, report)
  const repeated = findRepeated(pieces.flatMap((piece) => (piece.kind === 'table' ? (fragments.get(piece) ?? []) : [])))
  const maps = pieces.flatMap((piece) => {
    if (piece.kind === 'map') return [piece]
    return piece.kind === 'table' ? (fragments.get(piece) ?? []).filter((map) => !repeated.has(map)) : []
  })
  const prose = describeElements(gathered, openTables, fragments)
  const part = mergePart({ ...gathered, prose }, maps, report)
  reportBelow(openTables, part, report)
  return {
    part,
    bound: openTables.map(({ table, interpretation }) => ({
      table,
      interpretation,
      maps: (fragments.get(table) ?? []).filter((map) => !repeated.has(map)),
    })),
  }
}

/** The prose that is no table: text above a table is about its first element, if the part contains named elements. */
function describeElements(
  { name, prose }: Gathered,
  openTables: readonly OpenTable[],
  fragments: ReadonlyMap<Table, readonly PartFragment[]>,
): readonly Prose[] {
  const findOpenTable = (source: Source, start: number): OpenTable | undefined =>
    openTables.find(({ table: { span } }) => span.source === source && span.start === start)
  return prose
    .filter(({ table }) => table === undefined || findOpenTable(table.span.source, table.span.start) === undefined)
    .map((each): Prose => {
      if (each.above === undefined || !partsOfElements.has(name)) return each
      const tableBelow = findOpenTable(each.span.source, each.above.span.start)
      const about = tableBelow === undefined ? undefined : fragments.get(tableBelow.table)?.[0]?.entries[0]?.key.text
      return about === undefined ? each : { ...each, about }
    })
}

/** A table without rows, as in the blank form, has no content. */
function isBlank({ rows }: Table): boolean {
  return rows.length === 0
}

/** The table with its columns, if it binds; reports the reason otherwise. */
function openTable(table: Table, name: PartName, document: Document, report: (diagnostic: Diagnostic) => void): OpenTable[] {
  const interpretation = chooseKind(table, name, document)
  if (!('kind' in interpretation)) {
    report(problem.reportUnboundTable(table, name, interpretation))
    return []
  }
  for (const { cell, role } of interpretation.headers)
    if (role === 'unknown') report(problem.reportUnknownColumn(cell, interpretation.kind))
  const needsSubject = interpretation.kind.subject !== undefined && interpretation.subject === undefined
  if (needsSubject && !isBlank(table)) {
    report(problem.reportNoSubject(table, interpretation.kind))
    return []
  }
  return [{ table, interpretation, sheet: readSheet(table, interpretation, (row) => report(problem.reportWrongRow(row, table))) }]
}

function reportProblems(
  cellProblems: readonly { readonly problem: CellProblem; readonly row: SheetRow }[],
  { kind }: Interpretation,
  { table, rows }: Sheet,
  report: (diagnostic: Diagnostic) => void,
): void {
  const openQuestions = rows.flatMap((row) =>
    [...row.cells.values()].filter(problem.isOpenQuestion).map((cell) => ({ problem: problem.openCell(cell), row })),
  )
  const isOpen = (each: CellProblem): boolean =>
    openQuestions.some(({ problem: { span } }) => span.start <= each.span.start && each.span.end <= span.end)
  const remaining = cellProblems.filter((each) => !isOpen(each.problem))
  const cells = rows.reduce((sum, row) => sum + row.cells.size + row.extra.length - 1, 0)
  if (remaining.length > 2 && remaining.length * 2 > cells)
    return report(problem.reportForeignTable(table, kind, remaining.length, remaining[0]!.problem))
  const reported = new Set<string>()
  for (const each of [...openQuestions, ...remaining].sort((a, b) => a.problem.span.start - b.problem.span.start)) {
    const id = `${each.problem.span.start} ${each.problem.label}`
    if (!reported.has(id)) report(problem.reportCellProblem(each.problem, each.row, table))
    reported.add(id)
  }
}

/** Fragments that repeat an earlier one. */
function findRepeated(fragments: readonly PartFragment[]): ReadonlySet<PartFragment> {
  const declared = new Set<string>()
  return new Set(
    fragments.filter((fragment) => {
      if (fragment.isRepeatable !== true) return false
      const text = printNodeText(fragment)
      const isRepeated = declared.has(text)
      declared.add(text)
      return isRepeated
    }),
  )
}

function removeRepeated(fragments: readonly PartFragment[]): readonly PartFragment[] {
  const repeated = findRepeated(fragments)
  return fragments.filter((fragment) => !repeated.has(fragment))
}

function printNodeText(node: Node): string {
  if (node.kind === 'scalar') return JSON.stringify(node.text)
  return node.kind === 'list'
    ? `[${node.items.map(printNodeText).join()}]`
    : `{${node.entries.map(({ key, value }) => `${JSON.stringify(key.text)}:${printNodeText(value)}`).join()}}`
}

/** Reports types `below` that no YAML block of the part declares. */
function reportBelow(openTables: readonly OpenTable[], part: Part, report: (diagnostic: Diagnostic) => void): void {
  for (const { sheet } of openTables) {
    for (const { cells } of sheet.rows) {
      const type = cells.get('type')
      const [name] = cells.values()
      if (type?.text === 'below' && name !== undefined && isEmptyAt(part.node, type))
        report(problem.reportNothingBelow(type, name.text, part.name))
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
