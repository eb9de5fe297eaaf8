// Detects conditions that always or never hold, from the values that schemas allow and from contradicting parts.

import type { Expression, Literal } from '../../cel/expression.ts'
import { noKnownFacts } from '../../cel/known/learn.ts'
import { computeBounds, computeSizeRange } from '../../cel/known/range.ts'
import { resultsOf } from '../../cel/parts.ts'
import type { Bounds, Type } from '../../cel/type.ts'

/** Knowledge of the expression's place: the possible values of paths, pairs of equal paths, and texts that a property never has. */
export type Knowledge = {
  readonly paths: ReadonlyMap<string, readonly string[]>
  readonly equalPaths: readonly (readonly [string, string])[]
  readonly refusesText: (value: Expression, text: string) => boolean
}

export const noKnowledge: Knowledge = { paths: new Map(), equalPaths: [], refusesText: () => false }

/** The value of a condition; undefined if both values are possible. */
export function decideCondition(expression: Expression, knowledge: Knowledge): boolean | undefined {
  switch (expression.kind) {
    case 'literal':
      return typeof expression.value === 'boolean' ? expression.value : undefined
    case 'not': {
      const inner = decideCondition(expression.operand, knowledge)
      return inner === undefined ? undefined : !inner
    }
    case 'and':
      return decideAll(flatten(expression, 'and'), false, knowledge)
    case 'or':
      return decideAll(flatten(expression, 'or'), true, knowledge)
    case 'conditional': {
      const results = new Set(resultsOf(expression).map((result) => decideCondition(result, knowledge)))
      const [only] = results
      return results.size === 1 ? only : undefined
    }
    case 'binary':
      return decideComparison(expression, knowledge)
    default:
      return undefined
  }
}

/** True if the condition is false for every request: it is written `false`, or nothing meets it. */
export function canNeverHold(expression: Expression | undefined): boolean {
  return expression !== undefined && decideCondition(expression, noKnowledge) === false
}

type Binary = Extract<Expression, { kind: 'binary' }>

function flatten(expression: Expression, kind: 'and' | 'or'): readonly Expression[] {
  return expression.kind === kind ? [...flatten(expression.left, kind), ...flatten(expression.right, kind)] : [expression]
}

/** `deciding`: the value of one operand that decides the result: false for `&&`, true for `||`. */
function decideAll(parts: readonly Expression[], deciding: boolean, knowledge: Knowledge): boolean | undefined {
  const values = parts.map((part) => decideCondition(part, knowledge))
  if (values.includes(deciding)) return deciding
  if (values.every((value) => value === !deciding)) return !deciding
  // `a || b` always holds if `!a && !b` never holds.
  return excludeEachOther(parts, deciding) ? deciding : undefined
}

/** True if no record meets all of these conditions; false if it may be met, or cannot be decided. */
export function isContradiction(conditions: readonly Expression[]): boolean {
  const combinations = conditions.reduce<readonly Atoms[]>(
    (found, condition) => {
      const further = listAlternatives(condition, false)
      return found.length * further.length > maxCombinations
        ? found
        : found.flatMap((atoms) => further.map((others) => [...atoms, ...others]))
    },
    [[]],
  )
  return combinations.every((atoms) => excludeAllValues(atoms))
}

/** More combinations of alternatives are not searched. */
const maxCombinations = 256

type Atoms = readonly { readonly part: Expression; readonly negated: boolean }[]

/** The condition as alternatives, each a conjunction of atoms. */
function listAlternatives(expression: Expression, negated: boolean): readonly Atoms[] {
  if (expression.kind === 'not') return listAlternatives(expression.operand, !negated)
  if (expression.kind !== 'and' && expression.kind !== 'or') return [[{ part: expression, negated }]]
  const [left, right] = [listAlternatives(expression.left, negated), listAlternatives(expression.right, negated)]
  if ((expression.kind === 'or') !== negated) return [...left, ...right]
  return left.flatMap((atoms) => right.map((others) => [...atoms, ...others]))
}

/** True if no value satisfies all parts; with `negated`, if no value satisfies all of their negations. */
function excludeEachOther(parts: readonly Expression[], negated: boolean): boolean {
  return excludeAllValues(parts.map((part) => ({ part, negated })))
}

function excludeAllValues(parts: Atoms): boolean {
  const ranges = new Map<string, Range>()
  return parts.some(({ part, negated }) => {
    const atom = makeAtom(part, negated)
    if (atom === undefined) return false
    const { path, range } = atom
    const combined = intersectRanges(ranges.get(path) ?? {}, range)
    ranges.set(path, combined)
    return isEmpty(combined)
  })
}

/** The values that a comparison allows. Comparisons with fractions are not analysed. */
type Range = { readonly least?: Limit; readonly most?: Limit; readonly equal?: string; readonly not?: readonly string[] }
type Limit = { readonly value: bigint; readonly isExclusive: boolean }
type Atom = { readonly path: string; readonly range: Range }

const mirrored = { '<': '>', '>': '<', '<=': '>=', '>=': '<=', '==': '==', '!=': '!=' } as const
const opposite = { '<': '>=', '>': '<=', '<=': '>', '>=': '<', '==': '!=', '!=': '==' } as const
type Comparison = keyof typeof mirrored

function isComparison(operator: string): operator is Comparison {
  return Object.hasOwn(mirrored, operator)
}

function makeAtom(expression: Expression, negated: boolean): Atom | undefined {
  if (expression.kind === 'not') return makeAtom(expression.operand, !negated)
  if (expression.kind !== 'binary' || !isComparison(expression.operator))
    return { path: printCanonical(expression), range: { equal: String(!negated) } }
  const { left, right } = expression
  const [leftPath, rightPath] = [left, right].map((side) =>
    side.kind === 'literal' ? undefined : (findStablePath(side) ?? printCanonical(side)),
  )
  const comparison =
    leftPath !== undefined && right.kind === 'literal'
      ? { path: leftPath, type: left.type, operator: expression.operator, value: right.value }
      : rightPath !== undefined && left.kind === 'literal'
        ? { path: rightPath, type: right.type, operator: mirrored[expression.operator], value: left.value }
        : undefined
  // Two unknown values are compared only by order.
  if (comparison === undefined) return orderAtom(leftPath, rightPath, negated ? opposite[expression.operator] : expression.operator)
  const range = makeRange(negated ? opposite[comparison.operator] : comparison.operator, comparison.value, comparison.type)
  return range && { path: comparison.path, range }
}

/** The order of two values as a number: negative, zero or positive. */
function orderAtom(left: string | undefined, right: string | undefined, operator: Comparison): Atom | undefined {
  if (left === undefined || right === undefined) return undefined
  const isSwapped = left > right
  const sign = makeRange(isSwapped ? mirrored[operator] : operator, 0n, { kind: 'int' })
  return sign && { path: isSwapped ? `${right} ? ${left}` : `${left} ? ${right}`, range: sign }
}

/** A text that is equal for expressions with equal tokens. */
function printCanonical(expression: Expression): string {
  return JSON.stringify(expression, (name, value: unknown) => {
    if (name === 'start' || name === 'end' || name === 'type' || name === 'written') return undefined
    return typeof value === 'bigint' ? `${value}n` : value
  })
}

/** The range of a comparison. A value that may be null gets no bounds, because null has no order among numbers. */
function makeRange(operator: Comparison, value: Literal, type: Type): Range | undefined {
  if (value === null) {
    if (operator === '==') return { equal: 'null' }
    return operator === '!=' ? { not: ['null'] } : undefined
  }
  if (typeof value === 'string' || typeof value === 'boolean') {
    if (type.kind === 'string' && type.folds === true) return undefined
    if (operator === '==') return { equal: JSON.stringify(value) }
    return operator === '!=' ? { not: [JSON.stringify(value)] } : undefined
  }
  if (typeof value !== 'bigint') return undefined
  if (operator === '==') return { equal: String(value), least: { value, isExclusive: false }, most: { value, isExclusive: false } }
  if (operator === '!=') return { not: [String(value)] }
  if (type.kind !== 'int' && type.kind !== 'decimal' && type.kind !== 'double') return undefined
  const limit = { value, isExclusive: operator === '<' || operator === '>' }
  return operator === '<' || operator === '<=' ? { most: limit } : { least: limit }
}

function intersectRanges(a: Range, b: Range): Range {
  const least = chooseTighter(a.least, b.least, (x, y) => x > y)
  const most = chooseTighter(a.most, b.most, (x, y) => x < y)
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

function chooseTighter(a: Limit | undefined, b: Limit | undefined, isTighter: (x: bigint, y: bigint) => boolean): Limit | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return isTighter(a.value, b.value) || (a.value === b.value && a.isExclusive) ? a : b
}

function isEmpty({ least, most, equal, not = [] }: Range): boolean {
  if (equal === '' || (equal !== undefined && not.includes(equal))) return true
  return (
    least !== undefined &&
    most !== undefined &&
    (least.value > most.value || (least.value === most.value && (least.isExclusive || most.isExclusive)))
  )
}

/** Reads are stable within one expression. */
export function findStablePath(expression: Expression): string | undefined {
  if (expression.kind === 'variable') return expression.name
  if (expression.kind !== 'select' || expression.optional) return undefined
  const operand = findStablePath(expression.operand)
  return operand && `${operand}.${expression.member}`
}

function decideComparison(expression: Binary, knowledge: Knowledge): boolean | undefined {
  const { operator, left, right } = expression
  if (!isComparison(operator)) return operator === 'in' && right.kind === 'list' ? decideList(left, right, knowledge) : undefined
  const path = findStablePath(left)
  if (path !== undefined && path === findStablePath(right)) return operator === '==' || operator === '<=' || operator === '>='
  if ((operator === '==' || operator === '!=') && haveEqualPaths(path, findStablePath(right), knowledge)) return operator === '=='
  const isNull = decideNull(left, right) ?? decideNull(right, left)
  if (isNull !== undefined && (operator === '==' || operator === '!=')) return operator === '==' ? isNull : !isNull
  const textResult = decideText(left, right, knowledge) ?? decideText(right, left, knowledge)
  if (textResult !== undefined && (operator === '==' || operator === '!=')) return operator === '==' ? textResult : !textResult
  if (
    left.kind === 'literal' &&
    right.kind === 'literal' &&
    (operator === '==' || operator === '!=') &&
    typeof left.value === typeof right.value &&
    typeof left.value !== 'object'
  ) {
    return (left.value === right.value) === (operator === '==')
  }
  const emptyTextResult = decideEmptyText(operator, left, right) ?? decideEmptyText(mirrored[operator], right, left)
  if (emptyTextResult !== undefined) return emptyTextResult
  const [a, b] = [findBounds(left), findBounds(right)]
  return a === undefined || b === undefined ? undefined : decideBounds(operator, a, b)
}

function haveEqualPaths(path: string | undefined, other: string | undefined, { equalPaths }: Knowledge): boolean {
  return equalPaths.some(([a, b]) => (a === path && b === other) || (a === other && b === path))
}

/** A required value is never null. `caller != null` excludes anonymous callers, even if `security` admits none today. */
function decideNull(value: Expression, other: Expression): false | undefined {
  if (other.kind !== 'literal' || other.value !== null) return undefined
  return mayBeNull.has(value.type.kind) || (value.kind === 'variable' && value.name === 'caller') ? undefined : false
}

const mayBeNull: ReadonlySet<Type['kind']> = new Set<Type['kind']>(['nullable', 'null', 'dyn', 'unknown', 'optional'])

/** Decides `value in list` if the list contains all possible values, or none of them. */
function decideList(left: Expression, { items }: Extract<Expression, { kind: 'list' }>, knowledge: Knowledge): boolean | undefined {
  if (items.length === 0) return false
  const values = knowledge.paths.get(findStablePath(left) ?? '') ?? (left.type.kind === 'enum' ? left.type.values : undefined)
  const literals = items.map(({ value, optional }) => (value.kind === 'literal' && optional !== true ? value.value : undefined))
  if (literals.every((literal) => typeof literal === 'string' && knowledge.refusesText(left, literal))) return false
  if (values === undefined || literals.includes(undefined)) return undefined
  if (values.every((value) => literals.includes(value))) return true
  return values.some((value) => literals.includes(value)) ? undefined : false
}

function decideText(value: Expression, literal: Expression, knowledge: Knowledge): boolean | undefined {
  if (literal.kind !== 'literal' || typeof literal.value !== 'string') return undefined
  if (knowledge.refusesText(value, literal.value)) return false
  const values = knowledge.paths.get(findStablePath(value) ?? '')
  if (values === undefined) return undefined
  if (!values.includes(literal.value)) return false
  return values.length === 1 ? true : undefined
}

function findBounds(expression: Expression): Bounds | undefined {
  const { kind, type } = expression
  if (kind === 'literal') return typeof expression.value === 'bigint' ? { least: expression.value, most: expression.value } : undefined
  return type.kind === 'int' || type.kind === 'decimal' || type.kind === 'double' ? computeBounds(expression, noKnownFacts) : undefined
}

/** Decides a comparison of the empty text with a text whose schema demands at least one character. */
function decideEmptyText(operator: Comparison, text: Expression, empty: Expression): boolean | undefined {
  if (
    empty.kind !== 'literal' ||
    empty.value !== '' ||
    text.kind === 'literal' ||
    text.type.kind !== 'string' ||
    (computeSizeRange(text, noKnownFacts).least ?? 0n) === 0n
  )
    return undefined
  return operator === '!=' || operator === '>' || operator === '>='
}

function decideBounds(operator: Comparison, a: Bounds, b: Bounds): boolean | undefined {
  const isBelow = a.most !== undefined && b.least !== undefined && a.most < b.least
  const isAbove = a.least !== undefined && b.most !== undefined && a.least > b.most
  const isUpTo = a.most !== undefined && b.least !== undefined && a.most <= b.least
  const isFrom = a.least !== undefined && b.most !== undefined && a.least >= b.most
  switch (operator) {
    case '<':
      if (isBelow) return true
      return isFrom ? false : undefined
    case '<=':
      if (isUpTo) return true
      return isAbove ? false : undefined
    case '>':
      if (isAbove) return true
      return isUpTo ? false : undefined
    case '>=':
      if (isFrom) return true
      return isBelow ? false : undefined
    case '==':
      return isBelow || isAbove ? false : undefined
    case '!=':
      return isBelow || isAbove ? true : undefined
  }
}
