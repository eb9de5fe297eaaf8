// Finds queries over records without a matching index, so that a store must scan a whole resource, or a tenant's part of it. It reports
// only certain cases: it skips paths through references.

import { isClosed } from '../cel/closed.ts'
import type { Expression } from '../cel/expression.ts'
import { withoutNull } from '../cel/fits.ts'
import { listConjuncts, partsOf } from '../cel/parts.ts'
import { matchDistinctMembers } from '../cel/run/ask.ts'
import type { Domain, Property, ResourceInfo } from '../typing/domain.ts'
import { type ScanTest, findRowProperty } from './exact-records.ts'
import { leadsAnIndex } from './indexes.ts'

/** `indexes`: the properties of each index that would help; `computed`: properties that no index can hold. */
export type FullScan = {
  readonly expression: Expression
  readonly resource: string
  readonly kind: 'all' | 'count' | 'some'
  readonly indexes: readonly (readonly string[])[]
  readonly computed: readonly string[]
}

export function findFullScans(domain: Domain, expression: Expression): readonly FullScan[] {
  if (matchDistinctMembers(expression) !== undefined) return []
  const query = queryOf(expression)
  // A tenant's records are a part that its index finds.
  const hasTenant = query !== undefined && (domain.resources.get(query.resource)?.tenant.length ?? 0) > 0
  const scan = query === undefined || hasTenant ? undefined : scanOf(domain, query)
  const directScan = scan && { expression, ...scan }
  // A nested query may run for each record.
  const nested = query === undefined ? partsOf(expression).map((part) => part.expression) : query.tests.map(({ test }) => test)
  return [...(directScan === undefined ? [] : [directScan]), ...nested.flatMap((part) => findFullScans(domain, part))]
}

type RecordQuery = { readonly resource: string; readonly kind: FullScan['kind'] | 'first'; readonly tests: readonly ScanTest[] }

/** A query over a resource and its conditions: `exists` and `size` with their operands, or records that are iterated. */
function queryOf(expression: Expression): RecordQuery | undefined {
  const selection = findSelection(expression)
  if (selection !== undefined) return { ...selection, kind: selection.tests.length === 0 ? 'all' : 'some' }
  if (expression.kind === 'call' && expression.name === 'size') {
    const countedSelection = findSelection(expression.target ?? expression.arguments[0]!)
    return countedSelection && { ...countedSelection, kind: countedSelection.tests.length === 0 ? 'count' : 'some' }
  }
  if (expression.kind !== 'macro' || !['exists', 'exists_one', 'all'].includes(expression.name)) return undefined
  const range = findSelection(expression.range)
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
function findSelection(expression: Expression): Pick<RecordQuery, 'resource' | 'tests'> | undefined {
  if (expression.kind === 'records') return { resource: expression.resource, tests: [] }
  if (expression.kind !== 'macro' || (expression.name !== 'filter' && expression.name !== 'sortBy')) return undefined
  const rangeSelection = findSelection(expression.range)
  return (
    rangeSelection &&
    (expression.name === 'filter' ? { ...rangeSelection, tests: [...rangeSelection.tests, ...testOf(expression)] } : rangeSelection)
  )
}

function testOf({ variables: [variable], arguments: [test] }: Extract<Expression, { kind: 'macro' }>): readonly ScanTest[] {
  return variable === undefined || test === undefined ? [] : [{ variable, test }]
}

function scanOf(domain: Domain, { resource, kind, tests }: RecordQuery): Omit<FullScan, 'expression'> | undefined {
  const info = domain.resources.get(resource)
  if (info === undefined || kind === 'first') return undefined
  const parts = tests.flatMap(({ variable, test }) => listConjuncts(test).map((part) => judgeCondition(domain, info, variable, part)))
  if (parts.some(({ canUseIndex }) => canUseIndex)) return undefined
  // Equalities first: an index begins with them.
  const indexMembers = new Set(
    parts.toSorted((a, b) => Number(b.isEquality) - Number(a.isEquality)).flatMap(({ indexedFirst }) => indexedFirst),
  )
  const indexes =
    indexMembers.size > 0 ? [[...indexMembers]] : (parts.find(({ alternatives }) => alternatives.length > 0)?.alternatives ?? [])
  return { resource, kind, indexes, computed: [...new Set(parts.flatMap(({ computed }) => computed))] }
}

/** `indexedFirst`: the properties with which an index must begin; `alternatives`: one such list for each index. */
type IndexUse = {
  readonly canUseIndex: boolean
  readonly isEquality: boolean
  readonly indexedFirst: readonly string[]
  readonly alternatives: readonly (readonly string[])[]
  readonly computed: readonly string[]
}

const noIndex: IndexUse = { canUseIndex: false, isEquality: false, indexedFirst: [], alternatives: [], computed: [] }
const mayHaveIndex: IndexUse = { ...noIndex, canUseIndex: true }

function judgeCondition(domain: Domain, info: ResourceInfo, variable: string, test: Expression): IndexUse {
  const rows = new Set([variable])
  if (isClosed(test, rows)) return noIndex
  if (test.kind === 'or') {
    const sides = [test.left, test.right].map((side) => listConjuncts(side).map((part) => judgeCondition(domain, info, variable, part)))
    const withoutIndex = sides.filter((parts) => !parts.some(({ canUseIndex }) => canUseIndex))
    const alternatives = withoutIndex.map((parts) => parts.flatMap(({ indexedFirst }) => indexedFirst))
    return withoutIndex.length === 0
      ? mayHaveIndex
      : { ...noIndex, alternatives: alternatives.some((indexedFirst) => indexedFirst.length === 0) ? [] : alternatives }
  }
  const judgeOne = (property: Property, isEquality: boolean): IndexUse => judgeProperty(domain, info, property, isEquality)
  const testedProperty = findRowProperty(test.kind === 'not' ? test.operand : test, info, variable)
  if (testedProperty !== undefined) return judgeOne(testedProperty, true)
  if (test.kind === 'binary' && test.operator !== '!=' && test.operator !== 'in') {
    const [side, other] = findRowProperty(test.left, info, variable) === undefined ? [test.right, test.left] : [test.left, test.right]
    const property = findRowProperty(side, info, variable)
    if (property !== undefined && isClosed(other, rows)) return judgeOne(property, test.operator === '==')
  }
  if (test.kind === 'binary' && test.operator === 'in') {
    const property = findRowProperty(test.left, info, variable)
    return property !== undefined && isClosed(test.right, rows) ? judgeOne(property, false) : mayHaveIndex
  }
  return readsNoIndex(test, info, variable, domain) ? noIndex : mayHaveIndex
}

function judgeProperty(domain: Domain, info: ResourceInfo, property: Property, isEquality: boolean): IndexUse {
  const { name, compute } = property
  if (compute !== undefined && !compute.stored) return { ...noIndex, computed: [name] }
  // Lists and objects are not in the order of their values.
  if (['list', 'map', 'object'].includes(withoutNull(property.type).kind)) return noIndex
  return { ...noIndex, canUseIndex: leadsAnIndex(domain, info, name), isEquality, indexedFirst: [name] }
}

/** True if all operands are properties of the record itself and no index begins with one of them, so that only a scan can decide. */
function readsNoIndex(expression: Expression, info: ResourceInfo, variable: string, domain: Domain): boolean {
  const property = findRowProperty(expression, info, variable)
  if (property !== undefined)
    return property.reference === undefined && property.inverse === undefined && !leadsAnIndex(domain, info, property.name)
  if (expression.kind === 'variable') return expression.name !== variable
  if (expression.kind === 'records' || expression.kind === 'find' || expression.type.kind === 'query') return false
  return partsOf(expression).every((part) => readsNoIndex(part.expression, info, variable, domain))
}
