// Runs calls. The overload is chosen at compile time if the types determine it, otherwise by the values.

import type { Expression } from '../expression.ts'
import { findOverloads } from '../library/all.ts'
import { type Overload, acceptsValue, findApplicable, findParameter, acceptsCount } from '../library/signature.ts'
import type { Type } from '../type.ts'
import type { Value } from '../value.ts'
import { divideRounded } from '../values/arithmetic.ts'
import { fail } from '../values/failure.ts'
import { isList, valueKindOf } from '../values/kind.ts'
import { spendOn } from '../values/size.ts'
import { type Code, type Frame, listVisibleItems } from './code.ts'

type Call = Extract<Expression, { kind: 'call' }>

export function compileCall(expression: Call, frame: Frame): Code {
  const { name, target } = expression
  const [first] = expression.arguments
  if (name === 'round' && first?.kind === 'binary' && first.operator === '/') return compileQuotient(expression, first, frame)
  const operands = target === undefined ? expression.arguments : [target, ...expression.arguments]
  const codes = operands.map((each) =>
    name === 'size' && iteratesRecords(each.type) ? withoutHidden(withValue(each, name, frame)) : withValue(each, name, frame),
  )
  const overloads = findOverloads(name, target !== undefined)
  if (overloads.length === 0)
    return (run) =>
      run.host.call(
        name,
        codes.map((code) => code(run)),
        expression.selected,
      )
  const types = operands.map(({ type }) => type)
  const applicableOverloads = findApplicable(overloads, types)
  const [single] = applicableOverloads
  if (single !== undefined && applicableOverloads.length === 1 && !types.some(isDynamic)) return compileDirect(single.overload, codes)
  return (run) => {
    const values = codes.map((code) => code(run))
    return selectOverload(name, overloads, values).run(...values)
  }
}

/**
 * Evaluates an argument whose type is not null, possibly because of an earlier test. Without that test, null is a failure that `||` and
 * `&&` can absorb. The items that a function iterates count as work.
 */
function withValue(argument: Expression, name: string, frame: Frame): Code {
  const code = frame.compile(argument, frame)
  if (argument.kind === 'literal') return code
  const acceptsNull = mayBeNull(argument.type)
  return (run) => {
    const value = code(run)
    if (value === null && !acceptsNull) fail('no-overload', `\`${name}\` takes no null`)
    spendOn(value)
    return value
  }
}

function mayBeNull({ kind }: Type): boolean {
  return kind === 'null' || kind === 'nullable' || kind === 'dyn' || kind === 'unknown' || kind === 'secret'
}

/** True for a list of references, whose items must be visited to count the visible ones. */
function iteratesRecords(type: Type): boolean {
  if (type.kind === 'nullable' || type.kind === 'optional') return iteratesRecords(type.of)
  return (
    type.kind === 'list' &&
    (isDynamic(type.element) || (type.element.kind === 'nullable' ? type.element.of : type.element).kind === 'record')
  )
}

function withoutHidden(code: Code): Code {
  return (run) => {
    const value = code(run)
    return isList(value) ? listVisibleItems(value, run) : value
  }
}

function compileDirect({ run: apply }: Overload, codes: readonly Code[]): Code {
  const [a, b, c] = codes
  if (codes.length === 1) return (run) => apply(a!(run))
  if (codes.length === 2) return (run) => apply(a!(run), b!(run))
  if (codes.length === 3) return (run) => apply(a!(run), b!(run), c!(run))
  return (run) => apply(...codes.map((code) => code(run)))
}

/** True if a value of the type may be of several kinds, at any depth that an overload looks at. */
function isDynamic(type: Type): boolean {
  switch (type.kind) {
    case 'dyn':
    case 'unknown':
      return true
    case 'list':
      return isDynamic(type.element)
    case 'nullable':
    case 'optional':
      return isDynamic(type.of)
    default:
      return false
  }
}

function selectOverload(name: string, overloads: readonly Overload[], values: readonly Value[]): Overload {
  const ofCount = overloads.filter((each) => acceptsCount(each, values.length))
  const overload = ofCount.find((each) => values.every((value, i) => acceptsValue(findParameter(each, i)!, value)))
  return overload ?? fail('no-overload', `\`${name}\` takes no ${values.map(valueKindOf).join(', ')}`)
}

function compileQuotient(expression: Call, { left, right }: Extract<Expression, { kind: 'binary' }>, frame: Frame): Code {
  const [a, b, digits] = [left, right, expression.arguments[1]!].map((each) => frame.compile(each, frame)) as [Code, Code, Code]
  return (run) => {
    const digitCount = digits(run)
    return typeof digitCount === 'bigint'
      ? divideRounded(a(run), b(run), digitCount)
      : fail('no-overload', `\`round\` keeps an int of digits, not ${valueKindOf(digitCount)}`)
  }
}
