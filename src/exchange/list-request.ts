// What a request asks of a list: filters, an order, and which page.

import { type Json, type JsonObject, isJsonArray, isJsonObject } from '../base/json.ts'
import type { Type } from '../cel/type.ts'
import type { Value } from '../cel/value.ts'
import { breakTies } from '../fact/indexes.ts'
import type { Operation } from '../model/model.ts'
import { shown } from '../model/slot.ts'
import { decodeDeepObject, decodeParameter } from '../schema/parameter.ts'
import { type Decoder, compileSchema } from '../schema/validate.ts'
import type { Filter, FilterOperator, Input, ResourceInfo, Sort } from '../typing/domain.ts'
import { type Decoded, type DecodeHooks, decodedOnce, sentInQuery, withoutPointers } from './decode.ts'
import type { Exchange } from './exchange.ts'
import type { Direction } from './order.ts'
import { type RecordKeyText, valueOf } from './value-json.ts'

export type FilterComparison = { readonly property: string; readonly operator: FilterOperator; readonly value: Value }

export type Sorting = { readonly property: string; readonly direction: Direction }

export type ListRequest = {
  readonly filters: readonly FilterComparison[]
  /** The filters as JSON, for cursors to be bound to. */
  readonly sent: Json
  /** As the client chose, or as the operation says; the key stands last, so that no two records tie. */
  readonly order: readonly Sorting[]
  /** What the request says by the parameters that pages bring. */
  readonly page: { readonly size?: Value; readonly offset?: Value; readonly cursor?: Value }
}

export type ListDecoder = (exchange: Exchange, keys: RecordKeyText) => Decoded<ListRequest>

export function listDecoder(operation: Operation, info: ResourceInfo, input: Input, hooks: DecodeHooks): ListDecoder {
  const filters = [...input.filters.values()].map((filter) => filterDecoder(filter, hooks))
  const sort = input.sort && sortDecoder(input.sort, hooks)
  const pages = Object.entries(input.page ?? {}).map(([name, parameter]) => ({ name, parameter, decoder: compileSchema(parameter.schema, hooks) }))
  const usual = (shown(operation.slots.order) ?? []).map(({ text }) => text)
  const schemas = [...[...input.filters.values()].map(({ schema }) => schema), ...(input.sort === undefined ? [] : [input.sort.parameter.schema]), ...pages.map(({ parameter }) => parameter.schema)]
  return decodedOnce<ListRequest>(schemas, (exchange, keys) => {
    const sent = filters.map((decode) => decode(exchange))
    const order = sort?.(exchange)
    const page = pages.flatMap(({ name, parameter, decoder }) => {
      const isSent = exchange.query.some(([sent]) => sent.startsWith(parameter.name))
      if (!isSent && !parameter.required && decoder.place.default === undefined) return []
      const decoded = withoutPointers(sentInQuery({ ...parameter, several: 'repeated' }, decoder, exchange))
      return [{ name, type: parameter.type, decoded }]
    })
    const failures = [...sent, ...(order === undefined ? [] : [order]), ...page.map(({ decoded }) => decoded)].flatMap((decoded) => decoded.failures ?? [])
    if (failures.length > 0) return { failures }
    const compared = sent.flatMap(({ value }) => value ?? [])
    return {
      value: {
        filters: compared.map(({ property, operator, json }) => ({ property, operator, value: valueOf(json, operandType(info, property, operator), keys) })),
        sent: compared.map(({ property, operator, json }) => [property, operator, json]),
        order: inFull(order?.value ?? usual, info),
        page: Object.fromEntries(page.flatMap(({ name, type, decoded: { value } }) => (value === undefined ? [] : [[name, valueOf(value, type, keys)]]))),
      },
    }
  })
}

type Compared = { readonly property: string; readonly operator: FilterOperator; readonly json: Json }

/** `?status=draft` and `?createdAt[gte]=…`. An unknown comparison is refused, because ignoring it would list more than requested. */
function filterDecoder(filter: Filter, hooks: DecodeHooks): (exchange: Exchange) => Decoded<readonly Compared[]> {
  const { property, plain } = filter
  const parameter = { name: property, required: false, several: 'commas' } as const
  const whole: Decoder = compileSchema(filter.schema, hooks)
  const single: Decoder = compileSchema(filter.operators.get(plain)!, hooks)
  const isOptional = whole.place.default === undefined && single.place.default === undefined
  return ({ query }) => {
    if (isOptional && !query.some(([name]) => name === property || name.startsWith(`${property}[`))) return { value: [] }
    const texts = query.flatMap(([name, text]) => (name === property ? [text] : []))
    const bare = withoutPointers(decodeParameter(single, parameter, texts))
    const deep = withoutPointers(decodeDeepObject(whole, parameter, query))
    const failures = [...(bare.failures ?? []), ...(deep.failures ?? [])]
    if (failures.length > 0) return { failures }
    const members = isJsonObject(deep.value) ? Object.entries(deep.value as JsonObject) : []
    return {
      value: [
        ...(bare.value === undefined ? [] : [{ property, operator: plain, json: bare.value }]),
        ...members.map(([operator, json]) => ({ property, operator: operator as FilterOperator, json })),
      ],
    }
  }
}

function operandType(info: ResourceInfo, property: string, operator: FilterOperator): Type {
  const plain = plainType(info.properties.get(property)!.type)
  if (operator === 'exists') return { kind: 'bool' }
  return operator === 'in' ? { kind: 'list', element: plain } : plain
}

/** The type that the property is compared with, without null and list. */
function plainType(type: Type): Type {
  if (type.kind === 'nullable') return plainType(type.of)
  return type.kind === 'list' ? plainType(type.element) : type
}

/** The words of `sort`; undefined where the request chooses no order. */
function sortDecoder({ parameter }: Sort, hooks: DecodeHooks): (exchange: Exchange) => Decoded<readonly string[] | undefined> {
  const decoder = compileSchema(parameter.schema, hooks)
  return ({ query }) => {
    const texts = query.flatMap(([name, text]) => (name === parameter.name ? [text] : []))
    const decoded = withoutPointers(decodeParameter(decoder, { ...parameter, several: 'commas' }, texts))
    return decoded.failures === undefined ? { value: isJsonArray(decoded.value) ? decoded.value.map(String) : undefined } : decoded
  }
}

/** `-createdAt` descends. */
export function inFull(words: readonly string[], info: ResourceInfo): readonly Sorting[] {
  return breakTies(words, info.key).map((word): Sorting => (word.startsWith('-') ? { property: word.slice(1), direction: 'descending' } : { property: word, direction: 'ascending' }))
}
