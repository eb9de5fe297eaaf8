// Detects conditions that always or never hold, from the values that schemas allow and from contradicting parts.

import type { Expression, Literal } from '../../cel/expression.ts'
import { nothingKnown } from '../../cel/known/learn.ts'
import { boundsOfExpression, sizeRange } from '../../cel/known/range.ts'
import { resultsOf } from '../../cel/parts.ts'
import type { Bounds, Type } from '../../cel/type.ts'

/** Additional knowledge about a path at the expression's place: its possible values. */
export type KnownPaths = ReadonlyMap<string, readonly string[]>

/** Undefined where both can be. */
export function knownCondition(expression: Expression, known: KnownPaths): boolean | undefined {
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'boolean' ? expression.value : undefined
    case 'not': {
      const inner = knownCondition(expression.operand, known)
      return inner === undefined ? undefined : !inner
    }
    case 'and':
      return ofAll(flatten(expression, 'and'), false, known)
    case 'or':
      return ofAll(flatten(expression, 'or'), true, known)
    case 'conditional': {
      const results = new Set(resultsOf(expression).map((result) => knownCondition(result, known)))
      const [only] = results
      return results.size === 1 ? only : undefined
    }
    case 'binary':
      return ofComparison(expression, known)
    default:
      return undefined
  }
}

/** True if the condition is false for every request: it is written `false`, or nothing meets it. */
export function neverHolds(expression: Expression | undefined): boolean {
  return expression !== undefined && knownCondition(expression, new Map()) === false
}

type Binary = Extract<Expression, { kind: 'binary' }>

function flatten(expression: Expression, kind: 'and' | 'or'): readonly Expression[] {
  return expression.kind === kind ? [...flatten(expression.left, kind), ...flatten(expression.right, kind)] : [expression]
}

/** `deciding`: the value of a part that decides the whole, false of `&&` and true of `||`. */
function ofAll(parts: readonly Expression[], deciding: boolean, known: KnownPaths): boolean | undefined {
  const values = parts.map((part) => knownCondition(part, known))
  if (values.includes(deciding)) return deciding
  if (values.every((value) => value === !deciding)) return !deciding
  // `a || b` always holds where `!a && !b` never does.
  return excludeEachOther(parts, deciding) ? deciding : undefined
}

/** True if no record meets all of these conditions; false if it may be met, or cannot be decided. */
export function contradict(conditions: readonly Expression[]): boolean {
  const ways = conditions.reduce<readonly Atoms[]>((found, condition) => {
    const more = alternatives(condition, false)
    return found.length * more.length > maxWays ? found : found.flatMap((atoms) => more.map((also) => [...atoms, ...also]))
  }, [[]])
  return ways.every((atoms) => excludeAllValues(atoms))
}

/** More combinations of alternatives are not searched. */
const maxWays = 256

type Atoms = readonly { readonly part: Expression; readonly negated: boolean }[]

/** The condition as alternatives, each a conjunction of atoms. */
function alternatives(expression: Expression, negated: boolean): readonly Atoms[] {
  if (expression.kind === 'not') return alternatives(expression.operand, !negated)
  if (expression.kind !== 'and' && expression.kind !== 'or') return [[{ part: expression, negated }]]
  const [left, right] = [alternatives(expression.left, negated), alternatives(expression.right, negated)]
  if ((expression.kind === 'or') !== negated) return [...left, ...right]
  return left.flatMap((atoms) => right.map((also) => [...atoms, ...also]))
}

/** True if all of them together leave a value none; `negated`: of their opposites. */
function excludeEachOther(parts: readonly Expression[], negated: boolean): boolean {
  return excludeAllValues(parts.map((part) => ({ part, negated })))
}

function excludeAllValues(parts: Atoms): boolean {
  const ranges = new Map<string, Range>()
  return parts.some(({ part, negated }) => {
    const atom = atomOf(part, negated)
    if (atom === undefined) return false
    const { path, range } = atom
    const combined = intersection(ranges.get(path) ?? {}, range)
    ranges.set(path, combined)
    return isEmpty(combined)
  })
}

/** Numbers as ratios are not needed: what is compared with a fraction is left out. */
type Range = { readonly least?: Limit; readonly most?: Limit; readonly equal?: string; readonly not?: readonly string[] }
type Limit = { readonly value: bigint; readonly open: boolean }
type Atom = { readonly path: string; readonly range: Range }

const mirrored = { '<': '>', '>': '<', '<=': '>=', '>=': '<=', '==': '==', '!=': '!=' } as const
const opposite = { '<': '>=', '>': '<=', '<=': '>', '>=': '<', '==': '!=', '!=': '==' } as const
type Comparison = keyof typeof mirrored

function isComparison(operator: string): operator is Comparison {
  return Object.hasOwn(mirrored, operator)
}

function atomOf(expression: Expression, negated: boolean): Atom | undefined {
  if (expression.kind === 'not') return atomOf(expression.operand, !negated)
  if (expression.kind !== 'binary' || !isComparison(expression.operator))
    return { path: canonicalText(expression), range: { equal: String(!negated) } }
  const { left, right } = expression
  const [path, turned] = [left, right].map((side) => (side.kind === 'literal' ? undefined : (stablePath(side) ?? canonicalText(side))))
  const comparison =
    path !== undefined && right.kind === 'literal'
      ? { path, type: left.type, operator: expression.operator, value: right.value }
      : turned !== undefined && left.kind === 'literal'
        ? { path: turned, type: right.type, operator: mirrored[expression.operator], value: left.value }
        : undefined
  // Two unknown values are compared only by order.
  if (comparison === undefined) return betweenTwo(path, turned, negated ? opposite[expression.operator] : expression.operator)
  const range = rangeOf(negated ? opposite[comparison.operator] : comparison.operator, comparison.value, comparison.type)
  return range && { path: comparison.path, range }
}

/** The order of two values as a number: negative, zero or positive. */
function betweenTwo(left: string | undefined, right: string | undefined, operator: Comparison): Atom | undefined {
  if (left === undefined || right === undefined) return undefined
  const isTurned = left > right
  const sign = rangeOf(isTurned ? mirrored[operator] : operator, 0n, { kind: 'int' })
  return sign && { path: isTurned ? `${right} ? ${left}` : `${left} ? ${right}`, range: sign }
}

/** A text that is equal for expressions with equal tokens. */
function canonicalText(expression: Expression): string {
  return JSON.stringify(expression, (name, value: unknown) =>
    name === 'start' || name === 'end' || name === 'type' || name === 'written'
      ? undefined
      : typeof value === 'bigint'
        ? `${value}n`
        : value,
  )
}

/** A null is neither less nor more than a number: what is known of an order is not known where null can be. */
function rangeOf(operator: Comparison, value: Literal, type: Type): Range | undefined {
  if (value === null) return operator === '==' ? { equal: 'null' } : operator === '!=' ? { not: ['null'] } : undefined
  if (typeof value === 'string' || typeof value === 'boolean') {
    if (type.kind === 'string' && type.folds === true) return undefined
    return operator === '==' ? { equal: JSON.stringify(value) } : operator === '!=' ? { not: [JSON.stringify(value)] } : undefined
  }
  if (typeof value !== 'bigint') return undefined
  if (operator === '==') return { equal: String(value), least: { value, open: false }, most: { value, open: false } }
  if (operator === '!=') return { not: [String(value)] }
  if (type.kind !== 'int' && type.kind !== 'decimal' && type.kind !== 'double') return undefined
  const limit = { value, open: operator === '<' || operator === '>' }
  return operator === '<' || operator === '<=' ? { most: limit } : { least: limit }
}

function intersection(a: Range, b: Range): Range {
  const least = tighter(a.least, b.least, (x, y) => x > y)
  const most = tighter(a.most, b.most, (x, y) => x < y)
  const not = [...(a.not ?? []), ...(b.not ?? [])]
  // Two different values are impossible: an empty set represents that.
  const equal = a.equal !== undefined && b.equal !== undefined && a.equal !== b.equal ? '' : (a.equal ?? b.equal)
  return {
    ...(least === undefined ? {} : { least }),
    ...(most === undefined ? {} : { most }),
    not,
    ...(equal === undefined ? {} : { equal }),
  }
}

function tighter(a: Limit | undefined, b: Limit | undefined, isTighter: (x: bigint, y: bigint) => boolean): Limit | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return isTighter(a.value, b.value) || (a.value === b.value && a.open) ? a : b
}

function isEmpty({ least, most, equal, not = [] }: Range): boolean {
  if (equal === '' || (equal !== undefined && not.includes(equal))) return true
  return (
    least !== undefined && most !== undefined && (least.value > most.value || (least.value === most.value && (least.open || most.open)))
  )
}

/** Reads are stable within one expression. */
export function stablePath(expression: Expression): string | undefined {
  if (expression.kind === 'variable') return expression.name
  if (expression.kind !== 'select' || expression.optional) return undefined
  const operand = stablePath(expression.operand)
  return operand && `${operand}.${expression.member}`
}

function ofComparison(expression: Binary, known: KnownPaths): boolean | undefined {
  const { operator, left, right } = expression
  if (!isComparison(operator)) return operator === 'in' && right.kind === 'list' ? ofList(left, right, known) : undefined
  const path = stablePath(left)
  if (path !== undefined && path.includes('.') && path === stablePath(right))
    return operator === '==' || operator === '<=' || operator === '>='
  const isNull = ofNull(left, right) ?? ofNull(right, left)
  if (isNull !== undefined && (operator === '==' || operator === '!=')) return operator === '==' ? isNull : !isNull
  const words = ofWords(left, right, known) ?? ofWords(right, left, known)
  if (words !== undefined && (operator === '==' || operator === '!=')) return operator === '==' ? words : !words
  if (
    left.kind === 'literal' &&
    right.kind === 'literal' &&
    (operator === '==' || operator === '!=') &&
    typeof left.value === typeof right.value &&
    typeof left.value !== 'object'
  ) {
    return (left.value === right.value) === (operator === '==')
  }
  const text = ofEmptyText(operator, left, right) ?? ofEmptyText(mirrored[operator], right, left)
  if (text !== undefined) return text
  const [a, b] = [limitsOf(left), limitsOf(right)]
  return a === undefined || b === undefined ? undefined : ofLimits(operator, a, b)
}

/** A required value is never null. `caller != null` excludes anonymous callers, even if `security` admits none today. */
function ofNull(value: Expression, other: Expression): false | undefined {
  if (other.kind !== 'literal' || other.value !== null) return undefined
  return mayBeNull.has(value.type.kind) || (value.kind === 'variable' && value.name === 'caller') ? undefined : false
}

const mayBeNull: ReadonlySet<Type['kind']> = new Set<Type['kind']>(['nullable', 'null', 'dyn', 'unknown', 'optional'])

/** A word that is one of a few, and a list with all of them or none. */
function ofList(left: Expression, { items }: Extract<Expression, { kind: 'list' }>, known: KnownPaths): boolean | undefined {
  if (items.length === 0) return false
  const values = known.get(stablePath(left) ?? '') ?? (left.type.kind === 'enum' ? left.type.values : undefined)
  const listed = items.map(({ value, optional }) => (value.kind === 'literal' && optional !== true ? value.value : undefined))
  if (values === undefined || listed.includes(undefined)) return undefined
  if (values.every((value) => listed.includes(value))) return true
  return values.some((value) => listed.includes(value)) ? undefined : false
}

function ofWords(read: Expression, literal: Expression, known: KnownPaths): boolean | undefined {
  const values = known.get(stablePath(read) ?? '')
  if (values === undefined || literal.kind !== 'literal' || typeof literal.value !== 'string') return undefined
  if (!values.includes(literal.value)) return false
  return values.length === 1 ? true : undefined
}

function limitsOf(expression: Expression): Bounds | undefined {
  const { kind, type } = expression
  if (kind === 'literal') return typeof expression.value === 'bigint' ? { least: expression.value, most: expression.value } : undefined
  return type.kind === 'int' || type.kind === 'decimal' || type.kind === 'double' ? boundsOfExpression(expression, nothingKnown) : undefined
}

/** A text whose schema demands a character compared with the empty text. */
function ofEmptyText(operator: Comparison, text: Expression, empty: Expression): boolean | undefined {
  if (
    empty.kind !== 'literal' ||
    empty.value !== '' ||
    text.kind === 'literal' ||
    text.type.kind !== 'string' ||
    (sizeRange(text, nothingKnown).least ?? 0n) === 0n
  )
    return undefined
  return operator === '!=' || operator === '>' || operator === '>='
}

function ofLimits(operator: Comparison, a: Bounds, b: Bounds): boolean | undefined {
  const isBelow = a.most !== undefined && b.least !== undefined && a.most < b.least
  const isAbove = a.least !== undefined && b.most !== undefined && a.least > b.most
  const isUpTo = a.most !== undefined && b.least !== undefined && a.most <= b.least
  const isFrom = a.least !== undefined && b.most !== undefined && a.least >= b.most
  switch (operator) {
    case '<': return isBelow ? true : isFrom ? false : undefined
    case '<=': return isUpTo ? true : isAbove ? false : undefined
    case '>': return isAbove ? true : isUpTo ? false : undefined
    case '>=': return isFrom ? true : isBelow ? false : undefined
    case '==': return isBelow || isAbove ? false : undefined
    case '!=': return isBelow || isAbove ? true : undefined
  }
}
