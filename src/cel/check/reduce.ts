// Infers the type of `reduce`: the sum has one type at the start and after each step.

import { withoutBounds } from '../bounds.ts'
import type { Expression, Macro } from '../expression.ts'
import { isAssignable, joinTypes, lacksCommonType, stringType } from '../fits.ts'
import type { Syntax } from '../syntax.ts'
import { typeText } from '../type-text.ts'
import type { Type } from '../type.ts'
import { asDecimal, conform, widenTo } from './conform.ts'
import { type CheckContext, bindTypes, reportProblem, spellPart } from './context.ts'
import { withoutFacts } from './narrowing.ts'

type Call = Extract<Syntax, { kind: 'call' }>

/** A macro with its bodies, which are not typed yet. */
export type MacroParts = {
  readonly macro: Macro
  readonly range: Expression
  readonly names: readonly string[]
  readonly types: readonly Type[]
  readonly bodies: readonly Syntax[]
  readonly syntax: Call
  readonly context: CheckContext
  /** True if the results are sent as JSON. */
  readonly sent: boolean
}

export type MacroExpression = Omit<Extract<Expression, { kind: 'macro' }>, 'start' | 'end'>

/** A reduction whose sum has the expected type from its start. */
export function reduceTo(expected: Type, { macro, range, names, types, bodies, context }: MacroParts): MacroExpression {
  const type = sumType(expected)
  const pairs = [
    [names[0]!, type],
    [names[1]!, types[1]!],
  ] as const
  const step = context.infer(bodies[0]!, bindTypes(context, pairs, withoutFacts(context.facts, names)))
  const start = context.infer(bodies[1]!, context)
  return {
    kind: 'macro',
    name: macro,
    range,
    variables: names,
    arguments: [conform(step, type, context), conform(start, type, context)],
    type,
  }
}

/** The type of the sum joins the types of start and step: the step is typed with the start's type, then checked with the joined type. */
export function inferReduce({ macro, range, names, types, bodies, context }: MacroParts): MacroExpression {
  const [sum, item] = names as [string, string]
  const written = context.infer(bodies[1]!, context)
  const facts = withoutFacts(context.facts, names)
  const step = (type: Type, report: CheckContext['report']): Expression =>
    context.infer(bodies[0]!, {
      ...bindTypes(
        context,
        [
          [sum, type],
          [item, types[1]!],
        ],
        facts,
      ),
      report,
    })
  // A fractional literal starts a sum of decimals unless the items are doubles.
  const exactStart = step(sumType(written.type), () => {}).type.kind === 'unknown' ? asDecimal(written) : undefined
  const start = exactStart ?? written
  const firstStep = step(sumType(start.type), () => {})
  let type = joinTypes(sumType(start.type), firstStep.type)
  let body = step(type, () => {})
  if (!isAssignable(body.type, type))
    type = body.type.kind === 'decimal' && type.kind === 'decimal' ? { kind: 'decimal' } : joinTypes(type, body.type)
  body = conform(step(type, context.report), type, context)
  if (lacksCommonType(type, [start.type, firstStep.type])) {
    reportProblem(
      context,
      'mixed-types',
      bodies[0]!,
      `${spellPart(context, bodies[0]!)} is ${typeText(firstStep.type)}, and the sum starts as ${typeText(start.type)}`,
    )
  }
  return { kind: 'macro', name: macro, range, variables: names, arguments: [body, widenTo(start, type)], type }
}

/** The type of a start value, without facts that hold only for that value: its text and its bounds. */
function sumType(type: Type): Type {
  return type.kind === 'enum' ? stringType : withoutBounds(type)
}
