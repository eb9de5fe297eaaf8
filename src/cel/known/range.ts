// The bounds of an expression's value, and of its number of items or characters.

import { countCodePoints } from '../../base/code-points.ts'
import { makeBounds, excludesZero, loosenToBoth } from '../bounds.ts'
import type { Expression } from '../expression.ts'
import { withoutNull } from '../fits.ts'
import type { Bounds, Type } from '../type.ts'
import { findFactKey, findWidenedNumber, makeSizeKey } from './key.ts'
import { type Known, findFact, findForms, chooseGreater, chooseLesser } from './known.ts'

/** The bounds of a number; a fraction is rounded outwards. */
export function computeBounds(expression: Expression, known: Known): Bounds {
  const fact = findFact(findFactKey(expression, known), known) ?? {}
  const type = withoutNull(expression.type)
  const typeBounds = type.kind === 'int' || type.kind === 'double' || type.kind === 'decimal' ? (type.bounds ?? {}) : {}
  const bounds = computeRange(expression, known)
  const least = chooseGreater(chooseGreater(fact.least, typeBounds.least), bounds.least)
  const most = chooseLesser(chooseLesser(fact.most, typeBounds.most), bounds.most)
  const nonZero = [fact, typeBounds, bounds].some(excludesZero)
  return makeBounds(least, most, nonZero).bounds ?? {}
}

/** Computed from the parts of the expression. */
function computeRange(expression: Expression, known: Known): Bounds {
  if (expression.kind === 'literal') return computeLiteralBounds(expression.value)
  if (expression.kind === 'negate') {
    const { least, most, nonZero } = computeBounds(expression.operand, known)
    return makeBounds(most === undefined ? undefined : -most, least === undefined ? undefined : -least, nonZero).bounds ?? {}
  }
  if (expression.kind === 'conditional') {
    const then = computeBounds(expression.then, known.learnFrom(expression.test, true, known))
    const otherwise = computeBounds(expression.otherwise, known.learnFrom(expression.test, false, known))
    return loosenToBoth(then, otherwise).bounds ?? {}
  }
  if (expression.kind === 'binary') return computeOperationBounds(expression, known)
  return expression.kind === 'call' ? computeCallBounds(expression, known) : {}
}

function computeLiteralBounds(value: Extract<Expression, { kind: 'literal' }>['value']): Bounds {
  if (typeof value === 'bigint') return { least: value, most: value, ...(value === 0n ? {} : { nonZero: true }) }
  if (typeof value === 'number' && Number.isFinite(value))
    return { least: BigInt(Math.floor(value)), most: BigInt(Math.ceil(value)), ...(value === 0 ? {} : { nonZero: true }) }
  if (value === null || typeof value !== 'object' || !('decimal' in value)) return {}
  const number = Number(value.decimal)
  return {
    least: BigInt(Math.floor(number)),
    most: BigInt(Math.ceil(number)),
    ...(/^-?[0.]*(?:[eE].*)?$/.test(value.decimal) ? {} : { nonZero: true }),
  }
}

type Binary = Extract<Expression, { kind: 'binary' }>

function computeOperationBounds({ operator, left, right, type }: Binary, known: Known): Bounds {
  if (type.kind !== 'int') return {}
  const [a, b] = [computeBounds(left, known), computeBounds(right, known)]
  switch (operator) {
    case '+':
      return makeBounds(sum(a.least, b.least), sum(a.most, b.most)).bounds ?? {}
    case '-':
      return makeBounds(sum(a.least, negate(b.most)), sum(a.most, negate(b.least))).bounds ?? {}
    case '*':
      if (isNatural(a) && isNatural(b))
        return {
          least: a.least! * b.least!,
          ...(a.most === undefined || b.most === undefined ? {} : { most: a.most * b.most }),
          ...(a.nonZero && b.nonZero ? { nonZero: true } : {}),
        }
      return multiplyRanges(a, b)
    case '/':
      return isNatural(a) && isNatural(b) ? { least: 0n, ...(a.most === undefined ? {} : { most: a.most }) } : {}
    case '%': {
      const most = b.most === undefined || b.least === undefined ? undefined : chooseGreater(b.most, -b.least)! - 1n
      const least = most === undefined ? undefined : -most
      return makeBounds(isNatural(a) ? 0n : least, most).bounds ?? {}
    }
    default:
      return {}
  }
}

/** The bounds of a product, from the four products of both ends. */
function multiplyRanges(a: Bounds, b: Bounds): Bounds {
  const nonZero = a.nonZero === true && b.nonZero === true
  const [aEnds, bEnds] = [listEnds(a), listEnds(b)]
  if (aEnds === undefined || bEnds === undefined) return nonZero ? { nonZero } : {}
  const products = aEnds.flatMap((one) => bEnds.map((other) => one * other))
  return makeBounds(combineBounds(products, chooseLesser), combineBounds(products, chooseGreater), nonZero).bounds ?? {}
}

function listEnds({ least, most }: Bounds): readonly bigint[] | undefined {
  return least === undefined || most === undefined ? undefined : [least, most]
}

export function isNatural({ least }: Bounds): boolean {
  return least !== undefined && least >= 0n
}

function sum(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  return a === undefined || b === undefined ? undefined : a + b
}

function negate(value: bigint | undefined): bigint | undefined {
  return value === undefined ? undefined : -value
}

type Call = Extract<Expression, { kind: 'call' }>

/** The bounds of a call that counts or searches. */
function computeCallBounds(expression: Call, known: Known): Bounds {
  const operands = argumentsOf(expression)
  const [first] = operands
  if (first === undefined) return {}
  if (findWidenedNumber(expression) !== undefined) return computeBounds(first, known)
  switch (expression.name) {
    case 'size':
      return computeSizeRange(first, known)
    case 'indexOf':
    case 'lastIndexOf':
      return { least: -1n }
    case 'math.abs': {
      const { least, most, nonZero } = computeBounds(first, known)
      const maxMagnitude = least === undefined || most === undefined ? undefined : chooseGreater(most, -least)
      return makeBounds(chooseGreater(0n, least), maxMagnitude, nonZero).bounds ?? {}
    }
    case 'math.bitAnd': {
      // The result has only bits of both, so it is at most the smaller of them; a negative number has any.
      const ranges = operands.map((each) => computeBounds(each, known)).filter(isNatural)
      return ranges.length === 0 ? {} : (makeBounds(0n, ranges.map(({ most }) => most).reduce(chooseLesser, undefined)).bounds ?? {})
    }
    case 'math.bitShiftRight': {
      const shifted = computeBounds(first, known)
      return isNatural(shifted) ? (makeBounds(0n, shifted.most).bounds ?? {}) : {}
    }
    case 'int':
      return first.type.kind === 'timestamp' ? { least: firstSecond, most: lastSecond } : {}
    case 'getFullYear':
      return { least: 1n, most: 9999n }
    case 'math.least':
    case 'math.greatest': {
      const ranges = listNumbers(operands).map((each) => computeBounds(each, known))
      const [lowerBounds, upperBounds] = [ranges.map(({ least }) => least), ranges.map(({ most }) => most)]
      if (ranges.length === 0) return {}
      return expression.name === 'math.least'
        ? (makeBounds(combineBounds(lowerBounds, chooseLesser), upperBounds.reduce(chooseLesser, undefined)).bounds ?? {})
        : (makeBounds(lowerBounds.reduce(chooseGreater, undefined), combineBounds(upperBounds, chooseGreater)).bounds ?? {})
    }
    default:
      return /^get(?:Month|D|H|Mi|S)/.test(expression.name) && first.type.kind === 'timestamp' ? { least: 0n, most: 999n } : {}
  }
}

/** The Unix times of the years 1 to 9999, which a timestamp can have. */
const [firstSecond, lastSecond] = [-62_135_596_800n, 253_402_300_799n]

/** A bound that exists only if both have one. */
function combineBounds(bounds: readonly (bigint | undefined)[], choose: typeof chooseLesser): bigint | undefined {
  return bounds.includes(undefined) ? undefined : bounds.reduce(choose, undefined)
}

export function argumentsOf({ target, arguments: args }: Call): readonly Expression[] {
  return target === undefined ? args : [target, ...args]
}

/** The numbers that `math.least` chooses from, also inside a list. */
export function listNumbers(operands: readonly Expression[]): readonly Expression[] {
  const [only] = operands
  if (operands.length === 1 && only?.kind === 'list') return only.items.map(({ value }) => value)
  return operands.length === 1 && only?.type.kind === 'list' ? [] : operands
}

/** The number of items, entries or characters. */
export function computeSizeRange(collection: Expression, known: Known): Bounds {
  const key = findFactKey(collection, known)
  const fact = (key && findFact(makeSizeKey(key), known)) ?? {}
  const typeBounds = computeTypeSize(withoutNull(collection.type))
  const forms = findForms(collection, known)
  const minLengths = forms?.map((form) => (form.text === undefined ? (form.least ?? 0n) : BigInt(countCodePoints(form.text))))
  const maxLengths = forms?.map((form) => (form.text === undefined ? form.most : BigInt(countCodePoints(form.text))))
  const codeLength = findCodeLength(collection)
  const minLength = chooseGreater(
    minLengths?.reduce((a, b) => (a < b ? a : b)),
    measureShortestPrint(collection) ?? codeLength,
  )
  const least = chooseGreater(chooseGreater(fact.least, typeBounds.least), minLength)
  const maxLength = chooseLesser(maxLengths && combineBounds(maxLengths, chooseGreater), codeLength)
  const most = chooseLesser(chooseLesser(fact.most, typeBounds.most), maxLength)
  return makeBounds(chooseGreater(0n, least), most).bounds ?? {}
}

/** The length of the shortest text that `string` makes of a value: `2026-01-01T00:00:00Z` has 20 characters. */
function measureShortestPrint(expression: Expression): bigint | undefined {
  if (expression.kind !== 'call' || expression.name !== 'string') return undefined
  switch (argumentsOf(expression)[0]?.type.kind) {
    case 'timestamp':
      return 20n
    case 'int':
    case 'decimal':
    case 'double':
      return 1n
    default:
      return undefined
  }
}

/** The length of `randomCode(8, "…")`. */
function findCodeLength(expression: Expression): bigint | undefined {
  if (expression.kind !== 'call' || expression.name !== 'randomCode') return undefined
  const [length] = expression.arguments
  return length?.kind === 'literal' && typeof length.value === 'bigint' ? length.value : undefined
}

function computeTypeSize(type: Type): Bounds {
  if (type.kind === 'map' && type.members !== undefined)
    return { least: BigInt([...type.members.values()].filter(({ optional }) => !optional).length) }
  return type.kind === 'list' || type.kind === 'map' ? (type.bounds ?? {}) : {}
}
