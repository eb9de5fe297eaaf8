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

export function gatherPart(name: PartName, contributions: readonly Contribution[], start: Span): Gathered {
  const ownContributions = contributions.filter((each) => each.part === name)
  return {
    name,
    start,
    pieces: ownContributions.flatMap((each) => each.pieces),
    stateWords: ownContributions.flatMap((each) => each.stateWords),
    gaps: ownContributions.flatMap((each) => each.gaps),
    headings: ownContributions.map((each) => each.heading),
    prose: ownContributions.flatMap((each) => each.prose),
    unmarked: ownContributions.flatMap((each) => each.unmarked),
  }
}

/** Combines the maps of the part's blocks and tables. */
export function mergePart(
  { name, stateWords: declaredWords, gaps, headings, prose, unmarked, start }: Gathered,
  maps: readonly MapNode[],
  report: ReportDiagnostic,
): Part {
  const stateWords =
    maps.length > 0 || declaredWords.length > 0 ? declaredWords : gaps.map((place) => ({ state: 'not shown' as const, span: place }))
  const [map] = maps
  const [word] = stateWords
  if (map !== undefined) for (const contradicting of stateWords) report(problem.reportBothForms(name, contradicting, map.span, 'shown'))
  else
    for (const contradicting of stateWords)
      if (contradicting.state !== word!.state) report(problem.reportBothForms(name, contradicting, word!.span, word!.state))
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
