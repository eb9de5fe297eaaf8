// Finds records that exclude the written one by `exclude` of part 2.

import { compare } from '../../cel/values/order.ts'
import type { Value } from '../../cel/value.ts'
import { holds } from '../../exchange/context.ts'
import type { FilterComparison } from '../../exchange/list-request.ts'
import type { Exclusion, ResourceInfo } from '../../typing/domain.ts'
import { hasValue, listRowsHaving } from '../record/find.ts'
import type { Row } from '../store.ts'
import { type TransactionContext, makeContext } from '../transaction-context.ts'
import { readsWritten } from './invariants.ts'

type Values = ReadonlyMap<string, Value>

export function touchesExclusion(
  transaction: TransactionContext,
  info: ResourceInfo,
  { same, overlap, where }: Exclusion,
  written: ReadonlySet<string>,
): boolean {
  const compared = [...same, ...(overlap === undefined ? [] : [overlap.from, overlap.to])]
  return compared.some((name) => written.has(name)) || (where !== undefined && readsWritten(transaction, info, where, written))
}

/** True if another record excludes one with these values. As with uniques, null equals no value. */
export function excludesAny(
  transaction: TransactionContext,
  info: ResourceInfo,
  exclusion: Exclusion,
  values: Values,
  self: string | undefined,
): boolean {
  const { keys } = transaction.service
  const ownRow: Row = { resource: info.name, key: self ?? keys.keyText(info, keys.keyValues(info, values)), values, version: 0 }
  if (
    exclusion.same.some((name) => (values.get(name) ?? null) === null) ||
    isEmpty(exclusion, values) ||
    !applies(transaction, exclusion, ownRow)
  )
    return false
  return listCandidates(transaction, info, exclusion, values).some(
    (row) => row.key !== self && overlaps(exclusion, values, row.values) && applies(transaction, exclusion, row),
  )
}

function applies(transaction: TransactionContext, { where }: Exclusion, row: Row): boolean {
  return (
    where === undefined || holds(where, makeContext(transaction, new Map([['this', transaction.service.keys.recordOfRow(row, 'then')]])))
  )
}

/**
 * The comparisons that find overlap candidates; undefined if an end may be missing or case is ignored, which comparisons cannot
 * express.
 */
export function makeOverlapFilters(
  info: ResourceInfo,
  { same, overlap }: Exclusion,
  values: Values,
): readonly FilterComparison[] | undefined {
  const isFolded = same.some((name) => info.properties.get(name)?.fold === true)
  if (overlap === undefined || isFolded || [overlap.from, overlap.to].some((name) => info.properties.get(name)?.type.kind === 'nullable'))
    return undefined
  return [
    ...same.map((property): FilterComparison => ({ property, operator: 'eq', value: values.get(property)! })),
    { property: overlap.from, operator: 'lt', value: values.get(overlap.to)! },
    { property: overlap.to, operator: 'gt', value: values.get(overlap.from)! },
  ]
}

/** The rows that are equal in `same`; where the store can compare ranges, only those that may overlap. */
function listCandidates(transaction: TransactionContext, info: ResourceInfo, exclusion: Exclusion, values: Values): readonly Row[] {
  const { same } = exclusion
  const filters = makeOverlapFilters(info, exclusion, values)
  const rows =
    filters &&
    transaction.tx.select?.({ resource: info.name, where: [], filters, order: [] }, { variables: transaction.base, host: transaction.host })
  if (rows !== undefined) return rows
  if (same.length > 0) return listRowsHaving(transaction, info, new Map(same.map((name) => [name, values.get(name)!])))
  return [...transaction.tx.rows(info.name)].filter((row) => same.every((name) => hasValue(info, row.values, name, values.get(name)!)))
}

/** A range that ends where it begins, or before, overlaps nothing. */
function isEmpty({ overlap }: Exclusion, values: Values): boolean {
  return overlap !== undefined && !isBefore(values.get(overlap.from), values.get(overlap.to))
}

/** Ranges are half-open: one may begin where another ends. */
function overlaps({ overlap }: Exclusion, a: Values, b: Values): boolean {
  if (overlap === undefined) return true
  const { from, to } = overlap
  return isBefore(b.get(from), b.get(to)) && isBefore(a.get(from), b.get(to)) && isBefore(b.get(from), a.get(to))
}

/** A missing beginning lies before every time, and a missing end after every time. */
function isBefore(from: Value | undefined, to: Value | undefined): boolean {
  return (from ?? null) === null || (to ?? null) === null || compare(from!, to!) < 0
}
