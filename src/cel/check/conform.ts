// Checks that an expression is allowed where a type is expected, and rewrites values that widen or parse to that type.

import { findNearest } from '../../base/nearest.ts'
import type { Expression } from '../expression.ts'
import { isAssignable, joinTypes, makeOptionalType, withNullType, withoutNull } from '../fits.ts'
import { listNames, typeText } from '../type-text.ts'
import type { Type } from '../type.ts'
import { type CheckContext, reportProblem, spellPart } from './context.ts'
import { explainMismatch } from './mismatch.ts'

/** The expression converted to the expected type; reports if that is impossible. Descends into branches, to report the one at fault. */
export function conform(expression: Expression, expected: Type, context: CheckContext): Expression {
  if (expression.inlined !== undefined) return conformLeaf(expression, expected, context)
  switch (expression.kind) {
    case 'conditional': {
      const then = conform(expression.then, expected, context)
      return { ...expression, then, otherwise: conform(expression.otherwise, expected, context), type: expected }
    }
    case 'bind':
      return { ...expression, body: conform(expression.body, expected, context), type: expected }
    case 'list':
      return conformList(expression, expected, context)
    case 'map':
      return conformMap(expression, expected, context)
    default:
      return conformLeaf(
        isAssignable(expression.type, expected) ? expression : conformResults(expression, expected, context),
        expected,
        context,
      )
  }
}

/** Reductions with a given type of their sum: the step reads the sum, so it needs its type again. */
export const reductions = new WeakMap<Expression, (sum: Type) => Expression>()

/** Converts the parts that give an expression its result: items that a macro returns, sides of a list sum, values of a literal map. */
function conformResults(expression: Expression, expected: Type, context: CheckContext): Expression {
  switch (expression.kind) {
    case 'macro':
      return conformMacro(expression, withoutNull(expected), context)
    case 'binary':
      return conformSum(expression, withoutNull(expected), context)
    case 'index':
      return conformLookUp(expression, expected, context)
    case 'call':
      return conformOptional(expression, expected, context)
    default:
      return expression
  }
}

function conformMacro(expression: Extract<Expression, { kind: 'macro' }>, expected: Type, context: CheckContext): Expression {
  const { name, type, arguments: args } = expression
  if (name === 'reduce') return reductions.get(expression)?.(expected) ?? expression
  const conformLast = (result: Type): readonly Expression[] => [...args.slice(0, -1), conform(args.at(-1)!, result, context)]
  if ((name === 'map' || name === 'transformList') && expected.kind === 'list' && type.kind === 'list') {
    return { ...expression, arguments: conformLast(expected.element), type: { ...type, element: expected.element } }
  }
  if (name === 'transformMap' && expected.kind === 'map' && type.kind === 'map') {
    return { ...expression, arguments: conformLast(expected.value), type: { ...type, value: expected.value } }
  }
  if (name === 'optMap' && expected.kind === 'optional') return { ...expression, arguments: conformLast(expected.of), type: expected }
  return expression
}

function conformSum(expression: Extract<Expression, { kind: 'binary' }>, expected: Type, context: CheckContext): Expression {
  const { operator, left, right, type } = expression
  if (operator !== '+' || expected.kind !== 'list' || type.kind !== 'list') return expression
  return {
    ...expression,
    left: conform(left, expected, context),
    right: conform(right, expected, context),
    type: { ...type, element: expected.element },
  }
}

/** `{"gold": 0.1}[this.plan]`: the values of the table are of the expected type. */
function conformLookUp(expression: Extract<Expression, { kind: 'index' }>, expected: Type, context: CheckContext): Expression {
  const { operand, optional } = expression
  if (optional && expected.kind !== 'optional') return expression
  const value = optional && expected.kind === 'optional' ? expected.of : expected
  if (operand.kind === 'map' && operand.type.kind === 'map') {
    return { ...expression, operand: conform(operand, { kind: 'map', key: operand.type.key, value }, context), type: expected }
  }
  if (operand.kind === 'list')
    return { ...expression, operand: conform(operand, { kind: 'list', element: value }, context), type: expected }
  return expression
}

function conformOptional(expression: Extract<Expression, { kind: 'call' }>, expected: Type, context: CheckContext): Expression {
  const { name, target, arguments: args } = expression
  const [argument] = args
  if (argument === undefined) return expression
  if (name === 'orValue' && target?.type.kind === 'optional') {
    return {
      ...expression,
      target: conform(target, makeOptionalType(expected), context),
      arguments: [conform(argument, expected, context)],
      type: expected,
    }
  }
  if (expected.kind !== 'optional') return expression
  if (name === 'or' && target?.type.kind === 'optional')
    return { ...expression, target: conform(target, expected, context), arguments: [conform(argument, expected, context)], type: expected }
  return name === 'optional.of' ? { ...expression, arguments: [conform(argument, expected.of, context)], type: expected } : expression
}

function conformList(expression: Extract<Expression, { kind: 'list' }>, expected: Type, context: CheckContext): Expression {
  const list = withoutNull(expected)
  if (list.kind !== 'list') return conformLeaf(expression, expected, context)
  const items = expression.items.map(({ value, optional }) => ({
    value: conform(value, optional ? { kind: 'optional', of: list.element } : list.element, context),
    optional,
  }))
  return { ...expression, items, type: list }
}

function conformMap(expression: MapLiteral, expected: Type, context: CheckContext): Expression {
  const target = withoutNull(expected)
  if (target.kind !== 'map' && target.kind !== 'object') return conformLeaf(expression, expected, context)
  if (target.kind === 'object') return conformObject(expression, target, context)
  const entries = expression.entries.map(({ key, value, optional }) => ({
    key: conform(key, target.key, context),
    value: conform(value, optional ? { kind: 'optional', of: target.value } : target.value, context),
    optional,
  }))
  return { ...expression, entries, type: target }
}

type MapLiteral = Extract<Expression, { kind: 'map' }>

function conformObject(expression: MapLiteral, target: Extract<Type, { kind: 'object' }>, context: CheckContext): Expression {
  const declaredNames = new Set<string>()
  const entries = expression.entries.map((entry) => {
    const name = entry.key.kind === 'literal' && typeof entry.key.value === 'string' ? entry.key.value : undefined
    const member = name === undefined ? undefined : target.members.get(name)
    if (name === undefined || member === undefined) {
      const suggestions = name === undefined ? [] : findNearest(name, target.members.keys())
      reportProblem(
        context,
        'unknown-member',
        entry.key,
        `${spellPart(context, entry.key)} is not a member of ${typeText(target)}, which has ${listNames([...target.members.keys()])}`,
        { suggestions },
      )
      return entry
    }
    declaredNames.add(name)
    return { ...entry, value: conform(entry.value, entry.optional ? { kind: 'optional', of: member.type } : member.type, context) }
  })
  for (const [name, member] of target.members) {
    if (member.optional || declaredNames.has(name)) continue
    reportProblem(context, 'wrong-type', expression, `${spellPart(context, expression)} lacks ${name}, which ${typeText(target)} requires`)
  }
  return { ...expression, entries, type: target }
}

function conformLeaf(expression: Expression, expected: Type, context: CheckContext): Expression {
  const widened = widenTo(expression, expected)
  if (isAssignable(widened.type, expected)) return widened
  explainMismatch(widened, expected, context)
  return { ...expression, type: { kind: 'unknown' } }
}

/** An int becomes the expected double or decimal, a fractional literal the expected decimal; any other expression stays unchanged. */
export function widenTo(expression: Expression, expected: Type): Expression {
  const target = withoutNull(expected)
  const { start, end, type } = expression
  if (target.kind === 'decimal') {
    const exact = asDecimal(expression)
    if (exact !== undefined) return exact
    const integerDecimal: Type = { kind: 'decimal', scale: 0 }
    if (type.kind === 'int') return { kind: 'call', name: 'decimal', arguments: [expression], type: integerDecimal, start, end }
  }
  if (target.kind === 'double' && type.kind === 'int') {
    return { kind: 'call', name: 'double', arguments: [expression], type: target, start, end }
  }
  const isNullableInt = type.kind === 'nullable' && type.of.kind === 'int' && expected.kind === 'nullable'
  return isNullableInt && (target.kind === 'double' || target.kind === 'decimal')
    ? conformUnlessNull(expression, type.of, target)
    : expression
}

/** `x == null ? null : double(x)`: a nullable value is widened only if it is not null. */
function conformUnlessNull(expression: Expression, nonNullType: Type, target: Type): Expression {
  const { start, end } = expression
  const nullLiteral: Expression = { kind: 'literal', value: null, type: { kind: 'null' }, start, end }
  const test: Expression = { kind: 'binary', operator: '==', left: expression, right: nullLiteral, type: { kind: 'bool' }, start, end }
  const otherwise = widenTo({ ...expression, type: nonNullType }, target)
  return { kind: 'conditional', test, then: nullLiteral, otherwise, type: withNullType(otherwise.type), start, end }
}

/** The exact decimal of a double literal; undefined for a computed double. */
export function asDecimal(expression: Expression): Expression | undefined {
  if (expression.type.kind !== 'double' || expression.inlined !== undefined) return undefined
  if (isWidened(expression)) return widenTo(expression.arguments[0]!, { kind: 'decimal' })
  if (expression.kind === 'literal' && expression.written !== undefined) {
    return {
      ...expression,
      value: { decimal: expression.written },
      type: { kind: 'decimal', scale: countFractionDigits(expression.written) },
    }
  }
  if (expression.kind === 'negate') {
    const operand = asDecimal(expression.operand)
    return operand && { ...expression, operand, type: operand.type }
  }
  if (expression.kind === 'conditional') {
    const [then, otherwise] = [asDecimal(expression.then), asDecimal(expression.otherwise)]
    return then && otherwise && { ...expression, then, otherwise, type: { kind: 'decimal' } }
  }
  return undefined
}

/** A list of fractional literals and ints as one of decimals; undefined for any other list. */
export function asDecimals(expression: Expression): Expression | undefined {
  const { type } = expression
  if (type.kind !== 'list' || expression.inlined !== undefined) return undefined
  if (expression.kind === 'conditional') {
    const [then, otherwise] = [asDecimals(expression.then), asDecimals(expression.otherwise)]
    return then && otherwise && { ...expression, then, otherwise, type: joinTypes(then.type, otherwise.type) }
  }
  if (expression.kind !== 'list') return undefined
  const items = expression.items.flatMap(({ value, optional }) => {
    const exact = widenTo(value, { kind: 'decimal' })
    return optional || exact.type.kind !== 'decimal' ? [] : [{ value: exact, optional }]
  })
  if (items.length === 0 || items.length < expression.items.length) return undefined
  return { ...expression, items, type: { ...type, element: items.map(({ value }) => value.type).reduce(joinTypes) } }
}

/** An int that was widened beside a double. The span of the author's own `double(1)` differs from that of its 1. */
function isWidened(expression: Expression): expression is Extract<Expression, { kind: 'call' }> {
  if (expression.kind !== 'call' || expression.name !== 'double') return false
  const [argument] = expression.arguments
  return argument?.start === expression.start && argument.end === expression.end
}

function countFractionDigits(text: string): number {
  const [, fraction = '', exponent = '0'] = /^-?[0-9]*(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$/.exec(text) ?? []
  return Math.max(0, fraction.length - Number(exponent))
}
