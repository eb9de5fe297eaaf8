// What the tests around a part of an expression have made certain: that a number is not zero, that a list is so long, that an
// optional has a value.

import type { Expression } from './expression.ts'

/** By what is tested, spelled as a path: the numbers that it cannot be less than, and whether it can be zero. */
export type Tested = ReadonlyMap<string, { readonly least?: bigint; readonly notZero?: boolean }>

export const nothingTested: Tested = new Map()

/** What an expression knows of numbers once it came out as `value`, beside what was known before. */
export function learning(expression: Expression, value: boolean, before: Tested): Tested {
  switch (expression.kind) {
    case 'not':
      return learning(expression.operand, !value, before)
    case 'and':
      return value ? learning(expression.right, true, learning(expression.left, true, before)) : before
    case 'or':
      return value ? before : learning(expression.right, false, learning(expression.left, false, before))
    case 'binary':
      return compared(expression, value, before)
    case 'call': {
      const path = expression.name === 'hasValue' && value ? pathOf(expression) : undefined
      return path === undefined ? before : new Map([...before, [path, {}]])
    }
    default:
      return before
  }
}

type Binary = Extract<Expression, { kind: 'binary' }>

const mirrored: { readonly [operator: string]: string } = { '<': '>', '<=': '>=', '>': '<', '>=': '<=', '==': '==', '!=': '!=' }
const opposite: { readonly [operator: string]: string } = { '<': '>=', '<=': '>', '>': '<=', '>=': '<', '==': '!=', '!=': '==' }

/** A path beside a whole number, in either order. */
function compared({ operator, left, right }: Binary, value: boolean, before: Tested): Tested {
  const isMirrored = wholeOf(left) !== undefined
  const path = pathOf(isMirrored ? right : left)
  const number = wholeOf(isMirrored ? left : right)
  const asked = isMirrored ? mirrored[operator] : operator in mirrored ? operator : undefined
  if (path === undefined || number === undefined || asked === undefined) return before
  return new Map([...before, [path, { ...before.get(path), ...meaning(value ? asked : opposite[asked]!, number) }]])
}

function meaning(operator: string, number: bigint): { least?: bigint; notZero?: boolean } {
  switch (operator) {
    case '>':
      return { least: number + 1n, ...(number >= 0n ? { notZero: true } : {}) }
    case '>=':
      return { least: number, ...(number > 0n ? { notZero: true } : {}) }
    case '==':
      return { least: number, notZero: number !== 0n }
    case '!=':
      return number === 0n ? { notZero: true } : {}
    case '<':
      return number <= 0n ? { notZero: true } : {}
    case '<=':
      return number < 0n ? { notZero: true } : {}
    default:
      return {}
  }
}

/** A whole number as it is written, also as `0.0`. */
export function wholeOf(expression: Expression): bigint | undefined {
  if (expression.kind !== 'literal') return undefined
  const { value } = expression
  if (typeof value === 'bigint') return value
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : undefined
}

/** `this.lines`, `size(this.lines)`, `hasValue(User.find(name:input.body.name))`; undefined where it is no path from a name. */
export function pathOf(expression: Expression): string | undefined {
  if (expression.kind === 'variable') return expression.name
  if (expression.kind === 'select') {
    const operand = pathOf(expression.operand)
    return operand === undefined ? undefined : `${operand}${expression.optional ? '.?' : '.'}${expression.member}`
  }
  if (expression.kind === 'find') {
    const by = expression.by.map(({ member, value }) => [member, pathOf(value)] as const)
    return by.every(([, path]) => path !== undefined) ? `${expression.resource}.find(${by.map(([member, path]) => `${member}:${path}`).join()})` : undefined
  }
  if (expression.kind !== 'call' || !(expression.name === 'size' || expression.name === 'hasValue')) return undefined
  const subject = expression.target ?? expression.arguments[0]
  const path = subject === undefined ? undefined : pathOf(subject)
  return path === undefined ? undefined : `${expression.name}(${path})`
}
