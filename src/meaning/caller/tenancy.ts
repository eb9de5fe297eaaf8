// Whose records a transaction reads and writes: of a resource that keeps tenants apart, those of one tenant and no other.

import { type Json, canonical, isJsonArray, jsonObject, parseJsonText } from '../../base/json.ts'
import type { Value } from '../../cel/value.ts'
import { valueOfExpression } from '../../exchange/context.ts'
import type { EventRow } from '../../exchange/event.ts'
import { Refused, internal, refuse } from '../../exchange/refusal.ts'
import { type Keys, jsonOf, valueOf } from '../../exchange/value-json.ts'
import type { TenantMember } from '../../typing/domain.ts'
import { type Act, contextOf } from '../act.ts'
import type { Service } from '../service.ts'
import type { Job, Row, Timer, Transaction } from '../store.ts'
import { forbidden } from './eyes.ts'
import { placeOf } from './place.ts'

/** The values of the properties that keep a resource's tenants apart, in their order; none of one that has no tenants. Refuses where nobody knows. */
export type Tenancy = (resource: string) => readonly Value[]

const none: readonly Value[] = []
const ofNobody: Tenancy = () => none

/** Of whoever calls, as far as each is asked for. */
export function tenancyOfCaller(act: Act): Tenancy {
  if (!act.service.hasTenants) return ofNobody
  const known = new Map<string, Value>()
  return tenancy(act.service, (resource, { from, expression }) => known.getOrInsertComputed(from, () =>
    valueOfExpression(expression, contextOf(act, new Map())) ?? refuse(forbidden(resource, undefined))))
}

/** Of a record: what is of its own tenant, and nothing that another kind of tenant keeps apart. */
export function tenancyOfRecord(service: Service, tenant: readonly TenantMember[], values: ReadonlyMap<string, Value>): Tenancy {
  return tenancy(service, (resource, { from }) => {
    const own = tenant.find((member) => member.from === from)
    return (own && values.get(own.property)) ?? refuse(forbidden(resource, undefined))
  })
}

/** Of the record that an event is about, as the event remembers it: whoever caused it is nobody any more when it is told. */
export function tenancyOfEvent(service: Service, { resource, record, type }: Pick<EventRow, 'resource' | 'record' | 'type'>): Tenancy {
  // An event may be older than the document.
  const info = service.facts.typing.domain.resources.get(resource)
  return tenancy(service, (name, { from }) => {
    const property = info?.tenant.find((member) => member.from === from)?.property
    const json = property === undefined ? undefined : record?.[property]
    if (json === undefined || json === null) return internal(`\`${name}\` is kept apart by tenant, and this ${type} is about a record of none`)
    return valueOf(json, info!.properties.get(property!)!.type, service.keys)
  })
}

/** The tenants that a transaction is of, by the expressions that say them: for what it leaves to be done later. */
export function tenantsOf({ facts: { typing }, keys }: Service, tx: Transaction): NonNullable<Job['tenants']> {
  const found = new Map<string, Json>()
  for (const { name, tenant } of typing.domain.resources.values()) {
    if (tenant.length === 0) continue
    const values = ofNone(() => tx.tenant(name))
    for (const [index, { from }] of tenant.entries()) if (values?.[index] !== undefined) found.set(from, jsonOf(values[index], keys))
  }
  return jsonObject([...found])
}

/** The same as a text; empty where no resource has tenants. What is told apart by whoever calls is told apart by it, too: a key, or a subject, is of one tenant. */
export function tenantsText(service: Service, tx: Transaction): string {
  return service.hasTenants ? canonical(tenantsOf(service, tx)) : ''
}

function ofNone<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

/** Of whoever left something to be done. */
export function tenancyOfJob(service: Service, { tenants = {} }: Pick<Job, 'tenants'>): Tenancy {
  return tenancy(service, (resource, { from, property }) => {
    const json = tenants[from]
    return json === undefined ? refuse(forbidden(resource, undefined)) : valueOf(json, service.resource(resource).properties.get(property)!.type, service.keys)
  })
}

function tenancy(service: Service, valueOfMember: (resource: string, member: TenantMember) => Value): Tenancy {
  return (name) => {
    const { tenant } = service.resource(name)
    return tenant.length === 0 ? none : tenant.map((member) => valueOfMember(name, member))
  }
}

/** What timers know a record by: its key, after the tenant that it is of. */
export function placeOfRow(service: Service, { resource, key, values }: Pick<Row, 'resource' | 'key' | 'values'>): string {
  return placeOf(tenantText(service.resource(resource).tenant.map(({ property }) => values.get(property) ?? null), service.keys), key)
}

/** Of a timer, whose key stores put the tenant before, and of whatever else is told apart like that. */
export function tenancyOf(service: Service, { resource, key }: Pick<Timer, 'resource' | 'key'>): { readonly tenancy: Tenancy; readonly key: string } {
  const info = service.resource(resource)
  const [tenant, own] = info.tenant.length === 0 ? ['[]', key] : (key.split('\n', 2) as [string, string])
  const parsed = parseJsonText(tenant, { depth: 16 })
  const texts = 'value' in parsed && isJsonArray(parsed.value) ? parsed.value : []
  const values = new Map(info.tenant.map(({ property }, index) => [property, valueOf(texts[index] ?? null, info.properties.get(property)!.type, service.keys)]))
  return { tenancy: tenancyOfRecord(service, info.tenant, values), key: own }
}

/** The text that tenants are told apart by; empty where there is none. */
export function tenantText(values: readonly Value[], { keyOf }: Pick<Keys, 'keyOf'>): string {
  return values.length === 0 ? '' : canonical(values.map((value) => jsonOf(value, { keyOf })))
}
