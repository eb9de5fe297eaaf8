// Derives facts from tests: a nonzero number, a minimal list size, a present key, an optional with a value.

import type { Expression } from '../expression.ts'
import { withoutNull } from '../fits.ts'
import type { Bounds } from '../type.ts'
import { heldKey, itemKey, factKeyOf, memberKey, sizeKey } from './key.ts'
import { type Known, eitherKnown, withFact } from './known.ts'
import { argumentsOf, boundsOfExpression, sizeRange } from './range.ts'

type Binary = Extract<Expression, { kind: 'binary' }>
type Call = Extract<Expression, { kind: 'call' }>

export const nothingKnown: Known = { facts: new Map(), bound: new Map(), learnFrom: learn }

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
      return isBoth ? learn(right, value, first) : eitherKnown(first, learn(right, value, learn(left, !value, known)))
    }
    case 'conditional': {
      const { test, then, otherwise } = expression
      const [yes, no] = [learn(test, true, known), learn(test, false, known)]
      if (isWritten(then, !value)) return learn(otherwise, value, no)
      return isWritten(otherwise, !value) ? learn(then, value, yes) : eitherKnown(learn(then, value, yes), learn(otherwise, value, no))
    }
    case 'has': {
      const operand = value ? factKeyOf(expression.operand, known) : undefined
      return operand === undefined ? known : withFact(known, memberKey(operand, expression.member), { isThere: true })
    }
    case 'binary':
      return learnFromComparison(expression, value, known)
    case 'macro':
      // In an empty list, `exists` is false and `all` is true.
      return (expression.name === 'exists' || expression.name === 'exists_one') === value && (value || expression.name === 'all')
        ? notingSize(known, expression.range, { least: 1n })
        : known
    case 'call':
      return value ? learnFromCall(expression, known) : known
    default:
      return known
  }
}

function isWritten(expression: Expression, value: boolean): boolean {
  return expression.kind === 'literal' && expression.value === value
}

/** Learns from a call that tests a text or an optional and returned true. */
function learnFromCall(expression: Call, known: Known): Known {
  const [subject, part] = argumentsOf(expression)
  if (subject === undefined) return known
  switch (expression.name) {
    case 'hasValue':
      return notingValue(known, subject)
    case 'orValue':
      return part !== undefined && isWritten(part, false) ? notingValue(known, subject) : known
    case 'contains':
    case 'startsWith':
    case 'endsWith': {
      if (part === undefined) return known
      const { least = 0n } = sizeRange(part, known)
      const [text, searched] = [factKeyOf(subject, known), factKeyOf(part, known)]
      const found = text &&
        searched && { text: `indexOf(${text.text},${searched.text})`, names: new Set([...text.names, ...searched.names]) }
      const last = found && { ...found, text: found.text.replace('indexOf', 'lastIndexOf') }
      return withFact(withFact(notingSize(known, subject, { least }), found, { least: 0n }), last, { least: 0n })
    }
    case 'matches':
      return part?.kind === 'literal' && typeof part.value === 'string'
        ? withFact(known, factKeyOf(subject, known), { forms: [{ pattern: part.value }] })
        : known
    default:
      return known
  }
}

/** Notes that the optional has a value: its member or item is present, and a list with that item has all items before it. */
function notingValue(known: Known, optional: Expression): Known {
  const there = withFact(withFact(known, factKeyOf(optional, known), { isThere: true }), heldKey(optional, known), { isThere: true })
  if (optional.kind === 'index' && optional.index.kind === 'literal' && typeof optional.index.value === 'bigint')
    return notingSize(there, optional.operand, { least: optional.index.value + 1n })
  return optional.kind === 'call' && (optional.name === 'first' || optional.name === 'last') && optional.target !== undefined
    ? notingSize(there, optional.target, { least: 1n })
    : there
}

/** If the size exceeds the default's size, the optional has a value. */
function notingSize(known: Known, collection: Expression, bounds: Bounds): Known {
  const key = factKeyOf(collection, known)
  const noted = key === undefined ? known : withFact(known, sizeKey(key), bounds)
  if (collection.kind !== 'call' || collection.name !== 'orValue' || collection.target === undefined) return noted
  const instead = sizeRange(collection.arguments[0]!, known).most
  if (bounds.least === undefined || instead === undefined || bounds.least <= instead) return noted
  const knownKey = heldKey(collection.target, known)
  return withFact(notingValue(noted, collection.target), knownKey && sizeKey(knownKey), bounds)
}

const opposite: { readonly [operator: string]: string } = { '<': '>=', '<=': '>', '>': '<=', '>=': '<', '==': '!=', '!=': '==' }
const mirrored: { readonly [operator: string]: string } = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==', '!=': '!=' }

function learnFromComparison(expression: Binary, value: boolean, known: Known): Known {
  const { operator, left, right } = expression
  if (operator === 'in') return value ? learnMembership(left, right, known) : known
  const operators = value ? operator : opposite[operator]
  if (operators === undefined || mirrored[operators] === undefined) return known
  return side(mirrored[operators]!, right, left, side(operators, left, right, known, known), known)
}

/** Derives facts about `one` from its comparison with `other`. */
function side(operator: string, one: Expression, other: Expression, known: Known, before: Known): Known {
  const kind = withoutNull(one.type).kind
  if (kind === 'int' || kind === 'double' || kind === 'decimal') return notingNumber(operator, one, other, known, before)
  if (operator !== '==' && operator !== '!=') return known
  if (kind === 'optional') {
    const isNone = other.kind === 'call' && other.name === 'optional.none'
    return isNone && operator === '!=' ? notingValue(known, one) : known
  }
  if (other.kind === 'literal' || other.kind === 'list' || other.kind === 'map') return besideWritten(operator, one, other, known)
  return known
}

/** Compares a number with another one; `before` is what was known about the other one. */
function notingNumber(operator: string, one: Expression, other: Expression, known: Known, before: Known): Known {
  const key = factKeyOf(one, known)
  const { least, most, nonZero } = boundsOfExpression(other, before)
  const isWhole = withoutNull(one.type).kind === 'int' && withoutNull(other.type).kind === 'int'
  const step = isWhole ? 1n : 0n
  const bounded = notingBounds(operator, one, { least, most, nonZero }, step, known)
  const noted = operator === '!=' ? notingDifference(one, other, bounded) : bounded
  const size = operator === '<' || operator === '<=' || operator === '==' ? sizeIn(other, before) : undefined
  return size === undefined ? noted : withFact(noted, key, { atMost: new Map([[size.key, size.more - (operator === '<' ? step : 0n)]]) })
}

function notingBounds(
  operator: string,
  one: Expression,
  { least, most, nonZero }: { [key in keyof Bounds]: Bounds[key] | undefined },
  step: bigint,
  known: Known,
): Known {
  const key = factKeyOf(one, known)
  const note = (bounds: Bounds): Known => {
    const isSize = one.kind === 'call' && one.name === 'size'
    return isSize ? notingSize(withFact(known, key, bounds), argumentsOf(one)[0]!, bounds) : withFact(known, key, bounds)
  }
  const isZero = least === 0n && most === 0n
  switch (operator) {
    case '>':
      return least === undefined ? known : note({ least: least + step, ...(least >= 0n ? { nonZero: true } : {}) })
    case '>=':
      return least === undefined ? known : note({ least, ...(least > 0n || (least === 0n && nonZero) ? { nonZero: true } : {}) })
    case '<':
      return most === undefined ? known : note({ most: most - step, ...(most <= 0n ? { nonZero: true } : {}) })
    case '<=':
      return most === undefined ? known : note({ most, ...(most < 0n || (most === 0n && nonZero) ? { nonZero: true } : {}) })
    case '==':
      return note({ ...(least === undefined ? {} : { least }), ...(most === undefined ? {} : { most }), ...(nonZero ? { nonZero } : {}) })
    default: {
      // Unequal to the end of the range, so the range begins after it.
      const own = boundsOfExpression(one, known)
      return note({
        ...(isZero ? { nonZero: true } : {}),
        ...(step > 0n && least !== undefined && least === most && own.least === least ? { least: least + 1n } : {}),
      })
    }
  }
}

/** An inequality proves a minimal difference. */
function notingDifference(one: Expression, other: Expression, known: Known): Known {
  const difference: Expression = { ...comparison, operator: '-', left: one, right: other }
  return withFact(known, factKeyOf(difference, known), { nonZero: true })
}

/** `size(x)`, `size(x) - 1`. */
function sizeIn(expression: Expression, known: Known): { readonly key: string; readonly more: bigint } | undefined {
  if (expression.kind === 'call' && expression.name === 'size') {
    const key = factKeyOf(argumentsOf(expression)[0]!, known)
    return key && { key: sizeKey(key).text, more: 0n }
  }
  if (expression.kind !== 'binary' || (expression.operator !== '-' && expression.operator !== '+')) return undefined
  const size = sizeIn(expression.left, known)
  const { least, most } = boundsOfExpression(expression.right, known)
  const by = expression.operator === '-' ? least === undefined ? undefined : -least : most
  return size === undefined || by === undefined ? undefined : { ...size, more: size.more + by }
}

/** Beside a text, a list or a map that is written. */
function besideWritten(operator: string, one: Expression, other: Expression, known: Known): Known {
  const text = other.kind === 'literal' && typeof other.value === 'string' ? other.value : undefined
  const size = sizeRange(other, known)
  const isEmpty = size.most === 0n || text === ''
  if (operator === '!=') {
    const own =
      one.kind === 'call' &&
      one.name === 'orValue' &&
      one.target !== undefined &&
      factKeyOf(one.arguments[0]!, known)?.text === factKeyOf(other, known)?.text
    const afterTest = own ? notingValue(known, one.target!) : known
    return isEmpty ? notingSize(afterTest, one, { least: 1n }) : afterTest
  }
  if (other.kind === 'literal' && (text === undefined && typeof other.value !== 'boolean')) return known
  const sized = other.kind === 'literal' && text === undefined ? known : notingSize(known, one, size)
  const key = factKeyOf(one, known)
  const learnt = text === undefined ? sized : withFact(sized, key, { forms: [{ text }] })
  return one.kind === 'call' && one.name === 'orValue' && one.target !== undefined && isOther(one.arguments[0]!, other)
    ? notingValue(learnt, one.target)
    : learnt
}

/** True for two different literals. */
function isOther(a: Expression, b: Expression): boolean {
  return a.kind === 'literal' && b.kind === 'literal' && a.value !== b.value
}

/** Learns from `"x" in m`. A list then has an item; for a literal list, `x` is one of its values. */
function learnMembership(item: Expression, collection: Expression, known: Known): Known {
  const key = factKeyOf(collection, known)
  const { kind } = withoutNull(collection.type)
  if (kind !== 'list') {
    const index = factKeyOf(item, known)
    const there = key && index && itemKey(key, index)
    return notingSize(withFact(known, there, { isThere: true }), collection, { least: 1n })
  }
  const some = notingSize(known, collection, { least: 1n })
  if (collection.kind !== 'list' || collection.items.length === 0 || collection.items.some(({ optional }) => optional)) return some
  return collection.items
    .map(({ value }) => learnFromComparison({ ...comparison, left: item, right: value }, true, some))
    .reduce(eitherKnown)
}

const comparison = { kind: 'binary', operator: '==', type: { kind: 'bool' }, start: 0, end: 0 } as const
