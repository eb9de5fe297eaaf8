// The state of one open transaction: its reads and writes, its refusals, and the names of its expressions.

import type { Mutable } from '../base/mutable.ts'
import { UndoLog, type UndoMark } from '../base/undo-log.ts'
import { withOuterBindings } from '../cel/bindings.ts'
import type { Bindings, Host, RecordValue, Value } from '../cel/value.ts'
import type { Context } from '../exchange/context.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { Refusal } from '../exchange/refusal.ts'
import type { Effect } from '../model/states.ts'
import type { RequestedVersion } from '../exchange/version/requested-version.ts'
import type { ChangeLog } from './changes/change-log.ts'
import type { Draft } from './record/draft.ts'
import type { RecordContent } from './record/keys.ts'
import type { Prepared } from './prepare.ts'
import type { Interpreter } from './service.ts'
import type { Row, Transaction } from './store.ts'

type RecordName = Pick<Row, 'resource' | 'key'>

/** A record's last state, and the records that referred to it before its deletion began, by inverse. */
export type RemovedRecord = { readonly row: Row; readonly referrers: ReadonlyMap<string, readonly RecordValue[]> }

export type TransactionContext = {
  readonly service: Interpreter
  readonly tx: Transaction
  readonly now: number
  readonly host: Host
  /** The names that every expression sees: `caller`, `now`, `request`, `settings`, `service`. */
  readonly base: Bindings
  /** The transitions so far, for the trace. */
  readonly transitions: string[]
  /** Written properties by record, for the invariants that run last. */
  writtenProperties: Map<string, { readonly resource: string; readonly key: string; readonly names: Set<string> }>
  /** New records, which the caller may read. */
  readonly createdRecords: RecordName[]
  /** Records that were found but are hidden from the caller, for the audit log. */
  readonly hiddenRecords: RecordName[]
  /** Records in the middle of a transition: their `always` waits until it is done. */
  readonly inTransition: RecordName[]
  /** Records deleted in this transaction, by name: they end cycles of cascades, and expressions read their last state. */
  readonly deletedRecords: Map<string, RemovedRecord>
  /** Undoes changes of `deletedRecords`; absent before the first mark. */
  undo?: UndoLog
  /** The request, if the transaction answers one. */
  readonly exchange?: Exchange
  /** Changes of records that part 6 may name as causes. */
  readonly changeLog?: ChangeLog
  /** The refusal for an unknown caller: of `unauthenticated` or `insufficient-scope`. */
  readonly callerRefusal?: Refusal
  /** Results of slow work that was awaited; absent if the code cannot wait and runs slow work in place. */
  readonly prepared?: Prepared
  /** The number of random values drawn. */
  randomValueCount?: number
  /** Results of expressions that drew random values; absent unless somebody chooses the service's free values. */
  readonly randomResults?: Set<Value>
  /** Makes drafts of new records, which the store checks when they are inserted. */
  drafts?: Drafts
  /** Steps of `do`, which run with the caller's permissions; effects run with the document's. */
  steps?: ReadonlySet<Effect>
  /** The version of the response, if the document has versions. */
  readonly requestedVersion?: RequestedVersion
  /** Called with each record that an expression reads. */
  onRead?: (row: Row) => void
  /** Called when an expression queries records, so that it may read any of them. */
  onQuery?: () => void
}

/**
 * Makes drafts. `origin` is the operation or the step that creates the record. Returns undefined if that origin has no draft function;
 * throws `NotDrafted` if the request must be handled property by property. `hasDraft` is true once a draft was created.
 */
export type Drafts = {
  make(origin: object, transaction: TransactionContext, names: () => Bindings): Draft | undefined
  readonly hasDraft: boolean
}

/** The part of a transaction context that needs no records. */
export type RecordlessContext = Pick<TransactionContext, 'service' | 'now' | 'host' | 'base' | 'requestedVersion'>

/** Names in addition to those that every expression sees. */
export type Names = ReadonlyMap<string, Value>

export function makeContext(transaction: RecordlessContext, names: Bindings): Context {
  const { service, host, requestedVersion } = transaction
  const context: Mutable<Context> = {
    typing: service.facts.typing,
    host,
    keys: service.keys,
    variables: withOuterBindings(names, transaction.base),
  }
  if (requestedVersion !== undefined) context.requestedVersion = requestedVersion
  return context
}

/** Marks what the context notes, except for `writtenProperties`. */
export function markTransaction(transaction: TransactionContext): UndoMark {
  const { transitions, createdRecords, hiddenRecords, inTransition, changeLog } = transaction
  const lists = [transitions, createdRecords, hiddenRecords, inTransition].map((list: unknown[]) => ({ list, length: list.length }))
  const marks = [(transaction.undo ??= new UndoLog()).mark(), ...(changeLog === undefined ? [] : [changeLog.mark()])]
  return {
    release() {
      for (const mark of marks) mark.release()
    },
    rollBack() {
      for (const mark of marks) mark.rollBack()
      for (const { list, length } of lists) list.length = length
    },
  }
}

/** The row of a record: of its snapshot, or the current one. */
export function findRecordRow(transaction: TransactionContext, record: RecordValue): Row | undefined {
  return (record.of as RecordContent).row ?? transaction.tx.row(record.resource, record.key)
}
