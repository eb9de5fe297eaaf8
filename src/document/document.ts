// The data of one document in nine parts, read from Markdown, YAML or a folder of either, before its meaning is resolved.

import type { Span } from '../base/text.ts'
import type { MapNode } from './node.ts'
import type { PartName } from './part-name.ts'
import type { Region } from './region.ts'
import type { BrokenTable, Table } from './table.ts'

export { type PartName, partNames, numberPart } from './part-name.ts'

/** Keys of the front matter; in a YAML document they are top-level keys beside the nine parts. */
export const frontKeys = ['ninefold', 'title', 'use', 'given', 'each', 'expect', 'waive'] as const

/** A part as the document holds it. `none`: a block or paragraph that says only `none`. */
export type Part = {
  readonly name: PartName
  readonly state: 'shown' | 'none' | 'not shown'
  /** The place of an explicit `none` or `not shown`; a convention may fill a part without either. */
  readonly word?: Span
  /** The merged content of the part's blocks; empty if the part is `not shown` or `none`. */
  readonly node: MapNode
  /** The headings or keys of the part: several if files are split by feature, empty if the part is missing. */
  readonly headings: readonly Span[]
  /** The prose of the part, block by block, with its subject. */
  readonly prose: readonly Prose[]
  /** Text that looks like YAML but has no effect, because it is outside a fence marked `yaml`. */
  readonly unmarked: readonly Unmarked[]
}

/**
 * A run of prose. `about` is its heading (level 3 or deeper), or the key of the block entry below it. `table`: the table that it contains;
 * a table counts as prose until it is known to bind.
 */
export type Prose = {
  readonly text: string
  readonly about?: string
  readonly span: Span
  readonly table?: Table
  /** The table directly below it, if it has no heading. */
  readonly above?: Table
}

/** A `hurl` fence. Fences under one heading are one scenario: same `heading` span. */
export type HurlFence = {
  readonly title: string
  readonly heading: Span
  readonly text: string
  readonly span: Span
  /** The source offset at which each line of `text` begins (a fence in a list is dedented). */
  readonly lineOffsets: readonly number[]
}

/** Content that does not bind because its fence is not marked `yaml`: its first line and its text. Without a language, it has no fence. */
export type Unmarked = { readonly opening: Span; readonly language?: string; readonly region: Region }

/** Binding content of a part: a YAML map, or a table that is interpreted later. */
export type Piece = MapNode | Table | BrokenTable

/** The content of one part, in text order. */
export type Gathered = {
  readonly name: PartName
  readonly pieces: readonly Piece[]
  readonly stateWords: readonly { readonly state: 'none' | 'not shown'; readonly span: Span }[]
  readonly gaps: readonly Span[]
  readonly headings: readonly Span[]
  readonly prose: readonly Prose[]
  readonly unmarked: readonly Unmarked[]
  /** The place for a heading if the part has none. */
  readonly start: Span
}

export type Document = {
  readonly title?: string
  readonly preamble?: string
  /** The front matter of the first file; an empty map if absent. */
  readonly front: MapNode
  readonly parts: { readonly [name in PartName]: Part }
  readonly scenarios: readonly HurlFence[]
  /** The gathered content of the parts that hold tables; their `node` and `state` do not include the tables. */
  readonly tabled: readonly Gathered[]
  /** The place of diagnostics about the whole document. */
  readonly whole: Span
}
