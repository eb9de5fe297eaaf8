// What a translation is made with, and what it gives: SQL, with a parameter for each value that is computed before it runs.

import type { Expression, Operator } from '../../../cel/expression.ts'
import type { Type } from '../../../cel/type.ts'
import type { Compared, Kept, Layout } from '../../layout.ts'
import { isClosed } from '../../../cel/closed.ts'
import type { ReadRules } from '../../../meaning/caller/read-rules.ts'
import type { Aliases, Rows } from '../source.ts'

/**
 * Computed before the statement runs. `round` says how a decimal finer than the column's scale is brought to it; `most` that the
 * value is computed with, so that it must be exact, and no further from zero than that; `equal` that it is asked whether it is the same; `folded` that it is held against a folded column.
 */
export type Parameter = {
  readonly expression: Expression
  /** The value is computed only if all of these hold; otherwise null is bound, and the statement's result does not depend on it. */
  readonly when?: readonly Guard[]
  /** Whether it is shown, and so evaluated with the eyes of whoever is answered, where there are any. */
  readonly shown?: true
  readonly as:
    | { readonly kind: 'value'; readonly kept: Compared; readonly round: 'exact' | 'up' | 'down'; readonly most?: bigint; readonly equal?: boolean }
    | { readonly kind: 'key'; readonly resource: string; readonly index: number }
    | { readonly kind: 'folded' }
    | { readonly kind: 'list'; readonly kept: Kept; readonly folded?: boolean }
    | { readonly kind: 'tenant'; readonly resource: string; readonly index: number }
    /** The keys of records that may be read whatever their rule says, as a JSON list. */
    | { readonly kind: 'own'; readonly resource: string }
    /** The JSON text that it is sent as. */
    | { readonly kind: 'json' }
}

/** A condition that reads no row, and the value it must have for evaluation to reach a parameter. */
export type Guard = { readonly expression: Expression; readonly is: boolean }

/** SQL with a `?` for each parameter, in order. */
export type Fragment = { readonly sql: string; readonly parameters: readonly Parameter[] }

export type Translation = {
  readonly layout: Layout
  readonly aliases: Aliases
  readonly out: Parameter[]
  /** Guards of every parameter that is bound here. */
  readonly when: readonly Guard[]
  /** Sides of equalities whose value is known not to be null. */
  readonly given?: ReadonlySet<Expression>
  /** What truths that are shown come to, as far as it is decided before the statement is made. */
  readonly decided?: ReadonlyMap<Expression, Expression | boolean>
  /** Is given each truth that is shown and each rule, with the variables that stand for rows. */
  readonly onTruth?: (expression: Expression, rows: Rows, isShown: boolean) => void
  /** Rules that hide some of what is read: without them everything may be read. What is hidden is NULL of a condition. */
  readonly rules?: ReadRules
  /** Whether the rules of the paths that stand here were asked already. */
  readonly asked?: boolean
  /** How often something was translated that may be hidden. */
  readonly hiding?: { count: number }
  /** The expression as a condition that is 1 or 0; null only where rules hide what it reads. */
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

export function bind({ out, when, rules }: Pick<Translation, 'out' | 'when' | 'rules'>, expression: Expression, as: Parameter['as']): string {
  out.push({ expression, as, ...(when.length === 0 ? {} : { when }), ...(rules === undefined ? {} : { shown: true }) })
  return '?'
}

/** What a statement is given that no expression says. */
export const noExpression: Expression = { kind: 'literal', value: null, type: { kind: 'null' }, start: 0, end: 0 }

/** Gives up where rules may hide a member, and were not asked: nothing is read past them. */
export function demandAsked({ rules, asked }: Translation, operand: Expression, member: string): void {
  if (rules !== undefined && asked !== true && mayHide(rules, operand, member)) give()
}

/** Whether rules may hide the member at the end of a path. */
export function mayHide(rules: ReadRules, operand: Expression, member: string): boolean {
  const resource = resourceOf(operand.type)
  if (resource !== undefined) {
    const asked = rules.ofMember(resource, member, operand.kind === 'variable' ? 'name' : 'path')
    if (asked === undefined || asked.record.rule !== 'all' || asked.field !== 'all' || rules.isComputedAnew(resource, member)) return true
  }
  return operand.kind === 'select' && mayHide(rules, operand.operand, operand.member)
}

/** The translation of a part that is evaluated only if these guards hold too. */
export function guardedBy(translation: Translation, guards: readonly Guard[]): Translation {
  return guards.length === 0 ? translation : { ...translation, when: [...translation.when, ...guards] }
}

/** The guards without which a condition cannot have this truth value: if one of them fails, what depends on that value is never evaluated. */
export function guardsOf(condition: Expression, is: boolean, rows: Rows): readonly Guard[] {
  if (isClosed(condition, rows)) return [{ expression: condition, is }]
  switch (condition.kind) {
    case 'not':
      return guardsOf(condition.operand, !is, rows)
    case 'and':
    case 'or':
      return (condition.kind === 'and') === is ? [...guardsOf(condition.left, is, rows), ...guardsOf(condition.right, is, rows)] : []
    default:
      return []
  }
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
