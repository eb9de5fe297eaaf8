// Finds the places where a checked expression can still fail while it runs, with the reasons.

import type { Expression } from './expression.ts'
import { isOpen, withoutNull } from './fits.ts'
import { insideBind, insideMacro } from './known/inside.ts'
import type { Known } from './known/known.ts'
import { learn, nothingKnown } from './known/learn.ts'
import { isRuledOut } from './known/ruled-out.ts'
import { overloadsOf } from './library/all.ts'
import { noZone } from './library/times.ts'
import { applicable } from './library/signature.ts'
import { partsOf } from './parts.ts'

export type MayFail = {
  readonly start: number
  readonly end: number
  readonly kind: 'index' | 'division' | 'overflow' | 'call' | 'dynamic' | 'zone'
  /** A clause: "the list can be shorter". */
  readonly why: string
}

/** In the order of the text. `assumed`: what was true before, as guards are in what a transition writes. */
export function mayFail(expression: Expression, assumed: readonly Expression[] = []): readonly MayFail[] {
  const found: MayFail[] = []
  visit(expression, assumed.reduce((known, test) => learn(test, true, known), nothingKnown), found)
  return found.sort((a, b) => a.start - b.start || b.end - a.end)
}

function visit(expression: Expression, known: Known, found: MayFail[]): void {
  const own = ownFailure(expression)
  if (own !== undefined && !isRuledOut(expression, known)) found.push({ start: expression.start, end: expression.end, ...own })
  switch (expression.kind) {
    case 'and':
    case 'or':
      test(expression.left, found)
      test(expression.right, found)
      visit(expression.left, known, found)
      visit(expression.right, learn(expression.left, expression.kind === 'and', known), found)
      break
    case 'not':
      test(expression.operand, found)
      visit(expression.operand, known, found)
      break
    case 'conditional':
      test(expression.test, found)
      visit(expression.test, known, found)
      visit(expression.then, learn(expression.test, true, known), found)
      visit(expression.otherwise, learn(expression.test, false, known), found)
      break
    case 'bind':
      visit(expression.value, known, found)
      visit(expression.body, insideBind(expression, known), found)
      break
    case 'macro':
      visit(expression.range, known, found)
      expression.arguments.forEach((part, i) => visit(part, insideMacro(expression, i, known), found))
      break
    default:
      for (const { expression: part } of partsOf(expression)) visit(part, known, found)
  }
}

/** A value of any kind where only true or false can be taken. */
function test({ type, start, end }: Expression, found: MayFail[]): void {
  if (type.kind === 'dyn') found.push({ start, end, kind: 'dynamic', why: 'the value can be something else than true or false' })
}

type Own = Pick<MayFail, 'kind' | 'why'>

function ownFailure(expression: Expression): Own | undefined {
  switch (expression.kind) {
    case 'index': {
      if (expression.optional || expression.operand.type.kind === 'optional') return undefined
      const { kind } = withoutNull(expression.operand.type)
      return { kind: 'index', why: kind === 'map' ? 'the map can lack the key' : 'the list can be shorter' }
    }
    case 'select': {
      const { kind } = expression.operand.type
      return !expression.optional && (kind === 'map' || kind === 'dyn') ? { kind: 'index', why: 'the map can lack the key' } : undefined
    }
    case 'negate':
      return overflowFailure(expression)
    case 'binary':
      return expression.operator === '/' || expression.operator === '%' ? division(expression) : overflowFailure(expression)
    case 'call':
      return call(expression)
    default:
      return undefined
  }
}

function division({ right, left, type }: Extract<Expression, { kind: 'binary' }>): Own | undefined {
  if (right.kind !== 'literal' || isZero(right.value)) return { kind: 'division', why: 'the divisor can be zero' }
  const wraps = type.kind === 'int' && right.value === -1n && bits(left) >= 63
  return wraps ? { kind: 'overflow', why: 'the quotient can be too great for 64 bits' } : undefined
}

function isZero(value: Extract<Expression, { kind: 'literal' }>['value']): boolean {
  if (value !== null && typeof value === 'object' && 'decimal' in value) return /^-?[0.]*(?:[eE].*)?$/.test(value.decimal)
  return value === 0n || value === 0
}

function overflowFailure(expression: Extract<Expression, { kind: 'binary' | 'not' | 'negate' }>): Own | undefined {
  const { type } = expression
  if (isOpen(type)) return { kind: 'dynamic', why: 'the values can be of kinds that the operator does not take' }
  if (type.kind === 'double' && expression.kind === 'binary' && expression.operator === '*') {
    return { kind: 'overflow', why: 'the product can be greater than any double' }
  }
  return type.kind === 'int' && bits(expression) > 63 ? { kind: 'overflow', why: 'the result can be too great for 64 bits' } : undefined
}

/** The most bits that the magnitude of an integer expression needs, derived from its parts; an int64 has 63. */
function bits(expression: Expression): number {
  if (expression.kind === 'literal' && typeof expression.value === 'bigint') {
    return (expression.value < 0n ? -expression.value : expression.value).toString(2).length
  }
  if (expression.kind === 'negate') return bits(expression.operand) === 63 ? 64 : bits(expression.operand)
  if (expression.kind === 'conditional') return Math.max(bits(expression.then), bits(expression.otherwise))
  if (expression.kind === 'call' && expression.name === 'size') return 32
  if (expression.kind === 'binary') {
    const [left, right] = [bits(expression.left), bits(expression.right)]
    if (expression.operator === '+' || expression.operator === '-') return Math.max(left, right) + 1
    if (expression.operator === '*') return left + right
    return expression.operator === '%' ? right : left
  }
  return expression.type.kind === 'int' && !expression.type.wide ? 53 : 63
}

/** A literal that was read when it was checked cannot fail. */
const checkedLiterals = new Set(['matches', 'timestamp', 'duration', 'decimal'])

function call({ name, target, arguments: args, type }: Extract<Expression, { kind: 'call' }>): Own | undefined {
  const all = target === undefined ? args : [target, ...args]
  // A shape has no value of what does not conform to it.
  if (type.kind === 'optional' && overloadsOf(name, target !== undefined).length === 0) return undefined
  const literal = name === 'matches' ? all[1] : all[0]
  if (checkedLiterals.has(name) && literal?.kind === 'literal') return undefined
  const found = applicable(overloadsOf(name, target !== undefined), all.map(({ type }) => type))
  if (found.length > 1 || all.some(({ type }) => type.kind === 'dyn')) {
    return name === 'dyn' || name === 'type' ? undefined : { kind: 'dynamic', why: `\`${name}\` can be given what it does not take` }
  }
  const why = found[0]?.overload.mayFail
  // No zone is read as UTC.
  if (why === noZone) return { kind: 'zone', why }
  return why === undefined ? undefined : { kind: 'call', why }
}
