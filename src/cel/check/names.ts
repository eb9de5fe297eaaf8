// Resolves bare names: variables, resources, types; suggests a meaning for unknown ones.

import { findNearest } from '../../base/nearest.ts'
import type { Expression } from '../expression.ts'
import { withoutNull } from '../fits.ts'
import { functionNames } from '../library/all.ts'
import type { Syntax } from '../syntax.ts'
import { type Type, findMembers } from '../type.ts'
import { type CheckContext, makeMistakenExpression, reportProblem } from './context.ts'

/** Names of types; they are values unless a variable has the name. */
const typeNames = new Set([
  'bool',
  'bytes',
  'decimal',
  'double',
  'int',
  'list',
  'map',
  'null_type',
  'optional_type',
  'string',
  'type',
  'uint',
])

export function inferName(syntax: Extract<Syntax, { kind: 'name' }>, context: CheckContext): Expression {
  const { name, start, end } = syntax
  const type = context.locals.get(name) ?? context.scope.variables.get(name)
  if (type !== undefined) return { kind: 'variable', name, type, start, end }
  if (context.scope.resource(name) !== undefined) {
    return { kind: 'records', resource: name, type: { kind: 'query', resource: name }, start, end }
  }
  if (typeNames.has(name)) return { kind: 'literal', value: { typeName: name }, type: { kind: 'type' }, start, end }
  reportUnknownName(name, syntax, context)
  return makeMistakenExpression(syntax)
}

function reportUnknownName(name: string, place: Syntax, context: CheckContext): void {
  if (context.scope.functions.has(name) || functionNames.includes(name)) {
    reportProblem(context, 'unknown-name', place, `\`${name}\` is a function, and its arguments are missing: ${name}(…)`)
    return
  }
  const names = [...context.locals.keys(), ...context.scope.variables.keys()]
  const inScope = names.length > 0 ? `In scope here: ${names.join(', ')}` : 'No name is in scope here'
  const reason = context.scope.missingReasons?.get(name)
  if (reason !== undefined) {
    reportProblem(context, 'unknown-name', place, reason, { help: inScope })
    return
  }
  const memberPaths = listMemberPaths(name, context)
  const { texts } = context
  const similarTexts = texts?.includes(name) === true ? [name] : findNearest(name, texts ?? [])
  const similar = memberPaths.length > 0 ? memberPaths : findNearest(name, [...names, ...context.scope.resources])
  const suggestions = [...similarTexts.map((text) => JSON.stringify(text)), ...similar]
  const remedy = texts === undefined ? { help: inScope } : { help: 'If it is text, put it in quotes', fix: JSON.stringify(name) }
  reportProblem(
    context,
    'unknown-name',
    place,
    `\`${name}\` names nothing that can be read here`,
    suggestions.length > 0 ? { suggestions } : remedy,
  )
}

/**
 * Reports unquoted text; several in a list (`status in [lent, returned]`) are one mistake, reported at the list. Returns the
 * reported names.
 */
export function reportUnquotedTexts({ items, start, end }: Extract<Syntax, { kind: 'list' }>, context: CheckContext): ReadonlySet<Syntax> {
  const { texts, text } = context
  if (texts === undefined) return new Set()
  const unquoted = items.flatMap(({ value }) => {
    if (value.kind !== 'name' || isKnown(value.name, context)) return []
    const textValue = texts.length === 0 || texts.includes(value.name) ? value.name : findNearest(value.name, texts)[0]
    return textValue === undefined ? [] : [{ value, quoted: JSON.stringify(textValue) }]
  })
  if (unquoted.length < 2) return new Set()
  const names = unquoted.map(({ value }) => `\`${value.name}\``)
  const correctedList = unquoted
    .toReversed()
    .reduce((all, { value, quoted }) => all.slice(0, value.start - start) + quoted + all.slice(value.end - start), text.slice(start, end))
  const details = texts.length > 0 ? { suggestions: [correctedList] } : { help: `If they are text, put them in quotes: ${correctedList}` }
  reportProblem(
    context,
    'unknown-name',
    { start, end },
    `${names.slice(0, -1).join(', ')} and ${names.at(-1)!} name nothing that can be read here`,
    details,
  )
  return new Set(unquoted.map(({ value }) => value))
}

/** Reports unquoted keys: `{name: this.name}` is one mistake, whose help has the map in CEL's spelling. Returns the reported keys. */
export function reportBareKeys({ entries, start, end }: Extract<Syntax, { kind: 'map' }>, context: CheckContext): ReadonlySet<Syntax> {
  const bareKeys = entries.flatMap(({ key }) => (key.kind === 'name' && !isKnown(key.name, context) ? [{ ...key, key }] : []))
  const [first] = bareKeys
  if (first === undefined) return new Set()
  const names = [...new Set(bareKeys.map(({ name }) => `\`${name}\``))]
  const nameList = names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`
  const quoted = bareKeys
    .toReversed()
    .reduce(
      (all, { start: from, end: to, name }) => all.slice(0, from - start) + JSON.stringify(name) + all.slice(to - start),
      context.text.slice(start, end),
    )
  const message = `${nameList} ${names.length === 1 ? 'names' : 'name'} nothing that can be read here`
  reportProblem(context, 'unknown-name', names.length === 1 ? first : { start, end }, message, {
    help: 'Put the keys of a map in quotes',
    fix: names.length === 1 ? JSON.stringify(first.name) : quoted,
  })
  return new Set(bareKeys.map(({ key }) => key))
}

function isKnown(name: string, { locals, scope }: CheckContext): boolean {
  return (
    locals.has(name) ||
    scope.variables.has(name) ||
    scope.resource(name) !== undefined ||
    typeNames.has(name) ||
    scope.functions.has(name) ||
    functionNames.includes(name) ||
    scope.missingReasons?.has(name) === true
  )
}

/** Paths that end in a member of that name: `this.status`, `input.body.note`. */
function listMemberPaths(name: string, { scope, locals }: CheckContext): string[] {
  const paths: string[] = []
  const visit = (path: string, type: Type, depth: number): void => {
    const nonNullType = withoutNull(type)
    const members = findMembers(nonNullType, scope)
    const member = members?.get(name)
    if (member !== undefined && member.refused === undefined) paths.push(`${path}.${name}`)
    if (nonNullType.kind === 'object' && depth > 0)
      for (const [memberName, { type: memberType }] of members ?? []) visit(`${path}.${memberName}`, memberType, depth - 1)
  }
  for (const [variable, type] of [...locals, ...scope.variables]) visit(variable, type, variable === 'input' ? 1 : 0)
  return paths.slice(0, maxSuggestions)
}

/** The most suggestions. */
const maxSuggestions = 4
