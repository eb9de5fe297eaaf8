// Types calls: macros first, then built-in functions, then those of the document.

import { findNearest } from '../../base/nearest.ts'
import type { Expression } from '../expression.ts'
import { withNullType, withoutNull } from '../fits.ts'
import { functionNames, methodNames, findOverloads } from '../library/all.ts'
import { type Overload, findApplicable, joinResults, findParameter, acceptsCount } from '../library/signature.ts'
import type { Syntax } from '../syntax.ts'
import type { FunctionType, Type } from '../type.ts'
import { typeText } from '../type-text.ts'
import { conform, widenTo } from './conform.ts'
import { reportNullable, reportSecrets } from './mismatch.ts'
import { type CheckContext, makeMistakenExpression, reportProblem, spellPart, withoutSent } from './context.ts'
import { inlineCall } from './inline.ts'
import { checkLiterals } from './literals.ts'
import { inferBind, inferMacro, isMacro, macroNames } from './macros.ts'
import { matchDecimals } from './operators.ts'
import { inferFind } from './records.ts'
import { inferRound } from './round.ts'
import { printDottedName, inferHas, reportUnordered } from './selection.ts'

type Call = Extract<Syntax, { kind: 'call' }>

export function inferCall(syntax: Call, outer: CheckContext): Expression {
  const context = withoutSent(outer)
  const { name, target } = syntax
  if (target === undefined) {
    if (name === 'has') return inferHas(syntax, context)
    if (name === 'round') return inferRound(syntax, context)
    return findOverloads(name, false).length > 0 ? inferBuiltIn(syntax, name, undefined, context) : inferHostCall(syntax, context)
  }
  const qualified = readNamespaced(target, name, context)
  if (qualified === 'cel.bind') return inferBind(syntax, outer)
  if (qualified !== undefined) return inferBuiltIn(syntax, qualified, undefined, context)
  if (name === 'find' && target.kind === 'name' && isResource(target.name, context)) return inferFind(syntax, target.name, context)
  if (isMacro(syntax)) return inferMacro(syntax, outer)
  return inferBuiltIn(syntax, name, context.infer(target, context), context)
}

/** For example `math.abs`, if `math` is not a variable. */
function readNamespaced(target: Syntax, name: string, context: CheckContext): string | undefined {
  const prefix = printDottedName(target)
  if (prefix === undefined || context.locals.has(prefix) || context.scope.variables.has(prefix)) return undefined
  const qualified = `${prefix}.${name}`
  return qualified === 'cel.bind' || findOverloads(qualified, false).length > 0 ? qualified : undefined
}

function isResource(name: string, context: CheckContext): boolean {
  return !context.locals.has(name) && !context.scope.variables.has(name) && context.scope.resource(name) !== undefined
}

function inferBuiltIn(syntax: Call, name: string, target: Expression | undefined, context: CheckContext): Expression {
  const overloads = findOverloads(name, target !== undefined)
  if (overloads.length === 0) return reportUnknownFunction(syntax, target, context)
  const givenArguments = syntax.arguments.map((argument) => context.infer(argument, context))
  const operands = matchDecimals(target === undefined ? givenArguments : [target, ...givenArguments])
  if (operands.some(({ type }) => type.kind === 'unknown')) return makeCall(name, target, operands, { kind: 'unknown' }, syntax)
  const types = operands.map(({ type }) => type)
  const candidates = findApplicable(overloads, types)
  if (candidates.length === 0) {
    explainOverloads(syntax, overloads, operands, context)
    return makeMistakenExpression(syntax)
  }
  for (const { overload } of candidates) requireOrder(overload, operands, context)
  checkLiterals(name, operands, context)
  const args = widenArguments(
    candidates.map(({ overload }) => overload),
    candidates[0]!.result,
    operands,
  )
  return makeCall(name, target, args, joinResults(candidates.map(({ result }) => result)), syntax)
}

/** Widens the type variable that one argument fixes to the common type of all arguments. */
function widenArguments(overloads: readonly Overload[], result: Type, operands: readonly Expression[]): readonly Expression[] {
  const [only] = overloads
  if (only?.result.kind !== 'variable' || overloads.length > 1) return operands
  const variable = only.result.name
  return operands.map((argument, i) => {
    const pattern = findParameter(only, i)
    return pattern?.kind === 'variable' && pattern.name === variable ? widenTo(argument, result) : argument
  })
}

function makeCall(name: string, target: Expression | undefined, operands: readonly Expression[], type: Type, place: Call): Expression {
  const shape = { kind: 'call', name, type, start: place.start, end: place.end } as const
  return target === undefined ? { ...shape, arguments: operands } : { ...shape, target: operands[0]!, arguments: operands.slice(1) }
}

function requireOrder(overload: Overload, [list]: readonly Expression[], context: CheckContext): void {
  if (overload.order !== 'needs' || list === undefined) return
  const unordered = list.type.kind === 'query' ? !list.type.ordered : list.type.kind === 'list' && list.type.unordered
  if (unordered) reportUnordered(list, `what \`${overload.name}\` gives is not determined`, context)
}

/** Why no overload takes these arguments: their number, null, or their types. */
function explainOverloads(syntax: Call, overloads: readonly Overload[], operands: readonly Expression[], context: CheckContext): void {
  const signatures = overloads.map(({ signature }) => signature).join('; ')
  if (reportSecrets(operands, context)) return
  const ofCount = overloads.filter((each) => acceptsCount(each, operands.length))
  if (ofCount.length === 0) {
    reportProblem(context, 'no-overload', syntax, `\`${syntax.name}\` takes another number of arguments`, { help: `It is: ${signatures}` })
    return
  }
  const withoutNulls = operands.map(({ type }) => withoutNull(type))
  const nullable = operands.find(({ type }) => type.kind === 'nullable' || type.kind === 'null')
  if (nullable !== undefined && (findApplicable(ofCount, withoutNulls).length > 0 || nullable.type.kind === 'null')) {
    reportNullable(nullable, `\`${syntax.name}\` takes no null`, context)
    return
  }
  if (overloads[0]!.method && reportPlainSelection(syntax, ofCount, operands, context)) return
  const [target, ...rest] = operands.map(({ type }) => typeText(type))
  const { name, method } = overloads[0]!
  const shape = method ? `${target}.${name}(${rest.join(', ')})` : `${name}(${[target, ...rest].join(', ')})`
  reportProblem(context, 'no-overload', syntax, `${spellPart(context, syntax)} has no meaning: there is no ${shape}`, {
    help: `There is: ${signatures}`,
  })
}

/** Reports `this.note.orValue("")`, which lacks the question mark of `this.?note.orValue("")`. */
function reportPlainSelection(
  { name }: Call,
  overloads: readonly Overload[],
  operands: readonly Expression[],
  context: CheckContext,
): boolean {
  const [target, ...rest] = operands
  if (target?.kind !== 'select' || target.optional || target.type.kind !== 'nullable') return false
  const optionalType: Type = { kind: 'optional', of: withoutNull(target.type) }
  if (findApplicable(overloads, [optionalType, ...rest.map(({ type }) => type)]).length === 0) return false
  const text = context.text.slice(target.start, target.end)
  const fix = text.replace(/\.(?=\s*\w+$)/, '.?')
  reportProblem(context, 'no-overload', target, `${spellPart(context, target)} may be null, and \`${name}\` takes an optional value`, {
    help: 'Read it as an optional value',
    fix,
  })
  return true
}

/** Functions and methods of other languages, with their equivalents here. */
const foreignWords: { readonly [name: string]: string } = {
  length: 'size(x)',
  len: 'size(x)',
  count: 'size(x)',
  includes: 'text.contains("a"), and of a list "a" in list',
  some: 'list.exists(x, …)',
  any: 'list.exists(x, …)',
  every: 'list.all(x, …)',
  toLowerCase: 'text.lowerAscii()',
  lower: 'text.lowerAscii()',
  toUpperCase: 'text.upperAscii()',
  upper: 'text.upperAscii()',
  substr: 'text.substring(from, to)',
  strip: 'text.trim()',
  concat: 'a + b',
  toString: 'string(x)',
  str: 'string(x)',
  parseInt: 'int(x)',
  Number: 'double(x)',
  abs: 'math.abs(x)',
  floor: 'math.floor(x)',
  ceil: 'math.ceil(x)',
  regex: 'text.matches("^a")',
  test: 'text.matches("^a")',
  isEmpty: 'size(x) == 0',
  sha256: 'digest(text)',
  hash: 'digest(text)',
  uuid: '`generate: uuidv7` at a property',
  not: '!(a == b), in quotes in YAML',
}

function reportUnknownFunction(syntax: Call, target: Expression | undefined, context: CheckContext): Expression {
  const { name, nameStart } = syntax
  const place = { start: nameStart, end: nameStart + name.length }
  if (target?.type.kind === 'unknown') return makeMistakenExpression(syntax)
  const names = target === undefined ? [...functionNames, ...context.scope.functions.keys()] : [...methodNames, ...macroNames]
  const suggestions = findNearest(name, names)
  const foreignHelp = suggestions.length === 0 && Object.hasOwn(foreignWords, name) ? `Here it is ${foreignWords[name]}` : undefined
  const help = foreignHelp ?? (target === undefined ? suggestFunction(name, context) : suggestMethod(name, context))
  reportProblem(context, 'unknown-function', place, `\`${name}\` is not a known ${target === undefined ? 'function' : 'method'}`, {
    suggestions,
    ...(help === undefined ? {} : { help }),
  })
  return makeMistakenExpression(syntax)
}

function suggestFunction(name: string, { locals, scope }: CheckContext): string | undefined {
  if (locals.has(name) || scope.variables.has(name)) return `${name} is a value, so it has no parentheses: ${name}`
  return findOverloads(name, true).length > 0 || macroNames.includes(name) ? `It is called as x.${name}(…)` : undefined
}

function suggestMethod(name: string, { scope }: CheckContext): string | undefined {
  return findOverloads(name, false).length > 0 || scope.functions.has(name) ? `It is called as ${name}(…)` : undefined
}

/** Types a call of a view, of code, or of a function that the host provides. */
function inferHostCall(syntax: Call, context: CheckContext): Expression {
  const { name, start, end } = syntax
  const type = context.scope.functions.get(name)
  if (type === undefined) return reportUnknownFunction(syntax, undefined, context)
  const shape = name === 'conforms' ? findShape(syntax.arguments[1], context) : undefined
  if (shape !== undefined && syntax.arguments.length === 2) return checkConforms(syntax, shape, context)
  const inferred = syntax.arguments.map((argument) => context.infer(argument, context))
  if (type.definition !== undefined && type.definition.value === undefined) return { ...makeMistakenExpression(syntax), inlined: [name] }
  if (inferred.length !== type.parameters.length) {
    const count = type.parameters.length
    reportProblem(
      context,
      'no-overload',
      syntax,
      `\`${name}\` takes ${count} argument${count === 1 ? '' : 's'}, and is given ${inferred.length}`,
      { help: `It is: ${printSignature(name, type)}` },
    )
    return makeMistakenExpression(syntax)
  }
  if (type.definition !== undefined) return inlineCall(syntax, type, type.definition, inferred, context)
  const isThroughNull = type.throughNull === true && inferred[0] !== undefined && withoutNull(inferred[0].type) !== inferred[0].type
  const parameters = type.parameters.map((parameter, i) => (i === 0 && isThroughNull ? withNullType(parameter) : parameter))
  const args = inferred.map((argument, i) => conform(argument, parameters[i]!, context))
  return { kind: 'call', name, arguments: args, type: isThroughNull ? withNullType(type.result) : type.result, start, end }
}

/** The shape that a bare name represents. */
function findShape(argument: Syntax | undefined, { locals, scope }: CheckContext): string | undefined {
  if (argument?.kind !== 'name' || locals.has(argument.name) || scope.variables.has(argument.name)) return undefined
  return scope.functions.get(argument.name)?.shape === true ? argument.name : undefined
}

/** `conforms(x, Shape)` tests whether `Shape(x)` has a value. */
function checkConforms({ arguments: [value, shape], start, end }: Call, name: string, context: CheckContext): Expression {
  const { parameters, result } = context.scope.functions.get(name)!
  const argument = conform(context.infer(value!, context), parameters[0]!, context)
  const target: Expression = { kind: 'call', name, arguments: [argument], type: result, start: shape!.start, end: shape!.end }
  return { kind: 'call', name: 'hasValue', target, arguments: [], type: { kind: 'bool' }, start, end }
}

function printSignature(name: string, { parameters, result }: FunctionType): string {
  return `${name}(${parameters.map(typeText).join(', ')}): ${typeText(result)}`
}
