// Inserts the document's initial records if they do not exist, in their declared states. For resources without other writers, they follow
// the document.

import { type Json, isJsonObject, printJson } from '../../base/json.ts'
import type { Value } from '../../cel/value.ts'
import { settingsJson } from '../../exchange/names.ts'
import { conditionText, refuse, refusedBy } from '../../exchange/refusal.ts'
import { valueOf } from '../../exchange/value-json.ts'
import type { Resources } from '../../model/resources.ts'
import { type When, rowsBySetting, rowsIn } from '../../model/rows.ts'
import { slotValue } from '../../model/slot.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { exactJson } from '../../typing/schema-of.ts'
import type { TransactionContext } from '../transaction-context.ts'
import { beginAct } from '../begin.ts'
import { type Tenancy, tenancyOfRecord, tenantText } from '../caller/tenancy.ts'
import { emitEvents } from '../events/emit.ts'
import type { Interpreter } from '../service.ts'
import type { Row, Store, Transaction } from '../store.ts'
import { askReferences, duplicatesOf, refuseFirst, rowLike } from '../writing/write-checks.ts'
import { runEffects } from '../writing/effects.ts'
import { askInvariants } from '../writing/invariants.ts'
import { runAutomaticTransitions } from '../writing/transition.ts'
import { completeValues, fromDocument, store as keepRow } from '../writing/write.ts'
import { type FormerRows, DocumentRecords, rowMembers } from './document-records.ts'

/** A message for the operator. */
export class RecordsNotKept extends Error {}

/**
 * Inserts the document's records; throws `RecordsNotKept`. `fixtures` are only for scenarios. Rows may refer to each other in any order.
 * `former` is the result of the previous start, undefined for a new store: records of a new store cause no events, others do.
 */
export function insertRecords(service: Interpreter, store: Store, fixtures: boolean, former: FormerRows | undefined): FormerRows {
  const { records, fixtures: more } = service.facts.model.resources.value
  const followed = new DocumentRecords(service, former, (resource) => isUnknown(service, resource))
  const tx = store.begin()
  try {
    const given = [...rowsOf(service, records), ...(fixtures ? rowsOf(service, more) : [])]
    for (const rows of groupByTenant(service, given)) insertTogether(service, tx, rows, followed)
    followed.removeGone(tx)
  } catch (error) {
    const { refusal } = refusedBy(error)
    throw new RecordsNotKept(`the initial records of the document cannot be stored: ${refusal.report ?? conditionText(refusal)}`, {
      cause: error,
    })
  }
  tx.commit()
  return followed.now
}

/** True if the rows are not specified, or depend on a missing setting. */
function isUnknown({ facts, environment }: Interpreter, resource: string): boolean {
  const { records } = facts.model.resources.value
  const settings = settingsJson(facts, environment.settings)
  const isGap = records.state === 'gap' || slotValue(records)?.some(({ name, slot }) => name === resource && slot.state === 'gap') === true
  return isGap || rowsBySetting(records).some((each) => each.resource === resource && !settings.has(each.setting.text))
}

type Given = { readonly info: ResourceInfo; readonly row: Json }

/** The rows of one tenant, inserted in a transaction confined to it; first those without a tenant, to which all may refer. */
type Together = { readonly tenancy: Tenancy; readonly rows: readonly Given[] }

function groupByTenant(service: Interpreter, rows: readonly Given[]): readonly Together[] {
  const groups = new Map<string, { tenancy: Tenancy; rows: Given[] }>([
    ['', { tenancy: tenancyOfRecord(service, [], new Map()), rows: [] }],
  ])
  for (const each of rows) {
    const { tenant } = each.info
    const values = new Map(
      tenant.map(({ property }) => [
        property,
        valueOf(memberOf(each.row, property), each.info.properties.get(property)!.type, service.keys),
      ]),
    )
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

/** Existing rows are updated after all inserts, because they may refer to new ones. */
function insertTogether(service: Interpreter, tx: Transaction, { tenancy, rows }: Together, followed: DocumentRecords): void {
  const transaction = beginAct(service, tx, service.environment.clock.now())
  tx.confine(tenancy)
  const inserted = rows.flatMap(({ info, row }) => insertRow(transaction, info, row, followed))
  for (const { resource, values } of inserted) askReferences(transaction, service.resource(resource), values, values.keys(), fromDocument)
  for (const row of inserted) runAutomaticTransitions(transaction, row, runEffects)
  followed.change(transaction)
  askInvariants(transaction)
  if (followed.tells) emitEvents(transaction)
}

/** The rows whose setting condition is true; none without the setting. */
function rowsOf(service: Interpreter, slot: Resources['records']): readonly Given[] {
  const settings = settingsJson(service.facts, service.environment.settings)
  const isSet = ({ setting, is }: When): boolean => {
    const value = settings.get(setting) ?? null
    return (typeof value === 'string' ? value : printJson(value)) === is
  }
  return rowsIn(slot).flatMap(({ resource, node, when }) =>
    when === undefined || isSet(when) ? [{ info: service.resource(resource), row: exactJson(node) }] : [],
  )
}

/** Undefined if such a record exists already. */
function insertRow(transaction: TransactionContext, info: ResourceInfo, row: Json, followed: DocumentRecords): Row[] {
  const { keys } = transaction.service
  const known = new Map<string, Value>()
  for (const [name, json] of rowMembers(row)) {
    const property = info.properties.get(name)
    if (property === undefined)
      refuse({ condition: 'internal', report: `a row of \`${info.name}\` has \`${name}\`, which the resource does not declare` })
    else known.set(name, valueOf(json, property.type, keys))
  }
  const members = uniqueOfRow(info, known)
  const there = members === undefined ? undefined : rowLike(transaction, info, known, members, undefined, members === info.key)
  if (there !== undefined) followed.noteExisting(there, known, row)
  // Without an identity, an existing row cannot be recognised.
  if (there !== undefined || (members === undefined && followed.tells)) return []
  const values = completeValues(transaction, info, known)
  refuseFirst(duplicatesOf(transaction, info, values, 'all', undefined, new Map()))
  for (const { name, generate } of info.properties.values()) {
    const number = generate?.kind === 'sequence' ? known.get(name) : undefined
    if (typeof number === 'bigint') transaction.tx.pass(`${info.name}.${name}`, number)
  }
  const inserted = keepRow(transaction, info, values)
  followed.inserted(inserted, row)
  return [inserted]
}

/** The identity of a row: its key, or else a complete `unique`. */
function uniqueOfRow({ type }: ResourceInfo, values: ReadonlyMap<string, Value>): readonly string[] | undefined {
  return type.uniques.find((members) => members.every((member) => (values.get(member) ?? null) !== null))
}
