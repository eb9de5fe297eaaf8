// Proves that a number cannot exceed a count of items or characters.

import type { Expression } from '../expression.ts'
import { findFactKey, makeSizeKey } from './key.ts'
import { type Known, findFact } from './known.ts'
import { argumentsOf, isNatural, listNumbers, computeBounds, computeSizeRange } from './range.ts'

type Binary = Extract<Expression, { kind: 'binary' }>
type Call = Extract<Expression, { kind: 'call' }>

/** True if the value is at most the size of a collection plus `offset`. */
export function isAtMostSize(expression: Expression, collection: Expression, offset: bigint, known: Known): boolean {
  const { most } = computeBounds(expression, known)
  const { least = 0n } = computeSizeRange(collection, known)
  if (most !== undefined && most <= least + offset) return true
  const size = findFactKey(collection, known)
  const limit = findFact(findFactKey(expression, known), known)?.atMost?.get(size === undefined ? '' : makeSizeKey(size).text)
  if (limit !== undefined && limit <= offset) return true
  switch (expression.kind) {
    case 'conditional':
      return (
        isAtMostSize(expression.then, collection, offset, known.learnFrom(expression.test, true, known)) &&
        isAtMostSize(expression.otherwise, collection, offset, known.learnFrom(expression.test, false, known))
      )
    case 'binary':
      return isResultAtMost(expression, collection, offset, known)
    case 'call':
      return isCallAtMost(expression, collection, offset, known)
    default:
      return false
  }
}

function isResultAtMost({ operator, left, right }: Binary, collection: Expression, offset: bigint, known: Known): boolean {
  const [a, b] = [computeBounds(left, known), computeBounds(right, known)]
  switch (operator) {
    case '+':
      return (
        (b.most !== undefined && isAtMostSize(left, collection, offset - b.most, known)) ||
        (a.most !== undefined && isAtMostSize(right, collection, offset - a.most, known))
      )
    case '-':
      return b.least !== undefined && isAtMostSize(left, collection, offset + b.least, known)
    case '/':
      return isNatural(a) && b.least !== undefined && b.least > 0n && isAtMostSize(left, collection, offset, known)
    case '%':
      // The rest is less than a divisor that is greater than zero.
      return isNatural(a) && b.least !== undefined && b.least > 0n && isAtMostSize(right, collection, offset + 1n, known)
    default:
      return false
  }
}

function isCallAtMost(call: Call, collection: Expression, offset: bigint, known: Known): boolean {
  const [first, second] = argumentsOf(call)
  if (first === undefined) return false
  if (call.name === 'math.least') return listNumbers(argumentsOf(call)).some((each) => isAtMostSize(each, collection, offset, known))
  if (call.name !== 'size' && call.name !== 'indexOf' && call.name !== 'lastIndexOf') return false
  const [key, collectionKey] = [findFactKey(first, known), findFactKey(collection, known)]
  if (key === undefined || key.text !== collectionKey?.text) return false
  // A found index lies within the text.
  const foundAt = call.name === 'size' || second === undefined ? 0n : (computeSizeRange(second, known).least ?? 0n)
  return -foundAt <= offset
}
