// The tree of values of a document, for all container formats; each value has its exact range.

import type { Span } from '../base/text.ts'

export type Scalar = {
  readonly kind: 'scalar'
  /** The value by YAML's 1.2 core schema. Integers that a double cannot hold exactly are bigint. */
  readonly value: string | number | bigint | boolean | null
  /** The visible text: a plain scalar's source characters (`1.10` stays `1.10`), otherwise the decoded string. */
  readonly text: string
  readonly style: 'plain' | 'single' | 'double' | 'literal' | 'folded'
  /** The whole scalar in the source, quotes included. */
  readonly span: Span
  /**
   * The source offset of the n-th UTF-16 unit of `text`, for places inside an expression; `offsets[text.length]` is the end. Absent if text
   * and source run in parallel.
   */
  readonly offsets?: readonly number[]
  /** The offset from which text and source are parallel, if not `span.start`: after the opening quote. */
  readonly from?: number
  /** The pieces of `text` that come from another scalar, such as the condition of a role, with the offset at which it begins. */
  readonly insertions?: readonly Insertion[]
  /** YAML reads this differently than it looks, which was reported; `text` is the apparent value. */
  readonly cut?: true
}

/** `text.slice(start, end)` is all of the other scalar's text. */
export type Insertion = { readonly start: number; readonly end: number; readonly scalar: Scalar }

export type Entry = {
  readonly key: Scalar
  readonly value: Node
  /** Present if the entry came through a merge key: the range of that `<<`. An explicit entry overrides it. */
  readonly inherited?: Span
}

export type MapNode = { readonly kind: 'map'; readonly entries: readonly Entry[]; readonly span: Span }

export type ListNode = { readonly kind: 'list'; readonly items: readonly Node[]; readonly span: Span }

export type Node = Scalar | MapNode | ListNode

export function findEntryOf(map: MapNode, name: string): Entry | undefined {
  return map.entries.find((each) => each.key.text === name)
}

/** All scalars of a tree, also those of aliases, which stand elsewhere in the source. `key`: true for the key of an entry. */
export function* listScalars(node: Node, key = false): Generator<{ readonly scalar: Scalar; readonly key: boolean }> {
  if (node.kind === 'scalar') yield { scalar: node, key }
  else if (node.kind === 'list') for (const item of node.items) yield* listScalars(item)
  else
    for (const entry of node.entries) {
      yield* listScalars(entry.key, true)
      yield* listScalars(entry.value)
    }
}

/** The source offset of a unit of a scalar's text. */
export function placeWithin({ offsets, from, span: { start, end } }: Scalar, index: number): number {
  return offsets?.[Math.min(index, offsets.length - 1)] ?? Math.min((from ?? start) + index, end)
}

/** The range of `text.slice(start, end)` of a scalar, in the source: that of the inserted scalar if the slice is a part of it. */
export function spanWithin(scalar: Scalar, start: number, end: number): Span {
  const inserted = scalar.insertions?.find((each) => each.start <= start && end <= each.end)
  if (inserted !== undefined) return spanWithin(inserted.scalar, start - inserted.start, end - inserted.start)
  const first = placeWithin(scalar, start)
  return { source: scalar.span.source, start: first, end: Math.max(first, placeWithin(scalar, end)) }
}
