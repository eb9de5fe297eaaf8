// The context and the result of a translation: SQL, with a parameter for each value that is computed before the statement.

import type { Expression, Operator } from '../../../cel/expression.ts'
import type { Type } from '../../../cel/type.ts'
import type { ComparedAs, Kept, Layout } from '../../layout.ts'
import { isClosed } from '../../../cel/closed.ts'
import type { ReadRules } from '../../../meaning/caller/read-rules.ts'
import type { Aliases, RowSources } from '../source.ts'

/**
 * Computed before the statement. `round` tells how to round a decimal to the column's scale; `max` that it is an exact operand within that
 * bound; `equal` that it is compared for equality; `folded` that it is compared with a folded column.
 */
export type SqlParameter = {
  readonly expression: Expression
  /** The value is computed only if all of these hold; otherwise null is bound, and the statement's result does not depend on it. */
  readonly guards?: readonly ReadGuard[]
  /** True for an expression of a response, which is evaluated with the caller's permissions. */
  readonly forCaller?: true
  /** The only accepted type, if the database does not compare values of different types. */
  readonly type?: Pick<ComparedAs, 'kind'>
  readonly as:
    | {
        readonly kind: 'value'
        readonly kept: ComparedAs
        readonly round: 'exact' | 'up' | 'down'
        readonly max?: bigint
        readonly equal?: boolean
      }
    | { readonly kind: 'key'; readonly resource: string; readonly index: number }
    | { readonly kind: 'folded' }
    | { readonly kind: 'list'; readonly kept: Kept; readonly folded?: boolean }
    | { readonly kind: 'tenant'; readonly resource: string; readonly index: number }
    /** The keys of records that are readable regardless of their rule, as a JSON list. */
    | { readonly kind: 'own'; readonly resource: string }
    /** The JSON text of the value as it is sent. */
    | { readonly kind: 'json' }
}

/** A condition that reads no row, and the value it must have for evaluation to reach a parameter. */
export type ReadGuard = { readonly expression: Expression; readonly is: boolean }

/** SQL with a `?` for each parameter, in order. */
export type Fragment = { readonly sql: string; readonly parameters: readonly SqlParameter[] }

export type Translation = {
  readonly layout: Layout
  readonly aliases: Aliases
  readonly out: SqlParameter[]
  /** Guards of every parameter that is bound here. */
  readonly guards: readonly ReadGuard[]
  /** Sides of equalities whose value is known not to be null. */
  readonly given?: ReadonlySet<Expression>
  /** The values of response conditions that are decided before the statement. */
  readonly decided?: ReadonlyMap<Expression, Expression | boolean>
  /** Receives each boolean response expression and each rule, with the variables that represent rows. */
  readonly onTruth?: (expression: Expression, rows: RowSources, isShown: boolean) => void
  /** The rules that hide read data; without them everything is readable. Hidden data is NULL in a condition. */
  readonly rules?: ReadRules
  /** True if the rules of these paths were already evaluated. */
  readonly isDecided?: boolean
  /** The number of translated parts that rules may hide. */
  readonly hiding?: { count: number }
  /** The expression as a condition that is 1 or 0; null only if rules hide a value that it reads. */
  readonly condition: (translation: Translation, expression: Expression, rows: RowSources) => string
}

/** Applies the rules, if any, and then counts the parts that they may hide: a hidden test must not count as false. */
export function startHiding(rules: ReadRules | undefined): Pick<Translation, 'rules' | 'hiding'> {
  return rules === undefined ? {} : { rules, hiding: { count: 0 } }
}

class Untranslatable extends Error {}

/** Gives up: SQL would evaluate this differently from the expression language. */
export function failTranslation(): never {
  throw new Untranslatable()
}

/** Undefined if the expression has no translation. */
export function tryTranslate<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof Untranslatable) return undefined
    throw error
  }
}

export function bind(
  { layout, out, guards, rules }: Pick<Translation, 'layout' | 'out' | 'guards' | 'rules'>,
  expression: Expression,
  as: SqlParameter['as'],
): string {
  const { dialect } = layout
  const type = findParameterType(as, layout)
  out.push({
    expression,
    as,
    ...(dialect.comparesTypes ? {} : { type }),
    ...(guards.length === 0 ? {} : { guards }),
    ...(rules === undefined ? {} : { forCaller: true }),
  })
  return dialect.place(type.kind)
}

function findParameterType(as: SqlParameter['as'], { tables }: Layout): Pick<ComparedAs, 'kind'> {
  switch (as.kind) {
    case 'value':
      return as.kept
    case 'key':
      return tables.get(as.resource)!.key[as.index]!.kept
    case 'tenant':
      return tables.get(as.resource)!.tenant[as.index]!.kept
    case 'folded':
    case 'list':
    case 'own':
    case 'json':
      return { kind: 'text' }
  }
}

/** A placeholder for parameters without an expression. */
export const noExpression: Expression = { kind: 'literal', value: null, type: { kind: 'null' }, start: 0, end: 0 }

/** Gives up if a rule that was not evaluated may hide the member: no statement bypasses a rule. */
export function giveUpIfHidden({ rules, isDecided }: Translation, operand: Expression, member: string): void {
  if (rules !== undefined && isDecided !== true && mayRulesHide(rules, operand, member)) failTranslation()
}

/** True if rules may hide the member at the end of a path. */
export function mayRulesHide(rules: ReadRules, operand: Expression, member: string): boolean {
  const resource = findResourceOfType(operand.type)
  if (resource !== undefined) {
    const memberRules = rules.ofMember(resource, member, operand.kind === 'variable' ? 'name' : 'path')
    if (
      memberRules === undefined ||
      memberRules.record.rule !== 'all' ||
      memberRules.field !== 'all' ||
      rules.isRecomputed(resource, member)
    )
      return true
  }
  return operand.kind === 'select' && mayRulesHide(rules, operand.operand, operand.member)
}

/** The translation of a part that is evaluated only if these guards hold too. */
export function addGuards(translation: Translation, guards: readonly ReadGuard[]): Translation {
  return guards.length === 0 ? translation : { ...translation, guards: [...translation.guards, ...guards] }
}

/**
 * The guards that must hold for a condition to have this truth value. If a guard fails, the parts that depend on that value are never
 * evaluated.
 */
export function listGuards(condition: Expression, is: boolean, rows: RowSources): readonly ReadGuard[] {
  if (isClosed(condition, rows)) return [{ expression: condition, is }]
  switch (condition.kind) {
    case 'not':
      return listGuards(condition.operand, !is, rows)
    case 'and':
    case 'or':
      return (condition.kind === 'and') === is ? [...listGuards(condition.left, is, rows), ...listGuards(condition.right, is, rows)] : []
    default:
      return []
  }
}

export function isRecordType(type: Type): boolean {
  return findResourceOfType(type) !== undefined
}

export function findResourceOfType(type: Type): string | undefined {
  if (type.kind === 'record') return type.resource
  return type.kind === 'nullable' || type.kind === 'optional' ? findResourceOfType(type.of) : undefined
}

/** The comparison with its sides exchanged. */
export function mirrorOperator(operator: Operator): Operator {
  switch (operator) {
    case '<':
      return '>'
    case '>':
      return '<'
    case '<=':
      return '>='
    case '>=':
      return '<='
    default:
      return operator
  }
}
