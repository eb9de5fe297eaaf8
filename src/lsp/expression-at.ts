// Finds the expression at a place of a document, and its innermost part there.

import type { Expression } from '../cel/expression.ts'
import { partsOf } from '../cel/parts.ts'
import type { Compiled } from '../compile/compile.ts'
import { placeWithin } from '../document/node.ts'
import { expressionsOf } from '../typing/expressions-of.ts'
import type { SlotUse } from '../typing/slots/use.ts'

/** `index`: the place as an offset in the slot's text. */
export type SlotAt = { readonly use: SlotUse; readonly index: number }

export function findSlotAt({ facts }: Compiled, file: string, offset: number): SlotAt | undefined {
  const use = facts.typing.slots.findLast(
    ({
      slot: {
        node: { span },
      },
    }) => span.source.name === file && span.start <= offset && offset <= span.end,
  )
  return use === undefined ? undefined : { use, index: indexAt(use, offset) }
}

/** The offset in the slot's text at the place. */
function indexAt({ slot: { text, node } }: SlotUse, offset: number): number {
  let low = 0
  let high = text.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (placeWithin(node, middle) < offset) low = middle + 1
    else high = middle
  }
  return low
}

/** The typed expressions of a slot: one, or one for each `${…}` of a text. */
export function listExpressions({ facts: { typing } }: Compiled, { slot }: SlotUse): readonly Expression[] {
  return expressionsOf(slot, typing)
}

/** The innermost expression around the index. */
export function findInnermost(expressions: readonly Expression[], index: number): Expression | undefined {
  const around = expressions.find(({ start, end }) => start <= index && index <= end)
  if (around === undefined) return undefined
  return findInnermost(listWrittenParts(around), index) ?? around
}

/** Every expression of a tree, starting with the tree itself. */
export function listSubexpressions(expression: Expression): readonly Expression[] {
  return [expression, ...listWrittenParts(expression).flatMap(listSubexpressions)]
}

/** The parts that the text contains: for a call of a function, only its arguments. */
function listWrittenParts(expression: Expression): readonly Expression[] {
  const parts = partsOf(expression).map((part) => part.expression)
  return expression.inlined === undefined ? parts : parts.flatMap((part) => listArguments(part, expression))
}

function listArguments(part: Expression, call: Expression): readonly Expression[] {
  if (part.start !== call.start || part.end !== call.end) return [part]
  return partsOf(part).flatMap(({ expression }) => listArguments(expression, call))
}
