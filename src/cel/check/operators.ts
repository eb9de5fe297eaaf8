// Types operators: `+ - * / %`, comparisons, equality and `in`; an int widens next to doubles and decimals.

import type { Expression, Operator } from '../expression.ts'
import { boundsOf, formsOf, withoutBounds } from '../bounds.ts'
import { asList, bool, double, isNumeric, isOpen, isText, joinTypes, mixes, scaleOf, stringType, unknownType, withoutNull } from '../fits.ts'
import type { Syntax } from '../syntax.ts'
import type { Bounds, Type } from '../type.ts'
import { typeText } from '../type-text.ts'
import { asDecimal, reportEnumValue, reportNullable, reportSecrets, widen } from './conform.ts'
import { type CheckContext, reportProblem, spellPart } from './context.ts'
import { keyFits } from './selection.ts'

type Place = { readonly start: number; readonly end: number }

export function inferNegate(syntax: Extract<Syntax, { kind: 'not' | 'negate' }>, context: CheckContext): Expression {
  const { start, end } = syntax
  const operand = solid(context.infer(syntax.operand, context), '`-` takes a number', context)
  const { type } = operand
  const fine = isOpen(type) || type.kind === 'int' || type.kind === 'double' || type.kind === 'decimal'
  if (!fine) reportProblem(context, 'no-overload', operand, `${spellPart(context, operand)} is ${typeText(type)}, and \`-\` takes a number`)
  return { kind: 'negate', operand, type: fine ? withoutBounds(type) : unknownType, start, end }
}

export function inferBinary(syntax: Extract<Syntax, { kind: 'binary' }>, context: CheckContext): Expression {
  const compares = ['==', '!=', 'in'].includes(syntax.operator)
  // A name may be unquoted text: the other side decides, so it is typed first.
  const isFirst = !(compares && syntax.left.kind === 'name')
  const first = context.infer(isFirst ? syntax.left : syntax.right, context)
  const second = context.infer(isFirst ? syntax.right : syntax.left, compares ? besideText(first.type, isFirst ? syntax.right : syntax.left, context) : context)
  const [left, right] = isFirst ? [first, second] : [second, first]
  return binary(syntax.operator as Operator, left, right, syntax, context)
}

/** The place of a name, or a list of names, next to text. */
export function besideText(type: Type, syntax: Syntax, context: CheckContext): CheckContext {
  if (syntax.kind !== 'name' && syntax.kind !== 'list' && syntax.kind !== 'conditional') return context
  const operandType = withoutNull(type)
  const of = operandType.kind === 'list' ? withoutNull(operandType.element) : operandType
  return isText(of) ? { ...context, words: of.kind === 'enum' ? of.values : [] } : context
}

/** Types an operation whose sides are already typed. */
function binary(operator: Operator, a: Expression, b: Expression, { start, end }: Place, context: CheckContext): Expression {
  const [left, right] = decimalsBeside([a, b]) as [Expression, Expression]
  const make = (type: Type, l = left, r = right): Expression => ({ kind: 'binary', operator, left: l, right: r, type, start, end })
  if (operator === '==' || operator === '!=') return equality(operator, left, right, make, context)
  const why = `\`${operator}\` takes no null`
  const [l, r] = [solid(left, why, context), solid(right, why, context)]
  if (l.type.kind === 'unknown' || r.type.kind === 'unknown') return make(isArithmetic(operator) ? unknownType : bool, l, r)
  if (reportSecrets([l, r], context)) return make(unknownType, l, r)
  if (operator === 'in') return membership(l, r, make, context)
  const type = isArithmetic(operator) ? resultOf(operator, l.type, r.type) : comparable(l.type, r.type) ? bool : undefined
  if (type !== undefined) return make(type, l, r)
  reportOverload(operator, l, r, { start, end }, context)
  return make(unknownType, l, r)
}

/** A fractional literal beside a decimal becomes a decimal. */
export function decimalsBeside(expressions: readonly Expression[]): readonly Expression[] {
  if (!expressions.some(({ type }) => withoutNull(type).kind === 'decimal')) return expressions
  return expressions.map((expression) => asDecimal(expression) ?? expression)
}

/** The operand without null; reports where it can be null. */
export function solid(expression: Expression, why: string, context: CheckContext): Expression {
  const { type } = expression
  if (type.kind !== 'nullable' && type.kind !== 'null') return expression
  reportNullable(expression, why, context)
  return { ...expression, type: type.kind === 'nullable' ? type.of : unknownType }
}

function isArithmetic(operator: Operator): operator is '+' | '-' | '*' | '/' | '%' {
  return '+-*/%'.includes(operator)
}

function resultOf(operator: '+' | '-' | '*' | '/' | '%', a: Type, b: Type): Type | undefined {
  if (isOpen(a) || isOpen(b)) return { kind: 'dyn' }
  if (isNumeric(a) && isNumeric(b)) return numericResult(operator, a, b)
  if (operator === '+' && isText(a) && isText(b)) return stringType
  if (operator === '+' && a.kind === 'bytes' && b.kind === 'bytes') return a
  if (operator === '+' && a.kind === 'list' && b.kind === 'list') {
    const list = joinTypes(a, b)
    return mixes(list, [a, b]) ? undefined : { ...withoutBounds(list), ...sumOf(a, b) } as Type
  }
  if (operator === '+' || operator === '-') return timeResult(operator, a.kind, b.kind)
  return undefined
}

type ListType = Extract<Type, { kind: 'list' }>

/** The number of items of two lists together. */
function sumOf(a: ListType, b: ListType): { bounds?: Bounds } {
  const [most, other] = [a.bounds?.most, b.bounds?.most]
  return boundsOf((a.bounds?.least ?? 0n) + (b.bounds?.least ?? 0n), most === undefined || other === undefined ? undefined : most + other)
}

function numericResult(operator: '+' | '-' | '*' | '/' | '%', a: Type, b: Type): Type | undefined {
  const kinds = new Set([a.kind, b.kind])
  if (kinds.has('uint')) return kinds.size === 1 ? a : undefined
  if (operator === '%') return kinds.size === 1 && kinds.has('int') ? withoutBounds(joinTypes(a, b)) : undefined
  if (kinds.has('decimal')) return kinds.has('double') || operator === '/' ? undefined : decimalResult(operator, a, b)
  return kinds.has('double') ? double : withoutBounds(joinTypes(a, b))
}

function decimalResult(operator: '+' | '-' | '*', a: Type, b: Type): Type {
  const scale = (type: Type): number | undefined => (type.kind === 'decimal' ? type.scale : 0)
  return { kind: 'decimal', ...scaleOf(scale(a), scale(b), operator === '*' ? (x, y) => x + y : Math.max) }
}

function timeResult(operator: '+' | '-', a: Type['kind'], b: Type['kind']): Type | undefined {
  if (a === 'duration' && b === 'duration') return { kind: 'duration' }
  if (a === 'timestamp' && b === 'duration') return { kind: 'timestamp' }
  if (operator === '+') return a === 'duration' && b === 'timestamp' ? { kind: 'timestamp' } : undefined
  return a === 'timestamp' && b === 'timestamp' ? { kind: 'duration' } : undefined
}

const ordered = new Set(['bool', 'bytes', 'timestamp', 'duration'])

function comparable(a: Type, b: Type): boolean {
  if (isOpen(a) || isOpen(b) || (isText(a) && isText(b))) return true
  if (isNumeric(a) && isNumeric(b)) return !differInExactness(a, b)
  return a.kind === b.kind && ordered.has(a.kind)
}

/** Reports a double beside a decimal: a double is an approximation, so the comparison hides a mistake. */
function differInExactness(a: Type, b: Type): boolean {
  return (a.kind === 'decimal' && b.kind === 'double') || (a.kind === 'double' && b.kind === 'decimal')
}

type Make = (type: Type, left?: Expression, right?: Expression) => Expression

function equality(operator: '==' | '!=', left: Expression, right: Expression, make: Make, context: CheckContext): Expression {
  if (reportSecrets([left, right], context)) return make(unknownType)
  const [a, b] = [withoutNull(left.type), withoutNull(right.type)]
  if (!equatable(a, b)) {
    reportUnequal(operator, left, right, context)
    return make(unknownType)
  }
  checkEnums(left, a, right, b, context)
  return make(bool)
}

function equatable(a: Type, b: Type): boolean {
  if (isOpen(a) || isOpen(b) || (isText(a) && isText(b))) return true
  // An expression has only one of the two ways to be absent.
  if (a.kind === 'null' || b.kind === 'null') return a.kind !== 'optional' && b.kind !== 'optional'
  if (isNumeric(a) && isNumeric(b)) return !differInExactness(a, b)
  if (a.kind === 'record' && b.kind === 'record') return a.resource === b.resource
  if (a.kind === 'query' || b.kind === 'query') return false
  if (a.kind === 'list' && b.kind === 'list') return equatable(withoutNull(a.element), withoutNull(b.element))
  if (a.kind === 'map' && b.kind === 'map') return equatable(a.key, b.key) && equatable(withoutNull(a.value), withoutNull(b.value))
  if (a.kind === 'optional' && b.kind === 'optional') return equatable(withoutNull(a.of), withoutNull(b.of))
  return a.kind === b.kind || (a.kind === 'object' && b.kind === 'map') || (a.kind === 'map' && b.kind === 'object')
}

function reportUnequal(operator: Operator, left: Expression, right: Expression, context: CheckContext): void {
  const place = { start: left.start, end: right.end }
  const types = `${spellPart(context, left)} is ${typeText(left.type)} and ${spellPart(context, right)} ${typeText(right.type)}`
  const rough = differInExactness(withoutNull(left.type), withoutNull(right.type))
  const why = rough ? 'the one is exact, the other rounded, so that they are seldom equal' : 'they can never be equal'
  reportProblem(context, 'no-overload', place, `${types}: ${why}`, equalityHelp(operator, left, right, context))
}

function equalityHelp(operator: Operator, left: Expression, right: Expression, context: CheckContext): { help?: string; fix?: string } {
  const pair = [withoutNull(left.type), withoutNull(right.type)]
  const absent = pair.findIndex(({ kind }) => kind === 'optional')
  if (absent >= 0 && pair[1 - absent]!.kind === 'null') {
    const side = [left, right][absent]!
    const written = context.text.slice(side.start, side.end)
    const test = `${side.kind === 'conditional' ? `(${written})` : written}.hasValue()`
    return { help: 'Ask whether it has a value', fix: operator === '==' ? `!${test}` : test }
  }
  const text = pair.findIndex(isText)
  const other = pair[1 - text]
  const written = [left, right].map(({ start, end }) => context.text.slice(start, end))
  if (text >= 0 && (other?.kind === 'timestamp' || other?.kind === 'duration')) {
    return readText([left, right][text]!, other.kind, (by) => replaceSide(left, right, text, by, context), context)
  }
  if (differInExactness(pair[0]!, pair[1]!)) {
    const rough = pair.findIndex(({ kind }) => kind === 'double')
    return { help: 'Make both exact', fix: replaceSide(left, right, rough, `decimal(${written[rough]})`, context) }
  }
  return {}
}

/** A date has no time of day: its first moment is compared. */
function readText(text: Expression, kind: 'timestamp' | 'duration', mended: (by: string) => string, context: CheckContext): { help: string; fix: string } {
  const written = context.text.slice(text.start, text.end)
  const isDate = formsOf(withoutNull(text.type))?.every((form) => form.text === undefined && form.format === 'date')
  if (kind === 'duration' || isDate !== true) return { help: 'Read the text', fix: mended(`${kind}(${written})`) }
  return { help: 'Compare with the first moment of the date, in UTC or in a zone', fix: mended(`${text.kind === 'conditional' ? `(${written})` : written}.startOfDay()`) }
}

/** Both sides as written, with one of them replaced. */
function replaceSide(left: Expression, right: Expression, index: number, by: string, { text }: CheckContext): string {
  const [start, end] = [left.start, right.end]
  const side = index === 0 ? left : right
  return text.slice(start, side.start) + by + text.slice(side.end, end)
}

/** Reports a value that is compared with one that it can never have, usually a misspelling; two literals are not reported. */
function checkEnums(left: Expression, a: Type, right: Expression, b: Type, context: CheckContext): void {
  if (a.kind !== 'enum' || b.kind !== 'enum' || (a.written && b.written)) return
  const [written, values, known] = b.written ? [right, b.values, a] : [left, a.values, b]
  if (!values.some((value) => known.values.includes(value))) reportEnumValue(written, values, known, context)
}

function membership(left: Expression, right: Expression, make: Make, context: CheckContext): Expression {
  const collection = asList(right.type)
  if (isOpen(left.type) || isOpen(collection)) return make(bool, left, right)
  if (collection.kind === 'list') {
    const element = withoutNull(collection.element)
    if (equatable(left.type, element)) {
      checkMembers(left, right, element, context)
      return make(bool, left, right)
    }
    reportProblem(
      context,
      'no-overload',
      left,
      `${spellPart(context, left)} is ${typeText(left.type)}, and ${spellPart(context, right)} holds ${typeText(element)}`,
    )
  } else if (collection.kind === 'map') {
    if (keyFits(left.type, collection.key)) return make(bool, left, right)
    reportProblem(
      context,
      'no-overload',
      left,
      `${spellPart(context, left)} is ${typeText(left.type)}, and the keys of ${spellPart(context, right)} are ${typeText(collection.key)}`,
    )
  } else {
    reportProblem(
      context,
      'no-overload',
      right,
      `${spellPart(context, right)} is ${typeText(right.type)}, and \`in\` looks into a list or the keys of a map`,
      right.kind === 'literal' && isText(right.type) ? { help: 'Write a list', fix: `[${context.text.slice(right.start, right.end).replace(/^\(|\)$/g, '')}]` } : {},
    )
  }
  return make(unknownType, left, right)
}

/** Checks each literal of `this.status in ["open", "closd"]` separately. */
function checkMembers(left: Expression, right: Expression, element: Type, context: CheckContext): void {
  if (right.kind !== 'list' || element.kind !== 'enum') checkEnums(left, left.type, right, element, context)
  else for (const { value } of right.items) checkEnums(left, left.type, value, withoutNull(value.type), context)
}

function reportOverload(operator: Operator, left: Expression, right: Expression, place: Place, context: CheckContext): void {
  const [a, b] = [left.type, right.type]
  const kinds = new Set([a.kind, b.kind])
  const written = [left, right].map(({ start, end }) => context.text.slice(start, end))
  if (operator === '/' && kinds.has('decimal') && !kinds.has('double')) {
    const message = `${spellPart(context, place)} divides decimals, which seldom ends: say how it is rounded`
    reportProblem(context, 'division-outside-round', place, message, { help: 'Say how it is rounded', fix: `round(${written[0]} / ${written[1]}, 2)` })
    return
  }
  const message = `\`${operator}\` takes no ${typeText(a)} and ${typeText(b)}: ${spellPart(context, place)}`
  reportProblem(context, 'no-overload', place, message, overloadHelp(operator, left, right, written, context))
}

function overloadHelp(operator: Operator, left: Expression, right: Expression, written: readonly string[], context: CheckContext): { help?: string; fix?: string } {
  const withReplacement = (index: number, by: string): string => replaceSide(left, right, index, by, context)
  const [a, b] = [left.type, right.type]
  const text = isText(a) ? 0 : isText(b) ? 1 : -1
  const time = [a.kind, b.kind].find((kind) => kind === 'timestamp' || kind === 'duration')
  if (text >= 0 && time !== undefined) {
    const isLength = /^["']-?(P|\d+(\.\d+)?(h|m|s|ms|us|ns))/.test(written[text]!)
    if (!isArithmetic(operator)) return readText([left, right][text]!, time, (by) => withReplacement(text, by), context)
    if (isLength) return { help: 'Read the text', fix: withReplacement(text, `duration(${written[text]})`) }
  }
  const number = [left, right].findIndex(({ type }) => type.kind === 'int')
  if (number >= 0 && time !== undefined && (operator === '+' || operator === '-' || (time === 'duration' && !isArithmetic(operator)))) {
    const days = /^\d{1,5}$/.test(written[number]!) ? written[number]! : '1'
    return { help: 'A length of time is a duration, here of days', fix: withReplacement(number, `duration("P${days}D")`) }
  }
  if (operator === '+' && isText(a) !== isText(b)) return { help: 'Make both strings', fix: withReplacement(isText(a) ? 1 : 0, `string(${isText(a) ? written[1] : written[0]})`) }
  if (differInExactness(a, b)) return { help: 'Make both exact', fix: withReplacement(a.kind === 'double' ? 0 : 1, `decimal(${a.kind === 'double' ? written[0] : written[1]})`) }
  return {}
}

/** The common type of alternatives, each widened to it; reports where they have none. */
export function branches(alternatives: readonly Expression[], place: Place, context: CheckContext): readonly [Type, readonly Expression[]] {
  const exact = decimalsBeside(alternatives)
  const type = exact.map((each) => each.type).reduce(joinTypes)
  if (mixes(type, exact.map((each) => each.type))) {
    const kinds = exact.map((each) => typeText(each.type)).join(' or ')
    reportProblem(context, 'mixed-types', place, `${spellPart(context, place)} would be ${kinds}: both sides of \`:\` have one type`)
    return [unknownType, exact]
  }
  return [type, exact.map((each) => widen(each, type))]
}
