// Whether a number can be greater than how many items or characters there are.

import type { Expression } from '../expression.ts'
import { keyOf, sizeKey } from './key.ts'
import { type Known, factOf } from './known.ts'
import { argumentsOf, isNatural, numbersOf, rangeOf, sizeOf } from './range.ts'

type Binary = Extract<Expression, { kind: 'binary' }>
type Call = Extract<Expression, { kind: 'call' }>

/** Whether the value is at most the size of a collection and `more`. */
export function isAtMostSize(expression: Expression, collection: Expression, more: bigint, known: Known): boolean {
  const { most } = rangeOf(expression, known)
  const { least = 0n } = sizeOf(collection, known)
  if (most !== undefined && most <= least + more) return true
  const size = keyOf(collection, known)
  const limit = factOf(keyOf(expression, known), known)?.atMost?.get(size === undefined ? '' : sizeKey(size).text)
  if (limit !== undefined && limit <= more) return true
  switch (expression.kind) {
    case 'conditional':
      return isAtMostSize(expression.then, collection, more, known.after(expression.test, true, known)) && isAtMostSize(expression.otherwise, collection, more, known.after(expression.test, false, known))
    case 'binary':
      return isResultAtMost(expression, collection, more, known)
    case 'call':
      return isCallAtMost(expression, collection, more, known)
    default:
      return false
  }
}

function isResultAtMost({ operator, left, right }: Binary, collection: Expression, more: bigint, known: Known): boolean {
  const [a, b] = [rangeOf(left, known), rangeOf(right, known)]
  switch (operator) {
    case '+':
      return (b.most !== undefined && isAtMostSize(left, collection, more - b.most, known)) || (a.most !== undefined && isAtMostSize(right, collection, more - a.most, known))
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
  const [key, of] = [keyOf(first, known), keyOf(collection, known)]
  if (key === undefined || key.text !== of?.text) return false
  // What is found ends within the text.
  const found = call.name === 'size' || second === undefined ? 0n : (sizeOf(second, known).least ?? 0n)
  return -found <= more
}
