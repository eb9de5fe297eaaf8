// Finds the places where a checked expression can still fail while it runs, with the reasons.

import type { Expression } from './expression.ts'
import { isOpen, withoutNull } from './fits.ts'
import { insideBind, insideMacro } from './known/inside.ts'
import type { Known } from './known/known.ts'
import { learn, noKnownFacts } from './known/learn.ts'
import { cannotFail } from './known/ruled-out.ts'
import { findOverloads } from './library/all.ts'
import { noZone } from './library/times.ts'
import { findApplicable, takesAnyType } from './library/signature.ts'
import { partsOf } from './parts.ts'

export type PossibleFailure = {
  readonly start: number
  readonly end: number
  readonly kind: 'index' | 'division' | 'overflow' | 'call' | 'dynamic' | 'zone'
  /** A clause: "the list can be shorter". */
  readonly reason: string
  /** The container and the key of a member or an item that can be absent. */
  readonly absent?: { readonly operandEnd: number; readonly key: string | { readonly start: number; readonly end: number } }
}

/** In the order of the text. `assumed`: conditions that already hold, such as the guards of a transition whose writes are checked. */
export function findFailures(expression: Expression, assumed: readonly Expression[] = []): readonly PossibleFailure[] {
  const failures: PossibleFailure[] = []
  collectFailures(
    expression,
    assumed.reduce((facts, condition) => learn(condition, true, facts), noKnownFacts),
    failures,
  )
  return failures.sort((a, b) => a.start - b.start || b.end - a.end)
}

function collectFailures(expression: Expression, facts: Known, failures: PossibleFailure[]): void {
  const failure = ownFailure(expression)
  if (failure !== undefined && !cannotFail(expression, facts)) failures.push({ start: expression.start, end: expression.end, ...failure })
  switch (expression.kind) {
    case 'and':
    case 'or':
      checkCondition(expression.left, failures)
      checkCondition(expression.right, failures)
      collectFailures(expression.left, facts, failures)
      collectFailures(expression.right, learn(expression.left, expression.kind === 'and', facts), failures)
      break
    case 'not':
      checkCondition(expression.operand, failures)
      collectFailures(expression.operand, facts, failures)
      break
    case 'conditional':
      checkCondition(expression.test, failures)
      collectFailures(expression.test, facts, failures)
      collectFailures(expression.then, learn(expression.test, true, facts), failures)
      collectFailures(expression.otherwise, learn(expression.test, false, facts), failures)
      break
    case 'bind':
      collectFailures(expression.value, facts, failures)
      collectFailures(expression.body, insideBind(expression, facts), failures)
      break
    case 'macro':
      collectFailures(expression.range, facts, failures)
      expression.arguments.forEach((part, i) => collectFailures(part, insideMacro(expression, i, facts), failures))
      break
    default:
      for (const { expression: part } of partsOf(expression)) collectFailures(part, facts, failures)
  }
}

/** A value of any kind where only true or false can be taken. */
function checkCondition({ type, start, end }: Expression, failures: PossibleFailure[]): void {
  if (type.kind === 'dyn') failures.push({ start, end, kind: 'dynamic', reason: 'the value can be something else than true or false' })
}

type FailureReason = Pick<PossibleFailure, 'kind' | 'reason' | 'absent'>

function ownFailure(expression: Expression): FailureReason | undefined {
  switch (expression.kind) {
    case 'index': {
      if (expression.optional || expression.operand.type.kind === 'optional') return undefined
      const { kind } = withoutNull(expression.operand.type)
      return {
        kind: 'index',
        reason: kind === 'map' ? 'the map can lack the key' : 'the list can be shorter',
        absent: { operandEnd: expression.operand.end, key: expression.index },
      }
    }
    case 'select': {
      const { kind } = expression.operand.type
      return !expression.optional && (kind === 'map' || kind === 'dyn')
        ? { kind: 'index', reason: 'the map can lack the key', absent: { operandEnd: expression.operand.end, key: expression.member } }
        : undefined
    }
    case 'negate':
      return findOverflowFailure(expression)
    case 'binary':
      return expression.operator === '/' || expression.operator === '%' ? findDivisionFailure(expression) : findOverflowFailure(expression)
    case 'call':
      return callFailure(expression)
    default:
      return undefined
  }
}

function findDivisionFailure({ right, left, type }: Extract<Expression, { kind: 'binary' }>): FailureReason | undefined {
  if (right.kind !== 'literal' || isZero(right.value)) return { kind: 'division', reason: 'the divisor can be zero' }
  const overflows = type.kind === 'int' && right.value === -1n && countBits(left) >= 63
  return overflows ? { kind: 'overflow', reason: 'the quotient can be too great for 64 bits' } : undefined
}

function isZero(value: Extract<Expression, { kind: 'literal' }>['value']): boolean {
  if (value !== null && typeof value === 'object' && 'decimal' in value) return /^-?[0.]*(?:[eE].*)?$/.test(value.decimal)
  return value === 0n || value === 0
}

function findOverflowFailure(expression: Extract<Expression, { kind: 'binary' | 'not' | 'negate' }>): FailureReason | undefined {
  const { type } = expression
  if (isOpen(type)) return { kind: 'dynamic', reason: 'the values can be of kinds that the operator does not take' }
  if (type.kind === 'double' && expression.kind === 'binary' && expression.operator === '*') {
    return { kind: 'overflow', reason: 'the product can be greater than any double' }
  }
  return type.kind === 'int' && countBits(expression) > 63
    ? { kind: 'overflow', reason: 'the result can be too great for 64 bits' }
    : undefined
}

/** The most bits that the magnitude of an integer expression needs, derived from its parts; an int64 has 63. */
function countBits(expression: Expression): number {
  if (expression.kind === 'literal' && typeof expression.value === 'bigint') {
    return (expression.value < 0n ? -expression.value : expression.value).toString(2).length
  }
  if (expression.kind === 'negate') return countBits(expression.operand) === 63 ? 64 : countBits(expression.operand)
  if (expression.kind === 'conditional') return Math.max(countBits(expression.then), countBits(expression.otherwise))
  if (expression.kind === 'call' && expression.name === 'size') return 32
  if (expression.kind === 'binary') {
    const [left, right] = [countBits(expression.left), countBits(expression.right)]
    if (expression.operator === '+' || expression.operator === '-') return Math.max(left, right) + 1
    if (expression.operator === '*') return left + right
    return expression.operator === '%' ? right : left
  }
  return expression.type.kind === 'int' && !expression.type.wide ? 53 : 63
}

/** A literal that was read when it was checked cannot fail. */
const checkedLiterals = new Set(['matches', 'timestamp', 'duration', 'decimal'])

function callFailure({ name, target, arguments: args, type }: Extract<Expression, { kind: 'call' }>): FailureReason | undefined {
  const operands = target === undefined ? args : [target, ...args]
  // A value that does not conform to a shape gives no value of it.
  if (type.kind === 'optional' && findOverloads(name, target !== undefined).length === 0) return undefined
  const literal = name === 'matches' ? operands[1] : operands[0]
  if (checkedLiterals.has(name) && literal?.kind === 'literal') return undefined
  const overloadsOfCall = findApplicable(
    findOverloads(name, target !== undefined),
    operands.map(({ type }) => type),
  )
  const [only] = overloadsOfCall
  // A parameter that takes values of any type takes a `dyn`.
  const isDispatched =
    overloadsOfCall.length > 1 ||
    operands.some(({ type }, index) => type.kind === 'dyn' && (only === undefined || !takesAnyType(only.overload, index)))
  if (isDispatched) {
    return name === 'dyn' || name === 'type' ? undefined : { kind: 'dynamic', reason: `\`${name}\` can be given what it does not take` }
  }
  const reason = only?.overload.mayFail
  // No zone is read as UTC.
  if (reason === noZone) return { kind: 'zone', reason }
  return reason === undefined ? undefined : { kind: 'call', reason }
}
