// Inlines a function of the document at a call: its value with the arguments in place of the parameters.

import type { Expression } from '../expression.ts'
import { isAssignable, isOpen } from '../fits.ts'
import { findOverloads } from '../library/all.ts'
import { partsOf } from '../parts.ts'
import type { ExpressionProblem } from '../problem.ts'
import { withParts } from '../rebuild.ts'
import type { Syntax } from '../syntax.ts'
import type { FunctionDefinition, FunctionType, Type } from '../type.ts'
import { conform } from './conform.ts'
import { type CheckContext, makeMistakenExpression, reportProblem } from './context.ts'
import { noFacts } from './narrowing.ts'

type Call = Extract<Syntax, { kind: 'call' }>

export function inlineCall(
  syntax: Call,
  type: FunctionType,
  definition: FunctionDefinition,
  values: readonly Expression[],
  context: CheckContext,
): Expression {
  const { name } = syntax
  const args = values.map((argument, index) => conform(argument, type.parameters[index]!, context))
  const { value, parameters } = definition
  if (value === undefined || args.some((argument) => argument.type.kind === 'unknown'))
    return { ...makeMistakenExpression(syntax), inlined: [name] }
  // A literal is typed like its parameter, so that one call does not decide comparisons inside the function.
  const types = args.map((argument, index) => (isPath(argument) ? argument.type : type.parameters[index]!))
  const { expression, problems } = typeValue(value, type, definition, types, context)
  if (problems.length > 0) {
    // A mistake of every call is reported at the function.
    if (typeValue(value, type, definition, type.parameters, context).problems.length === 0) {
      reportProblem(context, 'no-overload', syntax, `\`${name}\` has no value for these arguments: ${problems[0]!.message}`)
    }
    return { ...makeMistakenExpression(syntax), inlined: [name] }
  }
  const body = substitute(moveToPlace(expression, syntax), new Map(parameters.map((parameter, index) => [parameter, args[index]!])))
  return { ...body, start: syntax.start, end: syntax.end, inlined: [name, ...(body.inlined ?? [])] }
}

type TypedValue = { readonly expression: Expression; readonly problems: readonly ExpressionProblem[] }

/** The value of a function whose parameters have these types. */
function typeValue(
  { text, syntax }: NonNullable<FunctionDefinition['value']>,
  { result }: FunctionType,
  { parameters, shared }: FunctionDefinition,
  types: readonly Type[],
  context: CheckContext,
): TypedValue {
  const problems: ExpressionProblem[] = []
  const { scope } = context
  const valueContext: CheckContext = {
    text,
    scope: { ...scope, variables: new Map([...scope.variables].filter(([name]) => shared.has(name))) },
    locals: new Map(parameters.map((parameter, index) => [parameter, types[index]!])),
    facts: noFacts,
    throughNull: new Set(),
    report: (problem) => problems.push(problem),
    infer: context.infer,
  }
  const typed = context.infer(syntax, valueContext)
  const expression = conform(typed, result, valueContext)
  const isNarrower = !isOpen(typed.type) && isAssignable(typed.type, result)
  return { expression: isNarrower ? { ...expression, type: typed.type } : expression, problems }
}

function moveToPlace(expression: Expression, place: Call): Expression {
  return { ...withParts(expression, (part) => moveToPlace(part, place)), start: place.start, end: place.end }
}

/** A variable, or members of one: as cheap to compute as the variable of a `bind`. */
function isPath(expression: Expression): boolean {
  return expression.kind === 'variable' || (expression.kind === 'select' && isPath(expression.operand))
}

/** An argument with few parts, without reads of records or changing values, may be computed several times; a database has no `bind`. */
const maxCheapParts = 12

function isCheap(argument: Expression): boolean {
  const count = (expression: Expression): number => {
    const isCostly =
      expression.kind === 'macro' ||
      expression.kind === 'records' ||
      expression.kind === 'find' ||
      expression.kind === 'bind' ||
      (expression.kind === 'call' && findOverloads(expression.name, expression.target !== undefined).length === 0)
    return isCostly ? Number.POSITIVE_INFINITY : partsOf(expression).reduce((sum, part) => sum + count(part.expression), 1)
  }
  return count(argument) <= maxCheapParts
}

/**
 * Replaces parameters with their arguments. A costly argument that occurs several times or inside a macro is computed once, by a `bind`
 * around the value.
 */
function substitute(body: Expression, args: ReadonlyMap<string, Expression>): Expression {
  const argumentNames = new Set([...args.values()].flatMap((argument) => [...listFreeNames(argument)]))
  const freshName = createNamer([...argumentNames, ...listAllNames(body)])
  const replacements = new Map<string, Replacement>()
  const bindings: [string, Expression][] = []
  for (const [parameter, argument] of args) {
    const isInserted = isCheap(argument) || occursOnce(parameter, body)
    const name = isInserted ? undefined : freshName(parameter)
    replacements.set(parameter, name ?? argument)
    if (name !== undefined) bindings.push([name, argument])
  }
  const result = replace(body, replacements, { free: argumentNames, fresh: freshName })
  return bindings.reduceRight<Expression>(
    (innerBody, [name, value]) => ({ kind: 'bind', name, value, body: innerBody, type: innerBody.type, start: body.start, end: body.end }),
    result,
  )
}

/** The replacement of a variable: an argument, or another name. */
type Replacement = Expression | string

type NameSupply = { readonly free: ReadonlySet<string>; readonly fresh: (name: string) => string }

/** Replaces variables. Renames variables that macros and `cel.bind` bind if an argument reads a variable of the same name. */
function replace(expression: Expression, replacements: ReadonlyMap<string, Replacement>, naming: NameSupply): Expression {
  const replaceNames = (part: Expression): Expression => replace(part, replacements, naming)
  switch (expression.kind) {
    case 'variable': {
      const replacement = replacements.get(expression.name)
      if (replacement === undefined) return expression
      return typeof replacement === 'string' ? { ...expression, name: replacement } : replacement
    }
    case 'macro': {
      const [variables, innerReplacements] = renameBound(expression.variables, replacements, naming)
      const args = expression.arguments.map((part, index) =>
        expression.name === 'reduce' && index === 1 ? replaceNames(part) : replace(part, innerReplacements, naming),
      )
      return { ...expression, range: replaceNames(expression.range), variables, arguments: args }
    }
    case 'bind': {
      const [names, innerReplacements] = renameBound([expression.name], replacements, naming)
      return {
        ...expression,
        name: names[0]!,
        value: replaceNames(expression.value),
        body: replace(expression.body, innerReplacements, naming),
      }
    }
    default:
      return withParts(expression, replaceNames)
  }
}

function renameBound(
  names: readonly string[],
  replacements: ReadonlyMap<string, Replacement>,
  { free: freeNames, fresh: freshName }: NameSupply,
): readonly [readonly string[], ReadonlyMap<string, Replacement>] {
  const innerReplacements = new Map(replacements)
  const renamed = names.map((name) => (freeNames.has(name) ? freshName(name) : name))
  names.forEach((name, index) => {
    if (renamed[index] === name) innerReplacements.delete(name)
    else innerReplacements.set(name, renamed[index]!)
  })
  return [renamed, innerReplacements]
}

function createNamer(used: Iterable<string>): (name: string) => string {
  const usedNames = new Set(used)
  return (name) => {
    for (let count = 1; ; count++) {
      const freshName = `${name}_${count}`
      if (usedNames.has(freshName)) continue
      usedNames.add(freshName)
      return freshName
    }
  }
}

function listAllNames(expression: Expression): readonly string[] {
  const ownNames = expression.kind === 'variable' ? [expression.name] : []
  return [...ownNames, ...partsOf(expression).flatMap(({ expression: part, binds }) => [...binds, ...listAllNames(part)])]
}

/** Variables that an expression reads but does not bind. */
function listFreeNames(expression: Expression, localNames: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  if (expression.kind === 'variable') return localNames.has(expression.name) ? new Set() : new Set([expression.name])
  return new Set(
    partsOf(expression).flatMap(({ expression: part, binds }) => [
      ...listFreeNames(part, binds.length === 0 ? localNames : new Set([...localNames, ...binds])),
    ]),
  )
}

/** True if a variable occurs at most once, and not in the body of a macro, which runs for each item. */
function occursOnce(name: string, body: Expression): boolean {
  const count = (expression: Expression): number => {
    if (expression.kind === 'variable') return expression.name === name ? 1 : 0
    return partsOf(expression).reduce(
      (sum, { expression: part, binds }) =>
        sum + (binds.includes(name) ? 0 : count(part) * (expression.kind === 'macro' && part !== expression.range ? 2 : 1)),
      0,
    )
  }
  return count(body) <= 1
}
