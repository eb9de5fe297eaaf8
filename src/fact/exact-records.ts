// Finds the conditions whose records a key or an index finds exactly, so that a store looks at no other record.

import { isClosed } from '../cel/closed.ts'
import type { Expression } from '../cel/expression.ts'
import { withoutNull } from '../cel/fits.ts'
import { listConjuncts } from '../cel/parts.ts'
import { comparesFolded } from '../cel/values/fold.ts'
import type { Domain, Property, ResourceInfo } from '../typing/domain.ts'
import { breakTies, listWantedIndexes } from './indexes.ts'

/** A condition of the record that `variable` holds. */
export type ScanTest = { readonly variable: string; readonly test: Expression }

/**
 * True if a key or an index finds exactly the records that meet all tests, and in the order if there is one, so that a store looks at no
 * other record and sorts none. `filtered`: properties that a client compares for equality; `order`: words of a sort order.
 */
export function findsExactly(
  domain: Domain,
  resource: string,
  tests: readonly ScanTest[],
  filtered: readonly string[] = [],
  order: readonly string[] = [],
): boolean {
  const info = domain.resources.get(resource)
  return info !== undefined && findExactMembers(domain, info, { tests, filtered, order, find: findDirectEquality }) !== undefined
}

/**
 * The number of members by whose index a store may find exactly the records that meet all tests, also those about the records that they
 * refer to or that refer to them; undefined if there is no such index. A database is free to find the records in another way.
 */
export function countExactMembers(
  domain: Domain,
  resource: string,
  tests: readonly ScanTest[],
  filtered: readonly string[] = [],
  order: readonly string[] = [],
): number | undefined {
  const info = domain.resources.get(resource)
  return info && findExactMembers(domain, info, { tests, filtered, order, find: findEquality })?.size
}

type ExactConditions = {
  readonly tests: readonly ScanTest[]
  readonly filtered: readonly string[]
  readonly order: readonly string[]
  readonly find: (domain: Domain, info: ResourceInfo, variable: string, test: Expression) => Equality | undefined
}

function findExactMembers(
  domain: Domain,
  info: ResourceInfo,
  { tests, filtered, order, find }: ExactConditions,
): ReadonlySet<string> | undefined {
  const equalities = tests.flatMap(({ variable, test }) => listConjuncts(test).map((part) => find(domain, info, variable, part)))
  const members = new Set([...equalities.flatMap((each) => each?.members ?? []), ...filtered])
  const single = new Set([...equalities.flatMap((each) => (each?.values === 'one' ? each.members : [])), ...filtered])
  if (isUnique(info, single)) return single
  const areMany = equalities.some((each) => each?.values === 'several')
  if (equalities.includes(undefined) || (areMany && order.length > 0)) return undefined
  return leadsTo(domain, info, members, order) ? members : undefined
}

/** True if an index begins with these members, in any order, and goes on in the order of the others. */
function leadsTo(domain: Domain, info: ResourceInfo, members: ReadonlySet<string>, order: readonly string[] = []): boolean {
  const ofOthers = order.filter((word) => !members.has(word.replace(/^-/, '')))
  return [info.key, ...listWantedIndexes(domain, info).map(({ words }) => breakTies(words, info.key))].some(
    (words) =>
      words.length >= members.size &&
      words.slice(0, members.size).every((word) => members.has(word.replace(/^-/, ''))) &&
      hasOrder(words.slice(members.size), ofOthers),
  )
}

function isUnique(info: ResourceInfo, members: ReadonlySet<string>): boolean {
  return [info.key, ...info.uniques.map((unique) => unique.members)].some((key) => key.every((name) => members.has(name)))
}

/** True if an index whose further words are these reads in an order, forward or backward. */
function hasOrder(words: readonly string[], order: readonly string[]): boolean {
  const turned = (word: string): string => (word.startsWith('-') ? word.slice(1) : `-${word}`)
  return [order, order.map(turned)].some((wanted) => wanted.every((word, index) => words[index] === word))
}

/** Properties whose values a condition determines before it reads a record of theirs: one combination of values, or several. */
type Equality = { readonly members: readonly string[]; readonly values: 'one' | 'several' }

/** Undefined if an index does not find the records that meet the condition. */
function findEquality(domain: Domain, info: ResourceInfo, variable: string, test: Expression): Equality | undefined {
  return (
    findDirectEquality(domain, info, variable, test) ??
    findEqualityOf(test, variable, (side) => findDetermined(domain, info, variable, side)) ??
    findReferringEquality(domain, info, variable, test)
  )
}

/** An equality of the record itself or of a property. */
function findDirectEquality(_domain: Domain, info: ResourceInfo, variable: string, test: Expression): Equality | undefined {
  const flag = findRowProperty(test.kind === 'not' ? test.operand : test, info, variable)
  if (flag !== undefined) return isStored(flag) ? { members: [flag.name], values: 'one' } : undefined
  return findEqualityOf(test, variable, (side) => findOwn(info, variable, side))
}

/** `path == value`, where the value reads no record. */
function findEqualityOf(test: Expression, variable: string, find: (side: Expression) => Equality | undefined): Equality | undefined {
  if (test.kind !== 'binary' || test.operator !== '==') return undefined
  const [left, right] = [test.left, test.right].map((side) => isClosed(side, new Set([variable])))
  return (right === true ? find(test.left) : undefined) ?? (left === true ? find(test.right) : undefined)
}

function findOwn(info: ResourceInfo, variable: string, path: Expression): Equality | undefined {
  if (path.kind === 'variable') return path.name === variable ? { members: info.key, values: 'one' } : undefined
  const property = findRowProperty(path, info, variable)
  return property !== undefined && isStored(property) ? { members: [property.name], values: 'one' } : undefined
}

/** The record itself, a property of it, or `this.a.b` if an index finds the records of `a` that have a certain `b`. */
function findDetermined(domain: Domain, info: ResourceInfo, variable: string, path: Expression): Equality | undefined {
  const own = findOwn(info, variable, path)
  if (own !== undefined) return own
  if (path.kind !== 'select' || path.optional || path.type.kind === 'nullable') return undefined
  const target = findReferredResource(domain, info, variable, path.operand)
  const member = target?.properties.get(path.member)
  const reference = member !== undefined && isStored(member) ? findDetermined(domain, info, variable, path.operand) : undefined
  if (target === undefined || reference === undefined) return undefined
  if (isUnique(target, new Set([path.member]))) return reference
  return leadsTo(domain, target, new Set([path.member])) ? { ...reference, values: 'several' } : undefined
}

/** The resource of the record at the end of a path of references. */
function findReferredResource(domain: Domain, info: ResourceInfo, variable: string, path: Expression): ResourceInfo | undefined {
  if (path.kind === 'variable') return path.name === variable ? info : undefined
  if (path.kind !== 'select' || path.optional) return undefined
  const reference = findReferredResource(domain, info, variable, path.operand)?.properties.get(path.member)?.reference
  return reference === undefined || reference.many ? undefined : domain.resources.get(reference.resource)
}

/** `R.exists(r, r.ref == this && …)`, if an index finds these records of R: the record is one of those that they refer to. */
function findReferringEquality(domain: Domain, info: ResourceInfo, variable: string, test: Expression): Equality | undefined {
  if (test.kind !== 'macro' || test.name !== 'exists' || test.range.kind !== 'records' || test.variables.length !== 1) return undefined
  const [referrer = ''] = test.variables
  const readsRecord = (part: Expression): boolean => !isClosed(part, new Set([variable]))
  const parts = listConjuncts(test.arguments[0]!)
  const [link, ...more] = parts.filter(readsRecord)
  if (link?.kind !== 'binary' || link.operator !== '==' || more.length > 0) return undefined
  const [outer, inner] = readsRecord(link.left) ? [link.left, link.right] : [link.right, link.left]
  const referred = findReferredResource(domain, info, variable, outer)
  const isReference = inner.kind === 'select' && inner.operand.kind === 'variable' && inner.operand.name === referrer
  const equality =
    isReference && referred !== undefined && hasPlainKey(referred) ? findDetermined(domain, info, variable, outer) : undefined
  const tests = parts.filter((part) => part !== link).map((part) => ({ variable: referrer, test: part }))
  return equality !== undefined && countExactMembers(domain, test.range.resource, tests) !== undefined
    ? { ...equality, values: 'several' }
    : undefined
}

/** True if a record has one key, which is spelled in one way. */
function hasPlainKey({ key, properties }: ResourceInfo): boolean {
  const [only, ...more] = key
  return more.length === 0 && !comparesFolded(properties.get(only!)!.type)
}

function isStored({ compute, type }: Property): boolean {
  return (compute === undefined || compute.stored) && !['list', 'map', 'object'].includes(withoutNull(type).kind)
}

export function findRowProperty(expression: Expression, { properties }: ResourceInfo, variable: string): Property | undefined {
  if (expression.kind !== 'select' || expression.operand.kind !== 'variable' || expression.operand.name !== variable) return undefined
  return properties.get(expression.member)
}
