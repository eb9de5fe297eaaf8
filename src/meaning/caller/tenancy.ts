// Binds a transaction to one tenant: it reads and writes only that tenant's records.

import { type Json, printCanonical, isJsonArray, createJsonObject, parseJsonText } from '../../base/json.ts'
import type { Value } from '../../cel/value.ts'
import { evaluateExpression } from '../../exchange/context.ts'
import type { EventRow } from '../../exchange/event.ts'
import { Refused, failInternally, refuse } from '../../exchange/refusal.ts'
import { type RecordKeyText, convertValueToJson, convertJsonToValue } from '../../exchange/value-json.ts'
import type { TenantMember } from '../../typing/domain.ts'
import { type TransactionContext, makeContext } from '../transaction-context.ts'
import type { Interpreter } from '../service.ts'
import type { Job, Row, Timer, Transaction } from '../store.ts'
import { makeForbidden } from './visibility.ts'
import { qualifyName } from './name-in-tenant.ts'

/** Returns the values of a resource's tenant properties in order; empty without tenants. Refuses if the tenant is unknown. */
export type Tenancy = (resource: string) => readonly Value[]

const none: readonly Value[] = []
const withoutTenants: Tenancy = () => none

/** The caller's tenant, computed lazily. */
export function makeTenancyOfCaller(transaction: TransactionContext): Tenancy {
  if (!transaction.service.hasTenants) return withoutTenants
  const valuesByExpression = new Map<string, Value>()
  return makeTenancy(transaction.service, (resource, { from, expression }) =>
    valuesByExpression.getOrInsertComputed(
      from,
      () => evaluateExpression(expression, makeContext(transaction, new Map())) ?? refuse(makeForbidden(resource, undefined)),
    ),
  )
}

/** A record's tenant: it may read and write its own tenant's data, and no data with another kind of tenant. */
export function makeTenancyOfRecord(service: Interpreter, tenant: readonly TenantMember[], values: ReadonlyMap<string, Value>): Tenancy {
  return makeTenancy(service, (resource, { from }) => {
    const ownMember = tenant.find((member) => member.from === from)
    return (ownMember && values.get(ownMember.property)) ?? refuse(makeForbidden(resource, undefined))
  })
}

/** The tenant of an event's record, as the event stores it: its cause has no caller when it is delivered. */
export function makeTenancyOfEvent(
  service: Interpreter,
  { resource, record, type }: Pick<EventRow, 'resource' | 'record' | 'type'>,
): Tenancy {
  // An event may be older than the document.
  const info = service.facts.typing.domain.resources.get(resource)
  return makeTenancy(service, (name, { from }) => {
    const property = info?.tenant.find((member) => member.from === from)?.property
    const json = property === undefined ? undefined : record?.[property]
    if (json === undefined || json === null)
      return failInternally(`\`${name}\` has tenants, and this ${type} is about a record without a tenant`)
    return convertJsonToValue(json, info!.properties.get(property!)!.type, service.keys)
  })
}

/** The tenants of a transaction, by the expressions that determine them, for work that runs later. */
export function listTenants({ facts: { typing }, keys }: Interpreter, tx: Transaction): NonNullable<Job['tenants']> {
  const tenants = new Map<string, Json>()
  for (const { name, tenant } of typing.domain.resources.values()) {
    if (tenant.length === 0) continue
    const values = computeUnlessRefused(() => tx.tenantValues(name))
    for (const [index, { from }] of tenant.entries())
      if (values?.[index] !== undefined) tenants.set(from, convertValueToJson(values[index], keys))
  }
  return createJsonObject([...tenants])
}

/** The tenant as text; empty if no resource has tenants. It separates callers too, because a key or subject is valid within one tenant. */
export function printTenants(service: Interpreter, tx: Transaction): string {
  return service.hasTenants ? printCanonical(listTenants(service, tx)) : ''
}

function computeUnlessRefused<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

/** The tenant of the exchange that queued a job. */
export function makeTenancyOfJob(service: Interpreter, { tenants = {} }: Pick<Job, 'tenants'>): Tenancy {
  return makeTenancy(service, (resource, { from, property }) => {
    const json = tenants[from]
    return json === undefined
      ? refuse(makeForbidden(resource, undefined))
      : convertJsonToValue(json, service.resource(resource).properties.get(property)!.type, service.keys)
  })
}

function makeTenancy(service: Interpreter, valueOfMember: (resource: string, member: TenantMember) => Value): Tenancy {
  return (name) => {
    const { tenant } = service.resource(name)
    return tenant.length === 0 ? none : tenant.map((member) => valueOfMember(name, member))
  }
}

/** A timer's name for a record: its key, prefixed by its tenant. */
export function qualifyKey(service: Interpreter, { resource, key, values }: Pick<Row, 'resource' | 'key' | 'values'>): string {
  return qualifyName(
    printTenant(
      service.resource(resource).tenant.map(({ property }) => values.get(property) ?? null),
      service.keys,
    ),
    key,
  )
}

/** The tenant of a timer or other entry whose key has the tenant as prefix. */
export function parseQualifiedKey(
  service: Interpreter,
  { resource, key }: Pick<Timer, 'resource' | 'key'>,
): { readonly tenancy: Tenancy; readonly key: string } {
  const info = service.resource(resource)
  const [tenant, ownKey] = info.tenant.length === 0 ? ['[]', key] : (key.split('\n', 2) as [string, string])
  const parsed = parseJsonText(tenant, { depth: 16 })
  const texts = 'value' in parsed && isJsonArray(parsed.value) ? parsed.value : []
  const values = new Map(
    info.tenant.map(({ property }, index) => [
      property,
      convertJsonToValue(texts[index] ?? null, info.properties.get(property)!.type, service.keys),
    ]),
  )
  return { tenancy: makeTenancyOfRecord(service, info.tenant, values), key: ownKey }
}

/** The text that identifies a tenant; empty without tenants. */
export function printTenant(values: readonly Value[], { keyOf }: Pick<RecordKeyText, 'keyOf'>): string {
  return values.length === 0 ? '' : printCanonical(values.map((value) => convertValueToJson(value, { keyOf })))
}
