// The context in which a part of an expression is checked: names, tested facts, and the sink of problems.

import { unknownType } from '../fits.ts'
import type { Expression } from '../expression.ts'
import type { ExpressionProblem, ProblemKind } from '../problem.ts'
import type { Syntax } from '../syntax.ts'
import type { Scope, Type } from '../type.ts'
import type { TestedFacts } from './narrowing.ts'

/** The text that is checked, and the function that takes its problems. */
export type Reporting = {
  readonly text: string
  readonly report: (problem: ExpressionProblem) => void
}

export type CheckContext = Reporting & {
  readonly scope: Scope
  /** Variables that macros around this place have bound. */
  readonly locals: ReadonlyMap<string, Type>
  /** Facts tested on every path to this place. */
  readonly facts: TestedFacts
  /** Variables whose members may be selected even if the variable is null; the result is then null. */
  readonly throughNull: ReadonlySet<string>
  /** The texts that a bare name may represent: the possible values, or an empty list if they are unknown. */
  readonly texts?: readonly string[]
  /** True if the result is sent as JSON: alternatives may then have different types. */
  readonly sent?: boolean
  /** Checks a part; passed along, since every kind of expression has parts of every kind. */
  readonly infer: (syntax: Syntax, context: CheckContext) => Expression
}

type Place = { readonly start: number; readonly end: number }

type ProblemDetails = Partial<Pick<ExpressionProblem, 'help' | 'suggestions' | 'fix' | 'of' | 'ofRecord' | 'unknown'>>

export function reportProblem(context: Reporting, kind: ProblemKind, place: Place, message: string, details: ProblemDetails = {}): void {
  context.report({ kind, message, start: place.start, end: place.end, ...details })
}

/** The author's spelling of a part, on one line and not too long, between backticks. */
export function spellPart(context: Reporting, { start, end }: Place): string {
  const partText = context.text.slice(start, end).replace(/\s+/g, ' ')
  return `\`${partText.length > 60 ? `${partText.slice(0, 59)}…` : partText}\``
}

/** Replaces a part that has a reported mistake; its type suppresses mistakes that only follow from it. */
export function makeMistakenExpression({ start, end }: Place): Expression {
  return { kind: 'literal', value: null, type: unknownType, start, end }
}

/** The context of a part whose value decides something, or is used further. */
export function withoutSent(context: CheckContext): CheckContext {
  return context.sent === true ? { ...context, sent: false } : context
}

/** The context inside a macro that binds names. */
export function bindTypes(context: CheckContext, names: readonly (readonly [string, Type])[], facts: TestedFacts): CheckContext {
  return { ...context, locals: new Map([...context.locals, ...names]), facts }
}
