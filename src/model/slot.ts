// Defines a slot: the document's content at one key of the language (a value, `none`, `not shown`, or nothing), with its origin.

import type { Json } from '../base/json-value.ts'
import type { Span } from '../base/text.ts'
import type { Node, Scalar } from '../document/node.ts'

/**
 * `shown`: the document gives a value. `gap`: it says `not shown`, and conventions do not fill it; `within` is the tree that has the gap as
 * a leaf. `none`: it says `none`.
 * `unsaid`: the key is missing; a convention may fill it, and the reference defines its absence. `wrong`: a reported mistake;
 * readers continue without it.
 */
export type Slot<T> =
  | { readonly state: 'shown'; readonly value: T; readonly at: Node }
  | { readonly state: 'none' | 'gap'; readonly at: Node; readonly within?: Node }
  | { readonly state: 'unsaid' | 'wrong' }

/** An entry in a map of named elements: the name as written, its place, and its slot. */
export type Named<T> = { readonly name: string; readonly key: Scalar; readonly slot: Slot<T> }

/** A word with its place: a name that is defined elsewhere, a path, a state. */
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

/** `optional`: written with `?`, so that its expression gives an optional. */
export type TemplateEntry = { readonly name: string; readonly key: Scalar; readonly value: Template; readonly optional?: true }

/** The slot's value; undefined in every state except `shown`. */
export function slotValueOf<T>(slot: Slot<T>): T | undefined {
  return slot.state === 'shown' ? slot.value : undefined
}

/** True if the key is missing or says `none`. */
export function isAbsent(slot: Slot<unknown>): boolean {
  return slot.state === 'unsaid' || slot.state === 'none'
}

/** The entries of a map that have a value, with their names. */
export function listSpecifiedEntries<T>(slot: Slot<readonly Named<T>[]>): { name: string; key: Scalar; value: T }[] {
  const found: { name: string; key: Scalar; value: T }[] = []
  for (const { name, key, slot: inner } of slotValueOf(slot) ?? []) {
    if (inner.state === 'shown') found.push({ name, key, value: inner.value })
  }
  return found
}

export function findNamedEntry<T>(slot: Slot<readonly Named<T>[]>, name: string): Named<T> | undefined {
  return slotValueOf(slot)?.find((element) => element.name === name)
}

/** The origin of a behaviour: a line of the document, an adopted convention, a standard, or the operator. */
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
