// Suggests a corrected text of a whole expression. It keeps a suggestion only if a new check finds fewer problems.

import { advise } from '../../diagnostic/help.ts'
import { isOpen, withoutNull } from '../fits.ts'
import type { ExpressionProblem } from '../problem.ts'
import { type Syntax, listSyntaxParts } from '../syntax.ts'
import type { Scope, Type } from '../type.ts'

/** An expression's place in its text, and its expected type. */
export type RemedyPlace = {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly expected: Type | undefined
  readonly scope: Scope
  readonly syntax: Syntax
}

/** Counts the problems of another text at the same place, between these offsets. */
export type Recheck = (text: string, start: number, end: number) => number

/** The number of problems of one expression that get a remedy. */
const maxRemedies = 4

export function withRemedies(problems: readonly ExpressionProblem[], place: RemedyPlace, recheck: Recheck): ExpressionProblem[] {
  return problems.map((problem, index) => {
    const { fix, of, ...rest } = problem
    const attempts = index < maxRemedies ? listCandidates(problem, place) : []
    const repaired = attempts.find((each) => recheck(splice(place, each), place.start, place.start + each.length) < problems.length)
    const advice =
      fix === undefined ? `Write what holds ${of?.kind === 'optional' ? 'without a value' : 'where it is null'}` : (problem.help ?? 'Write')
    if (repaired !== undefined) return { ...rest, help: advice, replacement: splice(place, repaired) }
    return fix === undefined ? rest : { ...rest, help: advise`${problem.help ?? 'Write'}: ${fix}` }
  })
}

function splice({ text, start, end }: RemedyPlace, replacement: string): string {
  return text.slice(0, start) + replacement + text.slice(end)
}

/** Texts of the whole expression, the likeliest first. */
function listCandidates({ kind, start, end, fix, of }: ExpressionProblem, place: RemedyPlace): string[] {
  const replaceWith = (replacement: string): string => place.text.slice(place.start, start) + replacement + place.text.slice(end, place.end)
  if (fix !== undefined) return [replaceWith(fix)]
  if (of === undefined) return []
  const part = place.text.slice(start, end)
  if (of.kind === 'optional') return listEmptyValues(of.of, place).map((value) => replaceWith(`${enclose(part)}.orValue(${value})`))
  if (kind !== 'nullable' || of.kind !== 'nullable') return []
  const entry = makeOptionalEntry(part, start, end, place)
  const guards = guardAgainstNull(part, of.of, place, replaceWith)
  const guardedCondition = guardCondition(part, start, end, place)
  // A guard around the whole expression would drop the other entries, too.
  return entry === undefined
    ? [...guardedCondition, ...guards.around, ...guards.atPlace]
    : [entry, ...guards.atPlace, ...guardedCondition, ...guards.around]
}

/** For a path within a condition, `query == null || this.name.startsWith(query)`: the smallest condition around it is false for null. */
function guardCondition(part: string, start: number, end: number, { text, syntax, expected, ...place }: RemedyPlace): string[] {
  const condition = /^[\w.]+$/.test(part) ? findCondition(syntax, start, end, expected?.kind === 'bool') : undefined
  if (condition === undefined || (condition.start === start && condition.end === end)) return []
  const [before, after] = [text.slice(place.start, condition.start), text.slice(condition.end, place.end)]
  return [`${before}${part} != null && ${text.slice(condition.start, condition.end)}${after}`]
}

const conditionMacros: ReadonlySet<string> = new Set(['exists', 'all', 'exists_one', 'existsOne', 'filter'])

/** The smallest condition around a part: an operand of `&&` or `||`, a test, or the condition of a macro. A negation is one with its operand. */
function findCondition(syntax: Syntax, start: number, end: number, isCondition: boolean): Syntax | undefined {
  const inner = listSyntaxParts(syntax).find((part) => part.start <= start && end <= part.end)
  const found = inner && findCondition(inner, start, end, isConditionIn(syntax, inner, isCondition))
  return found ?? (isCondition ? syntax : undefined)
}

function isConditionIn(syntax: Syntax, part: Syntax, isCondition: boolean): boolean {
  switch (syntax.kind) {
    case 'and':
    case 'or':
      return true
    case 'conditional':
      return part === syntax.test || isCondition
    case 'call':
      return conditionMacros.has(syntax.name) && part === syntax.arguments.at(-1)
    default:
      return false
  }
}

/** For the value of an entry, `{"note": this.note}`: an entry that is left out where the value is null, `{?"note": this.?note}`. */
function makeOptionalEntry(part: string, start: number, end: number, place: RemedyPlace): string | undefined {
  const before = place.text.slice(place.start, start)
  const [, outside, key] = /^([^]*[{,]\s*)((?:"[^"]*"|'[^']*'|\w+)\s*:\s*)$/.exec(before) ?? []
  const [, owner, member] = /^([\w.]+)\.(\w+)$/.exec(part) ?? []
  if (outside === undefined || owner === undefined) return undefined
  return `${outside}?${key}${owner}.?${member}${place.text.slice(end, place.end)}`
}

/** Replacements for an optional without a value: null if it is allowed, otherwise the empty value of its type. */
function listEmptyValues(type: Type, { expected, scope }: RemedyPlace): string[] {
  const emptyValue = printEmptyValue(type, scope)
  return [...(expected?.kind === 'nullable' ? ['null'] : []), ...(emptyValue === undefined ? ['null'] : [emptyValue])]
}

/** Tests a path for null `around` the whole expression or `atPlace`; other parts get a name first (`cel.bind`). */
function guardAgainstNull(
  part: string,
  type: Type,
  { text, start, end, expected, scope }: RemedyPlace,
  replaceWith: (replacement: string) => string,
): { readonly around: readonly string[]; readonly atPlace: readonly string[] } {
  const operandText = text.slice(start, end).trim()
  const isPath = /^[\w.]+$/.test(part)
  const emptyValue = printEmptyValue(type, scope)
  const result = expected === undefined || expected.kind === 'nullable' ? 'null' : printEmptyValue(expected, scope)
  const enclosingGuards = !isPath || part === operandText || result === undefined ? [] : [`${part} == null ? ${result} : ${operandText}`]
  const guardsAtPlace =
    emptyValue === undefined
      ? []
      : [isPath ? `${part} == null ? ${emptyValue} : ${part}` : `cel.bind(given, ${part}, given == null ? ${emptyValue} : given)`]
  return {
    around: enclosingGuards,
    atPlace: [
      ...(type.kind === 'bool' && isPath ? [replaceWith(`(${part} == true)`)] : []),
      ...guardsAtPlace.map((each) => (part === operandText ? each : replaceWith(`(${each})`))),
    ],
  }
}

/** Adds parentheses, unless the part consists of names, calls and indexes, which a method may follow. */
function enclose(part: string): string {
  let depth = 0
  for (const character of part) {
    if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character)) depth--
    else if (depth === 0 && !/[\w.]/.test(character)) return `(${part})`
  }
  return part
}

/** The literal for the empty value of a type; undefined without one. */
function printEmptyValue(type: Type, scope: Scope): string | undefined {
  const nonNullType = withoutNull(type)
  if (isOpen(nonNullType)) return undefined
  switch (nonNullType.kind) {
    case 'string':
      return '""'
    case 'enum':
      return JSON.stringify(nonNullType.values[0])
    case 'int':
    case 'decimal':
      return '0'
    case 'double':
      return '0.0'
    case 'bool':
      return 'false'
    case 'list':
      return '[]'
    case 'map':
      return '{}'
    case 'duration':
      return 'duration("0s")'
    case 'timestamp':
      return scope.variables.has('now') ? 'now' : undefined
    default:
      return undefined
  }
}
