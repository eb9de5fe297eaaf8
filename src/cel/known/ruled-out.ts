// Decides whether facts at a place prove that an expression cannot fail.

import { isZoneText } from '../../base/calendar.ts'
import { compileRe2 } from '../../base/pattern.ts'
import { parseDate } from '../../base/time.ts'
import type { Expression } from '../expression.ts'
import { isText, withoutNull } from '../fits.ts'
import { canFormat } from '../library/format.ts'
import { maxRangeLength } from '../library/lists.ts'
import type { Bounds, TextForm } from '../type.ts'
import { isAtMostSize } from './at-most.ts'
import { findContentKey, makeItemKey, findFactKey, makeMemberKey } from './key.ts'
import { type Known, findFact, findForms } from './known.ts'
import { argumentsOf, isNatural, computeBounds, computeSizeRange } from './range.ts'
import { canReadAll } from './text.ts'
import { zonedFunctions } from '../library/times.ts'

export function cannotFail(expression: Expression, known: Known): boolean {
  switch (expression.kind) {
    case 'binary':
      return expression.operator === '/' || expression.operator === '%'
        ? computeBounds(expression.right, known).nonZero === true
        : staysInRange(expression, known)
    case 'negate':
      return staysInRange(expression, known)
    case 'select': {
      const operand = findFactKey(expression.operand, known)
      return (
        isLiteralKey(expression.operand, expression.member) ||
        (operand !== undefined && findFact(makeMemberKey(operand, expression.member), known)?.isPresent === true)
      )
    }
    case 'index':
      return isItem(expression, known)
    case 'call':
      return cannotCallFail(expression, known)
    default:
      return false
  }
}

const maxInt = 2n ** 63n - 1n
const maxDouble = 10n ** 308n

/** True if the operands' bounds keep a result within 64 bits, or a product of doubles finite. */
function staysInRange(
  expression: Extract<Expression, { kind: 'binary' }> | Extract<Expression, { kind: 'negate' | 'not' }>,
  known: Known,
): boolean {
  if (expression.type.kind === 'int') {
    const { least, most } = computeBounds(expression, known)
    return least !== undefined && most !== undefined && least >= -maxInt && most <= maxInt
  }
  if (expression.kind !== 'binary' || expression.type.kind !== 'double') return false
  const [left, right] = [expression.left, expression.right].map((factor) => computeMagnitude(computeBounds(factor, known)))
  return left !== undefined && right !== undefined && left * right <= maxDouble
}

/** The greatest absolute value; undefined without bounds. */
function computeMagnitude({ least, most }: Bounds): bigint | undefined {
  if (least === undefined || most === undefined) return undefined
  return -least > most ? -least : most
}

/** True if the map comes from a literal that always has the key. */
function isLiteralKey(map: Expression, key: string): boolean {
  const type = withoutNull(map.type)
  const member = type.kind === 'map' ? type.members?.get(key) : undefined
  return member !== undefined && member.optional !== true
}

function isItem({ operand, index }: Extract<Expression, { kind: 'index' }>, known: Known): boolean {
  if (withoutNull(operand.type).kind === 'list') {
    return index.type.kind === 'int' && isNatural(computeBounds(index, known)) && isAtMostSize(index, operand, -1n, known)
  }
  if (index.kind === 'literal' && typeof index.value === 'string' && isLiteralKey(operand, index.value)) return true
  const [key, indexKey] = [findFactKey(operand, known), findFactKey(index, known)]
  return key !== undefined && indexKey !== undefined && findFact(makeItemKey(key, indexKey), known)?.isPresent === true
}

type Call = Extract<Expression, { kind: 'call' }>

const minInstant = -62135596800n
const maxInstant = 253402300799n

function cannotCallFail(call: Call, known: Known): boolean {
  const operands = argumentsOf(call)
  const [first, second, third] = operands
  if (first === undefined) return false
  const forms = (text: Expression | undefined): readonly TextForm[] => (text && findForms(text, known)) ?? [{}]
  switch (call.name) {
    case 'value':
      return [findFactKey(first, known), findContentKey(first, known)].some((key) => findFact(key, known)?.isPresent === true)
    case 'charAt':
    case 'indexOf':
    case 'lastIndexOf':
      return isValidPosition(operands.at(-1)!, first, known)
    case 'substring':
    case 'slice':
      return (
        second !== undefined &&
        isValidPosition(second, first, known) &&
        (third === undefined || (isValidPosition(third, first, known) && endsAfterStart(second, third, first, known)))
      )
    case 'min':
    case 'max':
    case 'math.least':
    case 'math.greatest':
      return (computeSizeRange(first, known).least ?? 0n) > 0n
    case 'lists.range': {
      const { most } = computeBounds(first, known)
      return most !== undefined && most <= maxRangeLength
    }
    case 'flatten':
    case 'math.bitShiftLeft':
    case 'math.bitShiftRight':
      return second !== undefined && isNatural(computeBounds(second, known))
    case 'base64.decode':
      return forms(first).every((form) => form.text === undefined && form.format === 'byte')
    case 'matches':
      return forms(second).every(({ text }) => text !== undefined && compileRe2(text).problem === undefined)
    case 'format': {
      const [form] = forms(first)
      return (
        form?.text !== undefined &&
        forms(first).length === 1 &&
        second?.kind === 'list' &&
        second.items.every(({ optional }) => !optional) &&
        canFormat(
          form.text,
          second.items.map(({ value }) => value.type),
        )
      )
    }
    case 'int':
    case 'uint':
    case 'double':
    case 'decimal':
    case 'bool':
    case 'timestamp':
    case 'duration':
      return isText(first.type) ? canReadAll(call.name, first, known) : isInRange(call.name, first, known)
    case 'startOfDay':
      return (!isText(first.type) || forms(first).every(isDate)) && (second === undefined || forms(second).every(isZone))
    default:
      return zonedFunctions.has(call.name) && operands.length > 1 && forms(operands.at(-1)!).every(isZone)
  }
}

function isZone(form: TextForm): boolean {
  return form.text === undefined ? form.format === 'time-zone' : isZoneText(form.text)
}

function isDate(form: TextForm): boolean {
  return form.text === undefined ? form.format === 'date' : parseDate(form.text) !== undefined
}

function isValidPosition(index: Expression, collection: Expression, known: Known): boolean {
  return isNatural(computeBounds(index, known)) && isAtMostSize(index, collection, 0n, known)
}

/** True if a part ends no earlier than it begins. */
function endsAfterStart(from: Expression, to: Expression, collection: Expression, known: Known): boolean {
  const [{ most }, { least }] = [computeBounds(from, known), computeBounds(to, known)]
  if (most !== undefined && least !== undefined && most <= least) return true
  const [start, end] = [findFactKey(from, known), findFactKey(to.kind === 'binary' && to.operator === '+' ? to.left : to, known)]
  if (start !== undefined && start.text === end?.text) return to.kind !== 'binary' || isNatural(computeBounds(to.right, known))
  const size = findFactKey(collection, known)
  return size !== undefined && end?.text === `size(${size.text})` && to.kind === 'call'
}

/** True if the conversion of a number cannot leave the range of its result type. */
function isInRange(name: string, number: Expression, known: Known): boolean {
  const { least, most } = computeBounds(number, known)
  const isWithin = (from: bigint, to: bigint): boolean => least !== undefined && most !== undefined && least >= from && most <= to
  switch (name) {
    case 'int':
      return isWithin(-(2n ** 62n), 2n ** 62n)
    case 'uint':
      return isWithin(0n, 2n ** 62n)
    case 'timestamp':
      return isWithin(minInstant, maxInstant)
    default:
      return name === 'decimal' && isFinite(number)
  }
}

/** A number from a document or a request is finite, and so are computations with finite numbers; a text may spell infinity. */
function isFinite(number: Expression): boolean {
  switch (number.kind) {
    case 'literal':
    case 'variable':
    case 'select':
    case 'index':
      return true
    case 'negate':
      return isFinite(number.operand)
    case 'binary':
      return isFinite(number.left) && isFinite(number.right)
    case 'conditional':
      return isFinite(number.then) && isFinite(number.otherwise)
    default:
      return false
  }
}
