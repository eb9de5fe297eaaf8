// Writes one record: its specified, generated and computed values, after checks of references and uniques.

import type { Value } from '../../cel/value.ts'
import { internal } from '../../exchange/refusal.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'
import type { MachineOf } from '../../model/model.ts'
import { specifiedEntries } from '../../model/slot.ts'
import { timedOf } from '../../model/timed.ts'
import { type TransactionContext, contextOf } from '../transaction-context.ts'
import { changedValues } from '../record/changed-values.ts'
import { Draft } from '../record/draft.ts'
import { rowName } from '../record/row-name.ts'
import type { Row } from '../store.ts'
import { type Origins, askReferences, duplicatesOf, refuseFirst } from './write-checks.ts'
import { valueOfSet } from './set-values.ts'
import { generatedInOrder } from './generate-order.ts'
import { chooseValue, initialValue, isGeneratedInStoredForm, isUuid, keyTextOf, rowOfValues } from './generated-values.ts'
import { moveTimers, restartTimers, startTimers } from './timer-rows.ts'
import { keptValue } from './stored-value.ts'

/** Properties with their new values; undefined or null removes a value. */
export type Changes = ReadonlyMap<string, Value | undefined>

/** The sources of a write. */
export type WriteSources = Origins & {
  /** Properties whose values already have their stored form. */
  readonly settled: ReadonlySet<string>
}

/** From the document itself. */
export const fromDocument: WriteSources = { sources: new Map(), givers: new Map(), settled: new Set(), asCaller: false, fromRequest: new Set() }

/** Checks and stores a new record. `changes` may contain states, for initial records. */
export function insert(transaction: TransactionContext, info: ResourceInfo, changes: Changes, from: WriteSources = fromDocument): Row {
  const values = completeValues(transaction, info, changes, from)
  askReferences(transaction, info, values, values.keys(), from)
  const isNew = isKeyMade(info, changes)
  refuseFirst(duplicatesOf(transaction, info, values, isNew ? partsOf(info).ownExceptKey : 'all', undefined, from.sources))
  return store(transaction, info, values, isNew)
}

/** True if the key is a new UUID, so that it cannot conflict. */
function isKeyMade(info: ResourceInfo, changes: Changes): boolean {
  return partsOf(info).madeKey.some((name) => !changes.has(name))
}

/** The values of a new record: specified, generated, default, computed. A generating expression sees all the others. */
export function completeValues(
  transaction: TransactionContext,
  info: ResourceInfo,
  changes: Changes,
  { settled, givers }: WriteSources = fromDocument,
): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>()
  const tenant = tenantOf(transaction, info)
  const fill = (property: Property): void => {
    const { name } = property
    const own = tenant?.get(name)
    const isGiven = own !== undefined || changes.has(name)
    const value = own ?? (isGiven ? changes.get(name) : initialValue(transaction, info, property, values))
    const isKept = isGiven ? settled.has(name) && isThere(value) : isGeneratedInStoredForm(property)
    const stored = isKept ? value : keptValue(transaction, info, property, value, isGiven ? givers.get(name) : undefined)
    if (stored !== undefined) values.set(name, stored)
  }
  const madeLast = generatedInOrder(transaction.service.world, info)
  for (const property of partsOf(info).own) if (!madeLast.includes(property) || changes.has(property.name)) fill(property)
  for (const property of madeLast) if (!changes.has(property.name)) fill(property)
  return computeValues(transaction, info, values)
}

/** True if the value is present and not null. */
function isThere(value: Value | undefined): value is Value {
  return value !== undefined && value !== null && !(typeof value === 'object' && 'kind' in value && value.kind === 'optional')
}

/** A new record's tenant comes from the transaction, never from input. */
function tenantOf(transaction: TransactionContext, { name, tenant }: ResourceInfo): ReadonlyMap<string, Value> | undefined {
  if (tenant.length === 0) return undefined
  const values = transaction.tx.tenant(name)
  return new Map(tenant.map(({ property }, index) => [property, values[index]!]))
}

/** Properties by the source of their values: stored as they are, or computed. */
type Parts = {
  readonly own: readonly Property[]
  readonly stored: readonly Property[]
  /** Properties that the service updates on every write. */
  readonly always: readonly string[]
  /** UUIDs in the key that the service generates. */
  readonly madeKey: readonly string[]
  readonly ownExceptKey: ReadonlySet<string>
  readonly hasInvariants: boolean
  /** Machines with a timer in some state. */
  readonly timed: readonly MachineOf[]
}

const parts = new WeakMap<ResourceInfo, Parts>()

function partsOf(info: ResourceInfo): Parts {
  return parts.getOrInsertComputed(info, makeParts)
}

function makeParts(info: ResourceInfo): Parts {
  const all = [...info.properties.values()]
  const own = all.filter(({ inverse, compute }) => inverse === undefined && compute === undefined)
  const stored = all.filter(({ compute }) => compute?.stored === true)
  return {
    own, stored,
    hasInvariants: info.source.slots.invariant.state === 'shown',
    timed: info.machines.filter(({ slots }) => specifiedEntries(slots.states).some(({ value }) => timedOf(value).length > 0)),
    always: all.filter(({ generate, compute }) => generate?.kind === 'now-on-update' || compute?.stored === true).map(({ name }) => name),
    madeKey: info.key.filter((name) => isUuid(info.properties.get(name))),
    ownExceptKey: new Set(all.map(({ name }) => name).filter((name) => !info.key.includes(name))),
  }
}

/** Adds the stored computed properties, which may depend on each other. */
export function computeValues(transaction: TransactionContext, info: ResourceInfo, values: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> {
  const { stored } = partsOf(info)
  if (stored.length === 0) return values
  const { keys } = transaction.service
  const without = changedValues(values, new Map(stored.map(({ name }) => [name, undefined])), keys)
  return changedValues(values, computedOf(transaction, info, rowOfValues(info, without, transaction)), keys)
}

/** The stored computed properties of a row, which may depend on each other. */
function computedOf(transaction: TransactionContext, info: ResourceInfo, row: Row): ReadonlyMap<string, Value | undefined> {
  const { stored } = partsOf(info)
  if (stored.length === 0) return nothing
  const context = contextOf(transaction, new Map([['this', transaction.service.keys.recordOfRow(row, 'then')]]))
  return new Map(
    stored.map((property) => [property.name, keptValue(transaction, info, property, valueOfSet(transaction, property.name, property.compute!.expression, context))]),
  )
}

const nothing: ReadonlyMap<string, Value> = new Map()

/** Stores the checked values and starts the timers of the states. */
export function store(transaction: TransactionContext, info: ResourceInfo, values: ReadonlyMap<string, Value>, isNew = false): Row {
  return keep(transaction, info, { resource: info.name, key: keyTextOf(transaction, info, values), values }, isNew)
}

/** `isNew`: no other record can have its key, or the store reports one itself. */
export function keep(transaction: TransactionContext, info: ResourceInfo, whole: Omit<Row, 'version'>, isNew: boolean): Row {
  transaction.happenings?.write(whole, isNew ? undefined : transaction.tx.row(info.name, whole.key))
  const row = transaction.tx.put(whole, isNew)
  transaction.created.push(row)
  transaction.service.admissions.noteWritten(row)
  if (partsOf(info).hasInvariants) note(transaction, row, info.properties.keys())
  for (const machine of partsOf(info).timed) startTimers(transaction, row, machine)
  return row
}

/** Updates an existing record. `entered` are the machines that enter a state. */
export function change(transaction: TransactionContext, row: Row, changes: Changes, from: WriteSources = fromDocument, entered: readonly string[] = []): Row {
  const { sources } = from
  const info = transaction.service.resource(row.resource)
  const names = namesChanged(info, changes)
  const next = row instanceof Draft ? recomputeDraft(transaction, info, row.with(storedValues(transaction, info, changes, names, from))) : undefined
  const values = next?.values ?? changeValues(transaction, info, row, changes, names, from)
  if (info.key.some((name) => names.has(name)) && keyTextOf(transaction, info, values) !== row.key) return internal(`a record of \`${info.name}\` would get another key`)
  askReferences(transaction, info, values, changes.keys(), from)
  refuseFirst(duplicatesOf(transaction, info, values, names, row.key, sources))
  transaction.happenings?.write(row, row)
  const written = transaction.tx.put(next ?? { resource: row.resource, key: row.key, values })
  transaction.service.admissions.noteWritten(written)
  if (partsOf(info).hasInvariants) note(transaction, written, names)
  for (const machine of info.machines) {
    if (entered.includes(machine.field)) restartTimers(transaction, written, machine)
    else if (partsOf(info).timed.includes(machine)) moveTimers(transaction, row, written, machine)
  }
  return written
}

function changeValues(
  transaction: TransactionContext,
  info: ResourceInfo,
  row: Row,
  changes: Changes,
  names: ReadonlySet<string>,
  from: WriteSources,
): ReadonlyMap<string, Value> {
  return computeValues(transaction, info, changedValues(row.values, storedValues(transaction, info, changes, names, from), transaction.service.keys))
}

/** Adds the stored computed properties, which may depend on each other. */
export function recomputeDraft(transaction: TransactionContext, info: ResourceInfo, draft: Draft): Draft {
  const { stored } = partsOf(info)
  return stored.length === 0 ? draft : draft.with(computedOf(transaction, info, draft.with(new Map(stored.map(({ name }) => [name, undefined])))))
}

/** The new values of the written properties; undefined if one has no value. */
function storedValues(
  transaction: TransactionContext,
  info: ResourceInfo,
  changes: Changes,
  names: ReadonlySet<string>,
  { settled, givers }: WriteSources,
): ReadonlyMap<string, Value | undefined> {
  const all = new Map<string, Value | undefined>()
  const set = (property: Property, value: Value | undefined): void =>
    void all.set(
      property.name,
      settled.has(property.name) && isThere(value)
        ? value
        : keptValue(transaction, info, property, value, changes.has(property.name) ? givers.get(property.name) : undefined),
    )
  for (const name of names) {
    const property = info.properties.get(name)
    if (property === undefined || info.tenant.some((member) => member.property === name)) continue
    if (changes.has(name)) set(property, changes.get(name))
    else if (property.generate?.kind === 'now-on-update')
      set(property, chooseValue(transaction, info, name, 'now-on-update', { kind: 'timestamp', ms: transaction.now }))
  }
  return all
}

/** The names of the written properties, including those that the service writes with them. */
function namesChanged(info: ResourceInfo, changes: Changes): ReadonlySet<string> {
  const names = new Set(changes.keys())
  for (const name of partsOf(info).always) names.add(name)
  return names
}

/** For the invariants, which run last. */
function note(transaction: TransactionContext, { resource, key }: Row, names: Iterable<string>): void {
  const name = rowName({ resource, key })
  const written = transaction.written.getOrInsertComputed(name, () => ({ resource, key, names: new Set() }))
  for (const each of names) written.names.add(each)
}
