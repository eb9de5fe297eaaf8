// Compares the sets for which two expressions are true, if their form proves the relation.

import { type Json, printCanonical, isJsonArray } from '../base/json.ts'
import type { Edition } from './edition.ts'
import type { SetMotion } from './law.ts'
import { findDifference } from './sum.ts'
import { type Tree, makeReading, printTree, parseTree } from './tree.ts'

/** Former names of properties, for reading expressions of the old edition. */
type ComparedEditions = { readonly old: Edition; readonly new: Edition }

/** Compares two expressions without regard to formatting. Different literals are certainly a change. */
export function compareExpressions(a: Json | undefined, b: Json | undefined, editions: ComparedEditions): SetMotion {
  if (a === undefined || b === undefined) return a === b ? 'same' : 'other'
  if (typeof a !== 'string' || typeof b !== 'string') return 'other'
  const [before, after] = [parseTree(a, makeReading(editions.old, editions.new.membersBefore)), parseTree(b, makeReading(editions.new))]
  if (before === undefined || after === undefined) return 'unknown'
  if (printTree(before) === printTree(after)) return 'same'
  return mustDiffer(before, after) ? 'other' : 'unknown'
}

/** Operations whose result differs whenever one operand does. */
const injective = new Set(['+', '-', '*', '/'])

/** Calls whose result shows what their last argument gives: `items.map(i, i.name)`, `optional.of(x)`. */
const showing = new Set(['map.', 'of.', 'orValue.', 'string', 'decimal', 'int', 'double'])

/** True if the result shows a changed literal whenever it is computed; a branch of a condition is computed for some request. */
function mustDiffer(a: Tree, b: Tree): boolean {
  if (a.kind === 'literal' && b.kind === 'literal') return printTree(a) !== printTree(b)
  if (a.kind !== b.kind || a.text !== b.text || a.inner.length !== b.inner.length) return false
  const differing = a.inner.flatMap((each, index) => (printTree(each) === printTree(b.inner[index]!) ? [] : [index]))
  const differsAt = (index: number): boolean => mustDiffer(a.inner[index]!, b.inner[index]!)
  // Members show each of their values; elsewhere two changed operands may cancel each other out.
  if (a.kind === 'map' || a.kind === 'list') return differing.some(differsAt)
  if (a.kind === 'conditional') return differing.some((index) => index > 0 && differsAt(index))
  const [at, ...more] = differing
  if (at === undefined || more.length > 0 || !differsAt(at)) return false
  if (a.kind === 'call') return showing.has(a.text) && at === a.inner.length - 1
  return a.kind === 'binary' ? injective.has(a.text) : a.kind === 'negate' || a.kind === 'text'
}

export function compareConditions(a: Json, b: Json, editions: ComparedEditions): SetMotion {
  if (printCanonical(a) === printCanonical(b)) return 'same'
  if (typeof a !== 'string' || typeof b !== 'string') return 'unknown'
  const [before, after] = [parseTree(a, makeReading(editions.old, editions.new.membersBefore)), parseTree(b, makeReading(editions.new))]
  if (before === undefined || after === undefined) return 'unknown'
  if (printTree(before) === printTree(after)) return 'same'
  const [narrower, wider] = [implies(after, before), implies(before, after)]
  if (narrower && wider) return 'same'
  if (narrower) return 'narrower'
  return wider ? 'wider' : 'unknown'
}

/** True if `b` is true whenever `a` is. Proven by form alone, so false proves nothing. */
function implies(a: Tree, b: Tree): boolean {
  if (printTree(a) === printTree(b) || isLiteral(a, false) || isLiteral(b, true)) return true
  if (b.kind === 'and') return b.inner.every((each) => implies(a, each))
  if (a.kind === 'or') return a.inner.every((each) => implies(each, b))
  if (a.kind === 'and' && a.inner.some((each) => implies(each, b))) return true
  if (b.kind === 'or') return b.inner.some((each) => implies(a, each))
  if (a.kind === 'not' && b.kind === 'not') return implies(b.inner[0]!, a.inner[0]!)
  if (b.kind === 'call') return a.kind === 'call' ? textTestImplies(a, b) : valueMeetsTest(a, b)
  return a.kind === 'binary' && b.kind === 'binary' && comparisonImplies(a, b)
}

/** For example, `x == "2.13"` and `x in ["2.13"]` imply `x.startsWith("2.")`. */
function valueMeetsTest({ kind, text, inner: [of, values] }: Tree, test: Tree): boolean {
  const [tested] = test.inner
  if (kind !== 'binary' || of === undefined || tested === undefined || printTree(of) !== printTree(tested)) return false
  const possible = text === 'in' && values?.kind === 'list' ? values.inner : [values]
  return (
    (text === '==' || text === 'in') &&
    possible.every((each) => typeof each?.value === 'string' && textTestImplies({ ...test, inner: [tested, each] }, test))
  )
}

/** For example, `x.startsWith("2.1")` implies `x.startsWith("2.")`. */
function textTestImplies(a: Tree, b: Tree): boolean {
  const [[of, longer], [other, shorter]] = [a.inner, b.inner]
  if (a.text !== b.text || of === undefined || other === undefined || printTree(of) !== printTree(other)) return false
  if (typeof longer?.value !== 'string' || typeof shorter?.value !== 'string') return false
  switch (a.text) {
    case 'startsWith.':
      return longer.value.startsWith(shorter.value)
    case 'endsWith.':
      return longer.value.endsWith(shorter.value)
    case 'contains.':
      return longer.value.includes(shorter.value)
    default:
      return false
  }
}

const isLiteral = ({ kind, value }: Tree, expected: boolean): boolean => kind === 'literal' && value === expected

/** For example `x < 5` implies `x < 10`, `x > y + 2` implies `x >= y`, `x == 5` implies `x < 10`, and `x in [1]` implies `x in [1, 2]`. */
function comparisonImplies(a: Tree, b: Tree): boolean {
  const [[left, leftValue], [right, rightValue]] = [a.inner as [Tree, Tree], b.inner as [Tree, Tree]]
  if (b.text === 'in' && rightValue.kind === 'list') {
    if (printTree(left) !== printTree(right)) return false
    const isAmong = (value: Tree): boolean => rightValue.inner.some((each) => printTree(each) === printTree(value))
    return a.text === '==' ? isAmong(leftValue) : a.text === 'in' && leftValue.kind === 'list' && leftValue.inner.every(isAmong)
  }
  const [x, y] = findDifference(a.inner as [Tree, Tree], b.inner as [Tree, Tree]) ?? []
  if (x === undefined || y === undefined) return false
  switch (b.text) {
    case '<':
      return a.text === '<' ? x <= y : (a.text === '<=' || a.text === '==') && x < y
    case '<=':
      return (a.text === '<' || a.text === '<=' || a.text === '==') && x <= y
    case '>':
      return a.text === '>' ? x >= y : (a.text === '>=' || a.text === '==') && x > y
    case '>=':
      return (a.text === '>' || a.text === '>=' || a.text === '==') && x >= y
    case '!=':
      if (a.text === '==') return x !== y
      if (a.text === '<') return x <= y
      return a.text === '>' ? x >= y : false
    default:
      return false
  }
}

/** Compares maps of named conditions that must all be true. */
export function compareNamedConditions(
  a: Json | undefined,
  b: Json | undefined,
  editions: ComparedEditions,
): ReadonlyMap<string, SetMotion> {
  const [before, after] = [toEntries(a), toEntries(b)]
  return new Map(
    [...new Set([...before.keys(), ...after.keys()])].flatMap((name): [string, SetMotion][] => {
      const way = compareConditions(before.get(name) ?? 'true', after.get(name) ?? 'true', editions)
      return way === 'same' || isImplied(name, before, after, editions) ? [] : [[name, way]]
    }),
  )
}

type Conditions = ReadonlyMap<string, Json>

/** True if only one edition has the condition, and one before it, which both have, implies it: then it never refuses anything. */
function isImplied(name: string, before: Conditions, after: Conditions, editions: ComparedEditions): boolean {
  if (before.has(name) === after.has(name)) return false
  const [condition, names] = before.has(name) ? [before.get(name)!, [...before.keys()]] : [after.get(name)!, [...after.keys()]]
  return names.slice(0, names.indexOf(name)).some((each) => {
    const versions = [before.get(each), after.get(each)]
    return versions.every((version) => version !== undefined && /^(?:same|narrower)$/.test(compareConditions(condition, version, editions)))
  })
}

function toEntries(value: Json | undefined): ReadonlyMap<string, Json> {
  return new Map(
    typeof value === 'object' && value !== null && !isJsonArray(value)
      ? Object.entries(value as { [name: string]: Json }).filter(([name]) => name !== 'state')
      : [],
  )
}

/** True if an expression for records, such as `Subscription.filter(s, event.type in s.types)`, selects only those that name the type. */
export function isChosenByType(records: string, edition: Edition): boolean {
  const selection = parseTree(records, makeReading(edition))
  return selection !== undefined && filtersByType(selection)
}

function filtersByType({ kind, text, inner }: Tree): boolean {
  if (kind !== 'call' || text !== 'filter.' || inner.length !== 3) return false
  const [of, variable, condition] = inner as [Tree, Tree, Tree]
  return filtersByType(of) || (condition.kind === 'and' ? condition.inner : [condition]).some((one) => namesType(one, variable))
}

/** `event.type in s.types`, `event.type == s.type`. */
function namesType({ kind, text, inner }: Tree, variable: Tree): boolean {
  if (kind !== 'binary' || (text !== 'in' && text !== '==')) return false
  const type = inner.findIndex(
    (side) => side.kind === 'select' && side.text === 'type' && side.inner[0]!.kind === 'name' && side.inner[0]!.text === 'event',
  )
  return type !== -1 && (text === '==' || type === 0) && isMemberOf(inner[1 - type]!, variable)
}

function isMemberOf({ kind, inner }: Tree, variable: Tree): boolean {
  return kind === 'select' && (printTree(inner[0]!) === printTree(variable) || isMemberOf(inner[0]!, variable))
}
