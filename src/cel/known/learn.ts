// Derives facts from tests: a nonzero number, a minimal list size, a present key, an optional with a value.

import type { Expression } from '../expression.ts'
import { withoutNull } from '../fits.ts'
import type { Bounds } from '../type.ts'
import { findContentKey, makeItemKey, findFactKey, makeMemberKey, makeSizeKey } from './key.ts'
import { type Known, intersectKnown, withFact } from './known.ts'
import { argumentsOf, computeBounds, computeSizeRange } from './range.ts'

type Binary = Extract<Expression, { kind: 'binary' }>
type Call = Extract<Expression, { kind: 'call' }>

export const noKnownFacts: Known = { facts: new Map(), bound: new Map(), learnFrom: learn }

/** Adds the facts that hold after the expression evaluated to `value`. */
export function learn(expression: Expression, value: boolean, known: Known): Known {
  switch (expression.kind) {
    case 'not':
      return learn(expression.operand, !value, known)
    case 'and':
    case 'or': {
      const { left, right } = expression
      const isBoth = (expression.kind === 'and') === value
      const first = learn(left, value, known)
      return isBoth ? learn(right, value, first) : intersectKnown(first, learn(right, value, learn(left, !value, known)))
    }
    case 'conditional': {
      const { test, then, otherwise } = expression
      const [ifTrue, ifFalse] = [learn(test, true, known), learn(test, false, known)]
      if (isLiteral(then, !value)) return learn(otherwise, value, ifFalse)
      return isLiteral(otherwise, !value)
        ? learn(then, value, ifTrue)
        : intersectKnown(learn(then, value, ifTrue), learn(otherwise, value, ifFalse))
    }
    case 'has': {
      const operand = value ? findFactKey(expression.operand, known) : undefined
      return operand === undefined ? known : withFact(known, makeMemberKey(operand, expression.member), { isPresent: true })
    }
    case 'binary':
      return learnFromComparison(expression, value, known)
    case 'macro':
      // In an empty list, `exists` is false and `all` is true.
      return (expression.name === 'exists' || expression.name === 'exists_one') === value && (value || expression.name === 'all')
        ? learnSize(known, expression.range, { least: 1n })
        : known
    case 'call':
      return value ? learnFromCall(expression, known) : known
    default:
      return known
  }
}

function isLiteral(expression: Expression, value: boolean): boolean {
  return expression.kind === 'literal' && expression.value === value
}

/** Learns from a call that tests a text or an optional and returned true. */
function learnFromCall(expression: Call, known: Known): Known {
  const [subject, part] = argumentsOf(expression)
  if (subject === undefined) return known
  switch (expression.name) {
    case 'hasValue':
      return learnPresence(known, subject)
    case 'orValue':
      return part !== undefined && isLiteral(part, false) ? learnPresence(known, subject) : known
    case 'contains':
    case 'startsWith':
    case 'endsWith': {
      if (part === undefined) return known
      const { least = 0n } = computeSizeRange(part, known)
      const [text, searched] = [findFactKey(subject, known), findFactKey(part, known)]
      const foundIndex = text &&
        searched && { text: `indexOf(${text.text},${searched.text})`, names: new Set([...text.names, ...searched.names]) }
      const lastIndex = foundIndex && { ...foundIndex, text: foundIndex.text.replace('indexOf', 'lastIndexOf') }
      return withFact(withFact(learnSize(known, subject, { least }), foundIndex, { least: 0n }), lastIndex, { least: 0n })
    }
    case 'matches':
      return part?.kind === 'literal' && typeof part.value === 'string'
        ? withFact(known, findFactKey(subject, known), { forms: [{ pattern: part.value }] })
        : known
    default:
      return known
  }
}

/** Notes that the optional has a value: its member or item is present, and a list with that item has all items before it. */
function learnPresence(known: Known, optional: Expression): Known {
  const withPresence = withFact(withFact(known, findFactKey(optional, known), { isPresent: true }), findContentKey(optional, known), {
    isPresent: true,
  })
  if (optional.kind === 'index' && optional.index.kind === 'literal' && typeof optional.index.value === 'bigint')
    return learnSize(withPresence, optional.operand, { least: optional.index.value + 1n })
  return optional.kind === 'call' && (optional.name === 'first' || optional.name === 'last') && optional.target !== undefined
    ? learnSize(withPresence, optional.target, { least: 1n })
    : withPresence
}

/** If the size exceeds the default's size, the optional has a value. */
function learnSize(known: Known, collection: Expression, bounds: Bounds): Known {
  const key = findFactKey(collection, known)
  const learnt = key === undefined ? known : withFact(known, makeSizeKey(key), bounds)
  if (collection.kind !== 'call' || collection.name !== 'orValue' || collection.target === undefined) return learnt
  const defaultSize = computeSizeRange(collection.arguments[0]!, known).most
  if (bounds.least === undefined || defaultSize === undefined || bounds.least <= defaultSize) return learnt
  const collectionKey = findContentKey(collection.target, known)
  return withFact(learnPresence(learnt, collection.target), collectionKey && makeSizeKey(collectionKey), bounds)
}

const negatedOperators: { readonly [operator: string]: string } = { '<': '>=', '<=': '>', '>': '<=', '>=': '<', '==': '!=', '!=': '==' }
const mirroredOperators: { readonly [operator: string]: string } = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==', '!=': '!=' }

function learnFromComparison(expression: Binary, value: boolean, known: Known): Known {
  const { operator, left, right } = expression
  if (operator === 'in') return value ? learnMembership(left, right, known) : known
  const operators = value ? operator : negatedOperators[operator]
  if (operators === undefined || mirroredOperators[operators] === undefined) return known
  return learnSide(mirroredOperators[operators]!, right, left, learnSide(operators, left, right, known, known), known)
}

/** Derives facts about `one` from its comparison with `other`. */
function learnSide(operator: string, subject: Expression, other: Expression, known: Known, otherFacts: Known): Known {
  const kind = withoutNull(subject.type).kind
  if (kind === 'int' || kind === 'double' || kind === 'decimal') return learnNumber(operator, subject, other, known, otherFacts)
  if (operator !== '==' && operator !== '!=') return known
  if (kind === 'optional') {
    const isNone = other.kind === 'call' && other.name === 'optional.none'
    return isNone && operator === '!=' ? learnPresence(known, subject) : known
  }
  if (other.kind === 'literal' || other.kind === 'list' || other.kind === 'map') return learnFromLiteral(operator, subject, other, known)
  return known
}

/** Compares a number with another one; `before` is what was known about the other one. */
function learnNumber(operator: string, subject: Expression, other: Expression, known: Known, otherFacts: Known): Known {
  const key = findFactKey(subject, known)
  const { least, most, nonZero } = computeBounds(other, otherFacts)
  const isWhole = withoutNull(subject.type).kind === 'int' && withoutNull(other.type).kind === 'int'
  const step = isWhole ? 1n : 0n
  const withBounds = learnBounds(operator, subject, { least, most, nonZero }, step, known)
  const learnt = operator === '!=' ? learnDifference(subject, other, withBounds) : withBounds
  const size = operator === '<' || operator === '<=' || operator === '==' ? findSize(other, otherFacts) : undefined
  return size === undefined ? learnt : withFact(learnt, key, { atMost: new Map([[size.key, size.more - (operator === '<' ? step : 0n)]]) })
}

function learnBounds(
  operator: string,
  subject: Expression,
  { least, most, nonZero }: { [key in keyof Bounds]: Bounds[key] | undefined },
  step: bigint,
  known: Known,
): Known {
  const key = findFactKey(subject, known)
  const learnBound = (bounds: Bounds): Known => {
    const isSize = subject.kind === 'call' && subject.name === 'size'
    return isSize ? learnSize(withFact(known, key, bounds), argumentsOf(subject)[0]!, bounds) : withFact(known, key, bounds)
  }
  const isZero = least === 0n && most === 0n
  switch (operator) {
    case '>':
      return least === undefined ? known : learnBound({ least: least + step, ...(least >= 0n ? { nonZero: true } : {}) })
    case '>=':
      return least === undefined ? known : learnBound({ least, ...(least > 0n || (least === 0n && nonZero) ? { nonZero: true } : {}) })
    case '<':
      return most === undefined ? known : learnBound({ most: most - step, ...(most <= 0n ? { nonZero: true } : {}) })
    case '<=':
      return most === undefined ? known : learnBound({ most, ...(most < 0n || (most === 0n && nonZero) ? { nonZero: true } : {}) })
    case '==':
      return learnBound({
        ...(least === undefined ? {} : { least }),
        ...(most === undefined ? {} : { most }),
        ...(nonZero ? { nonZero } : {}),
      })
    default: {
      // Unequal to the end of the range, so the range begins after it.
      const ownBounds = computeBounds(subject, known)
      return learnBound({
        ...(isZero ? { nonZero: true } : {}),
        ...(step > 0n && least !== undefined && least === most && ownBounds.least === least ? { least: least + 1n } : {}),
      })
    }
  }
}

/** An inequality proves a minimal difference. */
function learnDifference(subject: Expression, other: Expression, known: Known): Known {
  const difference: Expression = { ...comparison, operator: '-', left: subject, right: other }
  return withFact(known, findFactKey(difference, known), { nonZero: true })
}

/** `size(x)`, `size(x) - 1`. */
function findSize(expression: Expression, known: Known): { readonly key: string; readonly more: bigint } | undefined {
  if (expression.kind === 'call' && expression.name === 'size') {
    const key = findFactKey(argumentsOf(expression)[0]!, known)
    return key && { key: makeSizeKey(key).text, more: 0n }
  }
  if (expression.kind !== 'binary' || (expression.operator !== '-' && expression.operator !== '+')) return undefined
  const size = findSize(expression.left, known)
  const { least, most } = computeBounds(expression.right, known)
  const lessLeast = least === undefined ? undefined : -least
  const difference = expression.operator === '-' ? lessLeast : most
  return size === undefined || difference === undefined ? undefined : { ...size, more: size.more + difference }
}

/** Beside a text, a list or a map that is written. */
function learnFromLiteral(operator: string, subject: Expression, other: Expression, known: Known): Known {
  const text = other.kind === 'literal' && typeof other.value === 'string' ? other.value : undefined
  const size = computeSizeRange(other, known)
  const isEmpty = size.most === 0n || text === ''
  if (operator === '!=') {
    const isOtherDefault =
      subject.kind === 'call' &&
      subject.name === 'orValue' &&
      subject.target !== undefined &&
      findFactKey(subject.arguments[0]!, known)?.text === findFactKey(other, known)?.text
    const afterTest = isOtherDefault ? learnPresence(known, subject.target!) : known
    return isEmpty ? learnSize(afterTest, subject, { least: 1n }) : afterTest
  }
  if (other.kind === 'literal' && text === undefined && typeof other.value !== 'boolean') return known
  const sized = other.kind === 'literal' && text === undefined ? known : learnSize(known, subject, size)
  const key = findFactKey(subject, known)
  const learnt = text === undefined ? sized : withFact(sized, key, { forms: [{ text }] })
  return subject.kind === 'call' && subject.name === 'orValue' && subject.target !== undefined && areDifferent(subject.arguments[0]!, other)
    ? learnPresence(learnt, subject.target)
    : learnt
}

/** True for two different literals. */
function areDifferent(a: Expression, b: Expression): boolean {
  return a.kind === 'literal' && b.kind === 'literal' && a.value !== b.value
}

/** Learns from `"x" in m`. A list then has an item; for a literal list, `x` is one of its values. */
function learnMembership(item: Expression, collection: Expression, known: Known): Known {
  const key = findFactKey(collection, known)
  const { kind } = withoutNull(collection.type)
  if (kind !== 'list') {
    const index = findFactKey(item, known)
    const withPresence = key && index && makeItemKey(key, index)
    return learnSize(withFact(known, withPresence, { isPresent: true }), collection, { least: 1n })
  }
  const nonEmpty = learnSize(known, collection, { least: 1n })
  if (collection.kind !== 'list' || collection.items.length === 0 || collection.items.some(({ optional }) => optional)) return nonEmpty
  return collection.items
    .map(({ value }) => learnFromComparison({ ...comparison, left: item, right: value }, true, nonEmpty))
    .reduce(intersectKnown)
}

const comparison = { kind: 'binary', operator: '==', type: { kind: 'bool' }, start: 0, end: 0 } as const
