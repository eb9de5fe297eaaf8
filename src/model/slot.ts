// A place of the language that a document may fill: shown, none, not shown, or unsaid; and where that comes from.

import type { Json } from '../base/json-value.ts'
import type { Span } from '../base/text.ts'
import type { Node, Scalar } from '../document/node.ts'

/**
 * `gap`: the document says `not shown`; conventions do not fill it. `none`: the document says `none`. `unsaid`: omitted; a convention may
 * fill it, and the reference defines its absence. `wrong`: a reported mistake; readers continue without it.
 */
export type Slot<T> =
  | { readonly state: 'shown'; readonly value: T; readonly at: Node }
  | { readonly state: 'none' | 'gap'; readonly at: Node }
  | { readonly state: 'unsaid' | 'wrong' }

/** An entry in a map of named things: the name as written, its place, and its slot. */
export type Named<T> = { readonly name: string; readonly key: Scalar; readonly slot: Slot<T> }

/** A word with its place: the name of a thing that stands elsewhere, a path, a state. */
export type Word = { readonly text: string; readonly node: Scalar }

/** CEL, not yet typed. */
export type ExpressionText = { readonly kind: 'expression'; readonly text: string; readonly node: Scalar }

/** Literal text with `${ CEL }` in it. */
export type TemplateText = { readonly kind: 'text'; readonly text: string; readonly node: Scalar }

/** A JSON value that is data: `enum`, `const`, `default`, rows of `records`. Integers beyond a double are bigint. */
export type Data = { readonly kind: 'data'; readonly value: Json; readonly node: Node }


/** Output, payload, view and body trees: maps and lists whose leaves are expressions, or literal subtrees under `const`. */
export type Template =
  | { readonly kind: 'map'; readonly entries: readonly TemplateEntry[]; readonly node: Node }
  | { readonly kind: 'list'; readonly items: readonly Template[]; readonly node: Node }
  | { readonly kind: 'literal'; readonly value: Json; readonly node: Node }
  | ExpressionText

/** `optional`: written with `?`, so that its value is an optional. */
export type TemplateEntry = { readonly name: string; readonly key: Scalar; readonly value: Template; readonly optional?: true }

/** The value of a shown slot; undefined for every other state. */
export function shown<T>(slot: Slot<T>): T | undefined {
  return slot.state === 'shown' ? slot.value : undefined
}

/** The things of a map that are shown, with their names. */
export function each<T>(slot: Slot<readonly Named<T>[]>): { name: string; key: Scalar; value: T }[] {
  const found: { name: string; key: Scalar; value: T }[] = []
  for (const { name, key, slot: inner } of shown(slot) ?? []) {
    if (inner.state === 'shown') found.push({ name, key, value: inner.value })
  }
  return found
}

export function entryNamed<T>(slot: Slot<readonly Named<T>[]>, name: string): Named<T> | undefined {
  return shown(slot)?.find((thing) => thing.name === name)
}

/** Where a behaviour comes from (the first rule): a line of the document, a convention that it adopted, a standard, the operator. */
export type Origin =
  | { readonly kind: 'document'; readonly span: Span }
  | { readonly kind: 'convention'; readonly name: string; readonly span: Span }
  | { readonly kind: 'standard'; readonly reference: string }
  | { readonly kind: 'operator'; readonly setting: string }

export function originOf(node: Node): Origin {
  const { span } = node
  const { convention } = span.source
  return convention === undefined ? { kind: 'document', span } : { kind: 'convention', name: convention, span }
}
