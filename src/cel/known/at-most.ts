// Proves that a number cannot exceed a count of items or characters.

import type { Expression } from '../expression.ts'
import { factKeyOf, sizeKey } from './key.ts'
import { type Known, factOf } from './known.ts'
import { argumentsOf, isNatural, numbersOf, boundsOfExpression, sizeRange } from './range.ts'

type Binary = Extract<Expression, { kind: 'binary' }>
type Call = Extract<Expression, { kind: 'call' }>

/** True if the value is at most the size of a collection plus `more`. */
export function isAtMostSize(expression: Expression, collection: Expression, more: bigint, known: Known): boolean {
  const { most } = boundsOfExpression(expression, known)
  const { least = 0n } = sizeRange(collection, known)
  if (most !== undefined && most <= least + more) return true
  const size = factKeyOf(collection, known)
  const limit = factOf(factKeyOf(expression, known), known)?.atMost?.get(size === undefined ? '' : sizeKey(size).text)
  if (limit !== undefined && limit <= more) return true
  switch (expression.kind) {
    case 'conditional':
      return (
        isAtMostSize(expression.then, collection, more, known.learnFrom(expression.test, true, known)) &&
        isAtMostSize(expression.otherwise, collection, more, known.learnFrom(expression.test, false, known))
      )
    case 'binary':
      return isResultAtMost(expression, collection, more, known)
    case 'call':
      return isCallAtMost(expression, collection, more, known)
    default:
      return false
  }
}

function isResultAtMost({ operator, left, right }: Binary, collection: Expression, more: bigint, known: Known): boolean {
  const [a, b] = [boundsOfExpression(left, known), boundsOfExpression(right, known)]
  switch (operator) {
    case '+':
      return (
        (b.most !== undefined && isAtMostSize(left, collection, more - b.most, known)) ||
        (a.most !== undefined && isAtMostSize(right, collection, more - a.most, known))
      )
    case '-':
      return b.least !== undefined && isAtMostSize(left, collection, more + b.least, known)
    case '/':
      return isNatural(a) && b.least !== undefined && b.least > 0n && isAtMostSize(left, collection, more, known)
    case '%':
      // The rest is less than a divisor that is greater than zero.
      return isNatural(a) && b.least !== undefined && b.least > 0n && isAtMostSize(right, collection, more + 1n, known)
    default:
      return false
  }
}

function isCallAtMost(call: Call, collection: Expression, more: bigint, known: Known): boolean {
  const [first, second] = argumentsOf(call)
  if (first === undefined) return false
  if (call.name === 'math.least') return numbersOf(argumentsOf(call)).some((each) => isAtMostSize(each, collection, more, known))
  if (call.name !== 'size' && call.name !== 'indexOf' && call.name !== 'lastIndexOf') return false
  const [key, of] = [factKeyOf(first, known), factKeyOf(collection, known)]
  if (key === undefined || key.text !== of?.text) return false
  // A found index lies within the text.
  const found = call.name === 'size' || second === undefined ? 0n : (sizeRange(second, known).least ?? 0n)
  return -found <= more
}
