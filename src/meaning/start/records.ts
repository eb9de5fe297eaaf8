// Inserts the document's initial records if they do not exist, in their declared states. For resources without other writers, they follow
// the document.

import { type Json, isJsonObject, printJson } from '../../base/json.ts'
import type { Value } from '../../cel/value.ts'
import { completeSettings } from '../../exchange/names.ts'
import { printCondition, refuse, toRefused } from '../../exchange/refusal.ts'
import { convertJsonToValue } from '../../exchange/value-json.ts'
import type { Resources } from '../../model/resources.ts'
import { type When, listRowsBySetting, listRows } from '../../model/rows.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { ResourceInfo } from '../../typing/domain.ts'
import { readExactJson } from '../../typing/schema-of.ts'
import type { TransactionContext } from '../transaction-context.ts'
import { beginTransaction } from '../begin.ts'
import { type Tenancy, makeTenancyOfRecord, printTenant } from '../caller/tenancy.ts'
import { emitEvents } from '../events/emit.ts'
import type { Interpreter } from '../service.ts'
import type { Row, Store, Transaction } from '../store.ts'
import { checkReferences, listDuplicates, refuseFirst, findRowWith } from '../writing/write-checks.ts'
import { runEffects } from '../writing/effects.ts'
import { checkInvariants } from '../writing/invariants.ts'
import { runAutomaticTransitions } from '../writing/transition.ts'
import { completeValues, fromDocument, storeRecord as keepRow } from '../writing/write.ts'
import { type FormerRows, DocumentRecords, listRowMembers } from './document-records.ts'

/** A message for the operator. */
export class InvalidRecords extends Error {}

/**
 * Inserts the document's records; throws `RecordsNotKept`. `fixtures` are only for scenarios. Rows may refer to each other in any order.
 * `former` is the result of the previous start, undefined for a new store: records of a new store cause no events, others do.
 */
export function insertRecords(service: Interpreter, store: Store, fixtures: boolean, former: FormerRows | undefined): FormerRows {
  const { records, fixtures: fixtureRows } = service.facts.model.resources.value
  const documentRecords = new DocumentRecords(service, former, (resource) => isUnknown(service, resource))
  const tx = store.begin()
  try {
    const declaredRows = [...listDeclaredRows(service, records), ...(fixtures ? listDeclaredRows(service, fixtureRows) : [])]
    for (const rows of groupByTenant(service, declaredRows)) insertOfTenant(service, tx, rows, documentRecords)
    documentRecords.removeDropped(tx)
  } catch (error) {
    const { refusal } = toRefused(error)
    throw new InvalidRecords(`the initial records of the document cannot be stored: ${refusal.report ?? printCondition(refusal)}`, {
      cause: error,
    })
  }
  tx.commit()
  return documentRecords.rows
}

/** True if the rows are not specified, or depend on a missing setting. */
function isUnknown({ facts, environment }: Interpreter, resource: string): boolean {
  const { records } = facts.model.resources.value
  const settings = completeSettings(facts, environment.settings)
  const isGap =
    records.state === 'gap' || slotValueOf(records)?.some(({ name, slot }) => name === resource && slot.state === 'gap') === true
  return isGap || listRowsBySetting(records).some((each) => each.resource === resource && !settings.has(each.setting.text))
}

type DeclaredRow = { readonly info: ResourceInfo; readonly row: Json }

/** The rows of one tenant, inserted in a transaction confined to it; first those without a tenant, to which all may refer. */
type TenantRows = { readonly tenancy: Tenancy; readonly rows: readonly DeclaredRow[] }

function groupByTenant(service: Interpreter, rows: readonly DeclaredRow[]): readonly TenantRows[] {
  const groups = new Map<string, { tenancy: Tenancy; rows: DeclaredRow[] }>([
    ['', { tenancy: makeTenancyOfRecord(service, [], new Map()), rows: [] }],
  ])
  for (const each of rows) {
    const { tenant } = each.info
    const values = new Map(
      tenant.map(({ property }) => [
        property,
        convertJsonToValue(readMember(each.row, property), each.info.properties.get(property)!.type, service.keys),
      ]),
    )
    const name = tenant.length === 0 ? '' : `${tenant.map(({ from }) => from).join(' ')} ${printTenant([...values.values()], service.keys)}`
    const group = groups.get(name) ?? { tenancy: makeTenancyOfRecord(service, tenant, values), rows: [] }
    group.rows.push(each)
    groups.set(name, group)
  }
  return [...groups.values()]
}

function readMember(row: Json, name: string): Json {
  return isJsonObject(row) ? ((row as { readonly [name: string]: Json })[name] ?? null) : null
}

/** Existing rows are updated after all inserts, because they may refer to new ones. */
function insertOfTenant(service: Interpreter, tx: Transaction, { tenancy, rows }: TenantRows, documentRecords: DocumentRecords): void {
  const transaction = beginTransaction(service, tx, service.environment.clock.now())
  tx.setTenancy(tenancy)
  const inserted = rows.flatMap(({ info, row }) => insertRow(transaction, info, row, documentRecords))
  for (const { resource, values } of inserted) checkReferences(transaction, service.resource(resource), values, values.keys(), fromDocument)
  for (const row of inserted) runAutomaticTransitions(transaction, row, runEffects)
  documentRecords.change(transaction)
  checkInvariants(transaction)
  if (documentRecords.isExistingStore) emitEvents(transaction)
}

/** The rows whose setting condition is true; none without the setting. */
function listDeclaredRows(service: Interpreter, slot: Resources['records']): readonly DeclaredRow[] {
  const settings = completeSettings(service.facts, service.environment.settings)
  const isSet = ({ setting, is }: When): boolean => {
    const value = settings.get(setting) ?? null
    return (typeof value === 'string' ? value : printJson(value)) === is
  }
  return listRows(slot).flatMap(({ resource, node, when }) =>
    when === undefined || isSet(when) ? [{ info: service.resource(resource), row: readExactJson(node) }] : [],
  )
}

/** Undefined if such a record exists already. */
function insertRow(transaction: TransactionContext, info: ResourceInfo, row: Json, documentRecords: DocumentRecords): Row[] {
  const { keys } = transaction.service
  const known = new Map<string, Value>()
  for (const [name, json] of listRowMembers(row)) {
    const property = info.properties.get(name)
    if (property === undefined)
      refuse({ condition: 'internal', report: `a row of \`${info.name}\` has \`${name}\`, which the resource does not declare` })
    else known.set(name, convertJsonToValue(json, property.type, keys))
  }
  const members = findUniqueOfRow(info, known)
  const existing = members === undefined ? undefined : findRowWith(transaction, info, known, members, undefined, members === info.key)
  if (existing !== undefined) documentRecords.noteExisting(existing, known, row)
  // Without an identity, an existing row cannot be recognised.
  if (existing !== undefined || (members === undefined && documentRecords.isExistingStore)) return []
  const values = completeValues(transaction, info, known)
  refuseFirst(listDuplicates(transaction, info, values, 'all', undefined, new Map()))
  for (const { name, generate } of info.properties.values()) {
    const number = generate?.kind === 'sequence' ? known.get(name) : undefined
    if (typeof number === 'bigint') transaction.tx.advanceSequence(`${info.name}.${name}`, number)
  }
  const inserted = keepRow(transaction, info, values)
  documentRecords.noteInserted(inserted, row)
  return [inserted]
}

/** The identity of a row: its key, or else a complete `unique`. */
function findUniqueOfRow({ type }: ResourceInfo, values: ReadonlyMap<string, Value>): readonly string[] | undefined {
  return type.uniques.find((members) => members.every((member) => (values.get(member) ?? null) !== null))
}
