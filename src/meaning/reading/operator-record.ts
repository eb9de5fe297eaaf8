// One record as the operator sees it: its values as text, without secret and sensitive ones.

import { type Json, printJson } from '../../base/json.ts'
import type { Value } from '../../cel/value.ts'
import { toRefused } from '../../exchange/refusal.ts'
import { convertValueToJson } from '../../exchange/value-json.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'
import type { TransactionContext } from '../transaction-context.ts'
import { walkRecords } from '../record/host.ts'
import { qualifyName } from '../caller/name-in-tenant.ts'
import type { Row } from '../store.ts'
import { makeTenancyOfRecord, printTenant } from '../caller/tenancy.ts'

/** A value as text: JSON, or a string verbatim. `links`: the records that it refers to, by the path within it. */
export type ViewedValue = {
  readonly kind: 'text' | 'json' | 'null' | 'absent' | 'hidden' | 'failed'
  readonly text: string
  readonly links?: readonly RecordLink[]
}

export type RecordLink = { readonly path: readonly (string | number)[]; readonly resource: string; readonly key: string }

export type ViewedRecord = {
  readonly resource: string
  readonly key: string
  readonly values: { readonly [property: string]: ViewedValue }
}

/** With tenants, the tenant precedes the key. */
function printQualifiedKey(
  transaction: TransactionContext,
  { resource, key }: { readonly resource: string; readonly key: string },
): string {
  return qualifyName(
    printTenant(
      transaction.service.resource(resource).tenant.length === 0 ? [] : transaction.tx.tenantValues(resource),
      transaction.service.keys,
    ),
    key,
  )
}

export function viewRecord(transaction: TransactionContext, info: ResourceInfo, row: Row): ViewedRecord {
  if (info.tenant.length > 0) transaction.tx.setTenancy(makeTenancyOfRecord(transaction.service, info.tenant, row.values))
  const record = transaction.service.keys.recordOfRow(row)
  const values = [...info.properties.values()]
    .filter(({ inverse }) => inverse === undefined)
    .map((property): [string, ViewedValue] => [
      property.name,
      viewValue(transaction, property, () => transaction.host.property(record, property.name)),
    ])
  const placed = values.map(
    ([name, value]) =>
      [
        name,
        value.links === undefined
          ? value
          : { ...value, links: value.links.map((link) => ({ ...link, key: printQualifiedKey(transaction, link) })) },
      ] as const,
  )
  return { resource: info.name, key: printQualifiedKey(transaction, row), values: Object.fromEntries(placed) }
}

function viewValue({ service: { keys } }: TransactionContext, property: Property, read: () => Value | undefined): ViewedValue {
  if (isHiddenFromOperator(property)) return { kind: 'hidden', text: '' }
  try {
    const value = read()
    if (value === undefined) return { kind: 'absent', text: '' }
    if (value === null) return { kind: 'null', text: 'null' }
    const json: Json = convertValueToJson(value, keys)
    const links = [...walkRecords(value)].map(({ record, path }): RecordLink => ({ path, resource: record.resource, key: record.key }))
    return {
      ...(typeof json === 'string' ? { kind: 'text', text: json } : { kind: 'json', text: printJson(json) }),
      ...(links.length === 0 ? {} : { links }),
    }
  } catch (error) {
    return { kind: 'failed', text: toRefused(error).refusal.condition }
  }
}

export function isHiddenFromOperator({ secret, sensitive }: Property): boolean {
  return secret || sensitive
}
