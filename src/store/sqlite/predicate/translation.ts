// What a translation is made with, and what it gives: SQL, with a parameter for each value that is computed before it runs.

import type { Expression, Operator } from '../../../cel/expression.ts'
import type { Type } from '../../../cel/type.ts'
import type { Compared, Kept, Layout } from '../../layout.ts'
import type { Aliases, Rows } from '../source.ts'

/**
 * Computed before the statement runs. `round` says how a decimal finer than the column's scale is brought to it; `most` that the
 * value is computed with, so that it must be exact, and no further from zero than that; `folded` that it is held against a folded column.
 */
export type Parameter = {
  readonly expression: Expression
  readonly as:
    | { readonly kind: 'value'; readonly kept: Compared; readonly round: 'exact' | 'up' | 'down'; readonly most?: bigint }
    | { readonly kind: 'key'; readonly resource: string; readonly index: number }
    | { readonly kind: 'folded' }
    | { readonly kind: 'list'; readonly kept: Kept; readonly folded?: boolean }
    | { readonly kind: 'tenant'; readonly resource: string; readonly index: number }
}

/** SQL with a `?` for each parameter, in order. */
export type Fragment = { readonly sql: string; readonly parameters: readonly Parameter[] }

export type Translation = {
  readonly layout: Layout
  readonly aliases: Aliases
  readonly out: Parameter[]
  /** The expression as a condition that is 1 or 0, never null. */
  readonly condition: (translation: Translation, expression: Expression, rows: Rows) => string
}

class Untranslatable extends Error {}

/** What SQL would read otherwise than expressions do is not translated at all. */
export function give(): never {
  throw new Untranslatable()
}

/** Undefined where it is not translated. */
export function translated<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof Untranslatable) return undefined
    throw error
  }
}

export function bind({ out }: Pick<Translation, 'out'>, expression: Expression, as: Parameter['as']): string {
  out.push({ expression, as })
  return '?'
}

export function isRecord(type: Type): boolean {
  return resourceOf(type) !== undefined
}

export function resourceOf(type: Type): string | undefined {
  if (type.kind === 'record') return type.resource
  return type.kind === 'nullable' || type.kind === 'optional' ? resourceOf(type.of) : undefined
}

/** The comparison with its sides exchanged. */
export function mirrored(operator: Operator): Operator {
  return operator === '<' ? '>' : operator === '>' ? '<' : operator === '<=' ? '>=' : operator === '>=' ? '<=' : operator
}
