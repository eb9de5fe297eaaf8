// Maps a text that consists of pieces of a source (fences in lists are dedented) back to the source.

import { type Source, type Span, createSpan } from '../base/text.ts'

/** From `at` in the region's text, the source continues at `from`, until the next piece. */
export type RegionPiece = { readonly at: number; readonly from: number }

export type Region = {
  readonly source: Source
  readonly text: string
  readonly pieces: readonly RegionPiece[]
  /** Offsets in the source at which further blocks of the region begin. */
  readonly breaks?: readonly number[]
}

export function createRegion(source: Source, start: number, end: number): Region {
  return { source, text: source.text.slice(start, end), pieces: [{ at: 0, from: start }] }
}

/** Joins regions of one source, in order. */
export function joinRegions(regions: readonly Region[]): Region {
  const [first] = regions
  if (first === undefined) throw new Error('no regions to join')
  if (regions.length === 1) return first
  const texts: string[] = []
  const pieces: RegionPiece[] = []
  let at = 0
  for (const region of regions) {
    for (const piece of region.pieces) pieces.push({ at: at + piece.at, from: piece.from })
    const text = /[\r\n]$/.test(region.text) ? region.text : `${region.text}\n`
    texts.push(text)
    at += text.length
  }
  return { source: first.source, text: texts.join(''), pieces, breaks: regions.slice(1).map((each) => each.pieces[0]!.from) }
}

/** The index of the piece that contains the offset. */
function findPiece(region: Region, offset: number): number {
  let low = 0
  let high = region.pieces.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (region.pieces[middle]!.at <= offset) low = middle
    else high = middle - 1
  }
  return low
}

export function toSourceOffset(region: Region, offset: number): number {
  const piece = region.pieces[region.pieces.length === 1 ? 0 : findPiece(region, offset)]!
  return Math.min(piece.from + (offset - piece.at), region.source.text.length)
}

/** True if the range is in the region; the content of an alias or a merge key may be elsewhere. */
export function containsSpan(region: Region, { source, start, end }: Span): boolean {
  return source === region.source && start >= toSourceOffset(region, 0) && end <= toSourceOffset(region, region.text.length)
}

/** The range in the source; the end belongs to the piece of the last character, not to the one that begins there. */
export function toSourceSpan(region: Region, start: number, end: number): Span {
  const first = toSourceOffset(region, start)
  return createSpan(region.source, first, end > start ? Math.max(first, toSourceOffset(region, end - 1) + 1) : first)
}
