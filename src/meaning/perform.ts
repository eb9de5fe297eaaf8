// Runs the action of an operation, and returns the names that its response reads.

import type { Value } from '../cel/value.ts'
import { evaluateTemplate } from '../exchange/context.ts'
import { failInternally } from '../exchange/refusal.ts'
import { convertJsonToValue } from '../exchange/value-json.ts'
import { listRequestKey } from '../fact/effects/from-request.ts'
import { slotValueOf } from '../model/slot.ts'
import type { Property } from '../typing/domain.ts'
import { type Names, makeContext } from './transaction-context.ts'
import { callCode } from './code/code.ts'
import { readFeed } from './events/feed.ts'
import { listRecords } from './reading/list.ts'
import { present } from './record/find.ts'
import type { RequestState } from './request-state.ts'
import type { Row } from './store.ts'
import { refuseFirst } from './writing/write-checks.ts'
import { readRequestChanges, writeSourcesOf, completeChanges } from './writing/changes.ts'
import { addDraft, createRecord, runEffects, updateRecord } from './writing/effects.ts'
import { findRequestedTransition } from './writing/operation-transition.ts'
import { removeRecord } from './writing/remove.ts'
import { makeTransition } from './writing/transition.ts'
import type { Changes, WriteSources } from './writing/write.ts'

export function perform(requestState: RequestState): Names {
  const { operation, transaction } = requestState
  switch (operation.action) {
    case 'answer':
    case 'stream':
      return requestState.names()
    case 'read':
      requestState.record()
      return requestState.names()
    case 'list':
      return new Map([...requestState.names(), ...Object.entries(listRecords(requestState))])
    case 'feed':
      return new Map([...requestState.names(), ...Object.entries(readFeed(requestState))])
    case 'create': {
      const draft = transaction.drafts?.make(operation, transaction, () => requestState.names())
      return draft === undefined
        ? createFromRequest(requestState, readRequestChanges(requestState, requestState.names()), writeSourcesOf(requestState))
        : bindWrittenRecord(requestState, addDraft(transaction, draft), null)
    }
    case 'update':
      return updateFromRequest(requestState, requestState.record())
    case 'replace':
      return replace(requestState, requestState.record())
    case 'put':
      return putRecord(requestState)
    case 'delete':
      return deleteRecord(requestState)
    case 'transition':
      return performTransition(requestState)
    case 'do': {
      const steps = slotValueOf(operation.slots.do) ?? []
      transaction.steps = new Set(steps)
      return runEffects(transaction, steps, requestState.names())
    }
    case 'call':
      return call(requestState)
    case undefined:
      return failInternally(`\`${operation.name}\` cannot run: it has no action`)
  }
}

/** The result of the code, named `result`. */
function call(requestState: RequestState): Names {
  const { operation, transaction } = requestState
  const names = requestState.names()
  const inputTemplate = slotValueOf(operation.slots.input)
  const codeInput =
    inputTemplate === undefined
      ? (requestState.body() ?? new Map<string, Value>())
      : (evaluateTemplate(inputTemplate, makeContext(transaction, names)) ?? null)
  return new Map([...names, ['result', callCode(transaction, operation.subject?.text ?? '', codeInput)]])
}

/** The record after and before the write; null if it did not exist. */
function bindWrittenRecord(requestState: RequestState, row: Row, old: Row | null): Names {
  const { keys } = requestState.transaction.service
  return new Map(requestState.answersFromRow ? undefined : requestState.names())
    .set('this', keys.recordOfRow(row))
    .set('old', old === null ? null : keys.recordOfRow(old, 'then'))
}

function createFromRequest(requestState: RequestState, changes: Changes, sources: WriteSources): Names {
  const row = createRecord(requestState.transaction, requestState.resource!.name, changes, sources)
  return bindWrittenRecord(requestState, row, null)
}

function updateFromRequest(requestState: RequestState, row: Row): Names {
  updateRecord(
    requestState.transaction,
    row,
    dropImmutable(requestState, readRequestChanges(requestState, requestState.names(), row.values)),
    writeSourcesOf(requestState),
  )
  return bindWrittenRecord(requestState, row, row)
}

function replace(requestState: RequestState, row: Row): Names {
  const { transaction, resource } = requestState
  const readDefault = (property: Property): Value | undefined =>
    property.default && convertJsonToValue(property.default.value, property.type, transaction.service.keys)
  updateRecord(
    transaction,
    row,
    completeChanges(resource!, dropImmutable(requestState, readRequestChanges(requestState, requestState.names())), readDefault),
    addDefaultSources(requestState),
  )
  return bindWrittenRecord(requestState, row, row)
}

/** An immutable property is written only on creation; later requests cannot change it. */
function dropImmutable({ resource }: RequestState, changes: Changes): Changes {
  return new Map([...changes].filter(([name]) => resource?.properties.get(name)?.immutable !== true))
}

/** By the client's key: creates the record if it does not exist. */
function putRecord(requestState: RequestState): Names {
  const row = requestState.recordIfAny()
  if (row !== undefined) return replace(requestState, present(row, row.resource))
  return createFromRequest(
    requestState,
    new Map([...readRequestChanges(requestState, requestState.names()), ...requestState.keyValues()]),
    findSourcesOfNewRecord(requestState),
  )
}

/** The sources of a new record, whose key comes from the request too. */
function findSourcesOfNewRecord(requestState: RequestState): WriteSources {
  const sources = addDefaultSources(requestState)
  return {
    ...sources,
    fromRequest: new Set([
      ...sources.fromRequest,
      ...listRequestKey(requestState.transaction.service.modelIndex, requestState.operation, requestState.resource),
    ]),
  }
}

/** The sources of a write that fills in more values than the request sends. */
function addDefaultSources(requestState: RequestState): WriteSources {
  return { ...writeSourcesOf(requestState), alreadyDecoded: new Set() }
}

/** With `idempotency: natural` a missing record counts as deleted. */
function deleteRecord(requestState: RequestState): Names {
  const { operation, transaction } = requestState
  const isNatural = slotValueOf(operation.slots.idempotency)?.kind === 'natural'
  const row = isNatural ? requestState.recordIfAny() : requestState.record()
  if (row === undefined || row.deleted !== undefined) return requestState.names()
  const names = requestState.names()
  removeRecord(transaction, row)
  const record = transaction.service.keys.recordOfRow(row, 'then')
  return new Map(names).set('this', record).set('old', record)
}

function performTransition(requestState: RequestState): Names {
  const { transaction } = requestState
  const { row, name, input, transitions, refusals, staysInState } = findRequestedTransition(requestState)
  refuseFirst(refusals)
  if (staysInState === true) return updateFromRequest(requestState, row)
  const names = requestState.names()
  makeTransition(
    transaction,
    row,
    transitions,
    name,
    { ...input, otherChanges: { changes: readRequestChanges(requestState, names, row.values), from: writeSourcesOf(requestState) } },
    runEffects,
  )
  const now = transaction.tx.row(row.resource, row.key)
  const record =
    now === undefined || now.deleted !== undefined
      ? transaction.service.keys.recordOfRow(row, 'then')
      : transaction.service.keys.recordOfRow(now)
  return new Map(names).set('this', record).set('old', transaction.service.keys.recordOfRow(row, 'then'))
}
