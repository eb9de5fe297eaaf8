// Infers the type of every kind of expression, bottom-up. Larger cases have their own files.

import type { Expression } from '../expression.ts'
import { bool, double, intType, isOpen, withoutNull } from '../fits.ts'
import type { LiteralValue, Syntax } from '../syntax.ts'
import type { Type } from '../type.ts'
import { typeText } from '../type-text.ts'
import { inferCall } from './calls.ts'
import { inferList, inferMap } from './collections.ts'
import { reportNullable } from './mismatch.ts'
import { type CheckContext, reportProblem, spellPart, withoutSent } from './context.ts'
import { combineFacts, hasFact, listFactsAfter, printFactPath } from './narrowing.ts'
import { inferName } from './names.ts'
import { joinBranches, inferBinary, inferNegate } from './operators.ts'
import { inferIndex, inferSelect } from './selection.ts'

export function infer(syntax: Syntax, context: CheckContext): Expression {
  return narrow(inferKind(syntax, isSentInParts(syntax) ? context : withoutSent(context)), context)
}

/** True if the value has values of its parts, unchanged; macros are such calls. */
function isSentInParts({ kind }: Syntax): boolean {
  return kind === 'conditional' || kind === 'list' || kind === 'map' || kind === 'call'
}

/** Removes null from the type if an earlier test excluded it. */
function narrow(expression: Expression, context: CheckContext): Expression {
  if (expression.type.kind !== 'nullable' || !hasFact(context.facts, printFactPath(expression))) return expression
  return { ...expression, type: expression.type.of }
}

function inferKind(syntax: Syntax, context: CheckContext): Expression {
  switch (syntax.kind) {
    case 'literal':
      return inferLiteral(syntax)
    case 'name':
      return inferName(syntax, context)
    case 'select':
      return inferSelect(syntax, context)
    case 'index':
      return inferIndex(syntax, context)
    case 'call':
      return inferCall(syntax, context)
    case 'not': {
      const { start, end } = syntax
      return { kind: 'not', operand: inferCondition(syntax.operand, context), type: bool, start, end }
    }
    case 'negate':
      return inferNegate(syntax, context)
    case 'and':
    case 'or':
      return inferLogic(syntax, context)
    case 'binary':
      return inferBinary(syntax, context)
    case 'conditional':
      return inferConditional(syntax, context)
    case 'list':
      return inferList(syntax, context)
    case 'map':
      return inferMap(syntax, context)
  }
}

function inferLiteral({ value, text, start, end }: Extract<Syntax, { kind: 'literal' }>): Expression {
  const type = typeOfLiteral(value)
  return type.kind === 'double' ? { kind: 'literal', value, written: text, type, start, end } : { kind: 'literal', value, type, start, end }
}

function typeOfLiteral(value: LiteralValue): Type {
  switch (typeof value) {
    case 'boolean':
      return bool
    case 'bigint':
      return BigInt.asIntN(54, value) === value ? intType : { kind: 'int', wide: true }
    case 'number':
      return double
    case 'string':
      return { kind: 'enum', values: [value], written: true }
    default:
      if (value === null) return { kind: 'null' }
      return { kind: value instanceof Uint8Array ? 'bytes' : 'uint' }
  }
}

/** Infers a part that must be a bool. */
function inferCondition(syntax: Syntax, context: CheckContext): Expression {
  const expression = infer(syntax, context)
  const { type } = expression
  if (type.kind === 'bool' || isOpen(type)) return expression
  if (withoutNull(type).kind === 'bool') reportNullable(expression, 'a condition is true or false', context)
  else
    reportProblem(
      context,
      'not-a-bool',
      expression,
      `${spellPart(context, expression)} is ${typeText(type)}, and a condition is true or false`,
    )
  return { ...expression, type: { kind: 'unknown' } }
}

/** The right side is evaluated only if the left side does not decide, so the facts of that outcome hold in it. */
function inferLogic(syntax: Extract<Syntax, { kind: 'and' | 'or' }>, context: CheckContext): Expression {
  const left = inferCondition(syntax.left, context)
  const facts = combineFacts(context.facts, listFactsAfter(left, syntax.kind === 'and'))
  const right = inferCondition(syntax.right, { ...context, facts })
  return { kind: syntax.kind, left, right, type: bool, start: syntax.start, end: syntax.end }
}

function inferConditional(syntax: Extract<Syntax, { kind: 'conditional' }>, context: CheckContext): Expression {
  const test = inferCondition(syntax.test, withoutSent(context))
  const then = infer(syntax.then, { ...context, facts: combineFacts(context.facts, listFactsAfter(test, true)) })
  const otherwise = infer(syntax.otherwise, { ...context, facts: combineFacts(context.facts, listFactsAfter(test, false)) })
  const [type, alternatives] = joinBranches([then, otherwise], syntax, context)
  return { kind: 'conditional', test, then: alternatives[0]!, otherwise: alternatives[1]!, type, start: syntax.start, end: syntax.end }
}
