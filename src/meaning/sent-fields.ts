// Determines which fields a request sends or changes, for the field rules of part 5.

import { type Json, type JsonObject, isJsonObject } from '../base/json.ts'
import { equalValues } from '../cel/values/equality.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { ListRequest } from '../exchange/list-request.ts'
import { convertJsonToValue } from '../exchange/value-json.ts'
import type { AppliedRule } from '../fact/rule-points.ts'
import type { Input, ResourceInfo } from '../typing/domain.ts'
import { listSortedProperties } from '../typing/sorts.ts'
import type { Row } from './store.ts'
import type { TransactionContext } from './transaction-context.ts'

type SentRequest = {
  readonly transaction: TransactionContext
  readonly exchange: Exchange
  readonly declared: Input
  readonly resource: ResourceInfo | undefined
  list(): ListRequest
  /** The body as the newest version would have sent it. */
  newestBody(): Json | undefined
  recordIfAny(): Row | undefined
}

/** True if the request sends a field, at this path of the body, or chooses by it. */
export function sendsField(request: SentRequest, { property, sent, permission }: NonNullable<AppliedRule['field']>): boolean {
  if (permission !== undefined) return !sendsPath(request, sent as readonly string[]) && takesAway(request, property, permission)
  if (sent === 'filter') return request.list().filters.some((filter) => filter.property === property)
  if (sent === 'sort') {
    const { sort } = request.declared
    return sort !== undefined && listSortedProperties(sort, request.exchange.query).includes(property)
  }
  return sendsPath(request, sent)
}

function sendsPath(request: SentRequest, path: readonly string[]): boolean {
  return (
    path.length > 0 &&
    path.reduce<Json | undefined>(
      (json, name) => (isJsonObject(json) && Object.hasOwn(json, name) ? (json as JsonObject)[name] : undefined),
      request.newestBody(),
    ) !== undefined
  )
}

/** True if a `put` or `replace` without a field changes its value; to a caller who may not read it, the refusal must not reveal that. */
function takesAway(request: SentRequest, name: string, right: 'update' | 'read'): boolean {
  const { keys } = request.transaction.service
  const row = request.recordIfAny()
  const property = request.resource?.properties.get(name)
  if (row === undefined || property === undefined) return false
  const defaultValue = property.default && convertJsonToValue(property.default.value, property.type, keys)
  return right === 'read' || !equalValues(row.values.get(name) ?? null, defaultValue ?? null)
}
