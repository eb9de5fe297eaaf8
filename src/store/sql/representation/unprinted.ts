// Explains why SQL does not print a part: the smallest expression that prevents it.

import { isClosed } from '../../../cel/closed.ts'
import type { Expression } from '../../../cel/expression.ts'
import { withoutNull } from '../../../cel/fits.ts'
import { partsOf } from '../../../cel/parts.ts'
import { holdsDecimals } from '../../../exchange/digits.ts'
import { findComputedExpression } from '../predicate/paths.ts'
import { type Translation, findResourceOfType, tryTranslate } from '../predicate/translation.ts'
import type { RowSources } from '../source.ts'
import { translateJson } from './json-text.ts'

/** A part that the service prints or computes from columns of the same statement, and why SQL does not print it. */
export type Afterwards = { readonly what: string; readonly why: string }

/** A statement, and the parts that the service then computes from its columns. */
export type PrintedQuery = { readonly sql: string; readonly afterwards: readonly Afterwards[] }

/** `translation` is used for trials only. Undefined if SQL prints it. */
export function explainUnprinted(translation: Translation, expression: Expression, rows: RowSources): string | undefined {
  if (tryTranslate(() => translateJson(translation, expression, rows)) !== undefined) return undefined
  const culprit = findUnprintedPart(translation, expression, rows)
  const { rules: _, ...free } = translation
  const isRuled = translation.rules !== undefined && tryTranslate(() => translateJson({ ...free, out: [] }, culprit, rows)) !== undefined
  return isRuled ? 'a read rule may hide a part of it that it can do without' : printReason(culprit)
}

function findUnprintedPart(translation: Translation, expression: Expression, rows: RowSources): Expression {
  const computed = expression.kind === 'select' ? tryTranslate(() => findComputedExpression(translation, expression, rows)) : undefined
  if (computed !== undefined) return findUnprintedPart(translation, computed.expression, computed.rows)
  const failing = partsOf(expression).find(
    ({ expression: part, binds }) =>
      binds.length === 0 &&
      !isClosed(part, rows) &&
      findResourceOfType(part.type) === undefined &&
      part.type.kind !== 'query' &&
      tryTranslate(() => translateJson(translation, part, rows)) === undefined,
  )
  return failing === undefined ? expression : findUnprintedPart(translation, failing.expression, rows)
}

function printReason(expression: Expression): string {
  const { kind } = withoutNull(expression.type)
  if (holdsDecimals(expression.type)) return 'a decimal is printed with all digits that its type has'
  if (kind === 'double' || kind === 'duration' || kind === 'bytes' || kind === 'secret') return `SQL would print a ${kind} otherwise`
  switch (expression.kind) {
    case 'call':
      return `\`${expression.name}()\` has no counterpart in SQL that prints the same`
    case 'macro':
      return `\`${expression.name}\` over what is in a record has no counterpart in SQL`
    case 'binary':
      return `\`${expression.operator}\` of these types has no counterpart in SQL`
    case 'find':
      return `\`${expression.resource}.find\` is looked up by itself`
    case 'select':
      return `\`${expression.member}\` is not a column that SQL prints`
    default:
      return 'it has no counterpart in SQL that prints the same'
  }
}
