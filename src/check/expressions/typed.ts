// Lists every typed expression of a document with its use, including those in texts. An aliased expression occurs once.

import type { Expression } from '../../cel/expression.ts'
import type { Span } from '../../base/text.ts'
import { spanWithin } from '../../document/node.ts'
import type { Typing } from '../../typing/domain.ts'
import { expressionsOf } from '../../typing/expressions-of.ts'
import type { SlotUse } from '../../typing/slots/use.ts'

export type Typed = { readonly use: SlotUse; readonly expression: Expression }

/** Cached, because several checks read them. */
const cache = new WeakMap<Typing, readonly Typed[]>()

export function listTyped(typing: Typing): readonly Typed[] {
  return cache.getOrInsertComputed(typing, () => [...collectExpressions(typing)])
}

function* collectExpressions(typing: Typing): Generator<Typed> {
  const places = new Map<string, Set<number>>()
  for (const use of typing.slots) {
    const { source, start } = use.slot.node.span
    const starts = places.getOrInsertComputed(source.name, () => new Set())
    if (starts.has(start)) continue
    starts.add(start)
    for (const expression of expressionsOf(use.slot, typing)) yield { use, expression }
  }
}

export function findSpan({ use }: Typed, { start, end }: { readonly start: number; readonly end: number }): Span {
  return spanWithin(use.slot.node, start, end)
}

const longestSpelling = 120

/** A part of an expression as the author wrote it, on one line; the beginning of a long one. */
export function spellExpression({ use }: Typed, { start, end }: { readonly start: number; readonly end: number }): string {
  const text = use.slot.text.slice(start, end).replace(/\s+/g, ' ')
  return `\`${text.length > longestSpelling ? `${text.slice(0, longestSpelling - 2)} …` : text}\``
}
