// Suggests a corrected text of a whole expression. It keeps a suggestion only if a new check finds fewer problems.

import { isOpen, withoutNull } from '../fits.ts'
import type { ExpressionProblem } from '../problem.ts'
import type { Scope, Type } from '../type.ts'

/** An expression's place in its text, and its expected type. */
export type RemedyPlace = {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly expected: Type | undefined
  readonly scope: Scope
}

/** Counts the problems of another text at the same place, between these offsets. */
export type Recheck = (text: string, start: number, end: number) => number

/** The number of problems of one expression that get a remedy. */
const maxRemedies = 4

export function withRemedies(problems: readonly ExpressionProblem[], place: RemedyPlace, recheck: Recheck): ExpressionProblem[] {
  return problems.map((problem, index) => {
    const { fix, of, ...rest } = problem
    const tried = index < maxRemedies ? candidates(problem, place) : []
    const repaired = tried.find((each) => recheck(splice(place, each), place.start, place.start + each.length) < problems.length)
    const sentence =
      fix === undefined ? `Say what holds ${of?.kind === 'optional' ? 'without a value' : 'where it is null'}` : (problem.help ?? 'Write')
    if (repaired !== undefined) return { ...rest, help: sentence, instead: splice(place, repaired) }
    return fix === undefined ? rest : { ...rest, help: `${problem.help ?? 'Write'}: ${fix}` }
  })
}

function splice({ text, start, end }: RemedyPlace, whole: string): string {
  return text.slice(0, start) + whole + text.slice(end)
}

/** Texts of the whole expression, the likeliest first. */
function candidates({ kind, start, end, fix, of }: ExpressionProblem, place: RemedyPlace): string[] {
  const replaceWith = (by: string): string => place.text.slice(place.start, start) + by + place.text.slice(end, place.end)
  if (fix !== undefined) return [replaceWith(fix)]
  if (of === undefined) return []
  const part = place.text.slice(start, end)
  if (of.kind === 'optional') return defaults(of.of, place).map((value) => replaceWith(`${enclose(part)}.orValue(${value})`))
  return kind === 'nullable' && of.kind === 'nullable' ? guardAgainstNull(part, of.of, place, replaceWith) : []
}

/** Replacements for an optional without a value: null if it is allowed, otherwise the empty value of its type. */
function defaults(type: Type, { expected, scope }: RemedyPlace): string[] {
  const empty = emptyOf(type, scope)
  return [...(expected?.kind === 'nullable' ? ['null'] : []), ...(empty === undefined ? ['null'] : [empty])]
}

/** Tests a path for null around the whole expression or at its place; other parts get a name first (`cel.bind`). */
function guardAgainstNull(
  part: string,
  type: Type,
  { text, start, end, expected, scope }: RemedyPlace,
  replaced: (by: string) => string,
): string[] {
  const operandText = text.slice(start, end).trim()
  const isPath = /^[\w.]+$/.test(part)
  const empty = emptyOf(type, scope)
  const result = expected === undefined ? 'null' : expected.kind === 'nullable' ? 'null' : emptyOf(expected, scope)
  const around =
    !isPath || part === operandText
      ? []
      : [
          ...(expected?.kind === 'bool' ? [`${part} != null && ${/\|\||\?/.test(operandText) ? `(${operandText})` : operandText}`] : []),
          ...(result === undefined ? [] : [`${part} == null ? ${result} : ${operandText}`]),
        ]
  const inside =
    empty === undefined
      ? []
      : [isPath ? `${part} == null ? ${empty} : ${part}` : `cel.bind(given, ${part}, given == null ? ${empty} : given)`]
  return [
    ...around,
    ...(type.kind === 'bool' && isPath ? [replaced(`(${part} == true)`)] : []),
    ...inside.map((each) => (part === operandText ? each : replaced(`(${each})`))),
  ]
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
function emptyOf(type: Type, scope: Scope): string | undefined {
  const solid = withoutNull(type)
  if (isOpen(solid)) return undefined
  switch (solid.kind) {
    case 'string':
      return '""'
    case 'enum':
      return JSON.stringify(solid.values[0])
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
