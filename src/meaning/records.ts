// The records that exist from the start: inserted where there are none, in the states that their rows say.

import { type Json, isJsonObject } from '../base/json.ts'
import type { Value } from '../cel/value.ts'
import { conditionText, refuse, refusedBy } from '../exchange/refusal.ts'
import { valueOf } from '../exchange/value-json.ts'
import type { Resources } from '../model/resources.ts'
import { each } from '../model/slot.ts'
import type { ResourceInfo } from '../typing/domain.ts'
import { exactJson } from '../typing/schema-of.ts'
import type { Act } from './act.ts'
import { askReferences, duplicatesOf, refuseFirst } from './ask.ts'
import { begin } from './begin.ts'
import { runEffects } from './effects.ts'
import { emitEvents } from './emit.ts'
import { askInvariants } from './invariants.ts'
import type { Service } from './service.ts'
import type { Row, Store, Transaction } from './store.ts'
import { type Tenancy, tenancyOfRecord, tenantText } from './tenancy.ts'
import { settle } from './transition.ts'
import { completed, store as keepRow } from './write.ts'

/**
 * `fixtures` are for scenarios alone. Rows may refer to rows that stand anywhere. What a new store begins with was always there; `tells`:
 * in one that was there before, somebody may follow its events.
 */
export function insertRecords(service: Service, store: Store, fixtures: boolean, tells: boolean): void {
  const { records, fixtures: more } = service.facts.model.resources.value
  const tx = store.begin()
  try {
    const given = [...rowsOf(service, records), ...(fixtures ? rowsOf(service, more) : [])]
    for (const rows of byTenant(service, given)) insertTogether(service, tx, rows, tells)
  } catch (error) {
    const { refusal } = refusedBy(error)
    throw new Error(`the records that the document begins with cannot be kept: ${refusal.report ?? conditionText(refusal)}`, { cause: error })
  }
  tx.commit()
}

type Given = { readonly info: ResourceInfo; readonly row: Json }

/** Rows of one tenant, which alone are there while they are inserted; first those that have none, to which all may refer. */
type Together = { readonly tenancy: Tenancy; readonly rows: readonly Given[] }

function byTenant(service: Service, given: readonly Given[]): readonly Together[] {
  const groups = new Map<string, { tenancy: Tenancy; rows: Given[] }>([['', { tenancy: tenancyOfRecord(service, [], new Map()), rows: [] }]])
  for (const each of given) {
    const { tenant } = each.info
    const values = new Map(tenant.map(({ property }) => [property, valueOf(memberOf(each.row, property), each.info.properties.get(property)!.type, service.keys)]))
    const name = tenant.length === 0 ? '' : `${tenant.map(({ from }) => from).join(' ')} ${tenantText([...values.values()], service.keys)}`
    const group = groups.get(name) ?? { tenancy: tenancyOfRecord(service, tenant, values), rows: [] }
    group.rows.push(each)
    groups.set(name, group)
  }
  return [...groups.values()]
}

function memberOf(row: Json, name: string): Json {
  return isJsonObject(row) ? ((row as { readonly [name: string]: Json })[name] ?? null) : null
}

function insertTogether(service: Service, tx: Transaction, { tenancy, rows }: Together, tells: boolean): void {
  const act = begin(service, tx, service.lending.clock.now())
  tx.confine(tenancy)
  const inserted = rows.flatMap(({ info, row }) => insertRow(act, info, row))
  for (const { resource, values } of inserted) askReferences(act, service.resource(resource), values, values.keys(), new Map())
  for (const row of inserted) settle(act, row, runEffects)
  askInvariants(act)
  if (tells) emitEvents(act)
}

function rowsOf(service: Service, slot: Resources['records']): readonly Given[] {
  return each(slot).flatMap(({ name, value }) => {
    const info = service.resource(name)
    // Rows of files took the place of their names when the document was read.
    return 'file' in value ? [] : value.map(({ node }) => ({ info, row: exactJson(node) }))
  })
}

/** None where a record has the key already. */
function insertRow(act: Act, info: ResourceInfo, row: Json): Row[] {
  const { keys } = act.service
  const given = new Map<string, Value>()
  for (const [name, json] of isJsonObject(row) ? Object.entries(row as { readonly [name: string]: Json }) : []) {
    const property = info.properties.get(name)
    if (property === undefined) refuse({ condition: 'internal', report: `a row of \`${info.name}\` has \`${name}\`, which the resource has not` })
    else given.set(name, valueOf(json, property.type, keys))
  }
  if (info.key.every((member) => given.has(member)) && act.tx.row(info.name, keys.keyText(info, keys.keyValues(info, given))) !== undefined) return []
  const values = completed(act, info, given)
  refuseFirst(duplicatesOf(act, info, values, 'all', undefined, new Map()))
  for (const { name, generate } of info.properties.values()) {
    const number = generate?.kind === 'sequence' ? given.get(name) : undefined
    if (typeof number === 'bigint') act.tx.pass(`${info.name}.${name}`, number)
  }
  return [keepRow(act, info, values)]
}
