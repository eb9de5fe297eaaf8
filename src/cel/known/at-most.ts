// Proves that a number cannot exceed a count of items or characters.

import type { Expression } from '../expression.ts'
import { factKeyOf, sizeKey } from './key.ts'
import { type Known, factOf } from './known.ts'
import { argumentsOf, isNatural, numbersOf, boundsOfExpression, sizeRange } from './range.ts'

type Binary = Extract<Expression, { kind: 'binary' }>
type Call = Extract<Expression, { kind: 'call' }>

/** True if the value is at most the size of a collection plus `offset`. */
export function isAtMostSize(expression: Expression, collection: Expression, offset: bigint, known: Known): boolean {
  const { most } = boundsOfExpression(expression, known)
  const { least = 0n } = sizeRange(collection, known)
  if (most !== undefined && most <= least + offset) return true
  const size = factKeyOf(collection, known)
  const limit = factOf(factKeyOf(expression, known), known)?.atMost?.get(size === undefined ? '' : sizeKey(size).text)
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
  const [a, b] = [boundsOfExpression(left, known), boundsOfExpression(right, known)]
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
  if (call.name === 'math.least') return numbersOf(argumentsOf(call)).some((each) => isAtMostSize(each, collection, offset, known))
  if (call.name !== 'size' && call.name !== 'indexOf' && call.name !== 'lastIndexOf') return false
  const [key, collectionKey] = [factKeyOf(first, known), factKeyOf(collection, known)]
  if (key === undefined || key.text !== collectionKey?.text) return false
  // A found index lies within the text.
  const foundAt = call.name === 'size' || second === undefined ? 0n : (sizeRange(second, known).least ?? 0n)
  return -foundAt <= offset
}
