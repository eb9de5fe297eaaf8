// The types that operators accept, and the types of their results.

import { makeBounds, withoutBounds } from '../bounds.ts'
import { double, isNumeric, isOpen, isText, joinTypes, lacksCommonType, combineScales, stringType, withoutNull } from '../fits.ts'
import type { Operator } from '../expression.ts'
import type { Bounds, Type } from '../type.ts'

export function isArithmeticOperator(operator: Operator): operator is '+' | '-' | '*' | '/' | '%' {
  return '+-*/%'.includes(operator)
}

export function inferResultType(operator: '+' | '-' | '*' | '/' | '%', a: Type, b: Type): Type | undefined {
  if (isOpen(a) || isOpen(b)) return { kind: 'dyn' }
  if (isNumeric(a) && isNumeric(b)) return inferNumericResult(operator, a, b)
  if (operator === '+' && isText(a) && isText(b)) return stringType
  if (operator === '+' && a.kind === 'bytes' && b.kind === 'bytes') return a
  if (operator === '+' && a.kind === 'list' && b.kind === 'list') {
    const list = joinTypes(a, b)
    return lacksCommonType(list, [a, b]) ? undefined : ({ ...withoutBounds(list), ...sumOf(a, b) } as Type)
  }
  if (operator === '+' || operator === '-') return timeResult(operator, a.kind, b.kind)
  return undefined
}

type ListType = Extract<Type, { kind: 'list' }>

/** The number of items of two lists together. */
function sumOf(a: ListType, b: ListType): { bounds?: Bounds } {
  const [leftMost, rightMost] = [a.bounds?.most, b.bounds?.most]
  return makeBounds(
    (a.bounds?.least ?? 0n) + (b.bounds?.least ?? 0n),
    leftMost === undefined || rightMost === undefined ? undefined : leftMost + rightMost,
  )
}

function inferNumericResult(operator: '+' | '-' | '*' | '/' | '%', a: Type, b: Type): Type | undefined {
  const kinds = new Set([a.kind, b.kind])
  if (kinds.has('uint')) return kinds.size === 1 ? a : undefined
  if (operator === '%') return kinds.size === 1 && kinds.has('int') ? withoutBounds(joinTypes(a, b)) : undefined
  if (kinds.has('decimal')) return kinds.has('double') || operator === '/' ? undefined : inferDecimalResult(operator, a, b)
  return kinds.has('double') ? double : withoutBounds(joinTypes(a, b))
}

function inferDecimalResult(operator: '+' | '-' | '*', a: Type, b: Type): Type {
  const scale = (type: Type): number | undefined => (type.kind === 'decimal' ? type.scale : 0)
  return { kind: 'decimal', ...combineScales(scale(a), scale(b), operator === '*' ? (x, y) => x + y : Math.max) }
}

function timeResult(operator: '+' | '-', a: Type['kind'], b: Type['kind']): Type | undefined {
  if (a === 'duration' && b === 'duration') return { kind: 'duration' }
  if (a === 'timestamp' && b === 'duration') return { kind: 'timestamp' }
  if (operator === '+') return a === 'duration' && b === 'timestamp' ? { kind: 'timestamp' } : undefined
  return a === 'timestamp' && b === 'timestamp' ? { kind: 'duration' } : undefined
}

const orderedKinds = new Set(['bool', 'bytes', 'timestamp', 'duration'])

export function isComparable(a: Type, b: Type): boolean {
  if (isOpen(a) || isOpen(b) || (isText(a) && isText(b))) return true
  if (isNumeric(a) && isNumeric(b)) return !differInExactness(a, b)
  return a.kind === b.kind && orderedKinds.has(a.kind)
}

/** True for a double beside a decimal: a double is an approximation, so the comparison hides a mistake. */
export function differInExactness(a: Type, b: Type): boolean {
  return (a.kind === 'decimal' && b.kind === 'double') || (a.kind === 'double' && b.kind === 'decimal')
}

export function isEquatable(a: Type, b: Type): boolean {
  if (isOpen(a) || isOpen(b) || (isText(a) && isText(b))) return true
  // An expression has only one of the two ways to be absent.
  if (a.kind === 'null' || b.kind === 'null') return a.kind !== 'optional' && b.kind !== 'optional'
  if (isNumeric(a) && isNumeric(b)) return !differInExactness(a, b)
  if (a.kind === 'record' && b.kind === 'record') return a.resource === b.resource
  if (a.kind === 'query' || b.kind === 'query') return false
  if (a.kind === 'list' && b.kind === 'list') return isEquatable(withoutNull(a.element), withoutNull(b.element))
  if (a.kind === 'map' && b.kind === 'map') return isEquatable(a.key, b.key) && isEquatable(withoutNull(a.value), withoutNull(b.value))
  if (a.kind === 'optional' && b.kind === 'optional') return isEquatable(withoutNull(a.of), withoutNull(b.of))
  return a.kind === b.kind || (a.kind === 'object' && b.kind === 'map') || (a.kind === 'map' && b.kind === 'object')
}
