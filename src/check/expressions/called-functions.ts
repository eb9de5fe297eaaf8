// Finds what belongs to a function of part 1 at its calls, so that several calls are one diagnostic at the function.

import type { Expression } from '../../cel/expression.ts'
import { partsOf } from '../../cel/parts.ts'
import type { Model } from '../../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import type { Typing } from '../../typing/domain.ts'
import { type Typed, listTyped } from './typed.ts'

/** The values of functions, by name. */
export type FunctionValues = ReadonlyMap<string, Typed>

export function listFunctionValues(model: Model, typing: Typing): FunctionValues {
  const bySlot = new Map(listTyped(typing).map((typed) => [typed.use.slot, typed]))
  return new Map(
    listSpecifiedEntries(model.service.value.functions).flatMap(({ name, value }) => {
      const text = slotValueOf(value.value)
      const typed = text && bySlot.get(text)
      return typed === undefined ? [] : [[name, typed] as const]
    }),
  )
}

/** The function whose value contains the part: all its parts have the place of the call. */
export function findDefinition(expression: Expression, place: { readonly start: number; readonly end: number }): string | undefined {
  const { start, end, inlined } = expression
  if (start > place.start || end < place.end) return undefined
  if (inlined !== undefined && start === place.start && end === place.end) return inlined[0]
  for (const { expression: part } of partsOf(expression)) {
    const definition = findDefinition(part, place)
    if (definition !== undefined) return definition
  }
  return undefined
}
