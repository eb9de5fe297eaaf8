// Finds queries over records without a matching index, so that a store must scan a whole resource, or a tenant's part of it. It reports
// only certain cases: it skips paths through references.

import { isClosed } from '../cel/closed.ts'
import type { Expression } from '../cel/expression.ts'
import { withoutNull } from '../cel/fits.ts'
import { partsOf } from '../cel/parts.ts'
import { distinctMembers } from '../cel/run/ask.ts'
import type { Domain, Property, ResourceInfo } from '../typing/domain.ts'
import { leadsAnIndex } from './indexes.ts'

/** `indexes`: the properties of each index that would help; `computed`: properties that no index can hold. */
export type FullScan = {
  readonly expression: Expression
  readonly resource: string
  readonly kind: 'all' | 'count' | 'some'
  readonly indexes: readonly (readonly string[])[]
  readonly computed: readonly string[]
}

export function walksIn(domain: Domain, expression: Expression): readonly FullScan[] {
  if (distinctMembers(expression) !== undefined) return []
  const query = queryOf(expression)
  // A tenant's records are a part that its index finds.
  const hasTenant = query !== undefined && (domain.resources.get(query.resource)?.tenant.length ?? 0) > 0
  const scan = query === undefined || hasTenant ? undefined : scanOf(domain, query)
  const own = scan && { expression, ...scan }
  // A nested query may run for each record.
  const inside = query === undefined ? partsOf(expression).map((part) => part.expression) : query.tests.map(({ test }) => test)
  return [...(own === undefined ? [] : [own]), ...inside.flatMap((part) => walksIn(domain, part))]
}

type Test = { readonly variable: string; readonly test: Expression }
type Asked = { readonly resource: string; readonly kind: FullScan['kind'] | 'first'; readonly tests: readonly Test[] }

/** A query over a resource and its conditions: `exists` and `size` with their operands, or records that are iterated. */
function queryOf(expression: Expression): Asked | undefined {
  const chosen = chosenBy(expression)
  if (chosen !== undefined) return { ...chosen, kind: chosen.tests.length === 0 ? 'all' : 'some' }
  if (expression.kind === 'call' && expression.name === 'size') {
    const counted = chosenBy(expression.target ?? expression.arguments[0]!)
    return counted && { ...counted, kind: counted.tests.length === 0 ? 'count' : 'some' }
  }
  if (expression.kind !== 'macro' || !['exists', 'exists_one', 'all'].includes(expression.name)) return undefined
  const range = chosenBy(expression.range)
  if (range === undefined) return undefined
  // `all` searches for a counterexample, and an equality does not narrow that search.
  const test = expression.name === 'all' ? [] : testOf(expression)
  const tests = [...range.tests, ...test]
  return {
    resource: range.resource,
    tests,
    kind: expression.name === 'exists' && tests.every(({ test: each, variable }) => isClosed(each, new Set([variable]))) ? 'first' : 'some',
  }
}

/** `R`, `R.filter(…)`, `R.sortBy(…)`. */
export function chosenBy(expression: Expression): Pick<Asked, 'resource' | 'tests'> | undefined {
  if (expression.kind === 'records') return { resource: expression.resource, tests: [] }
  if (expression.kind !== 'macro' || (expression.name !== 'filter' && expression.name !== 'sortBy')) return undefined
  const inner = chosenBy(expression.range)
  return inner && (expression.name === 'filter' ? { ...inner, tests: [...inner.tests, ...testOf(expression)] } : inner)
}

function testOf({ variables: [variable], arguments: [test] }: Extract<Expression, { kind: 'macro' }>): readonly Test[] {
  return variable === undefined || test === undefined ? [] : [{ variable, test }]
}

/**
 * True if no index answers the conditions, so that a store looks at every record, or at every one of a tenant. Without conditions, the
 * rows that it reads count themselves.
 */
export function scansAll(domain: Domain, resource: string, tests: readonly Test[]): boolean {
  return tests.length > 0 && scanOf(domain, { resource, kind: 'some', tests }) !== undefined
}

function scanOf(domain: Domain, { resource, kind, tests }: Asked): Omit<FullScan, 'expression'> | undefined {
  const info = domain.resources.get(resource)
  if (info === undefined || kind === 'first') return undefined
  const parts = tests.flatMap(({ variable, test }) => conjuncts(test).map((part) => judge(domain, info, variable, part)))
  if (parts.some(({ mayBeServed }) => mayBeServed)) return undefined
  // Equalities first: an index begins with them.
  const compared = new Set(parts.toSorted((a, b) => Number(b.isEquality) - Number(a.isEquality)).flatMap(({ compares }) => compares))
  const indexes = compared.size > 0 ? [[...compared]] : (parts.find(({ either }) => either.length > 0)?.either ?? [])
  return { resource, kind, indexes, computed: [...new Set(parts.flatMap(({ computed }) => computed))] }
}

function conjuncts(expression: Expression): readonly Expression[] {
  return expression.kind === 'and' ? [...conjuncts(expression.left), ...conjuncts(expression.right)] : [expression]
}

/** `compares`: a property that an index would have to begin with; `either`: the properties for separate indexes. */
type Judged = {
  readonly mayBeServed: boolean
  readonly isEquality: boolean
  readonly compares: readonly string[]
  readonly either: readonly (readonly string[])[]
  readonly computed: readonly string[]
}

const nothing: Judged = { mayBeServed: false, isEquality: false, compares: [], either: [], computed: [] }
const unsure: Judged = { ...nothing, mayBeServed: true }

function judge(domain: Domain, info: ResourceInfo, variable: string, test: Expression): Judged {
  const rows = new Set([variable])
  if (isClosed(test, rows)) return nothing
  if (test.kind === 'or') {
    const sides = [test.left, test.right].map((side) => conjuncts(side).map((part) => judge(domain, info, variable, part)))
    const open = sides.filter((parts) => !parts.some(({ mayBeServed }) => mayBeServed))
    const either = open.map((parts) => parts.flatMap(({ compares }) => compares))
    return open.length === 0 ? unsure : { ...nothing, either: either.some((compares) => compares.length === 0) ? [] : either }
  }
  const isOne = (property: Property, isEquality: boolean): Judged => judgeProperty(domain, info, property, isEquality)
  const truth = ownProperty(test.kind === 'not' ? test.operand : test, info, variable)
  if (truth !== undefined) return isOne(truth, true)
  if (test.kind === 'binary' && test.operator !== '!=' && test.operator !== 'in') {
    const [side, other] = ownProperty(test.left, info, variable) === undefined ? [test.right, test.left] : [test.left, test.right]
    const property = ownProperty(side, info, variable)
    if (property !== undefined && isClosed(other, rows)) return isOne(property, test.operator === '==')
  }
  if (test.kind === 'binary' && test.operator === 'in') {
    const property = ownProperty(test.left, info, variable)
    return property !== undefined && isClosed(test.right, rows) ? isOne(property, false) : unsure
  }
  return isPlain(test, info, variable, domain) ? nothing : unsure
}

function judgeProperty(domain: Domain, info: ResourceInfo, property: Property, isEquality: boolean): Judged {
  const { name, compute } = property
  if (compute !== undefined && !compute.stored) return { ...nothing, computed: [name] }
  // Lists and objects are not in the order of their values.
  if (['list', 'map', 'object'].includes(withoutNull(property.type).kind)) return nothing
  return { ...nothing, mayBeServed: leadsAnIndex(domain, info, name), isEquality, compares: [name] }
}

function ownProperty(expression: Expression, { properties }: ResourceInfo, variable: string): Property | undefined {
  if (expression.kind !== 'select' || expression.operand.kind !== 'variable' || expression.operand.name !== variable) return undefined
  return properties.get(expression.member)
}

/** True if all operands are properties of the record itself that lead no index; then only a scan can decide. */
function isPlain(expression: Expression, info: ResourceInfo, variable: string, domain: Domain): boolean {
  const property = ownProperty(expression, info, variable)
  if (property !== undefined)
    return property.reference === undefined && property.inverse === undefined && !leadsAnIndex(domain, info, property.name)
  if (expression.kind === 'variable') return expression.name !== variable
  if (expression.kind === 'records' || expression.kind === 'find' || expression.type.kind === 'query') return false
  return partsOf(expression).every((part) => isPlain(part.expression, info, variable, domain))
}
