// Gives expressions access to records: properties as they are in the transaction, computed values, and referring records.

import { spendSteps } from '../../base/turn.ts'
import type { SelectedMembers, Expression } from '../../cel/expression.ts'
import type { Bindings, Host, RecordValue, Value } from '../../cel/value.ts'
import { type Context, isRecord, evaluateExpression } from '../../exchange/context.ts'
import { asShape } from '../../exchange/as-shape.ts'
import { callFunction } from '../../exchange/functions.ts'
import { refuse } from '../../exchange/refusal.ts'
import { convertValueToText } from '../../exchange/value-json.ts'
import { evaluateView } from '../../exchange/view.ts'
import { findCalledView } from '../../typing/selected-members.ts'
import type { Property, ResourceInfo, ViewInfo } from '../../typing/domain.ts'
import type { Path } from '../../schema/failure.ts'
import { type TransactionContext, type RemovedRecord, makeContext, findRecordRow } from '../transaction-context.ts'
import type { QueryContext, ReadRules, Row } from '../store.ts'
import { findRow } from './find.ts'
import { makeRowName } from './row-name.ts'
import type { RecordContent } from './keys.ts'
import { listEventsOfMachine } from './machine.ts'
import { shapeValue } from './shaped.ts'
import { makeRandomCode, makeRandomText } from './random.ts'
import { verifySecret } from './secret-work.ts'

/** `transaction` is evaluated at the first read, because it contains this host. */
export function makeHost(transaction: () => TransactionContext): Host {
  return new TransactionHost(transaction)
}

/** Reads with the document's permissions. */
export class TransactionHost implements Host {
  readonly #transaction: () => TransactionContext

  constructor(transaction: () => TransactionContext) {
    this.#transaction = transaction
  }

  property(record: RecordValue, member: string): Value | undefined {
    return this.read(record, member, this)
  }

  /** `host` reads the data from which the property is computed. */
  protected read(record: RecordValue, member: string, host: Host): Value | undefined {
    return readProperty(this.#transaction(), record, member, host)
  }

  protected get transaction(): TransactionContext {
    return this.#transaction()
  }

  *records(resource: string): Iterable<RecordValue> {
    const { tx, service, onQuery } = this.#transaction()
    onQuery?.()
    for (const row of tx.rows(resource)) {
      spendSteps(1)
      yield service.keys.recordOfRow(row)
    }
  }

  ask(expression: Expression, variables: Bindings): Value | undefined {
    const { tx, host, onQuery, deletedRecords } = this.#transaction()
    onQuery?.()
    // The store still has references to a record that is being deleted.
    if (deletedRecords.size > 0 && startsAtReference(expression)) return undefined
    return tx.query?.(expression, { variables, host })
  }

  print(expression: Expression, variables: Bindings): string | undefined {
    return this.printedQuery(expression, { variables, host: this.#transaction().host })
  }

  protected printedQuery(expression: Expression, asker: QueryContext, rules?: ReadRules): string | undefined {
    const { tx, onQuery, onRead, deletedRecords } = this.#transaction()
    // A context that watches reads must see each record.
    if (onQuery !== undefined || onRead !== undefined || deletedRecords.size > 0) return undefined
    return tx.print?.(expression, asker, rules)
  }

  find(resource: string, by: ReadonlyMap<string, Value>): RecordValue | undefined {
    const transaction = this.#transaction()
    transaction.onQuery?.()
    const row = findRow(transaction, transaction.service.resource(resource), by)
    return row === undefined || row.deleted !== undefined ? undefined : transaction.service.keys.recordOfRow(row)
  }

  call(name: string, args: readonly Value[], selected?: SelectedMembers): Value {
    const {
      facts: { typing },
      keys,
    } = this.transaction.service
    const { domain } = typing
    const [view, shape] = [
      findCalledView(domain, { name, ...(selected === undefined ? {} : { selected }) }, (text) => typing.expression(text)),
      domain.shapes.get(name),
    ]
    if (shape !== undefined) return asShape(domain, keys, shape, args[0] ?? null)
    return view === undefined ? call(this.transaction, this, name, args) : this.view(view, args[0] ?? null)
  }

  /** The view of null is null. */
  protected view(view: ViewInfo, record: Value): Value {
    return record === null ? null : evaluateView(view, record as RecordValue, makeHostContext(this.transaction, this))
  }
}

/** The evaluation context of a record's own expressions, with a host. */
export function makeHostContext(transaction: TransactionContext, host: Host, names: Bindings = new Map()): Context {
  return { ...makeContext(transaction, names), host }
}

function readProperty(transaction: TransactionContext, record: RecordValue, member: string, host: Host): Value | undefined {
  const info = transaction.service.resource(record.resource)
  const property = info.properties.get(member)
  if (property === undefined) return readMemberOfCaller(record, member)
  if (property.inverse !== undefined)
    return findRemovedRecord(transaction, record)?.referrers.get(member) ?? listReferrers(transaction, property.inverse, record)
  const row = findRecordRow(transaction, record) ?? findRemovedRecord(transaction, record)?.row
  if (row !== undefined) transaction.onRead?.(row)
  if (row === undefined) return readMemberOfMissing(info, record, member)
  return readStoredOrComputed(transaction, property, row, record, host)
}

/** A record that this transaction has deleted: its former values remain readable. */
function findRemovedRecord({ deletedRecords, tx }: TransactionContext, record: RecordValue): RemovedRecord | undefined {
  const removed = deletedRecords.size === 0 ? undefined : deletedRecords.get(makeRowName(record))
  if (removed === undefined) return undefined
  const row = tx.row(record.resource, record.key)
  return row === undefined || row.deleted !== undefined ? removed : undefined
}

/** True if an expression over records begins at a reference to one of them. */
function startsAtReference(expression: Expression): boolean {
  switch (expression.kind) {
    case 'select':
      return true
    case 'macro':
      return startsAtReference(expression.range)
    case 'call': {
      const operand = expression.target ?? expression.arguments[0]
      return operand !== undefined && startsAtReference(operand)
    }
    default:
      return false
  }
}

/** With several schemes, callers have different members: members that this caller lacks are absent, and `scheme` names its scheme. */
function readMemberOfCaller({ of, resource }: RecordValue, member: string): Value | undefined {
  const { scheme } = of as RecordContent
  if (scheme === undefined) throw new Error(`${resource} has no ${member}`)
  return member === 'scheme' ? scheme : undefined
}

/** A dangling reference has only its key; an expression that reads further refuses the request that sent it. */
function readMemberOfMissing(info: ResourceInfo, record: RecordValue, member: string): Value | undefined {
  const index = info.key.indexOf(member)
  return index >= 0 ? (record.of as RecordContent).key[index] : refuse({ condition: 'dangling', subject: record.resource })
}

function readStoredOrComputed(
  transaction: TransactionContext,
  property: Property,
  row: Row,
  record: RecordValue,
  host: Host,
): Value | undefined {
  const stored = row.values.get(property.name)
  if (stored !== undefined) return stored
  const { compute } = property
  // A stored computed property is computed here only while its record is being written.
  const value =
    compute === undefined
      ? undefined
      : evaluateExpression(compute.expression, makeHostContext(transaction, host, new Map([['this', record]])))
  return shapeValue(transaction, row.resource, property, value) ?? (property.nullable ? null : undefined)
}

export function listReferrers(
  transaction: TransactionContext,
  { resource, property }: NonNullable<Property['inverse']>,
  record: RecordValue,
): readonly RecordValue[] {
  transaction.onQuery?.()
  const reference = transaction.service.resource(resource).properties.get(property)?.reference
  const referrers = reference?.many === false ? transaction.tx.rowsHaving?.(resource, new Map([[property, record]])) : undefined
  const rows = referrers ?? [...transaction.tx.rows(resource)].filter((row) => refersTo(row.values.get(property), record))
  return rows.map((row) => transaction.service.keys.recordOfRow(row))
}

/** True if a value is the record, or contains it at any depth. */
function refersTo(value: Value | undefined, record: RecordValue): boolean {
  return [...walkRecords(value)].some(({ record: { resource, key } }) => resource === record.resource && key === record.key)
}

/** The records that a value refers to, at any depth, with the names and indexes that lead to each. */
export function* walkRecords(value: Value | undefined, path: Path = []): Iterable<{ readonly record: RecordValue; readonly path: Path }> {
  if (isList(value)) for (const [index, item] of value.entries()) yield* walkRecords(item, [...path, index])
  else if (value instanceof Map) for (const [name, member] of value) yield* walkRecords(member, [...path, name])
  else if (isRecord(value)) yield { record: value, path }
}

function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value)
}

/** Calls functions that read records. */
function call(transaction: TransactionContext, host: Host, name: string, args: readonly Value[]): Value {
  const [first, second] = args
  if (name === 'transitions') return listTransitions(transaction, first as RecordValue, host)
  if (name === 'verify') return verifySecret(transaction, first as string, (second ?? undefined) as string | undefined)
  if (name === 'token')
    return transaction.service.environment.tokens.issue(first as string, printSubject(transaction, second ?? null), transaction.now)
  const { randomness } = transaction.service.environment
  if (name === 'random') return drawRandom(transaction, () => makeRandomText(first, randomness))
  if (name === 'randomCode') return drawRandom(transaction, () => makeRandomCode(first, second, randomness))
  const value = callFunction(name, args)
  if (value === undefined) throw new Error(`there is no function ${name}`)
  return value
}

/** An exchange that runs again after a wait gets the same random values. */
function drawRandom(transaction: TransactionContext, make: () => string): string {
  transaction.randomValueCount = (transaction.randomValueCount ?? 0) + 1
  return transaction.prepared?.once(`random ${transaction.randomValueCount}`, make) ?? make()
}

/** The key of a record, or the value itself. */
function printSubject(transaction: TransactionContext, value: Value): string {
  return convertValueToText(value, transaction.service.keys)
}

/**
 * The events with a transition from the record's present states, in document order; guards are not evaluated, because they may need
 * input.
 */
function listTransitions(transaction: TransactionContext, record: RecordValue, host: Host): readonly string[] {
  const names = transaction.service.resource(record.resource).machines.flatMap((machine) => {
    const state = host.property(record, machine.field)
    return typeof state === 'string' ? listEventsOfMachine(machine, state) : []
  })
  return [...new Set(names)]
}
