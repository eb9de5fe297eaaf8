// The authors of a service's declarations: its document, and the conventions that it adopts, in layers.

import type { Span } from '../base/text.ts'
import type { Document } from '../document/document.ts'
import type { Front } from '../model/front.ts'

/** The arguments of an adoption: names and their values' places. */
export type Arguments = { readonly [name: string]: Argument }

/** `all` means every declaration of a kind, including those of conventions. */
export type Argument =
  | { readonly kind: 'all'; readonly at: Span }
  | { readonly kind: 'list'; readonly values: readonly Single[]; readonly spans: readonly Span[]; readonly at: Span }
  | { readonly kind: 'value'; readonly value: Single; readonly at: Span }
  /** Present, and reported as a mistake. */
  | { readonly kind: 'wrong'; readonly at: Span }

export type Single = string | number | bigint | boolean

export type Author = {
  /** The convention's name, such as `http@1`, or its path from the document's folder; undefined for the document. */
  readonly convention?: string
  /** 0 is the document; a higher layer has a lower number. Two authors of one layer may not conflict. */
  readonly layer: number
  readonly document: Document
  readonly front: Front
  readonly args: Arguments
  /** The place of the adoption; for the document itself, the place that represents all of it. */
  readonly adoption: Span
  /** The text of a convention, as loaded. */
  readonly text?: string
}

/** The author's name in messages. */
export function nameAuthor({ convention }: Author): string {
  return convention === undefined ? 'the document' : `\`${convention}\``
}
