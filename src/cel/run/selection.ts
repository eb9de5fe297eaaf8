// Runs `a.b`, `a.?b`, `a[b]`, `a[?b]` and `has(a.b)`, on records, objects, maps, lists and optionals of them.

import type { Expression } from '../expression.ts'
import type { Type } from '../type.ts'
import type { Host, Value } from '../value.ts'
import { isNumber, lookUpKey } from '../values/equality.ts'
import { fail } from '../values/failure.ts'
import { hiddenValue, hide, isHidden } from '../values/hidden.ts'
import { isList, isMap, kindOf } from '../values/kind.ts'
import { type Code, type Frame, locateFailure, evaluateUnlessHidden } from './code.ts'

const none: Value = { kind: 'optional', value: undefined }

/** The member of a value; undefined if absent. */
function memberOf(value: Value, member: string, host: Host, by: 'name' | 'path'): Value | undefined {
  if (isMap(value)) {
    const found = value.get(member) as Value | undefined
    return found === hiddenValue ? hide() : found
  }
  if (value !== null && typeof value === 'object' && 'kind' in value && value.kind === 'record') return host.property(value, member, by)
  return fail('no-overload', `${kindOf(value)} has no members`)
}

/** The content of an optional; any other value unchanged. */
function open(value: Value): Value | undefined {
  return value !== null && typeof value === 'object' && 'kind' in value && value.kind === 'optional' ? value.value : value
}

/** True if null counts as absent for an optional, which is so for every nullable type. */
function nullIsNone(type: Type): boolean {
  const inner = type.kind === 'nullable' || type.kind === 'optional' ? type.of : type
  if (inner.kind === 'list') return inner.element.kind === 'nullable'
  return inner.kind === 'map' ? inner.value.kind === 'nullable' : inner.kind === 'object' || inner.kind === 'record'
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
  const declared = isDeclared(expression.operand.type)
  const throughNull = expression.operand.type.kind === 'nullable'
  const skipsNull = nullIsNone(expression.operand.type)
  return locateFailure(expression, (run) => {
    const value = optional ? evaluateUnlessHidden(none, operand, run) : operand(run)
    const inner = open(value)
    const lifted = optional || inner !== value
    if (inner === undefined || (inner === null && throughNull)) return lifted ? none : null
    const result = lifted ? shownMember(inner, member, run.host, by) : memberOf(inner, member, run.host, by)
    if (!lifted) return result ?? absent(result, declared, member)
    return result === undefined || (result === null && skipsNull) ? none : { kind: 'optional', value: result }
  })
}

/** The member of a value for an optional: a hidden member counts as absent. */
function shownMember(value: Value, member: string, host: Host, by: 'name' | 'path'): Value | undefined {
  try {
    return memberOf(value, member, host, by)
  } catch (error) {
    if (isHidden(error)) return undefined
    throw error
  }
}

function absent(found: null | undefined, declared: boolean, member: string): Value {
  return found === null || declared ? null : fail('no-key', `there is no ${member}`)
}

export function compileHas(expression: Extract<Expression, { kind: 'has' }>, frame: Frame): Code {
  const { member, settlesNull } = expression
  const by = expression.operand.kind === 'variable' ? 'name' : 'path'
  const operand = frame.compile(expression.operand, frame)
  return locateFailure(expression, (run) => {
    const value = evaluateUnlessHidden(undefined, operand, run)
    const inner = value === undefined ? undefined : open(value)
    const result = inner === undefined ? undefined : shownMember(inner, member, run.host, by)
    return result !== undefined && !(settlesNull && result === null)
  })
}

export function compileIndex(expression: Extract<Expression, { kind: 'index' }>, frame: Frame): Code {
  const operand = frame.compile(expression.operand, frame)
  const index = frame.compile(expression.index, frame)
  const { optional } = expression
  const skipsNull = nullIsNone(expression.operand.type)
  return locateFailure(expression, (run) => {
    const value = optional ? evaluateUnlessHidden(none, operand, run) : operand(run)
    const inner = open(value)
    const lifted = optional || inner !== value
    const at = optional ? evaluateUnlessHidden(undefined, index, run) : index(run)
    const result = inner === undefined || at === undefined ? undefined : itemOf(inner, at)
    if (lifted) return result === undefined || (result === null && skipsNull) ? none : { kind: 'optional', value: result }
    if (result !== undefined) return result
    return isList(inner!) ? fail('index', 'the list has no item at that position') : fail('no-key', 'there is no such key')
  })
}

function itemOf(value: Value, at: Value): Value | undefined {
  if (isList(value)) return value[positionOf(at)]
  if (isMap(value)) return lookUpKey(value, at)
  return fail('no-overload', `${kindOf(value)} has no items`)
}

/** Any number that is whole names a position. */
function positionOf(at: Value): number {
  if (!isNumber(at)) return fail('no-overload', `${kindOf(at)} is not a position in a list`)
  const position = typeof at === 'object' ? (at.kind === 'uint' ? Number(at.value) : NaN) : Number(at)
  return Number.isInteger(position) ? position : fail('index', 'a position in a list is a whole number')
}
