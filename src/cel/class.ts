// The two classes of expressions: a predicate runs inside the database, a decision over records already read.

import { type Help, advise, paste } from '../diagnostic/help.ts'
import { parseFixedOffset } from '../base/calendar.ts'
import { toPortablePattern } from '../base/portable-pattern.ts'
import { printFactPath } from './check/narrowing.ts'
import type { Expression, Operator } from './expression.ts'
import { asList, withoutNull } from './fits.ts'
import { findOverloads } from './library/all.ts'
import { timeParts } from './library/times.ts'
import { partsOf } from './parts.ts'
import type { FunctionType, Type } from './type.ts'
import { canUnroll, findMostItems, maxUnrolled } from './unroll.ts'

/** A sub-expression that a database cannot compute. `reason` completes "a database cannot: "; `help` says what to write instead. */
export type Decision = { readonly start: number; readonly end: number; readonly reason: string; readonly help?: string | Help }

type Functions = ReadonlyMap<string, FunctionType>

/**
 * Returns the first part of an expression, used as a predicate, that a database cannot compute. A part that reads only `parameters` (and no
 * records) is computed before the statement and bound, so it may use any function. With `unrolls`, a list of the request is written out for
 * its items.
 */
export function findDecision(
  expression: Expression,
  parameters: ReadonlySet<string>,
  functions: Functions = new Map(),
  { unrolls = false }: { readonly unrolls?: boolean } = {},
): Decision | undefined {
  return decideInPredicate(expression, { isColumn: (name) => !parameters.has(name), functions, unrolls })
}

/**
 * The same for an expression evaluated as a decision. Only what selects and sorts records is a predicate: the bodies of `exists`,
 * `all` and `filter` over records, and the keys of `sortBy`. Everything around it is a parameter.
 */
export function findInnerDecision(expression: Expression, functions: Functions = new Map()): Decision | undefined {
  if (expression.kind === 'macro' && isOverRecords(expression.range)) {
    const names = new Set(expression.variables)
    const place: Place = { isColumn: (name) => names.has(name), functions }
    const [query, expressions] = splitBodies(expression)
    return (
      findInnerDecision(expression.range, functions) ??
      findFirstDecision(query, (each) => decideInPredicate(each, place)) ??
      findFirstDecision(expressions, (each) => findInnerDecision(each, functions))
    )
  }
  return findFirstDecision(partsOf(expression), (part) => findInnerDecision(part.expression, functions))
}

/** Splits a macro's bodies: conditions on records, and values computed from the selected records. */
function splitBodies({ name, arguments: args }: Macro): readonly [readonly Expression[], readonly Expression[]] {
  if (name === 'map' || name === 'transformList') return [args.slice(0, -1), args.slice(-1)]
  return name === 'reduce' || name === 'groupBy' ? [[], args] : [args, []]
}

type Macro = Extract<Expression, { kind: 'macro' }>
type Call = Extract<Expression, { kind: 'call' }>

type Place = {
  /** True if a variable represents a value of each row. */
  readonly isColumn: (name: string) => boolean
  readonly functions: Functions
  /** True if `exists` and `all` over a list of the request are written out for its items. */
  readonly unrolls?: boolean
}

/** Macros whose result consists of rows of their range. */
const returningRange = new Set(['map', 'filter', 'sortBy'])

/** True for records that are not read yet, or a list of them: a database returns them as rows. */
function isOverRecords(expression: Expression): boolean {
  if (expression.type.kind === 'query') return true
  if (expression.kind === 'macro') return returningRange.has(expression.name) && isOverRecords(expression.range)
  return expression.kind === 'call' && expression.name === 'distinct' && expression.target !== undefined && isOverRecords(expression.target)
}

function findFirstDecision<T>(items: Iterable<T>, find: (item: T) => Decision | undefined): Decision | undefined {
  for (const item of items) {
    const decision = find(item)
    if (decision !== undefined) return decision
  }
  return undefined
}

function decideInPredicate(expression: Expression, place: Place): Decision | undefined {
  if (isParameter(expression, place.isColumn)) return undefined
  const base = coalesce(expression)
  if (base !== undefined) return findFirstDecision([base, ...(expression as Call).arguments], (part) => decideInPredicate(part, place))
  const reason = ownReason(expression, place)
  if (reason !== undefined) return { start: expression.start, end: expression.end, reason, ...suggestRewriting(expression, place) }
  if (expression.kind === 'bind') return decideInBinding(expression, place)
  if (expression.kind === 'macro' && isUnrolled(expression, place)) {
    // Each item is a parameter, and a list within the condition of another is not written out.
    const isItem = (name: string): boolean => expression.variables.includes(name)
    const itemPlace: Place = { functions: place.functions, isColumn: (name) => !isItem(name) && place.isColumn(name) }
    return findFirstDecision(expression.arguments, (part) => decideInPredicate(part, itemPlace))
  }
  return findFirstDecision(partsOf(expression), (part) =>
    decideInPredicate(part.expression, part.binds.length === 0 ? place : narrowPlace(place, part.binds)),
  )
}

function narrowPlace(place: Place, names: readonly string[]): Place {
  return { ...place, isColumn: (name) => names.includes(name) || place.isColumn(name) }
}

function decideInBinding({ name, value, body }: Extract<Expression, { kind: 'bind' }>, place: Place): Decision | undefined {
  const isColumnValue = !isParameter(value, place.isColumn)
  const innerPlace: Place = { ...place, isColumn: (other) => (other === name ? isColumnValue : place.isColumn(other)) }
  return decideInPredicate(value, place) ?? decideInPredicate(body, innerPlace)
}

/** Returns the path's beginning in `this.?courier.name.orValue(x)`, which is COALESCE in SQL. */
function coalesce(expression: Expression): Expression | undefined {
  if (expression.kind !== 'call' || (expression.name !== 'orValue' && expression.name !== 'hasValue')) return undefined
  const { target } = expression
  if (target === undefined || !isOptionalPath(target)) return undefined
  let base: Expression = target
  while (isOptionalPath(base)) base = base.operand
  return base
}

function isOptionalPath(expression: Expression): expression is Extract<Expression, { kind: 'select' }> {
  return expression.kind === 'select' && (expression.optional || expression.operand.type.kind === 'optional')
}

/** True if the expression has one value for all rows: it reads no column and no records. */
function isParameter(expression: Expression, isColumn: (name: string) => boolean): boolean {
  if (expression.type.kind === 'query' || expression.kind === 'find') return false
  if (expression.kind === 'variable') return !isColumn(expression.name)
  return partsOf(expression).every(({ expression: part, binds }) => isParameter(part, (name) => !binds.includes(name) && isColumn(name)))
}

/** Returns the reason why a database cannot compute this node, regardless of its parts. */
function ownReason(expression: Expression, place: Place): string | undefined {
  switch (expression.kind) {
    case 'select':
      return isOptionalPath(expression) ? 'an optional value must be followed by `.orValue(…)` or `.hasValue()`' : undefined
    case 'index':
      return 'items of lists and maps are not columns'
    case 'negate':
      return explainArithmetic(expression.type)
    case 'binary':
      return comparesColumnWithDynamic(expression, place) || testsMemberForNull(expression)
        ? undefined
        : explainBinary(expression.operator, expression.type, expression.left.type, expression.right.type)
    case 'list':
      return expression.items.some(({ optional }) => optional) ? 'an optional item is decided in memory' : undefined
    case 'map':
      return 'maps are made in memory'
    case 'call':
      return callReason(expression, place)
    case 'macro':
      return explainMacro(expression, place)
    case 'find':
      return 'one record is looked up before: bind it in `with`, or ask `exists`'
    default:
      return undefined
  }
}

/**
 * True if a column is compared with a value whose type is known only at run time, such as a member that several kinds of callers have with
 * different types. A value of another type than the column equals no row's value.
 */
function comparesColumnWithDynamic({ operator, left, right }: Extract<Expression, { kind: 'binary' }>, { isColumn }: Place): boolean {
  if (operator !== '==' && operator !== '!=') return false
  const isDynamicParameter = (side: Expression): boolean => withoutNull(side.type).kind === 'dyn' && isParameter(side, isColumn)
  const isScalar = (side: Expression): boolean => withoutNull(side.type).kind !== 'dyn' && scalars.has(withoutNull(side.type).kind)
  return (isDynamicParameter(left) && isScalar(right)) || (isDynamicParameter(right) && isScalar(left))
}

/** True for a test if a member of a record has a value: a whole list or object is null in its column. */
function testsMemberForNull({ operator, left, right }: Extract<Expression, { kind: 'binary' }>): boolean {
  if (operator !== '==' && operator !== '!=') return false
  const isMember = (side: Expression): boolean => side.kind === 'select' && !side.optional && side.operand.type.kind === 'record'
  return (left.type.kind === 'null' && isMember(right)) || (right.type.kind === 'null' && isMember(left))
}

function explainArithmetic({ kind }: Type): string | undefined {
  if (kind === 'int' || kind === 'decimal' || kind === 'timestamp' || kind === 'duration' || kind === 'unknown') return undefined
  if (kind === 'double') return 'arithmetic on doubles differs between databases: make the property a decimal'
  return `${kind} is not computed with in a database`
}

const scalars: ReadonlySet<string> = new Set([
  'null',
  'bool',
  'int',
  'uint',
  'double',
  'decimal',
  'string',
  'enum',
  'bytes',
  'timestamp',
  'duration',
  'record',
  'unknown',
])

function explainBinary(operator: Operator, type: Type, left: Type, right: Type): string | undefined {
  if (operator === 'in') return right.kind === 'map' || right.kind === 'object' ? 'keys of a map are not columns' : undefined
  if ('+-*/%'.includes(operator)) return explainArithmetic(type)
  const nonScalar = [left, right].map(withoutNull).find(({ kind }) => !scalars.has(kind))
  return nonScalar === undefined ? undefined : `a whole ${nonScalar.kind} is not compared in a database`
}

/** Functions that all databases compute alike; `decimal` and `double` wrap an int that widens. */
const portableFunctions = new Set(['startsWith', 'endsWith', 'contains', 'size', 'decimal', 'double'])
const aggregates = new Set(['sum', 'min', 'max', 'distinct', 'size'])

function callReason({ name, target, arguments: args }: Call, { functions }: Place): string | undefined {
  const subject = target ?? args[0]
  if (findOverloads(name, target !== undefined).length === 0) {
    return functions.get(name) !== undefined && !functions.get(name)!.decision ? undefined : `\`${name}\` is computed in memory`
  }
  if (subject !== undefined && aggregates.has(name) && isOverRecords(subject)) return undefined
  const type = subject === undefined ? undefined : withoutNull(subject.type).kind
  if (name === 'decimal' || name === 'double') return type === 'int' ? undefined : `\`${name}\` reads values in memory`
  if (type === 'timestamp' && (timeParts.has(name) || name === 'string')) return explainZone(target === undefined ? args[1] : args[0])
  if (name === 'matches') return explainPattern(target === undefined ? args[1] : args[0])
  if (name === 'size') return type === 'string' || type === 'enum' || type === 'list' ? undefined : '`size` of this is counted in memory'
  return portableFunctions.has(name) ? undefined : `\`${name}\` is computed in memory`
}

/** Databases have tables of zones of their own, which may differ from the platform's; an offset is the same everywhere. */
function explainZone(zone: Expression | undefined): string | undefined {
  if (zone === undefined) return undefined
  return zone.kind === 'literal' && typeof zone.value === 'string' && parseFixedOffset(zone.value) !== undefined
    ? undefined
    : 'databases may know other rules of a time zone: write an offset, `"+02:00"`, or compare with a moment, such as `now.startOfDay(zone)`'
}

function explainPattern(pattern: Expression | undefined): string | undefined {
  if (pattern?.kind !== 'literal' || typeof pattern.value !== 'string')
    return 'a pattern that is not written in the expression is run in memory'
  return toPortablePattern(pattern.value) === undefined
    ? 'databases may read this pattern otherwise: write it of characters, sets, groups and repetitions (at most 255), with `^` and `$` at its ends'
    : undefined
}

const queryMacros = new Set(['exists', 'all', 'exists_one', 'filter', 'map'])

function isUnrolled(macro: Macro, place: Place): boolean {
  return place.unrolls === true && canUnroll(macro) && isParameter(macro.range, place.isColumn)
}

function explainMacro(macro: Macro, place: Place): string | undefined {
  const {
    name,
    range,
    variables: [item],
  } = macro
  if (isOverRecords(range)) return queryMacros.has(name) ? undefined : `\`${name}\` is computed in memory`
  if (isUnrolled(macro, place)) {
    const most = findMostItems(macro)
    return most !== undefined && most <= BigInt(maxUnrolled)
      ? undefined
      : `the statement has a part for each item of a list of the request, which therefore needs a bound of at most ${maxUnrolled}`
  }
  if (isParameter(range, place.isColumn))
    return 'a list from outside the records is gone through in memory; records are asked for its members at once'
  const listed = asList(range.type)
  const element = listed.kind === 'list' ? withoutNull(listed.element) : undefined
  const path = printFactPath(range)
  if (element?.kind === 'record' && path !== undefined && (name === 'exists' || name === 'filter')) {
    const asked = `${element.resource}.${name}(${item}, ${item} in ${path} && …)`
    return `a list of references is gone through in memory: ask the resource, \`${asked}\``
  }
  return 'a list inside a record is iterated in memory; query the records of a resource instead, or test membership with `in`'
}

/** For `tags.exists(t, t in this.tags)`: a database compares a list of values only with records, not with a list inside a record. */
function adviseRecords(listed: string, list: string): Help {
  return advise`A database can look for one value in a list inside a record, \`"a" in ${listed}\`. To look for several, keep each value as a record of a resource of its own, with an inverse here, and write${paste(`${listed}.exists(x, x.name in ${list})`)}`
}

/** What to write instead of `list.all(t, this.tags.exists(x, x.name == t))` over a list of the request. */
function suggestRewriting(expression: Expression, place: Place): Pick<Decision, 'help'> {
  if (expression.kind !== 'macro' || isOverRecords(expression.range) || !isParameter(expression.range, place.isColumn)) return {}
  if (isUnrolled(expression, place))
    return { help: 'Bound the list in its schema, for example by `maxItems: 20`, or a text that is split by `maxLength`.' }
  const list = printFactPath(expression.range) ?? 'list'
  const [inner] = expression.arguments
  const listed =
    inner?.kind === 'binary' && inner.operator === 'in' && inner.right.type.kind !== 'query' ? printFactPath(inner.right) : undefined
  if (listed !== undefined) return { help: adviseRecords(listed, list) }
  const records = inner?.kind === 'macro' && inner.range.type.kind === 'query' ? inner : undefined
  const item = records?.variables[0] ?? 'x'
  const path = (records && printFactPath(records.range)) ?? 'this.members'
  const test = records?.arguments[0]
  const isMembership = inner?.kind === 'binary' && inner.operator === 'in'
  if (records === undefined && !isMembership && !place.isColumn('this')) return {}
  const compared =
    test?.kind === 'binary' ? [test.left, test.right].map(printFactPath).find((side) => side?.startsWith(`${item}.`)) : undefined
  const isAsked = `${item}, ${compared ?? `${item}.name`} in ${list}`
  const some = `${path}.exists(${isAsked})`
  const all = `${path}.filter(${isAsked}).size() == ${list}.distinct().size()`
  return {
    help: advise`Ask whether a record has one of them; for all of them count those that it has, where each is there once:${paste(some)}${paste(all)}`,
  }
}
