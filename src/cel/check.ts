// Checks an expression: parses text and types it within a scope, or returns every problem. Never throws.

import { BoundedCache } from '../base/bounded-cache.ts'
import { conform } from './check/conform.ts'
import type { CheckContext } from './check/context.ts'
import { infer } from './check/infer.ts'
import { type TestedFacts, combineFacts, listFactsAfter, noFacts } from './check/narrowing.ts'
import { withExpectedTexts } from './check/operators.ts'
import { withRemedies } from './check/remedy.ts'
import { listCalledNames, createExpansion, isTooLarge } from './expansion.ts'
import type { Expression } from './expression.ts'
import { type Parsed, parse } from './parse.ts'
import type { ExpressionProblem } from './problem.ts'
import type { Syntax } from './syntax.ts'
import type { Scope, Type } from './type.ts'

export type { ExpressionProblem, ProblemKind } from './problem.ts'

export type Checked =
  | { readonly expression: Expression; readonly problems: readonly [] }
  | { readonly expression?: undefined; readonly problems: readonly ExpressionProblem[] }

export type CheckOptions = {
  /** Conditions that hold before this expression: tests of a guard or `require` count as tests in it. */
  readonly assumed?: readonly Expression[]
  /** Variables that may be null and are selected through as null, as rules do through `caller`. */
  readonly throughNull?: ReadonlySet<string>
  /** True if the value is sent as JSON: alternatives may then have different types. */
  readonly sent?: boolean
  /** The expression's place in `text`, if it is not the whole text. */
  readonly start?: number
  readonly end?: number
}

/** An editor checks the same expressions at each keystroke, and a document repeats many: their trees stay the same. */
const parsedExpressions = new BoundedCache<Parsed>(4000)
const maxCachedLength = 500

function parseOnce(text: string): Parsed {
  const known = parsedExpressions.get(text)
  if (known !== undefined) return known
  const parsed = parse(text)
  if (text.length <= maxCachedLength) parsedExpressions.set(text, parsed)
  return parsed
}

/** Parses and types an expression; `expected` is the type that its place requires. */
export function check(text: string, scope: Scope, expected?: Type, options: CheckOptions = {}): Checked {
  const parsed = options.start === undefined ? parseOnce(text) : parse(text, options.start, options.end)
  if (parsed.problem !== undefined) return { problems: [{ kind: 'syntax', ...parsed.problem }] }
  const sizeProblem = findSizeProblem(parsed.syntax, scope)
  if (sizeProblem !== undefined) return { problems: [sizeProblem] }
  const checked = checkSyntax(text, parsed.syntax, scope, expected, options)
  if (checked.expression !== undefined) return checked
  const remedyPlace = { text, scope, expected, syntax: parsed.syntax, start: options.start ?? 0, end: options.end ?? text.length }
  return {
    problems: withRemedies(checked.problems, remedyPlace, (corrected, start, end) =>
      countProblems(corrected, scope, expected, { ...options, start, end }),
    ),
  }
}

/** Reports an expression that grows too large when its functions are inlined. */
function findSizeProblem(syntax: Syntax, scope: Scope): ExpressionProblem | undefined {
  const callsDefinedFunctions = [...listCalledNames(syntax)].some((name) => scope.functions.get(name)?.definition !== undefined)
  if (!callsDefinedFunctions || !isTooLarge(createExpansion(syntax, scope.functions))) return undefined
  const { start, end } = syntax
  return {
    kind: 'syntax',
    message: 'The expression is too large once its functions are written out',
    start,
    end,
    help: 'Call fewer functions in it, or shorten their values.',
  }
}

function countProblems(text: string, scope: Scope, expected: Type | undefined, options: CheckOptions): number {
  const parsed = parse(text, options.start, options.end)
  return parsed.problem === undefined
    ? checkSyntax(text, parsed.syntax, scope, expected, options).problems.length
    : Number.POSITIVE_INFINITY
}

function checkSyntax(text: string, syntax: Syntax, scope: Scope, expected: Type | undefined, options: CheckOptions): Checked {
  const problems: ExpressionProblem[] = []
  const context: CheckContext = {
    text,
    scope,
    locals: new Map(),
    facts: collectAssumedFacts(options.assumed ?? []),
    throughNull: options.throughNull ?? new Set(),
    sent: options.sent ?? false,
    report: (problem) => problems.push(problem),
    infer,
  }
  const inferred = infer(syntax, expected === undefined ? context : withExpectedTexts(expected, syntax, context))
  const expression = expected === undefined ? inferred : conform(inferred, expected, context)
  return problems.length > 0 ? { problems } : { expression, problems: [] }
}

function collectAssumedFacts(assumed: readonly Expression[]): TestedFacts {
  return assumed.reduce((facts, expression) => combineFacts(facts, listFactsAfter(expression, true)), noFacts)
}
