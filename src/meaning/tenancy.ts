// Whose records a transaction reads and writes: of a resource that keeps tenants apart, those of one tenant and no other.

import { canonical, isJsonArray, parseJsonText } from '../base/json.ts'
import type { Value } from '../cel/value.ts'
import { valueOfExpression } from '../exchange/context.ts'
import { refuse } from '../exchange/refusal.ts'
import { type Keys, jsonOf, valueOf } from '../exchange/value-json.ts'
import type { TenantMember } from '../typing/domain.ts'
import { type Act, contextOf } from './act.ts'
import { forbidden } from './rules.ts'
import type { Service } from './service.ts'
import { placeOf } from './place.ts'
import type { Row, Timer } from './store.ts'

/** The values of the properties that keep a resource's tenants apart, in their order; none of one that has no tenants. Refuses where nobody knows. */
export type Tenancy = (resource: string) => readonly Value[]

const none: readonly Value[] = []

/** Of whoever calls, as far as each is asked for. */
export function tenancyOfCaller(act: Act): Tenancy {
  const known = new Map<string, Value>()
  return tenancy(act.service, (resource, { from, expression }) => {
    const value = known.get(from) ?? valueOfExpression(expression, contextOf(act, new Map()))
    if (value === null) return refuse(forbidden(resource, undefined))
    known.set(from, value)
    return value
  })
}

/** Of a record: what is of its own tenant, and nothing that another kind of tenant keeps apart. */
export function tenancyOfRecord(service: Service, tenant: readonly TenantMember[], values: ReadonlyMap<string, Value>): Tenancy {
  return tenancy(service, (resource, { from }) => {
    const own = tenant.find((member) => member.from === from)
    return (own && values.get(own.property)) ?? refuse(forbidden(resource, undefined))
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
