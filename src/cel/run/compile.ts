// Makes code of every kind of typed expression, from its parts up.

import { parseDecimal } from '../../base/decimal.ts'
import type { Expression, Literal } from '../expression.ts'
import type { Bindings, Value } from '../value.ts'
import { calculate, negate } from '../values/arithmetic.ts'
import { equalValues, lookUpKey } from '../values/equality.ts'
import { fail } from '../values/failure.ts'
import { foldValue, comparesFolded } from '../values/fold.ts'
import { hiddenValue, hide, isHidden } from '../values/hidden.ts'
import { isList, isMap, valueKindOf } from '../values/kind.ts'
import { compare } from '../values/order.ts'
import { spendOn } from '../values/size.ts'
import { compileHostQuery } from './ask.ts'
import { compileCall } from './call.ts'
import { type Code, type Frame, asBool, bindSlots, toFailure, locateFailure, evaluateUnlessHidden } from './code.ts'
import { compileList, compileMap } from './collections.ts'
import { compileMacro } from './macro.ts'
import { compileHas, compileIndex, compileSelect } from './selection.ts'

const none: Value = { kind: 'optional', value: undefined }

export function compileExpression(expression: Expression, frame: Frame): Code {
  return compileHostQuery(expression, frame, compileKind(expression, frame))
}

function compileKind(expression: Expression, frame: Frame): Code {
  switch (expression.kind) {
    case 'literal': {
      const value = toLiteralValue(expression.value)
      return () => value
    }
    case 'variable':
      return compileVariable(expression, frame)
    case 'records':
      return ({ host }) => Array.from(host.records(expression.resource))
    case 'select':
      return compileSelect(expression, frame)
    case 'has':
      return compileHas(expression, frame)
    case 'index':
      return compileIndex(expression, frame)
    case 'not': {
      const operand = frame.compile(expression.operand, frame)
      return locateFailure(expression, (run) => !asBool(operand(run)))
    }
    case 'negate': {
      const operand = frame.compile(expression.operand, frame)
      return locateFailure(expression, (run) => negate(operand(run)))
    }
    case 'and':
    case 'or':
      return locateFailure(expression, compileLogic(expression, frame))
    case 'binary':
      return locateFailure(expression, compileBinary(expression, frame))
    case 'conditional':
      return compileConditional(expression, frame)
    case 'list':
      return compileList(expression, frame)
    case 'map':
      return compileMap(expression, frame)
    case 'call':
      return locateFailure(expression, compileCall(expression, frame))
    case 'macro':
      return locateFailure(expression, compileMacro(expression, frame))
    case 'bind':
      return compileBind(expression, frame)
    case 'find':
      return compileFind(expression, frame)
  }
}

function toLiteralValue(literal: Literal): Value {
  if (literal === null || typeof literal !== 'object' || literal instanceof Uint8Array) return literal
  if ('uint' in literal) return { kind: 'uint', value: literal.uint }
  return 'decimal' in literal ? parseDecimal(literal.decimal)! : { kind: 'type', name: literal.typeName }
}

function compileVariable(expression: Extract<Expression, { kind: 'variable' }>, frame: Frame): Code {
  const { name } = expression
  const slot = frame.slots.get(name)
  if (slot !== undefined) return ({ locals }) => (locals[slot] === hiddenValue ? hide() : locals[slot]!)
  return locateFailure(expression, ({ bindings }) => {
    const value = bindings.get(name) ?? readMissing(bindings, name)
    return value === hiddenValue ? hide() : value
  })
}

function readMissing(bindings: Bindings, name: string): Value {
  return bindings.has(name) ? null : fail('unknown-name', `${name} has no value`)
}

/**
 * A side that decides alone absorbs a failure or a hidden value of the other. If neither decides, hidden takes precedence over a
 * failure.
 */
function compileLogic({ kind, left, right }: Extract<Expression, { kind: 'and' | 'or' }>, frame: Frame): Code {
  const [first, second] = [frame.compile(left, frame), frame.compile(right, frame)]
  const decidingValue = kind === 'or'
  return (run) => {
    try {
      const value = asBool(first(run))
      if (value === decidingValue) return decidingValue
    } catch (error) {
      const failure = toFailure(error)
      try {
        if (second(run) === decidingValue) return decidingValue
      } catch (other) {
        throw isHidden(failure) ? failure : other
      }
      throw failure
    }
    return asBool(second(run))
  }
}

function compileBinary({ operator, left, right }: Extract<Expression, { kind: 'binary' }>, frame: Frame): Code {
  const [a, b] = compileSides(operator, left, right, frame)
  switch (operator) {
    case '==':
      return (run) => equalValues(a(run), b(run))
    case '!=':
      return (run) => !equalValues(a(run), b(run))
    case '<':
      return (run) => compare(a(run), b(run)) < 0
    case '<=':
      return (run) => compare(a(run), b(run)) <= 0
    case '>':
      return (run) => compare(a(run), b(run)) > 0
    case '>=':
      return (run) => compare(a(run), b(run)) >= 0
    case 'in':
      return (run) => contains(b(run), a(run))
    default:
      return (run) => calculate(operator, a(run), b(run))
  }
}

/** Both sides, without case where either is a text that is compared so. */
function compileSides(operator: string, left: Expression, right: Expression, frame: Frame): readonly [Code, Code] {
  const [a, b] = [frame.compile(left, frame), frame.compile(right, frame)]
  if (!comparisonOperators.has(operator) || (!comparesFolded(left.type) && !comparesFolded(right.type))) return [a, b]
  return [(run) => foldValue(a(run)), (run) => foldValue(b(run))]
}

const comparisonOperators: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', 'in'])

function contains(collection: Value, item: Value): boolean {
  if (isList(collection)) {
    spendOn(collection)
    return collection.some((each) => equalValues(each, item))
  }
  if (isMap(collection)) return lookUpKey(collection, item) !== undefined
  return fail('no-overload', `\`in\` looks into a list or a map, and this is ${valueKindOf(collection)}`)
}

function compileConditional(expression: Extract<Expression, { kind: 'conditional' }>, frame: Frame): Code {
  const test = frame.compile(expression.test, frame)
  const then = frame.compile(expression.then, frame)
  const otherwise = frame.compile(expression.otherwise, frame)
  return locateFailure(expression, (run) => (asBool(test(run)) ? then(run) : otherwise(run)))
}

function compileBind({ name, value, body }: Extract<Expression, { kind: 'bind' }>, frame: Frame): Code {
  const argument = frame.compile(value, frame)
  const inner = bindSlots(frame, [name])
  const result = frame.compile(body, inner.frame)
  const slot = inner.slots[0]!
  return (run) => {
    run.locals[slot] = evaluateUnlessHidden(hiddenValue, argument, run)
    return result(run)
  }
}

function compileFind({ resource, by }: Extract<Expression, { kind: 'find' }>, frame: Frame): Code {
  const members = by.map(({ member, value }) => [member, frame.compile(value, frame)] as const)
  return (run) => {
    const record = run.host.find(resource, new Map(members.map(([member, value]) => [member, value(run)])))
    return record === undefined ? none : { kind: 'optional', value: record }
  }
}
