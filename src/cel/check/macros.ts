// Checks macros: expressions evaluated for each item of a list, map or resource, with the names they bind.

import type { Expression, Macro } from '../expression.ts'
import { makeBounds } from '../bounds.ts'
import { asList, bool, intType, isOpen, isText, stringType, unknownType, withoutNull } from '../fits.ts'
import type { Syntax } from '../syntax.ts'
import type { Bounds, Member, Type } from '../type.ts'
import { typeText } from '../type-text.ts'
import { inferKey } from './collections.ts'
import { conform, reductions } from './conform.ts'
import { reportNullable, reportSecrets } from './mismatch.ts'
import { type MacroExpression, type MacroParts, inferReduce, reduceTo } from './reduce.ts'
import { type CheckContext, bindTypes, makeMistakenExpression, reportProblem, spellPart, withoutSent } from './context.ts'
import { type TestedFacts, combineFacts, hasFact, listFactsAfter, withoutFacts } from './narrowing.ts'

type Call = Extract<Syntax, { kind: 'call' }>

/** `names`: the possible numbers of bound names; `bodies`: the possible numbers of arguments after them. */
type MacroForm = { readonly macro: Macro; readonly names: readonly number[]; readonly bodies: readonly number[]; readonly usage: string }

const forms: Readonly<Record<string, MacroForm>> = {
  exists: { macro: 'exists', names: [1, 2], bodies: [1], usage: 'exists(x, condition)' },
  all: { macro: 'all', names: [1, 2], bodies: [1], usage: 'all(x, condition)' },
  exists_one: { macro: 'exists_one', names: [1, 2], bodies: [1], usage: 'exists_one(x, condition)' },
  existsOne: { macro: 'exists_one', names: [1, 2], bodies: [1], usage: 'existsOne(x, condition)' },
  filter: { macro: 'filter', names: [1], bodies: [1], usage: 'filter(x, condition)' },
  map: { macro: 'map', names: [1], bodies: [1, 2], usage: 'map(x, result) or map(x, condition, result)' },
  sortBy: { macro: 'sortBy', names: [1], bodies: [1, 2, 3, 4], usage: 'sortBy(x, key)' },
  groupBy: { macro: 'groupBy', names: [1], bodies: [1], usage: 'groupBy(x, key)' },
  reduce: { macro: 'reduce', names: [2], bodies: [2], usage: 'reduce(sum, x, step, start)' },
  transformList: { macro: 'transformList', names: [2], bodies: [1, 2], usage: 'transformList(i, x, result)' },
  transformMap: { macro: 'transformMap', names: [2], bodies: [1, 2], usage: 'transformMap(k, v, value)' },
  transformMapEntry: { macro: 'transformMapEntry', names: [2], bodies: [1, 2], usage: 'transformMapEntry(k, v, {key: value})' },
  optMap: { macro: 'optMap', names: [1], bodies: [1], usage: 'optMap(x, result)' },
  optFlatMap: { macro: 'optFlatMap', names: [1], bodies: [1], usage: 'optFlatMap(x, optional)' },
}

export const macroNames: readonly string[] = Object.keys(forms)

export function isMacro({ name, target }: Call): boolean {
  return target !== undefined && Object.hasOwn(forms, name)
}

export function inferMacro(syntax: Call, outer: CheckContext): Expression {
  const context = withoutSent(outer)
  const form = forms[syntax.name]!
  const range = context.infer(syntax.target!, context)
  const names = findBoundNames(syntax)
  if (names === undefined) {
    reportProblem(context, 'macro', syntax, `\`${syntax.name}\` takes names and then an expression: ${form.usage}`)
    return makeMistakenExpression(syntax)
  }
  if (new Set(names).size < names.length) {
    reportProblem(context, 'macro', syntax, `\`${names[0]}\` is bound twice by one \`${syntax.name}\``)
    return makeMistakenExpression(syntax)
  }
  const types = inferItemTypes(form.macro, range, names.length, context)
  if (types === undefined) return makeMistakenExpression(syntax)
  const bodies = syntax.arguments.slice(names.length)
  const sent = outer.sent === true && form.macro === 'map'
  const parts = { macro: form.macro, range, names, types, bodies, syntax, context, sent }
  const spanned = (expression: MacroExpression): Expression => ({ ...expression, start: syntax.start, end: syntax.end })
  const inferred = spanned(inferBodies(parts))
  if (form.macro === 'reduce') reductions.set(inferred, (sum) => spanned(reduceTo(sum, parts)))
  return inferred
}

/** The names that a macro binds; undefined if the call does not have its form. */
export function findBoundNames({ name, arguments: written }: Call): readonly string[] | undefined {
  const { names, bodies } = forms[name]!
  const counts = names.filter((count) => bodies.includes(written.length - count))
  return counts.map((count) => readBoundNames(written.slice(0, count))).find((each) => each !== undefined)
}

/** The bound names; undefined if an argument is not a name. */
function readBoundNames(written: readonly Syntax[]): readonly string[] | undefined {
  const names = written.flatMap((each) => (each.kind === 'name' ? [each.name] : []))
  return names.length === written.length ? names : undefined
}

/** The types of the bound names: an item; a key; position and item; key and value; or the value of an optional. */
function inferItemTypes(macro: Macro, range: Expression, count: number, context: CheckContext): readonly Type[] | undefined {
  const { type } = range
  const listed = asList(type)
  if (isOpen(type)) return Array.from({ length: count }, () => type)
  if (type.kind === 'nullable' || type.kind === 'null') {
    reportNullable(range, `\`${macro}\` has nothing to look into then`, context)
    return undefined
  }
  if (macro === 'optMap' || macro === 'optFlatMap') {
    if (type.kind === 'optional') return [type.of]
    reportProblem(context, 'no-overload', range, `${spellPart(context, range)} is ${typeText(type)}, and \`${macro}\` takes an optional`)
    return undefined
  }
  if (macro === 'reduce') return listed.kind === 'list' ? [unknownType, listed.element] : reportNotIterable(macro, range, context)
  if (listed.kind === 'list') return count === 2 ? [intType, listed.element] : [listed.element]
  if (type.kind === 'map' && !listMacros.has(macro)) return count === 2 ? [type.key, type.value] : [type.key]
  return reportNotIterable(macro, range, context)
}

/** Macros that take no map. */
const listMacros: ReadonlySet<Macro> = new Set(['sortBy', 'groupBy', 'reduce'])

function reportNotIterable(macro: Macro, range: Expression, context: CheckContext): undefined {
  const expectedRange = listMacros.has(macro) ? 'a list' : 'the items of a list or the keys of a map'
  reportProblem(
    context,
    'no-overload',
    range,
    `${spellPart(context, range)} is ${typeText(range.type)}, and \`${macro}\` goes through ${expectedRange}`,
  )
}

function inferBodies(parts: MacroParts): MacroExpression {
  const { macro, range, names, types, bodies, context, sent } = parts
  if (macro === 'reduce') return inferReduce(parts)
  const pairs = names.map((name, i) => [name, types[i]!] as const)
  const innerContext = bindTypes(context, pairs, withoutFacts(context.facts, names))
  const shape = { kind: 'macro', name: macro, range, variables: names } as const
  const withArguments = (type: Type, args: readonly Expression[]): MacroExpression => ({ ...shape, arguments: args, type })
  if (macro === 'exists' || macro === 'all' || macro === 'exists_one') return withArguments(bool, [typeCondition(bodies[0]!, innerContext)])
  if (macro === 'filter') {
    const condition = typeCondition(bodies[0]!, innerContext)
    return withArguments(filterType(range.type, listFactsAfter(condition, true), names[0]!), [condition])
  }
  if (macro === 'sortBy')
    return withArguments(
      sortType(range.type),
      bodies.map((body) => sortKey(body, innerContext)),
    )
  if (macro === 'groupBy') {
    const key = inferKey(bodies[0]!, innerContext)
    return withArguments(makeGroupsType(range.type, key.type), [key])
  }
  const conditions = bodies.slice(0, -1).map((body) => typeCondition(body, innerContext))
  const facts = conditions.reduce((combined, each) => combineFacts(combined, listFactsAfter(each, true)), innerContext.facts)
  const result = context.infer(bodies.at(-1)!, { ...innerContext, facts, sent })
  if (reportSecrets([result], context)) return withArguments(unknownType, [...conditions, result])
  return withArguments(inferMacroResult(macro, range.type, result, conditions.length > 0, context), [...conditions, result])
}

function typeCondition(body: Syntax, context: CheckContext): Expression {
  return conform(context.infer(body, context), bool, context)
}

/** A filter of records is still a query; a filter of a map is a list of keys. `facts`: about an item, which is `name`. */
function filterType(range: Type, facts: TestedFacts, name: string): Type {
  if (range.kind === 'map') return { kind: 'list', element: range.key }
  if (range.kind !== 'list') return range
  const { bounds, ...rest } = range
  const maxItems = bounds?.most
  return { ...rest, element: narrowTestedType(range.element, facts, name), ...makeBounds(undefined, maxItems) }
}

/** The type of a value that was tested under a path: it and its members are not null where the tests say so. */
function narrowTestedType(type: Type, facts: TestedFacts, path: string): Type {
  const tested = hasFact(facts, path) ? withoutNull(type) : type
  if (tested.kind !== 'object' || facts === 'impossible' || ![...facts].some((each) => each.startsWith(`${path}.`))) return tested
  const members = Array.from(tested.members, ([name, member]): [string, Member] => {
    const memberPath = `${path}.${name}`
    const narrowed = narrowTestedType(member.type, facts, memberPath)
    return [name, hasFact(facts, memberPath) ? { type: narrowed } : { ...member, type: narrowed }]
  })
  return { ...tested, members: new Map(members) }
}

function sortType(range: Type): Type {
  if (range.kind === 'query') return { ...range, ordered: true }
  return range.kind === 'list'
    ? { kind: 'list', element: range.element, ...(range.bounds === undefined ? {} : { bounds: range.bounds }) }
    : range
}

const orderable: ReadonlySet<string> = new Set([
  'int',
  'uint',
  'double',
  'decimal',
  'string',
  'enum',
  'bytes',
  'bool',
  'timestamp',
  'duration',
  'dyn',
  'unknown',
])

/** Null sorts first, so a key may be null. */
function sortKey(body: Syntax, context: CheckContext): Expression {
  const key = context.infer(body, context)
  if (!orderable.has(withoutNull(key.type).kind)) {
    reportProblem(context, 'no-overload', key, `${spellPart(context, key)} is ${typeText(key.type)}, which has no order to sort by`)
  }
  return key
}

/** A map from each key to the items that have it, at least one. */
function makeGroupsType(range: Type, key: Type): Type {
  const list = asList(range)
  if (list.kind !== 'list') return unknownType
  const group: Type = { ...list, ...makeBounds(1n, list.bounds?.most) }
  return { kind: 'map', key: isText(key) ? stringType : key, value: group, ...makeBounds(undefined, list.bounds?.most) }
}

function inferMacroResult(macro: Macro, range: Type, result: Expression, filters: boolean, context: CheckContext): Type {
  const { type } = result
  const list = asList(range)
  const unordered = list.kind === 'list' && list.unordered
  switch (macro) {
    case 'transformMap':
      if (range.kind === 'map') return { kind: 'map', key: range.key, value: type }
      return { kind: 'map', key: isOpen(range) ? range : intType, value: type }
    case 'transformMapEntry':
      if (type.kind === 'map' || isOpen(type)) return type.kind === 'map' ? type : { kind: 'map', key: type, value: type }
      reportProblem(
        context,
        'wrong-type',
        result,
        `${spellPart(context, result)} is ${typeText(type)}, and \`transformMapEntry\` makes entries: {key: value}`,
      )
      return unknownType
    case 'optMap':
      return { kind: 'optional', of: type }
    case 'optFlatMap':
      if (type.kind === 'optional' || isOpen(type)) return type.kind === 'optional' ? type : { kind: 'optional', of: type }
      reportProblem(
        context,
        'wrong-type',
        result,
        `${spellPart(context, result)} is ${typeText(type)}, and \`optFlatMap\` gives an optional`,
        { help: 'For a value that is not optional: optMap' },
      )
      return unknownType
    default:
      return { kind: 'list', element: type, ...(unordered ? { unordered: true } : {}), ...countOf(list, filters) }
  }
}

/** The number of results: that of the items, or at most that number with a filter. */
function countOf(range: Type, filters: boolean): { bounds?: Bounds } {
  const bounds = range.kind === 'list' || range.kind === 'map' ? range.bounds : undefined
  return makeBounds(filters ? undefined : bounds?.least, bounds?.most)
}

export function inferBind(syntax: Call, context: CheckContext): Expression {
  const [name, value, body] = syntax.arguments
  if (name?.kind !== 'name' || value === undefined || body === undefined || syntax.arguments.length > 3) {
    reportProblem(context, 'macro', syntax, '`cel.bind` names a value, then uses it: cel.bind(name, value, result)')
    return makeMistakenExpression(syntax)
  }
  const boundValue = context.infer(value, withoutSent(context))
  const innerContext = bindTypes(context, [[name.name, boundValue.type]], withoutFacts(context.facts, [name.name]))
  const result = context.infer(body, innerContext)
  return { kind: 'bind', name: name.name, value: boundValue, body: result, type: result.type, start: syntax.start, end: syntax.end }
}
