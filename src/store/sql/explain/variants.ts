// Lists the combinations of conditions that requests decide without a row: each combination has its own statement.

import { EvaluationError } from '../../../cel/evaluate.ts'
import type { Expression } from '../../../cel/expression.ts'
import { partsOf } from '../../../cel/parts.ts'
import type { Type } from '../../../cel/type.ts'
import type { Value } from '../../../cel/value.ts'
import type { ExpressionText } from '../../../model/slot.ts'

/** `words`: the decisions in the document's spelling, as `caller.isManager` or `not caller.isManager`; empty without decisions. */
export type DecisionVariant<T> = { readonly words: string; readonly result: T }

type ValueOfExpression = (expression: Expression) => Value
type Choice = { readonly expression: Expression; readonly value: Value }

/** The most variants to list. */
const maxVariants = 16

/**
 * Enumerates the results of `make` for all variants. Values from `known` are fixed; other conditions are true or false, and other values
 * are present or, if nullable, null.
 */
export function listVariants<T>(
  make: (value: ValueOfExpression) => T,
  known: ValueOfExpression,
  textOf: ReadonlyMap<Expression, string>,
): readonly DecisionVariant<T>[] {
  const variants: DecisionVariant<T>[] = []
  const pending: (readonly Choice[])[] = [[]]
  for (let partial = pending.shift(); partial !== undefined && variants.length < maxVariants; partial = pending.shift()) {
    const chosen = [...partial]
    const result = make((expression) => {
      const text = textOf.get(expression)
      const before = chosen.find(
        (choice) => choice.expression === expression || (text !== undefined && textOf.get(choice.expression) === text),
      )
      if (before !== undefined) return before.value
      const knownResult = attempt(() => known(expression))
      if (knownResult !== undefined) return knownResult
      const [first, ...others] = listChoices(expression.type)
      pending.push(...others.map((value) => [...chosen, { expression, value }]))
      chosen.push({ expression, value: first })
      return first
    })
    variants.push({ words: chosen.flatMap(({ expression, value }) => printChoice(expression, value, textOf)).join(' and '), result })
  }
  return variants
}

function attempt(work: () => Value): Value | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof EvaluationError) return undefined
    throw error
  }
}

function listChoices(type: Type): readonly [Value, ...Value[]] {
  switch (type.kind) {
    case 'bool':
      return [true, false]
    case 'nullable':
      return [...listChoices(type.of), null]
    case 'optional':
      return listChoices(type.of)
    default:
      // Only its nullness matters.
      return ['']
  }
}

function printChoice(expression: Expression, value: Value, textOf: ReadonlyMap<Expression, string>): string[] {
  const text = textOf.get(expression)
  if (text === undefined) return []
  if (expression.type.kind === 'bool') return [value === true ? text : `not ${text}`]
  if (value === null) return [`${text} is null`]
  return expression.type.kind === 'nullable' ? [`${text} is not null`] : []
}

/** The text of every part of an expression of the document. */
export function mapTexts(
  written: readonly { readonly text: ExpressionText; readonly expression: Expression }[],
): ReadonlyMap<Expression, string> {
  const texts = new Map<Expression, string>()
  const visit = (expression: Expression, text: string): void => {
    texts.set(expression, text.slice(expression.start, expression.end))
    for (const part of partsOf(expression)) visit(part.expression, text)
  }
  for (const { text, expression } of written) visit(expression, text.text)
  return texts
}
