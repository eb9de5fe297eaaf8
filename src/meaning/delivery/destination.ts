// Destinations of deliveries: their values, names and lanes. Deliveries of one name share retries and the decision to give up.

import { printCanonical, isJsonArray, createJsonObject, parseJsonText } from '../../base/json.ts'
import type { RecordValue, Value } from '../../cel/value.ts'
import { type Context, evaluateExpression } from '../../exchange/context.ts'
import type { ExpressionText } from '../../model/slot.ts'
import { printTenant } from '../caller/tenancy.ts'
import type { Interpreter } from '../service.ts'
import type { Transaction } from '../store.ts'
import type { DeliveryPlan } from './plan.ts'

/** The destination of a record: its tenant, if the resource has tenants, then its name. */
export function nameRecordDestination(
  service: Interpreter,
  tx: Transaction,
  { via }: DeliveryPlan,
  { resource, key }: RecordValue,
): string {
  const tenant = printTenant(tx.tenantValues(resource), service.keys)
  return [via, resource, ...(tenant === '' ? [] : [tenant]), key].join(' ')
}

/** The destination of an address, per tenant: without parts of the address that may be secret. */
export function nameAddressDestination({ via }: DeliveryPlan, url: string, tenants: string): string {
  return [via, URL.parse(url)?.origin ?? 'an address that cannot be read', ...(tenants === '' ? [] : [tenants])].join(' ')
}

export const parseVia = (destination: string): string => destination.split(' ', 1)[0]!

/** The tenant, in one spelling for records and addresses; undefined for data without tenants. */
export function parseTenant(
  {
    facts: {
      typing: { domain },
    },
    hasTenants,
  }: Interpreter,
  destination: string,
): string | undefined {
  if (!hasTenants) return undefined
  const [via = '', resource = ''] = destination.split(' ', 2)
  const rest = destination.slice(via.length + 1)
  const members = domain.resources.get(resource)?.tenant ?? []
  if (members.length === 0) return /\{.*\}$/.exec(rest)?.[0]
  const values = parseFirstArray(rest.slice(resource.length + 1))
  return values && printCanonical(createJsonObject(members.map(({ from }, index) => [from, values[index] ?? null])))
}

/** The JSON array at the beginning of a text; another array may follow after a space. */
function parseFirstArray(text: string): readonly Parameters<typeof printCanonical>[0][] | undefined {
  for (let end = text.indexOf(']'); end !== -1; end = text.indexOf(']', end + 1)) {
    const parsed = parseJsonText(text.slice(0, end + 1), { depth: 16 })
    if ('value' in parsed) return isJsonArray(parsed.value) ? parsed.value : undefined
  }
  return undefined
}

/** All deliveries of a destination if ordered, otherwise those whose events have the same key. */
export function chooseLane({ ordered }: DeliveryPlan, destination: string, partitionkey: string | undefined): { readonly lane?: string } {
  if (ordered) return { lane: destination }
  return partitionkey === undefined ? {} : { lane: `${destination} ${partitionkey}` }
}

/** The values to which a delivery is sent. */
export function evaluateDestinations(to: ExpressionText, context: Context): readonly Value[] {
  const value = evaluateExpression(to, context)
  return Array.isArray(value) ? (value as readonly Value[]) : []
}
