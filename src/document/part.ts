// Merges one part from all files of a document.

import { type Span } from '../base/text.ts'
import type { Contribution } from './contribution.ts'
import type { Gathered, Part, PartName, Piece } from './document.ts'
import { type ReportDiagnostic, mergeMaps } from './merge.ts'
import type { MapNode } from './node.ts'
import * as problem from './part-problem.ts'
import type { BrokenTable, Table } from './table.ts'

export function isMapPiece(piece: Piece): piece is MapNode {
  return piece.kind === 'map'
}

export function isTable(piece: Piece): piece is Table | BrokenTable {
  return piece.kind !== 'map'
}

export function gather(name: PartName, all: readonly Contribution[], start: Span): Gathered {
  const mine = all.filter((each) => each.part === name)
  return {
    name, start,
    pieces: mine.flatMap((each) => each.pieces),
    words: mine.flatMap((each) => each.words),
    gaps: mine.flatMap((each) => each.gaps),
    headings: mine.map((each) => each.heading),
    prose: mine.flatMap((each) => each.prose),
    unmarked: mine.flatMap((each) => each.unmarked),
  }
}

/** Combines the maps of the part's blocks and tables. */
export function partFrom(
  { name, words: said, gaps, headings, prose, unmarked, start }: Gathered,
  maps: readonly MapNode[],
  report: ReportDiagnostic,
): Part {
  const words = maps.length > 0 || said.length > 0 ? said : gaps.map((place) => ({ state: 'not shown' as const, span: place }))
  const [map] = maps
  const [word] = words
  if (map !== undefined) for (const each of words) report(problem.reportBothForms(name, each, map.span, 'shown'))
  else for (const each of words) if (each.state !== word!.state) report(problem.reportBothForms(name, each, word!.span, word!.state))
  const empty: MapNode = { kind: 'map', entries: [], span: headings[0] ?? { ...start, end: start.start } }
  return {
    name,
    state: map !== undefined ? 'shown' : (word?.state ?? 'not shown'),
    ...(map === undefined && word !== undefined ? { word: word.span } : {}),
    node: map === undefined ? empty : mergeMaps(maps, map.span, report),
    headings,
    prose,
    unmarked,
  }
}
