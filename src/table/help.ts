// Converts help to the author's form: rows where the place is a table.

import { type Span, createSource } from '../base/text.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { type Document, type PartName, partNames } from '../document/document.ts'
import type { MapNode, Node } from '../document/node.ts'
import { readYaml } from '../document/read-yaml.ts'
import { createRegion } from '../document/region.ts'
import type { BoundTable } from './bind.ts'
import { normaliseHeader } from './headers.ts'
import { findNode, findPathTo, type PathStep, acceptsPasted, withPasted } from './place.ts'
import { createPrintContext, listRequiredColumns } from './print/as-tables.ts'
import { printPart } from './print/parts.ts'
import { type PrintedPart, type PrintedTable, compactTable, printSameText } from './print/printed.ts'
import { printRow, printTable } from './print/table-text.ts'

/** The diagnostic with its help as rows, if its place is in a table, or in a part with tables. */
export function convertHelp(diagnostic: Diagnostic, document: Document, tables: readonly BoundTable[]): Diagnostic {
  const {
    help,
    remedies = [],
    primary: { span },
  } = diagnostic
  const pasted = remedies.filter((each) => each.kind === 'paste').find(({ isInline }) => !isInline)
  if (help === undefined || tables.length === 0 || pasted === undefined) return diagnostic
  const ownTable = tables.find(
    ({ table }) => table.span.source === span.source && table.span.start <= span.start && span.end <= table.span.end,
  )
  const part = partNames.find((name) => pasted.into.includes(name)) ?? ownTable?.interpretation.kind.part
  const isTabled = part !== undefined && tables.some(({ interpretation }) => interpretation.kind.part === part)
  if (
    part === undefined ||
    (ownTable?.interpretation.kind.part !== part && !isTabled && !(ownTable !== undefined && document.parts[part].state === 'not shown'))
  )
    return diagnostic
  const rows = printRows(pasted.text, part, ownTable?.interpretation.kind.part === part ? span : undefined, document, tables)
  if (rows === undefined) return diagnostic
  return {
    ...diagnostic,
    help: help.replace(`\n\n${pasted.text}`, () => `\n\n${rows}`),
    remedies: remedies.map((each) => (each === pasted ? { ...pasted, text: rows } : each)),
  }
}

function printRows(
  pasted: string,
  part: PartName,
  place: Span | undefined,
  document: Document,
  tables: readonly BoundTable[],
): string | undefined {
  const { node: added, diagnostics } = readYaml(createRegion(createSource('help', pasted), 0, pasted.length))
  if (added?.kind !== 'map' || diagnostics.length > 0) return undefined
  const { node } = document.parts[part]
  for (const path of listPlaces(node, place)) {
    const target = findNode(node, path)
    if ((target !== undefined && target.kind !== 'map') || !acceptsPasted(part, path, added)) continue
    const after = withPasted(node, path, added)
    if (after.kind !== 'map') continue
    const changed = listChangedRows(part, node, after, document)
    const texts = changed?.map((table) => printInColumns(useAuthorName(table, place, tables), part, tables)) ?? []
    if (texts.length > 0) return texts.join('\n\n')
  }
  return undefined
}

/** The maps around the place, the innermost first; then the part, and its own keys. */
function listPlaces(node: MapNode, place: Span | undefined): readonly (readonly PathStep[])[] {
  const path = place === undefined ? [] : (findPathTo(node, place) ?? [])
  const enclosingPaths = path.map((_, index) => path.slice(0, path.length - index))
  return [...enclosingPaths, [], ...['catalogue', 'types', 'rates', 'versions'].map((key) => [key])]
}

/** Rows that exist only with the pasted text; undefined if they would be YAML. */
function listChangedRows(part: PartName, before: MapNode, after: MapNode, document: Document): readonly PrintedTable[] | undefined {
  const names = new Set(
    after.entries
      .filter(
        (each) =>
          !before.entries.some(({ key, value }) => key.text === each.key.text && printSameText(value) === printSameText(each.value)),
      )
      .map(({ key }) => key.text),
  )
  const print = (map: MapNode): readonly PrintedPart[] =>
    printPart(
      part,
      { ...map, entries: map.entries.filter(({ key }) => names.has(key.text)) },
      createPrintContext(part, { ...document, parts: { ...document.parts, [part]: { ...document.parts[part], node: after } } }),
    )
  const [printedBefore, printedAfter] = [print(before), print(after)]
  const yaml = (all: readonly PrintedPart[]): string =>
    all.flatMap((each) => ('yaml' in each ? [printSameText(each.yaml as Node)] : [])).join()
  if (yaml(printedBefore) !== yaml(printedAfter)) return undefined
  const tables = printedAfter.flatMap((each): PrintedTable[] => {
    if ('yaml' in each) return []
    const sameTable = printedBefore.find(
      (other): other is PrintedTable => !('yaml' in other) && other.heading === each.heading && other.header.join() === each.header.join(),
    )
    const rows = each.rows.filter((row) => sameTable?.rows.some((other) => other.join('|') === row.join('|')) !== true)
    const { heading, header } = each
    return rows.length === 0 ? [] : [{ header, rows, ...(sameTable === undefined && heading !== undefined ? { heading } : {}) }]
  })
  return tables.length === 0 ? undefined : tables
}

/** The heading with the name that the author used for the element. */
function useAuthorName(printed: PrintedTable, place: Span | undefined, tables: readonly BoundTable[]): PrintedTable {
  const rows = tables.flatMap(({ table }) => table.rows)
  const authorName =
    place === undefined || printed.header[0] !== 'step'
      ? undefined
      : rows.find(({ span }) => span.source === place.source && span.start <= place.start && place.end <= span.end)?.cells[0]?.text
  return authorName === undefined ? printed : { ...printed, rows: printed.rows.map(([, ...cells]) => [authorName, ...cells]) }
}

/** The rows in the columns of the author's own table if it has all required ones; otherwise a table with these columns. */
function printInColumns(printed: PrintedTable, part: PartName, tables: readonly BoundTable[]): string {
  const compacted = compactTable(printed, listRequiredColumns(printed.header))
  for (const { table, interpretation } of tables) {
    if (interpretation.kind.part !== part || printed.heading !== undefined) continue
    const columns = interpretation.headers.map((header) => (header.role === 'column' ? header.name : normaliseHeader(header.cell)))
    const hasAllColumns = compacted.header.every((name) => columns.includes(name)) && columns[0] === printed.header[0]
    const firstCells = table.rows.map(({ cells }) => cells[0]?.text)
    const isOwn =
      printed.rows.some(([name]) => firstCells.includes(name)) ||
      tables.filter((other) => other.interpretation.kind === interpretation.kind).length === 1
    if (!hasAllColumns || !isOwn) continue
    return printed.rows
      .map((row) => {
        const ownRow = table.rows.find(({ cells }) => cells[0]?.text === row[0])
        return printRow(
          columns.map(
            (name, index) =>
              row[printed.header.indexOf(name)] ??
              (interpretation.headers[index]!.role === 'prose' ? (ownRow?.cells[index]?.text ?? '') : ''),
          ),
        )
      })
      .join('\n')
  }
  return `${printed.heading === undefined ? '' : `### ${printed.heading}\n\n`}${printTable(compacted)}`
}
