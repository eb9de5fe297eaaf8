// Checks operations: `+ - * / %`, comparisons, equality and `in`; an int widens next to doubles and decimals.

import { findMembers } from '../type.ts'
import { joinWithOr } from '../../diagnostic/voice.ts'
import type { Expression, Operator } from '../expression.ts'
import { formsOf, withoutBounds } from '../bounds.ts'
import { asList, bool, isOpen, isText, dynType, joinTypes, lacksCommonType, unknownType, withoutNull } from '../fits.ts'
import { containsSecret } from '../secret.ts'
import type { Syntax } from '../syntax.ts'
import type { Type } from '../type.ts'
import { typeText } from '../type-text.ts'
import { asDecimal, asDecimals, widenTo } from './conform.ts'
import { reportEnumValue, reportNullable, reportSecrets } from './mismatch.ts'
import { type CheckContext, reportProblem, spellPart } from './context.ts'
import { differInExactness, isArithmeticOperator, isComparable, isEquatable, inferResultType } from './operator-types.ts'
import { isKeyAssignable } from './selection.ts'

type Place = { readonly start: number; readonly end: number }

export function inferNegate(syntax: Extract<Syntax, { kind: 'not' | 'negate' }>, context: CheckContext): Expression {
  const { start, end } = syntax
  const operand = requireNonNull(context.infer(syntax.operand, context), '`-` takes a number', context)
  const { type } = operand
  const isNumber = isOpen(type) || type.kind === 'int' || type.kind === 'double' || type.kind === 'decimal'
  if (!isNumber)
    reportProblem(context, 'no-overload', operand, `${spellPart(context, operand)} is ${typeText(type)}, and \`-\` takes a number`)
  return { kind: 'negate', operand, type: isNumber ? withoutBounds(type) : unknownType, start, end }
}

export function inferBinary(syntax: Extract<Syntax, { kind: 'binary' }>, context: CheckContext): Expression {
  const isComparison = ['==', '!=', 'in'].includes(syntax.operator)
  // A name may be unquoted text: the other side decides, so it is typed first.
  const isFirst = !(isComparison && syntax.left.kind === 'name')
  const first = context.infer(isFirst ? syntax.left : syntax.right, context)
  const other = isFirst ? syntax.right : syntax.left
  const second = context.infer(other, isComparison ? withExpectedTexts(first.type, other, context) : context)
  const [left, right] = isFirst ? [first, second] : [second, first]
  return inferOperation(syntax.operator as Operator, left, right, syntax, context)
}

/** The place of a name, or a list of names, next to text. */
export function withExpectedTexts(type: Type, syntax: Syntax, context: CheckContext): CheckContext {
  if (syntax.kind !== 'name' && syntax.kind !== 'list' && syntax.kind !== 'conditional') return context
  const operandType = withoutNull(type)
  const elementType = operandType.kind === 'list' ? withoutNull(operandType.element) : operandType
  return isText(elementType) ? { ...context, texts: elementType.kind === 'enum' ? elementType.values : [] } : context
}

/** Types an operation whose sides are already typed. */
function inferOperation(operator: Operator, a: Expression, b: Expression, { start, end }: Place, context: CheckContext): Expression {
  const [left, right] = matchDecimals([a, b]) as [Expression, Expression]
  const makeNode = (type: Type, nodeLeft = left, nodeRight = right): Expression => ({
    kind: 'binary',
    operator,
    left: nodeLeft,
    right: nodeRight,
    type,
    start,
    end,
  })
  if (operator === '==' || operator === '!=') return inferEquality(operator, left, right, makeNode, context)
  const reason = `\`${operator}\` takes no null`
  const [leftOperand, rightOperand] = [requireNonNull(left, reason, context), requireNonNull(right, reason, context)]
  if (leftOperand.type.kind === 'unknown' || rightOperand.type.kind === 'unknown')
    return makeNode(isArithmeticOperator(operator) ? unknownType : bool, leftOperand, rightOperand)
  if (reportSecrets([leftOperand, rightOperand], context)) return makeNode(unknownType, leftOperand, rightOperand)
  if (operator === 'in') return inferMembership(leftOperand, rightOperand, makeNode, context)
  const comparison = isComparable(leftOperand.type, rightOperand.type) ? bool : undefined
  const type = isArithmeticOperator(operator) ? inferResultType(operator, leftOperand.type, rightOperand.type) : comparison
  if (type !== undefined) return makeNode(type, leftOperand, rightOperand)
  reportOverload(operator, leftOperand, rightOperand, { start, end }, context)
  return makeNode(unknownType, leftOperand, rightOperand)
}

/** A fractional literal beside a decimal, or beside an optional one, becomes a decimal; so does one in a list beside a list of decimals. */
export function matchDecimals(expressions: readonly Expression[]): readonly Expression[] {
  const types = expressions.map(({ type }) => withoutNull(type.kind === 'optional' ? type.of : type))
  if (types.some((type) => type.kind === 'list' && withoutNull(type.element).kind === 'decimal'))
    return expressions.map((expression) => asDecimals(expression) ?? expression)
  if (!types.some(({ kind }) => kind === 'decimal')) return expressions
  return expressions.map((expression) => asDecimal(expression) ?? expression)
}

/** The operand without null; reports where it can be null. */
export function requireNonNull(expression: Expression, reason: string, context: CheckContext): Expression {
  const { type } = expression
  if (type.kind !== 'nullable' && type.kind !== 'null') return expression
  reportNullable(expression, reason, context)
  return { ...expression, type: type.kind === 'nullable' ? type.of : unknownType }
}

type MakeNode = (type: Type, left?: Expression, right?: Expression) => Expression

function inferEquality(operator: '==' | '!=', left: Expression, right: Expression, makeNode: MakeNode, context: CheckContext): Expression {
  if (isPresenceTest(left, right) || isPresenceTest(right, left)) return makeNode(bool)
  if (reportSecrets([left, right], context)) return makeNode(unknownType)
  const [a, b] = [withoutNull(left.type), withoutNull(right.type)]
  if (!isEquatable(a, b)) {
    reportUnequal(operator, left, right, context)
    return makeNode(unknownType)
  }
  checkEnums(left, a, right, b, context)
  return makeNode(bool)
}

/** `credential != null` says only whether the caller sent one. */
function isPresenceTest(side: Expression, other: Expression): boolean {
  const type = withoutNull(side.type)
  return type.kind === 'secret' && type.credential === true && other.type.kind === 'null'
}

function reportUnequal(operator: Operator, left: Expression, right: Expression, context: CheckContext): void {
  const place = { start: left.start, end: right.end }
  const types = `${spellPart(context, left)} is ${typeText(left.type)} and ${spellPart(context, right)} ${typeText(right.type)}`
  const isInexact = differInExactness(withoutNull(left.type), withoutNull(right.type))
  const reason = isInexact ? 'the one is exact, the other rounded, so that they are seldom equal' : 'they can never be equal'
  reportProblem(context, 'no-overload', place, `${types}: ${reason}`, suggestForEquality(operator, left, right, context))
}

function suggestForEquality(
  operator: Operator,
  left: Expression,
  right: Expression,
  context: CheckContext,
): { help?: string; fix?: string } {
  const types = [withoutNull(left.type), withoutNull(right.type)]
  const optionalIndex = types.findIndex(({ kind }) => kind === 'optional')
  if (optionalIndex >= 0 && types[1 - optionalIndex]!.kind === 'null') {
    const side = [left, right][optionalIndex]!
    const operandText = context.text.slice(side.start, side.end)
    const test = `${side.kind === 'conditional' ? `(${operandText})` : operandText}.hasValue()`
    return { help: 'Ask whether it has a value', fix: operator === '==' ? `!${test}` : test }
  }
  const textIndex = types.findIndex(isText)
  const otherType = types[1 - textIndex]
  const operandTexts = [left, right].map(({ start, end }) => context.text.slice(start, end))
  const recordIndex = types.findIndex(({ kind }) => kind === 'record')
  const record = types[recordIndex]
  if (record?.kind === 'record' && types[1 - recordIndex]!.kind !== 'record') {
    const [key, ...more] = context.scope.resource(record.resource)?.uniques[0] ?? []
    const keyType = key === undefined ? undefined : findMembers(record, context.scope)?.get(key)?.type
    if (keyType !== undefined && more.length === 0 && isEquatable(withoutNull(keyType), types[1 - recordIndex]!))
      return {
        help: 'Compare the key of the record',
        fix: replaceSide(left, right, recordIndex, `${operandTexts[recordIndex]}.${key}`, context),
      }
  }
  if (textIndex >= 0 && (otherType?.kind === 'timestamp' || otherType?.kind === 'duration')) {
    return readText(
      [left, right][textIndex]!,
      otherType.kind,
      (replacement) => replaceSide(left, right, textIndex, replacement, context),
      context,
    )
  }
  if (differInExactness(types[0]!, types[1]!)) {
    const doubleIndex = types.findIndex(({ kind }) => kind === 'double')
    return { help: 'Make both exact', fix: replaceSide(left, right, doubleIndex, `decimal(${operandTexts[doubleIndex]})`, context) }
  }
  return {}
}

/** A date has no time of day: its first moment is compared. */
function readText(
  text: Expression,
  kind: 'timestamp' | 'duration',
  replaceText: (replacement: string) => string,
  context: CheckContext,
): { help: string; fix: string } {
  const operandText = context.text.slice(text.start, text.end)
  const isDate = formsOf(withoutNull(text.type))?.every((form) => form.text === undefined && form.format === 'date')
  if (kind === 'duration' || isDate !== true) return { help: 'Read the text', fix: replaceText(`${kind}(${operandText})`) }
  return {
    help: 'Compare with the first moment of the date, in UTC or in a zone',
    fix: replaceText(`${text.kind === 'conditional' ? `(${operandText})` : operandText}.startOfDay()`),
  }
}

/** Both sides as written, with one of them replaced. */
function replaceSide(left: Expression, right: Expression, index: number, replacement: string, { text }: CheckContext): string {
  const [start, end] = [left.start, right.end]
  const side = index === 0 ? left : right
  return text.slice(start, side.start) + replacement + text.slice(side.end, end)
}

/** Reports a value that is compared with one that it can never have, usually a misspelling; two literals are not reported. */
function checkEnums(left: Expression, a: Type, right: Expression, b: Type, context: CheckContext): void {
  if (a.kind !== 'enum' || b.kind !== 'enum' || (a.written && b.written)) return
  const [literal, values, otherEnum] = b.written ? [right, b.values, a] : [left, a.values, b]
  if (!values.some((value) => otherEnum.values.includes(value))) reportEnumValue(literal, values, otherEnum, context)
}

function inferMembership(left: Expression, list: Expression, makeNode: MakeNode, context: CheckContext): Expression {
  const right = (left.type.kind === 'decimal' ? asDecimals(list) : undefined) ?? list
  const collection = asList(right.type)
  if (isOpen(left.type) || isOpen(collection)) return makeNode(bool, left, right)
  if (collection.kind === 'list') {
    const element = withoutNull(collection.element)
    if (isEquatable(left.type, element)) {
      checkMembers(left, right, element, context)
      return makeNode(bool, left, right)
    }
    reportProblem(
      context,
      'no-overload',
      left,
      `${spellPart(context, left)} is ${typeText(left.type)}, and ${spellPart(context, right)} holds ${typeText(element)}`,
    )
  } else if (collection.kind === 'map') {
    if (isKeyAssignable(left.type, collection.key)) return makeNode(bool, left, right)
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
      right.kind === 'literal' && isText(right.type)
        ? { help: 'Write a list', fix: `[${context.text.slice(right.start, right.end).replace(/^\(|\)$/g, '')}]` }
        : {},
    )
  }
  return makeNode(unknownType, left, right)
}

/** Checks each literal of `this.status in ["open", "closd"]` separately. */
function checkMembers(left: Expression, right: Expression, element: Type, context: CheckContext): void {
  if (right.kind !== 'list' || element.kind !== 'enum') checkEnums(left, left.type, right, element, context)
  else for (const { value } of right.items) checkEnums(left, left.type, value, withoutNull(value.type), context)
}

function reportOverload(operator: Operator, left: Expression, right: Expression, place: Place, context: CheckContext): void {
  const [a, b] = [left.type, right.type]
  const kinds = new Set([a.kind, b.kind])
  const operandTexts = [left, right].map(({ start, end }) => context.text.slice(start, end))
  if (operator === '/' && kinds.has('decimal') && !kinds.has('double')) {
    const message = `${spellPart(context, place)} divides decimals, and the result may have endless digits: specify how it is rounded`
    reportProblem(context, 'division-outside-round', place, message, {
      help: 'Write how it is rounded',
      fix: `round(${operandTexts[0]} / ${operandTexts[1]}, 2)`,
    })
    return
  }
  const message = `\`${operator}\` takes no ${typeText(a)} and ${typeText(b)}: ${spellPart(context, place)}`
  reportProblem(context, 'no-overload', place, message, suggestForOperator(operator, left, right, operandTexts, context))
}

function suggestForOperator(
  operator: Operator,
  left: Expression,
  right: Expression,
  operandTexts: readonly string[],
  context: CheckContext,
): { help?: string; fix?: string } {
  const withReplacement = (index: number, replacement: string): string => replaceSide(left, right, index, replacement, context)
  const [a, b] = [left.type, right.type]
  const textIndex = [a, b].findIndex(isText)
  const timeKind = [a.kind, b.kind].find((kind) => kind === 'timestamp' || kind === 'duration')
  if (textIndex >= 0 && timeKind !== undefined) {
    const isDurationText = /^["']-?(P|\d+(\.\d+)?(h|m|s|ms|us|ns))/.test(operandTexts[textIndex]!)
    if (!isArithmeticOperator(operator))
      return readText([left, right][textIndex]!, timeKind, (replacement) => withReplacement(textIndex, replacement), context)
    if (isDurationText) return { help: 'Read the text', fix: withReplacement(textIndex, `duration(${operandTexts[textIndex]})`) }
  }
  const intIndex = [left, right].findIndex(({ type }) => type.kind === 'int')
  if (
    intIndex >= 0 &&
    timeKind !== undefined &&
    (operator === '+' || operator === '-' || (timeKind === 'duration' && !isArithmeticOperator(operator)))
  ) {
    return { help: suggestUnits(operandTexts[intIndex]!) }
  }
  if (operator === '+' && isText(a) !== isText(b))
    return {
      help: 'Make both strings',
      fix: withReplacement(isText(a) ? 1 : 0, `string(${isText(a) ? operandTexts[1] : operandTexts[0]})`),
    }
  if (differInExactness(a, b))
    return {
      help: 'Make both exact',
      fix: withReplacement(a.kind === 'double' ? 0 : 1, `decimal(${a.kind === 'double' ? operandTexts[0] : operandTexts[1]})`),
    }
  return {}
}

/** A number without a unit may have any, so that no text replaces it; a large number is hardly one of days. */
function suggestUnits(text: string): string {
  const units = /^\d+$/.test(text) && Number(text) >= 1000 ? ['seconds', 'milliseconds'] : ['days', 'hours', 'minutes', 'seconds']
  return `Write the unit: ${joinWithOr(units.map((unit) => `${unit}(${text})`))}.`
}

/** The common type of alternatives, each widened to it; reports where they have none. */
export function joinBranches(
  alternatives: readonly Expression[],
  place: Place,
  context: CheckContext,
): readonly [Type, readonly Expression[]] {
  const exact = matchDecimals(alternatives)
  const type = exact.map((each) => each.type).reduce(joinTypes)
  if (
    lacksCommonType(
      type,
      exact.map((each) => each.type),
    )
  ) {
    if (context.sent === true && exact.every((each) => isSendable(each.type))) return [dynType, exact]
    const kinds = exact.map((each) => typeText(each.type)).join(' or ')
    reportProblem(context, 'mixed-types', place, `${spellPart(context, place)} would be ${kinds}: both sides of \`:\` have one type`)
    return [unknownType, exact]
  }
  return [type, exact.map((each) => widenTo(each, type))]
}

/** True if JSON has the value: no secret, no optional that may be left out, and no records that are not read yet. */
function isSendable(type: Type): boolean {
  const { kind } = withoutNull(type)
  return kind !== 'optional' && kind !== 'query' && !containsSecret(type)
}
