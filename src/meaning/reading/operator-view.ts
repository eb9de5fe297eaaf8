// The operator's read-only view of records: counts, pages, and one record with its possible transitions. It has the document's permissions;
// secret and sensitive values stay hidden.

import type { Awaitable } from '../../base/awaitable.ts'
import { isJsonArray, parseJsonText, printJson } from '../../base/json.ts'
import type { Value } from '../../cel/value.ts'
import { isRecord } from '../../exchange/context.ts'
import type { FilterComparison, Sorting } from '../../exchange/list-request.ts'
import { compareInOrder } from '../../exchange/order.ts'
import { convertValueToJson, convertJsonToValue } from '../../exchange/value-json.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import { decodeParameter } from '../../schema/parameter.ts'
import type { Property, ResourceInfo } from '../../typing/domain.ts'
import type { Access } from '../access.ts'
import type { TransactionContext } from '../transaction-context.ts'
import { beginTransaction } from '../begin.ts'
import { hasValue } from '../record/find.ts'
import { type RecordContent, compareKeys } from '../record/keys.ts'
import { listEventsOfMachine, stateOf } from '../record/machine.ts'
import type { Interpreter } from '../service.ts'
import type { Row, Store, Timer } from '../store.ts'
import { parseQualifiedKey } from '../caller/tenancy.ts'
import { viewRecord, isHiddenFromOperator, type ViewedRecord } from './operator-record.ts'

/** The number of records by resource, and by state for each machine (`Order.status`). */
export type RecordCounts = {
  readonly resources: { readonly [resource: string]: number }
  readonly machines: { readonly [machine: string]: { readonly [state: string]: number } }
  readonly deadTimers: number
}

/** A record, where its machines are, which transitions they have there, and which timers wait for it. */
export type ViewedRecordDetails = ViewedRecord & {
  readonly states: readonly { readonly machine: string; readonly state: string; readonly transitions: readonly string[] }[]
  readonly timers: readonly Omit<Timer, 'resource' | 'key'>[]
}

export type ViewedPage = { readonly records: readonly ViewedRecord[]; readonly next?: string }

export type RecordSearch = {
  /** Values as a query would send them, each for equality. */
  readonly where: readonly (readonly [property: string, text: string])[]
  /** A property, descending with a leading `-`; the key by default. */
  readonly sort?: string
  /** The `next` of the page before. */
  readonly after?: string
  readonly limit: number
}

export type OperatorView = {
  counts(): Awaitable<RecordCounts>
  /** `problem`: why the search is invalid. */
  page(resource: string, wanted: RecordSearch): Awaitable<ViewedPage | { readonly problem: string }>
  record(resource: string, key: string): Awaitable<ViewedRecordDetails | undefined>
}

export function createOperatorView(service: Interpreter, access: Access): OperatorView {
  const runInTransaction = <T>(view: (transaction: TransactionContext, store: Store) => T): Awaitable<T> =>
    access.read((store) => {
      const tx = store.begin()
      try {
        const transaction = beginTransaction(service, tx, service.environment.clock.now())
        // The operator sees the records of all tenants.
        tx.setTenancy(undefined)
        return view(transaction, store)
      } finally {
        tx.rollback()
      }
    })
  const findInfo = (name: string): ResourceInfo | undefined => service.facts.typing.domain.resources.get(name)
  return {
    counts: () => runInTransaction(countRecords),
    page(resource, wanted) {
      const info = findInfo(resource)
      return info === undefined
        ? { problem: `there is no resource ${resource}` }
        : runInTransaction((transaction) => viewPage(transaction, info, wanted))
    },
    record(resource, key) {
      const info = findInfo(resource)
      return info && runInTransaction((transaction) => viewDetails(transaction, info, key))
    },
  }
}

function countRecords(transaction: TransactionContext, store: Store): RecordCounts {
  const { facts } = transaction.service
  const resources: { [name: string]: number } = {}
  const machines: { [name: string]: { [state: string]: number } } = {}
  for (const info of facts.typing.domain.resources.values()) {
    const found = countResource(transaction, info)
    resources[info.name] = found.total
    for (const [machine, states] of found.machines) machines[machine] = Object.fromEntries(states)
  }
  return { resources, machines, deadTimers: store.deadTimers().length }
}

function countResource(transaction: TransactionContext, info: ResourceInfo): { total: number; machines: Map<string, Map<string, number>> } {
  const asker = { variables: transaction.base, host: transaction.host }
  const count = (filters: readonly FilterComparison[]): number | undefined =>
    transaction.tx.count?.({ resource: info.name, where: [], filters, order: [] }, asker)
  const machines = new Map(
    info.machines.map((machine) => [machine.name, new Map(listSpecifiedEntries(machine.slots.states).map(({ name }) => [name, 0]))]),
  )
  const total = count([])
  if (total === undefined) return countByRows(transaction, info, machines)
  for (const { name, field } of info.machines) {
    const states = machines.get(name)!
    for (const state of states.keys()) states.set(state, count([{ property: field, operator: 'eq', value: state }]) ?? 0)
  }
  return { total, machines }
}

function countByRows(
  { tx }: TransactionContext,
  info: ResourceInfo,
  machines: Map<string, Map<string, number>>,
): ReturnType<typeof countResource> {
  let total = 0
  for (const row of tx.rowsUnordered?.(info.name) ?? tx.rows(info.name)) {
    total++
    for (const machine of info.machines) {
      const states = machines.get(machine.name)!
      const state = stateOf(machine, row)
      states.set(state, (states.get(state) ?? 0) + 1)
    }
  }
  return { total, machines }
}

function viewPage(
  transaction: TransactionContext,
  info: ResourceInfo,
  { where, sort, after, limit }: RecordSearch,
): ViewedPage | { readonly problem: string } {
  const filters: FilterComparison[] = []
  for (const [name, text] of where) {
    const property = info.properties.get(name)
    if (property === undefined || isHiddenFromOperator(property) || !isStored(property))
      return { problem: `records of ${info.name} cannot be found by ${name}` }
    const { value, failures } = decodeParameter(
      transaction.service.storedDecoder(property),
      { name, required: true, several: 'repeated' },
      [text],
    )
    if (failures !== undefined || value === undefined) return { problem: `${text} is not a value of ${info.name}.${name}` }
    filters.push({ property: name, operator: 'eq', value: convertJsonToValue(value, property.type, transaction.service.keys) })
  }
  const order = orderOf(info, sort)
  if ('problem' in order) return order
  const position = after === undefined ? undefined : parsePosition(transaction, info, order, after)
  if (position !== undefined && 'problem' in position) return position
  const rows = listRows(transaction, info, filters, order, position, limit + 1)
  const records = rows.slice(0, limit).map((row) => viewRecord(transaction, info, row))
  const last = rows[limit - 1]
  return rows.length <= limit || last === undefined
    ? { records }
    : {
        records,
        next: printJson(order.map(({ property }) => convertValueToJson(last.values.get(property) ?? null, transaction.service.keys))),
      }
}

function orderOf(info: ResourceInfo, sort: string | undefined): readonly Sorting[] | { readonly problem: string } {
  const keys = info.key.map((property): Sorting => ({ property, direction: 'ascending' }))
  if (sort === undefined) return keys
  const name = sort.replace(/^-/, '')
  const property = info.properties.get(name)
  if (property === undefined || isHiddenFromOperator(property) || !isStored(property))
    return { problem: `records of ${info.name} cannot be sorted by ${name}` }
  const direction = sort.startsWith('-') ? 'descending' : 'ascending'
  return [{ property: name, direction }, ...keys.filter((each) => each.property !== name).map((each) => ({ ...each, direction }) as const)]
}

function parsePosition(
  { service }: TransactionContext,
  info: ResourceInfo,
  order: readonly Sorting[],
  after: string,
): readonly Value[] | { readonly problem: string } {
  const parsed = parseJsonText(after, { depth: 8 })
  const values = 'value' in parsed ? parsed.value : null
  if (!isJsonArray(values) || values.length !== order.length) return { problem: 'the position is not in the list' }
  return order.map(({ property }, index) => convertJsonToValue(values[index] ?? null, info.properties.get(property)!.type, service.keys))
}

function listRows(
  transaction: TransactionContext,
  info: ResourceInfo,
  filters: readonly FilterComparison[],
  order: readonly Sorting[],
  after: readonly Value[] | undefined,
  limit: number,
): readonly Row[] {
  const selection = { resource: info.name, where: [], filters, order, limit, ...(after === undefined ? {} : { after }) }
  return (
    transaction.tx.select?.(selection, { variables: transaction.base, host: transaction.host }) ??
    listFirstRows(transaction, info, filters, order, after, limit)
  )
}

/** The first rows of an order, without ordering the others. */
function listFirstRows(
  { tx }: TransactionContext,
  info: ResourceInfo,
  filters: readonly FilterComparison[],
  order: readonly Sorting[],
  after: readonly Value[] | undefined,
  limit: number,
): readonly Row[] {
  const listOrderValues = (row: Row): readonly Value[] => order.map(({ property }) => row.values.get(property) ?? null)
  let rows: { readonly row: Row; readonly values: readonly Value[] }[] = []
  let lastKept: readonly Value[] | undefined
  const keepFirst = (): void => {
    rows = rows.sort((a, b) => compareBy(order, a.values, b.values)).slice(0, limit)
    lastKept = rows.length < limit ? undefined : rows.at(-1)?.values
  }
  for (const row of tx.rowsUnordered?.(info.name) ?? tx.rows(info.name)) {
    if (!filters.every(({ property, value }) => hasValue(info, row.values, property, value))) continue
    const values = listOrderValues(row)
    if (after !== undefined && compareBy(order, values, after) <= 0) continue
    if (lastKept !== undefined && compareBy(order, values, lastKept) >= 0) continue
    rows.push({ row, values })
    if (rows.length >= 4 * limit) keepFirst()
  }
  keepFirst()
  return rows.map(({ row }) => row)
}

function compareBy(order: readonly Sorting[], a: readonly Value[], b: readonly Value[]): number {
  for (const [index, { direction }] of order.entries()) {
    const [x = null, y = null] = [a[index], b[index]]
    const compared =
      isRecord(x) && isRecord(y) ? compareKeys((x.of as RecordContent).key, (y.of as RecordContent).key) : compareInOrder(x, y)
    if (compared !== 0) return direction === 'ascending' ? compared : -compared
  }
  return 0
}

function viewDetails(transaction: TransactionContext, info: ResourceInfo, qualifiedKey: string): ViewedRecordDetails | undefined {
  if (info.tenant.length > 0 && !qualifiedKey.includes('\n')) return undefined
  const { tenancy, key } = parseQualifiedKey(transaction.service, { resource: info.name, key: qualifiedKey })
  if (info.tenant.length > 0) transaction.tx.setTenancy(tenancy)
  const row = transaction.tx.row(info.name, key)
  if (row === undefined || row.deleted !== undefined) return undefined
  return {
    ...viewRecord(transaction, info, row),
    states: info.machines.map((machine) => {
      const state = stateOf(machine, row)
      return { machine: machine.name, state, transitions: listEventsOfMachine(machine, state) }
    }),
    timers: [...transaction.tx.timersOf(info.name, key)].map(({ resource: _, key: __, ...timer }) => timer),
  }
}

/** True for stored properties: neither inverse nor computed on read. */
function isStored({ inverse, compute }: Property): boolean {
  return inverse === undefined && (compute === undefined || compute.stored)
}
