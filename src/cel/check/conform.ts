// Checks that an expression is allowed where a type is expected, and rewrites values that widen or parse to that type.

import { nearest } from '../../base/nearest.ts'
import type { Expression } from '../expression.ts'
import { isAssignable, isOpen, optionalOf, withNullType, stringType, withoutNull } from '../fits.ts'
import { describeMismatch } from '../mismatch.ts'
import { listNames, typeText } from '../type-text.ts'
import type { Type } from '../type.ts'
import { type CheckContext, type Reporting, reportProblem, spellPart } from './context.ts'

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
      target: conform(target, optionalOf(expected), context),
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
      const suggestions = name === undefined ? [] : nearest(name, target.members.keys())
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
    return { ...expression, value: { decimal: expression.written }, type: { kind: 'decimal', scale: fractionDigits(expression.written) } }
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

/** An int that was widened beside a double. The span of the author's own `double(1)` differs from that of its 1. */
function isWidened(expression: Expression): expression is Extract<Expression, { kind: 'call' }> {
  if (expression.kind !== 'call' || expression.name !== 'double') return false
  const [argument] = expression.arguments
  return argument?.start === expression.start && argument.end === expression.end
}

function fractionDigits(text: string): number {
  const [, fraction = '', exponent = '0'] = /^-?[0-9]*(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$/.exec(text) ?? []
  return Math.max(0, fraction.length - Number(exponent))
}

function explainMismatch(expression: Expression, expected: Type, context: CheckContext): void {
  if (withoutNull(expected).kind !== 'secret' && reportSecrets([expression], context)) return
  const { type } = expression
  const name = spellPart(context, expression)
  const target = withoutNull(expected)
  // A place that accepts a credential accepts any text.
  const acceptsText = target.kind === 'secret' && target.credential === true
  const expectedText = acceptsText ? 'string' : typeText(target)
  if (type.kind === 'null' || (type.kind === 'nullable' && isAssignable(type.of, expected))) {
    reportNullable(expression, `${expectedText} is expected`, context)
  } else if (withoutNull(expected).kind === 'bool') {
    reportProblem(context, 'not-a-bool', expression, `${name} is ${typeText(type)}, and a condition is true or false`, { of: type })
  } else if (type.kind === 'enum' && withoutNull(expected).kind === 'enum') {
    reportEnumValue(expression, type.values, withoutNull(expected), context)
  } else if (type.kind === 'decimal' && withoutNull(expected).kind === 'decimal') {
    const { scale } = withoutNull(expected) as { readonly scale: number }
    const written = context.text.slice(expression.start, expression.end)
    reportProblem(
      context,
      'decimal-scale',
      expression,
      `${name} can have ${type.scale ?? 'any number of'} digits after the point, and ${scale} are kept`,
      {
        help: 'Say how it is rounded',
        fix: `round(${written}, ${scale})`,
      },
    )
  } else {
    reportProblem(
      context,
      'wrong-type',
      expression,
      type.kind === 'object' && target.kind === 'object'
        ? `${name} is not what is expected: ${describeMismatch(type, target) ?? ''}`
        : `${name} is ${typeText(type)}, and ${expectedText} is expected`,
      {
        of: type,
        ...conversionHelp(expression, acceptsText ? stringType : expected, context),
        ...recordHelp(expression, expected, context),
      },
    )
  }
}

/** Reports every use of a nullable value with the same message. */
export function reportNullable(expression: Expression, reason: string, context: Reporting): void {
  const written = context.text.slice(expression.start, expression.end)
  const presence = expression.type.kind === 'null' ? 'is here' : 'can be null here'
  const message = `${spellPart(context, expression)} ${presence}, and ${reason}`
  const { type } = expression
  const isPath = /^[\w.]+$/.test(written) && type.kind !== 'null'
  reportProblem(
    context,
    'nullable',
    expression,
    message,
    { of: type, ...(isPath ? { help: `Test it first: ${written} != null && …, or ${written} != null ? … : …` } : {}) },
  )
}

/** Reports every use of a secret with the same message; true if there was one. */
export function reportSecrets(expressions: readonly Expression[], context: Reporting): boolean {
  const secret = expressions.find(({ type }) => withoutNull(type).kind === 'secret')
  if (secret === undefined) return false
  const { type } = secret
  const description =
    type.kind === 'secret' && type.credential ? 'a credential, which only `digest` takes' : 'a secret, which only `verify` takes'
  reportProblem(context, 'secret', secret, `${spellPart(context, secret)} is ${description}`)
  return true
}

/** Reports a string literal outside the enumerated values that it is compared with or assigned to. */
export function reportEnumValue(expression: Expression, values: readonly string[], target: Type, context: CheckContext): void {
  const targetValues = target.kind === 'enum' ? target.values : []
  const unknownValues = values.filter((value) => !targetValues.includes(value))
  const suggestions = [...new Set(unknownValues.flatMap((value) => nearest(value, targetValues)))].map((value) => JSON.stringify(value))
  const [written, existing] = [unknownValues, targetValues].map((values) => values.map((value) => JSON.stringify(value))) as [
    string[],
    string[],
  ]
  const message = `${written.join(', ')} is not one of ${listNames(existing)}`
  reportProblem(context, 'unknown-enum-value', expression, message, { suggestions })
}

const conversions: ReadonlySet<string> = new Set(['string', 'int', 'double', 'decimal', 'timestamp', 'duration', 'bool'])

function conversionHelp(expression: Expression, expected: Type, context: CheckContext): { help?: string; fix?: string } {
  const targetKind = withoutNull(expected).kind
  const written = context.text.slice(expression.start, expression.end)
  const isConvertible =
    conversions.has(targetKind) && (conversions.has(expression.type.kind) || expression.type.kind === 'enum') && targetKind !== 'bool'
  return isConvertible && !isOpen(expected) ? { help: 'Convert it', fix: `${targetKind}(${written})` } : {}
}

/** Suggests the record itself, if the expression gives its key or another member. */
function recordHelp(expression: Expression, expected: Type, { text, scope }: CheckContext): { help?: string; fix?: string } {
  const target = withoutNull(expected)
  if (target.kind !== 'record') return {}
  const owner = expression.kind === 'select' ? withoutNull(expression.operand.type) : undefined
  if (expression.kind === 'select' && owner?.kind === 'record' && owner.resource === target.resource) {
    return { help: 'A reference is the record itself', fix: text.slice(expression.operand.start, expression.operand.end) }
  }
  const [[key, ...more] = []] = scope.resource(target.resource)?.uniques ?? []
  const member = key === undefined || more.length > 0 ? undefined : scope.resource(target.resource)?.members.get(key)
  if (member === undefined || expected.kind !== 'nullable' || !isAssignable(withoutNull(expression.type), member.type)) return {}
  const written = text.slice(expression.start, expression.end)
  const found = `${target.resource}.find({ ${key}: ${written} }).orValue(null)`
  return { help: 'Find the record by its key', fix: expression.type.kind === 'nullable' ? `${written} == null ? null : ${found}` : found }
}
