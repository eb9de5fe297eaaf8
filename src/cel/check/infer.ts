// Types every kind of expression, from its parts up: one case each, the larger ones in files of their own.

import { nearest } from '../../base/nearest.ts'
import type { Expression } from '../expression.ts'
import { bool, double, int, isOpen, withoutNull } from '../fits.ts'
import { functionNames } from '../library/all.ts'
import type { LiteralValue, Syntax } from '../syntax.ts'
import { type Type, membersOf } from '../type.ts'
import { typeText } from '../type-text.ts'
import { inferCall } from './calls.ts'
import { inferList, inferMap } from './collections.ts'
import { reportNullable } from './conform.ts'
import { type Context, mistaken, report, spelled } from './context.ts'
import { both, holds, learned, pathOf } from './narrowing.ts'
import { branches, inferBinary, inferNegate } from './operators.ts'
import { inferIndex, inferSelect } from './selection.ts'

export function infer(syntax: Syntax, context: Context): Expression {
  return narrowed(inferKind(syntax, context), context)
}

/** Without the null that the path to here has ruled out. */
function narrowed(expression: Expression, context: Context): Expression {
  if (expression.type.kind !== 'nullable' || !holds(context.facts, pathOf(expression))) return expression
  return { ...expression, type: expression.type.of }
}

function inferKind(syntax: Syntax, context: Context): Expression {
  switch (syntax.kind) {
    case 'literal':
      return literal(syntax)
    case 'name':
      return inferName(syntax, context)
    case 'select':
      return inferSelect(syntax, context)
    case 'index':
      return inferIndex(syntax, context)
    case 'call':
      return inferCall(syntax, context)
    case 'not': {
      const { start, end } = syntax
      return { kind: 'not', operand: condition(syntax.operand, context), type: bool, start, end }
    }
    case 'negate':
      return inferNegate(syntax, context)
    case 'and':
    case 'or':
      return inferLogic(syntax, context)
    case 'binary':
      return inferBinary(syntax, context)
    case 'conditional':
      return inferConditional(syntax, context)
    case 'list':
      return inferList(syntax, context)
    case 'map':
      return inferMap(syntax, context)
  }
}

function literal({ value, text, start, end }: Extract<Syntax, { kind: 'literal' }>): Expression {
  const type = literalType(value)
  return type.kind === 'double' ? { kind: 'literal', value, written: text, type, start, end } : { kind: 'literal', value, type, start, end }
}

function literalType(value: LiteralValue): Type {
  switch (typeof value) {
    case 'boolean':
      return bool
    case 'bigint':
      return BigInt.asIntN(54, value) === value ? int : { kind: 'int', wide: true }
    case 'number':
      return double
    case 'string':
      return { kind: 'enum', values: [value], written: true }
    default:
      return { kind: value === null ? 'null' : value instanceof Uint8Array ? 'bytes' : 'uint' }
  }
}

/** Names of types, which are values where no variable has their name. */
const typeNames = new Set([
  'bool', 'bytes', 'decimal', 'double', 'int', 'list', 'map', 'null_type', 'optional_type', 'string', 'type', 'uint',
])

function inferName(syntax: Extract<Syntax, { kind: 'name' }>, context: Context): Expression {
  const { name, start, end } = syntax
  const type = context.locals.get(name) ?? context.scope.variables.get(name)
  if (type !== undefined) return { kind: 'variable', name, type, start, end }
  if (context.scope.resource(name) !== undefined) {
    return { kind: 'records', resource: name, type: { kind: 'query', resource: name }, start, end }
  }
  if (typeNames.has(name)) return { kind: 'literal', value: { typeName: name }, type: { kind: 'type' }, start, end }
  unknownName(name, syntax, context)
  return mistaken(syntax)
}

function unknownName(name: string, place: Syntax, context: Context): void {
  if (context.scope.functions.has(name) || functionNames.includes(name)) {
    report(context, 'unknown-name', place, `\`${name}\` is a function, and stands here without what it is called with: ${name}(…)`)
    return
  }
  const elsewhere = context.scope.elsewhere?.get(name)
  if (elsewhere !== undefined) {
    report(context, 'unknown-name', place, elsewhere)
    return
  }
  const names = [...context.locals.keys(), ...context.scope.variables.keys()]
  const within = membersNamed(name, context)
  const { words } = context
  const texts = words?.includes(name) === true ? [name] : nearest(name, words ?? [])
  const near = within.length > 0 ? within : nearest(name, [...names, ...context.scope.resources])
  const suggestions = [...texts.map((text) => JSON.stringify(text)), ...near]
  const inScope = names.length > 0 ? `In scope here: ${names.join(', ')}` : 'No name is in scope here'
  const help = words === undefined ? inScope : `If it is meant as text, it stands in quotes: ${JSON.stringify(name)}`
  report(context, 'unknown-name', place, `\`${name}\` names nothing that can be read here`, suggestions.length > 0 ? { suggestions } : { help })
}

/** What has a member of that name, as it would be written: `this.status`, `input.body.note`. */
function membersNamed(name: string, { scope, locals }: Context): string[] {
  const found: string[] = []
  const visit = (path: string, type: Type, depth: number): void => {
    const within = withoutNull(type)
    const members = membersOf(within, scope)
    const member = members?.get(name)
    if (member !== undefined && member.refused === undefined) found.push(`${path}.${name}`)
    if (within.kind === 'object' && depth > 0) for (const [each, { type: inner }] of members ?? []) visit(`${path}.${each}`, inner, depth - 1)
  }
  for (const [variable, type] of [...locals, ...scope.variables]) visit(variable, type, variable === 'input' ? 1 : 0)
  return found.slice(0, most)
}

/** As many names are suggested as are near to another. */
const most = 4

/** A part that must be true or false. */
function condition(syntax: Syntax, context: Context): Expression {
  const expression = infer(syntax, context)
  const { type } = expression
  if (type.kind === 'bool' || isOpen(type)) return expression
  if (withoutNull(type).kind === 'bool') reportNullable(expression, 'a condition is true or false', context)
  else report(context, 'not-a-bool', expression, `${spelled(context, expression)} is ${typeText(type)}, and a condition is true or false`)
  return { ...expression, type: { kind: 'unknown' } }
}

/** The right side is only asked, so may only fail, where the left has not decided: it knows what the left has then told. */
function inferLogic(syntax: Extract<Syntax, { kind: 'and' | 'or' }>, context: Context): Expression {
  const left = condition(syntax.left, context)
  const facts = both(context.facts, learned(left, syntax.kind === 'and'))
  const right = condition(syntax.right, { ...context, facts })
  return { kind: syntax.kind, left, right, type: bool, start: syntax.start, end: syntax.end }
}

function inferConditional(syntax: Extract<Syntax, { kind: 'conditional' }>, context: Context): Expression {
  const test = condition(syntax.test, context)
  const then = infer(syntax.then, { ...context, facts: both(context.facts, learned(test, true)) })
  const otherwise = infer(syntax.otherwise, { ...context, facts: both(context.facts, learned(test, false)) })
  const [type, alternatives] = branches([then, otherwise], syntax, context)
  return { kind: 'conditional', test, then: alternatives[0]!, otherwise: alternatives[1]!, type, start: syntax.start, end: syntax.end }
}

