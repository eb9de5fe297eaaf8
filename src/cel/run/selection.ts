// Runs `a.b`, `a.?b`, `a[b]`, `a[?b]` and `has(a.b)`, on records, objects, maps, lists and optionals of them.

import type { Expression } from '../expression.ts'
import type { Type } from '../type.ts'
import type { Host, Value } from '../value.ts'
import { isNumber, lookUpKey } from '../values/equality.ts'
import { fail } from '../values/failure.ts'
import { hiddenValue, hide, isHidden } from '../values/hidden.ts'
import { isList, isMap, valueKindOf } from '../values/kind.ts'
import { type Code, type Frame, locateFailure, evaluateUnlessHidden } from './code.ts'

const none: Value = { kind: 'optional', value: undefined }

/** The member of a value; undefined if absent. */
function findMember(value: Value, member: string, host: Host, by: 'name' | 'path'): Value | undefined {
  if (isMap(value)) {
    const memberValue = value.get(member) as Value | undefined
    return memberValue === hiddenValue ? hide() : memberValue
  }
  if (value !== null && typeof value === 'object' && 'kind' in value && value.kind === 'record') return host.property(value, member, by)
  return fail('no-overload', `${valueKindOf(value)} has no members`)
}

/** The content of an optional; any other value unchanged. */
function unwrapOptional(value: Value): Value | undefined {
  return value !== null && typeof value === 'object' && 'kind' in value && value.kind === 'optional' ? value.value : value
}

/** True if null counts as absent for an optional, which is so for every nullable type. */
function isNullAbsent(type: Type): boolean {
  const content = type.kind === 'nullable' || type.kind === 'optional' ? type.of : type
  if (content.kind === 'list') return content.element.kind === 'nullable'
  return content.kind === 'map' ? content.value.kind === 'nullable' : content.kind === 'object' || content.kind === 'record'
}

/** Named members may be declared and absent, which reads as null; a key that a map lacks is a failure. */
function isDeclared(type: Type): boolean {
  const { kind } = type.kind === 'nullable' || type.kind === 'optional' ? type.of : type
  return kind === 'object' || kind === 'record'
}

export function compileSelect(expression: Extract<Expression, { kind: 'select' }>, frame: Frame): Code {
  const { member, optional } = expression
  const operand = frame.compile(expression.operand, frame)
  const by = expression.operand.kind === 'variable' ? 'name' : 'path'
  const isDeclaredMember = isDeclared(expression.operand.type)
  const throughNull = expression.operand.type.kind === 'nullable'
  const treatsNullAsAbsent = isNullAbsent(expression.operand.type)
  return locateFailure(expression, (run) => {
    const value = optional ? evaluateUnlessHidden(none, operand, run) : operand(run)
    const content = unwrapOptional(value)
    const isOptional = optional || content !== value
    if (content === undefined || (content === null && throughNull)) return isOptional ? none : null
    const result = isOptional ? findVisibleMember(content, member, run.host, by) : findMember(content, member, run.host, by)
    if (!isOptional) return result ?? resolveAbsentMember(result, isDeclaredMember, member)
    return result === undefined || (result === null && treatsNullAsAbsent) ? none : { kind: 'optional', value: result }
  })
}

/** The member of a value for an optional: a hidden member counts as absent. */
function findVisibleMember(value: Value, member: string, host: Host, by: 'name' | 'path'): Value | undefined {
  try {
    return findMember(value, member, host, by)
  } catch (error) {
    if (isHidden(error)) return undefined
    throw error
  }
}

function resolveAbsentMember(memberValue: null | undefined, isDeclaredMember: boolean, member: string): Value {
  return memberValue === null || isDeclaredMember ? null : fail('no-key', `there is no ${member}`)
}

export function compileHas(expression: Extract<Expression, { kind: 'has' }>, frame: Frame): Code {
  const { member, settlesNull } = expression
  const by = expression.operand.kind === 'variable' ? 'name' : 'path'
  const operand = frame.compile(expression.operand, frame)
  return locateFailure(expression, (run) => {
    const value = evaluateUnlessHidden(undefined, operand, run)
    const content = value === undefined ? undefined : unwrapOptional(value)
    const result = content === undefined ? undefined : findVisibleMember(content, member, run.host, by)
    return result !== undefined && !(settlesNull && result === null)
  })
}

export function compileIndex(expression: Extract<Expression, { kind: 'index' }>, frame: Frame): Code {
  const operand = frame.compile(expression.operand, frame)
  const index = frame.compile(expression.index, frame)
  const { optional } = expression
  const treatsNullAsAbsent = isNullAbsent(expression.operand.type)
  return locateFailure(expression, (run) => {
    const value = optional ? evaluateUnlessHidden(none, operand, run) : operand(run)
    const content = unwrapOptional(value)
    const isOptional = optional || content !== value
    const indexValue = optional ? evaluateUnlessHidden(undefined, index, run) : index(run)
    const result = content === undefined || indexValue === undefined ? undefined : findItem(content, indexValue)
    if (isOptional) return result === undefined || (result === null && treatsNullAsAbsent) ? none : { kind: 'optional', value: result }
    if (result !== undefined) return result
    return isList(content!) ? fail('index', 'the list has no item at that position') : fail('no-key', 'the map has no such key')
  })
}

function findItem(value: Value, index: Value): Value | undefined {
  if (isList(value)) return value[toPosition(index)]
  if (isMap(value)) return lookUpKey(value, index)
  return fail('no-overload', `${valueKindOf(value)} has no items`)
}

/** Any number that is whole names a position. */
function toPosition(index: Value): number {
  if (!isNumber(index)) return fail('no-overload', `${valueKindOf(index)} is not a position in a list`)
  const ofObject = typeof index === 'object' && index.kind === 'uint' ? Number(index.value) : NaN
  const position = typeof index === 'object' ? ofObject : Number(index)
  return Number.isInteger(position) ? position : fail('index', 'a position in a list is a whole number')
}
