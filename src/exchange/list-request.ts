// The request of a list: filters, an order, and a page.

import { type Json, isJsonArray } from '../base/json.ts'
import type { Type } from '../cel/type.ts'
import type { Value } from '../cel/value.ts'
import { breakTies } from '../fact/indexes.ts'
import type { FilterOperator } from '../model/filters.ts'
import type { Operation } from '../model/model.ts'
import { slotValueOf } from '../model/slot.ts'
import { decodeParameter } from '../schema/parameter.ts'
import { compileSchema } from '../schema/validate.ts'
import type { Filter, Input, ResourceInfo, Sort, TypedParameter } from '../typing/domain.ts'
import { isFilterName } from '../typing/filters.ts'
import { listSortParameters } from '../typing/sorts.ts'
import { type Decoded, type DecodeHooks, decodeOncePerQuery, decodeInQuery, withoutPointers } from './decode.ts'
import type { Exchange } from './exchange.ts'
import type { Direction } from './order.ts'
import type { Failed } from './refusal.ts'
import { type RecordKeyText, convertJsonToValue } from './value-json.ts'

/**
 * `path`: the member names from the property to the compared value, if that is a part of the property; a list on the path represents
 * each of its items.
 */
export type FilterComparison = {
  readonly property: string
  readonly path?: readonly string[]
  readonly operator: FilterOperator
  readonly value: Value
}

export type Sorting = { readonly property: string; readonly direction: Direction }

export type ListRequest = {
  readonly filters: readonly FilterComparison[]
  /** The filters as JSON, for cursors to be bound to. */
  readonly filtersJson: Json
  /** The client's order, or the operation's; it ends with the key, so that no two records tie. Empty for a feed. */
  readonly order: readonly Sorting[]
  /** The values of the request's page parameters. */
  readonly page: { readonly size?: Value; readonly offset?: Value; readonly cursor?: Value }
}

export type ListDecoder = (exchange: Exchange, keys: RecordKeyText) => Decoded<ListRequest>

export function listDecoder(operation: Operation, info: ResourceInfo | undefined, input: Input, hooks: DecodeHooks): ListDecoder {
  const filters = filterDecoder(input, hooks)
  const sort = input.sort && sortDecoder(input.sort, hooks)
  const pages = Object.entries(input.page ?? {}).map(([name, parameter]) => ({
    name,
    parameter,
    decoder: compileSchema(parameter.schema, hooks),
  }))
  const defaultOrder = (slotValueOf(operation.slots.order) ?? []).map(({ text }) => text)
  const schemas = [
    ...[...input.filters.values()].flatMap(({ operators }) => [...operators.values()]),
    ...listSortParameters(input).map(({ schema }) => schema),
    ...pages.map(({ parameter }) => parameter.schema),
  ]
  return decodeOncePerQuery<ListRequest>(schemas, (exchange, keys) => {
    const decodedFilters = filters(exchange)
    const order = sort?.(exchange)
    const page = pages.flatMap(({ name, parameter, decoder }) => {
      const isSent = exchange.query.some(([sent]) => sent.startsWith(parameter.name))
      if (!isSent && !parameter.required && decoder.place.default === undefined) return []
      const decoded = withoutPointers(decodeInQuery({ ...parameter, several: 'repeated' }, decoder, exchange))
      return [{ name, type: parameter.type, decoded }]
    })
    const failures = [decodedFilters, ...(order === undefined ? [] : [order]), ...page.map(({ decoded }) => decoded)].flatMap(
      (decoded) => decoded.failures ?? [],
    )
    if (failures.length > 0) return { failures }
    const comparisons = decodedFilters.value ?? []
    return {
      value: {
        filters: comparisons.map(({ filter: { property, path, type }, operator, json }) => ({
          property,
          ...(path.length === 0 ? {} : { path }),
          operator,
          value: convertJsonToValue(json, findOperandType(type, operator), keys),
        })),
        filtersJson: comparisons.map(({ filter: { name }, operator, json }) => [name, operator, json]),
        order: info === undefined ? [] : parseSorting(order?.value ?? defaultOrder, info),
        page: Object.fromEntries(
          page.flatMap(({ name, type, decoded: { value } }) =>
            value === undefined ? [] : [[name, convertJsonToValue(value, type, keys)]],
          ),
        ),
      },
    }
  })
}

type DecodedFilter = { readonly filter: Filter; readonly operator: FilterOperator; readonly json: Json }

/**
 * The comparisons of a query, by the names that it spells. An unknown comparison is refused, because ignoring it would list more
 * than requested.
 */
function filterDecoder(input: Input, hooks: DecodeHooks): (exchange: Exchange) => Decoded<readonly DecodedFilter[]> {
  const filters = [...input.filters.values()]
  const filtersByName = new Map(
    filters.flatMap((filter) =>
      filter.parameters.map(
        (parameter) => [parameter.name, { filter, parameter, decoder: compileSchema(parameter.schema, hooks) }] as const,
      ),
    ),
  )
  const otherNames = listOtherParameters(input)
  const isUnknown = (name: string): boolean =>
    !filtersByName.has(name) && !otherNames.has(name) && filters.some((filter) => isFilterName(name, filter))
  return ({ query }) => {
    if (query.length === 0 || filtersByName.size === 0) return { value: [] }
    const texts = Map.groupBy(query, ([name]) => name)
    const compared: DecodedFilter[] = []
    const failures: Failed[] = [...texts.keys()].filter(isUnknown).map((name) => ({ property: name, keyword: 'additionalProperties' }))
    // In the order of the document, so that a cursor stays valid if the client sends the same filters in another order.
    for (const [
      name,
      {
        filter,
        parameter: { operator, several },
        decoder,
      },
    ] of filtersByName) {
      const sent = texts.get(name)
      if (sent === undefined) continue
      const decoded = withoutPointers(
        decodeParameter(
          decoder,
          { name, required: false, several },
          sent.map(([, text]) => text),
        ),
      )
      if (decoded.failures !== undefined) failures.push(...decoded.failures)
      else if (decoded.value !== undefined) compared.push({ filter, operator, json: decoded.value })
    }
    return failures.length > 0 ? { failures } : { value: compared }
  }
}

/** Names of other parameters, though they may look like a filter with an operator. */
function listOtherParameters({ query, sort, page }: Input): ReadonlySet<string> {
  return new Set([...query.keys(), ...[...listSortParameters({ sort }), ...Object.values(page ?? {})].map(({ name }) => name)])
}

/** A decimal keeps all its digits, so that a number between two values of the property compares correctly. */
function findOperandType(type: Type, operator: FilterOperator): Type {
  if (operator === 'exists') return { kind: 'bool' }
  const operand: Type = type.kind === 'decimal' ? { kind: 'decimal' } : type
  return operator === 'in' || operator === 'any' ? { kind: 'list', element: operand } : operand
}

/** The chosen properties, with `-` before one that descends; undefined if the request selects no order. */
function sortDecoder(
  { parameter, several, direction, words }: Sort,
  hooks: DecodeHooks,
): (exchange: Exchange) => Decoded<readonly string[] | undefined> {
  const decode = (read: TypedParameter, repeats: Sort['several']): ((query: Exchange['query']) => Decoded<Json | undefined>) => {
    const decoder = compileSchema(read.schema, hooks)
    return (query) => {
      const texts = query.flatMap(([name, text]) => (name === read.name ? [text] : []))
      return withoutPointers(decodeParameter(decoder, { ...read, several: repeats }, texts))
    }
  }
  const decodeTerms = decode(parameter, several)
  const decodeDirection = direction && decode(direction.parameter, 'repeated')
  return ({ query }) => {
    const [terms, sentDirection] = [decodeTerms(query), decodeDirection?.(query)]
    const failures = [...(terms.failures ?? []), ...(sentDirection?.failures ?? [])]
    if (failures.length > 0) return { failures }
    if (!isJsonArray(terms.value)) return { value: undefined }
    const sign = direction !== undefined && sentDirection?.value === direction.descending ? '-' : ''
    return { value: terms.value.map((term) => sign + words.get(term as string)!) }
  }
}

/** `-createdAt` descends. */
export function parseSorting(words: readonly string[], info: ResourceInfo): readonly Sorting[] {
  return breakTies(words, info.key).map((word): Sorting =>
    word.startsWith('-') ? { property: word.slice(1), direction: 'descending' } : { property: word, direction: 'ascending' },
  )
}
