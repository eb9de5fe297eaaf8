// Runs a checked expression over bindings and records. It defines the meaning of expressions; SQL must agree with it.

import type { Expression } from './expression.ts'
import { type Code, type Frame } from './run/code.ts'
import { compileExpression } from './run/compile.ts'
import type { Bindings, Host, Value } from './value.ts'

export { EvaluationError } from './values/failure.ts'

const topFrame: Frame = { slots: new Map(), depth: 0, compile: compileExpression }

/** Each expression is compiled once; its code lives as long as the expression. */
const codes = new WeakMap<Expression, Code>()

/**
 * The value of an expression. Throws only an `EvaluationError`, if a checked expression still fails: an index
 * outside of a list, a conversion, an overflow, a division by zero.
 */
export function evaluate(expression: Expression, bindings: Bindings, host: Host): Value {
  let code = codes.get(expression)
  if (code === undefined) {
    code = compileExpression(expression, topFrame)
    codes.set(expression, code)
  }
  return code({ bindings, host, locals: [] })
}
