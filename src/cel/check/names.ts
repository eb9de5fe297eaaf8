// Resolves bare names: variables, resources, types; suggests a meaning for unknown ones.

import { nearest } from '../../base/nearest.ts'
import type { Expression } from '../expression.ts'
import { withoutNull } from '../fits.ts'
import { functionNames } from '../library/all.ts'
import type { Syntax } from '../syntax.ts'
import { type Type, membersOf } from '../type.ts'
import { type CheckContext, mistakenExpression, reportProblem } from './context.ts'

/** Names of types; they are values unless a variable has the name. */
const typeNames = new Set([
  'bool', 'bytes', 'decimal', 'double', 'int', 'list', 'map', 'null_type', 'optional_type', 'string', 'type', 'uint',
])

export function inferName(syntax: Extract<Syntax, { kind: 'name' }>, context: CheckContext): Expression {
  const { name, start, end } = syntax
  const type = context.locals.get(name) ?? context.scope.variables.get(name)
  if (type !== undefined) return { kind: 'variable', name, type, start, end }
  if (context.scope.resource(name) !== undefined) {
    return { kind: 'records', resource: name, type: { kind: 'query', resource: name }, start, end }
  }
  if (typeNames.has(name)) return { kind: 'literal', value: { typeName: name }, type: { kind: 'type' }, start, end }
  unknownName(name, syntax, context)
  return mistakenExpression(syntax)
}

function unknownName(name: string, place: Syntax, context: CheckContext): void {
  if (context.scope.functions.has(name) || functionNames.includes(name)) {
    reportProblem(context, 'unknown-name', place, `\`${name}\` is a function, and its arguments are missing: ${name}(…)`)
    return
  }
  const elsewhere = context.scope.elsewhere?.get(name)
  if (elsewhere !== undefined) {
    reportProblem(context, 'unknown-name', place, elsewhere)
    return
  }
  const names = [...context.locals.keys(), ...context.scope.variables.keys()]
  const within = membersNamed(name, context)
  const { words } = context
  const texts = words?.includes(name) === true ? [name] : nearest(name, words ?? [])
  const near = within.length > 0 ? within : nearest(name, [...names, ...context.scope.resources])
  const suggestions = [...texts.map((text) => JSON.stringify(text)), ...near]
  const inScope = names.length > 0 ? `In scope here: ${names.join(', ')}` : 'No name is in scope here'
  const help = words === undefined ? inScope : `If it is text, put it in quotes: ${JSON.stringify(name)}`
  reportProblem(
    context,
    'unknown-name',
    place,
    `\`${name}\` names nothing that can be read here`,
    suggestions.length > 0 ? { suggestions } : { help },
  )
}

/**
 * Reports unquoted text; several in a list (`status in [lent, returned]`) are one mistake, reported at the list. Returns the
 * reported names.
 */
export function reportWords({ items, start, end }: Extract<Syntax, { kind: 'list' }>, context: CheckContext): ReadonlySet<Syntax> {
  const { words, text } = context
  if (words === undefined) return new Set()
  const meant = items.flatMap(({ value }) => {
    if (value.kind !== 'name' || isKnown(value.name, context)) return []
    const word = words.length === 0 || words.includes(value.name) ? value.name : nearest(value.name, words)[0]
    return word === undefined ? [] : [{ value, written: JSON.stringify(word) }]
  })
  if (meant.length < 2) return new Set()
  const names = meant.map(({ value }) => `\`${value.name}\``)
  const list = meant
    .toReversed()
    .reduce((all, { value, written }) => all.slice(0, value.start - start) + written + all.slice(value.end - start), text.slice(start, end))
  const more = words.length > 0 ? { suggestions: [list] } : { help: `If they are text, put them in quotes: ${list}` }
  reportProblem(
    context,
    'unknown-name',
    { start, end },
    `${names.slice(0, -1).join(', ')} and ${names.at(-1)!} name nothing that can be read here`,
    more,
  )
  return new Set(meant.map(({ value }) => value))
}

/** Reports unquoted keys: `{name: this.name}` is one mistake, whose help has the map in CEL's spelling. Returns the reported keys. */
export function reportBareKeys({ entries, start, end }: Extract<Syntax, { kind: 'map' }>, context: CheckContext): ReadonlySet<Syntax> {
  const bare = entries.flatMap(({ key }) => (key.kind === 'name' && !isKnown(key.name, context) ? [{ ...key, key }] : []))
  const [first] = bare
  if (first === undefined) return new Set()
  const names = [...new Set(bare.map(({ name }) => `\`${name}\``))]
  const spelled = names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`
  const written = bare
    .toReversed()
    .reduce(
      (all, { start: from, end: to, name }) => all.slice(0, from - start) + JSON.stringify(name) + all.slice(to - start),
      context.text.slice(start, end),
    )
  const message = `${spelled} ${names.length === 1 ? 'names' : 'name'} nothing that can be read here`
  reportProblem(context, 'unknown-name', names.length === 1 ? first : { start, end }, message, {
    help: 'Put the keys of a map in quotes',
    fix: names.length === 1 ? JSON.stringify(first.name) : written,
  })
  return new Set(bare.map(({ key }) => key))
}

function isKnown(name: string, { locals, scope }: CheckContext): boolean {
  return (
    locals.has(name) ||
    scope.variables.has(name) ||
    scope.resource(name) !== undefined ||
    typeNames.has(name) ||
    scope.functions.has(name) ||
    functionNames.includes(name) ||
    scope.elsewhere?.has(name) === true
  )
}

/** Paths that end in a member of that name: `this.status`, `input.body.note`. */
function membersNamed(name: string, { scope, locals }: CheckContext): string[] {
  const found: string[] = []
  const visit = (path: string, type: Type, depth: number): void => {
    const within = withoutNull(type)
    const members = membersOf(within, scope)
    const member = members?.get(name)
    if (member !== undefined && member.refused === undefined) found.push(`${path}.${name}`)
    if (within.kind === 'object' && depth > 0)
      for (const [each, { type: inner }] of members ?? []) visit(`${path}.${each}`, inner, depth - 1)
  }
  for (const [variable, type] of [...locals, ...scope.variables]) visit(variable, type, variable === 'input' ? 1 : 0)
  return found.slice(0, most)
}

/** The most suggestions. */
const most = 4
