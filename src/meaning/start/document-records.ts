// Updates the records that the document declares, for resources without other writers. Their inserted values are stored, so that only
// unmodified records are changed, or deleted when the document drops them.

import { type Json, isJsonObject, createJsonObject, printJson } from '../../base/json.ts'
import type { Value } from '../../cel/value.ts'
import { equalValues } from '../../cel/values/equality.ts'
import { isOfType } from '../../exchange/of-type.ts'
import { convertJsonToValue } from '../../exchange/value-json.ts'
import { listWrittenResources } from '../../fact/written.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'
import type { TransactionContext } from '../transaction-context.ts'
import { beginTransaction } from '../begin.ts'
import { qualifyKey, makeTenancyOfRecord } from '../caller/tenancy.ts'
import { emitEvents } from '../events/emit.ts'
import type { Interpreter } from '../service.ts'
import type { Row, Transaction } from '../store.ts'
import { deleteRow, noteRemoval, refuseUsed } from '../writing/remove.ts'
import { changeRecord } from '../writing/write.ts'

/** Rows as the document declared them, by resource and by the record's place: its tenant and key. */
export type FormerRows = { readonly [resource: string]: { readonly [place: string]: Json } }

type PendingChange = { readonly row: Row; readonly changes: ReadonlyMap<string, Value | undefined> }

export class DocumentRecords {
  readonly #service: Interpreter
  readonly #former: FormerRows | undefined
  #currentRows: ReadonlySet<string> | undefined
  readonly #isUnknown: (resource: string) => boolean
  readonly #rowsByPlace = new Map<string, Map<string, Json>>()
  #pendingChanges: PendingChange[] = []

  /** `isUnknown`: the document's records of a resource are not known. */
  constructor(service: Interpreter, former: FormerRows | undefined, isUnknown: (resource: string) => boolean) {
    this.#service = service
    this.#isUnknown = isUnknown
    this.#former = former
  }

  /** True if the store existed before. */
  get isExistingStore(): boolean {
    return this.#former !== undefined
  }

  /** The value to pass as `former` at the next start. */
  get rows(): FormerRows {
    const unknown = Object.entries(this.#former ?? {}).filter(([resource]) => this.#isUnknown(resource))
    return Object.fromEntries([
      ...Array.from(this.#rowsByPlace, ([resource, rows]) => [resource, Object.fromEntries(rows)] as const),
      ...unknown,
    ])
  }

  noteInserted(row: Row, members: Json): void {
    this.#keep(row, removeSecrets(this.#service.resource(row.resource), members))
  }

  /** Evaluated only if there are rows to follow, because it examines every operation. */
  #isWritten(resource: string): boolean {
    this.#currentRows ??= listWrittenResources(this.#service.modelIndex)
    return this.#currentRows.has(resource)
  }

  #keep(row: Row, members: Json): void {
    this.#rowsByPlace.getOrInsertComputed(row.resource, () => new Map()).set(qualifyKey(this.#service, row), members)
  }

  /** Handles an existing record, with its row in the document. */
  noteExisting(row: Row, values: ReadonlyMap<string, Value>, rowJson: Json): void {
    if (row.deleted !== undefined) return
    const info = this.#service.resource(row.resource)
    const stored = removeSecrets(info, rowJson)
    const former = this.#former?.[row.resource]?.[qualifyKey(this.#service, row)]
    if (former === undefined) {
      // An unmodified record may have been inserted by this document.
      if (this.#isAs(row, info, stored)) this.#keep(row, stored)
      return
    }
    const isUnmodified = this.#isAs(row, info, former)
    const follows = isUnmodified && printJson(former) !== printJson(stored) && !this.#isWritten(row.resource)
    this.#keep(row, follows ? stored : former)
    if (!follows) return
    const names = [...new Set([...listRowMembers(stored), ...listRowMembers(former)].map(([name]) => name))]
    this.#pendingChanges.push({
      row,
      changes: new Map(
        names.flatMap((name) => {
          const property = info.properties.get(name)
          return property === undefined || isFixed(info, property)
            ? []
            : [[name, values.has(name) ? values.get(name) : this.#readInitialValue(property)] as const]
        }),
      ),
    })
  }

  change(transaction: TransactionContext): void {
    const pending = this.#pendingChanges
    this.#pendingChanges = []
    for (const { row, changes } of pending) changeRecord(transaction, row, changes)
  }

  /** Deletes unmodified records that the document no longer declares, unless a remaining record refers to them. */
  removeDropped(tx: Transaction): void {
    tx.setTenancy(undefined)
    const droppedRows = Object.entries(this.#former ?? {}).flatMap(([resource, rows]) =>
      this.#findRemoved(tx, resource, new Map(Object.entries(rows))),
    )
    const byTenant = Map.groupBy(droppedRows, (row) =>
      this.#service.resource(row.resource).tenant.length === 0 ? '' : qualifyKey(this.#service, { ...row, key: '' }),
    )
    const context = beginTransaction(this.#service, tx, this.#service.environment.clock.now())
    for (const row of droppedRows) noteRemoval(context, row)
    for (const row of droppedRows) {
      // Records of any tenant may refer to a record without one.
      const { tenant } = this.#service.resource(row.resource)
      tx.setTenancy(tenant.length === 0 ? undefined : makeTenancyOfRecord(this.#service, tenant, row.values))
      refuseUsed(context, row)
    }
    for (const rows of byTenant.values()) {
      const transaction = beginTransaction(this.#service, tx, this.#service.environment.clock.now())
      tx.setTenancy(makeTenancyOfRecord(this.#service, this.#service.resource(rows[0]!.resource).tenant, rows[0]!.values))
      for (const row of rows) noteRemoval(transaction, row)
      for (const row of rows) deleteRow(transaction, row)
      emitEvents(transaction)
    }
  }

  #findRemoved(tx: Transaction, resource: string, former: ReadonlyMap<string, Json>): readonly Row[] {
    const info = this.#service.facts.typing.domain.resources.get(resource)
    if (info === undefined || this.#isUnknown(resource)) return []
    const now = this.#rowsByPlace.get(resource)
    const dropped = new Map([...former].filter(([place]) => now?.has(place) !== true))
    return dropped.size === 0 || this.#isWritten(resource)
      ? []
      : [...tx.rows(resource)].filter((row) => {
          const droppedValues = dropped.get(qualifyKey(this.#service, row))
          return droppedValues !== undefined && this.#isAs(row, info, droppedValues)
        })
  }

  /** The members that a row no longer declares. */
  #readInitialValue(property: Property): Value | undefined {
    return property.default && convertJsonToValue(property.default.value, property.type, this.#service.keys)
  }

  /** True if the record still has all values of a row, even if its type has changed. */
  #isAs(row: Row, info: ResourceInfo, members: Json): boolean {
    return listRowMembers(members).every(([name, json]) => {
      const property = info.properties.get(name)
      if (property === undefined) return true
      const value = row.values.get(name) ?? null
      if (!isOfType(json, property.type)) return json === null && value === null
      return equalValues(convertJsonToValue(json, property.type, this.#service.keys), value)
    })
  }
}

/** Hashed values must not be stored in plain text anywhere. */
function removeSecrets({ properties }: ResourceInfo, row: Json): Json {
  return createJsonObject(listRowMembers(row).filter(([name]) => properties.get(name)?.secret !== true))
}

/** Empty for a value that is not an object. */
export function listRowMembers(row: Json): (readonly [string, Json])[] {
  return isJsonObject(row) ? Object.entries(row as { readonly [name: string]: Json }) : []
}

function isFixed({ key, tenant }: ResourceInfo, { name, compute, inverse }: Property): boolean {
  return key.includes(name) || tenant.some(({ property }) => property === name) || compute !== undefined || inverse !== undefined
}
