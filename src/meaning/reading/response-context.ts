// The evaluation context of response expressions: with the caller's permissions, if rules may hide data from any caller.

import { withOuterBindings } from '../../cel/bindings.ts'
import type { Value } from '../../cel/value.ts'
import { hiddenValue } from '../../cel/values/hidden.ts'
import { type Context, isRecord } from '../../exchange/context.ts'
import { type Disclosed, listDecidingLookUps, collectDisclosures } from '../../fact/disclosures.ts'
import { listReachedResources } from '../../fact/reached.ts'
import { readsOf } from '../../fact/reads.ts'
import { makeOperationContext } from '../../fact/operation-context.ts'
import { getHiddenData } from '../../fact/hidden-data.ts'
import type { Operation } from '../../model/model.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import { type TransactionContext, type Names, makeContext } from '../transaction-context.ts'
import { type Visibility, makeVisibility } from '../caller/visibility.ts'
import { type ReadRules, readRulesOf } from '../caller/read-rules.ts'
import { makeRowName } from '../record/row-name.ts'
import type { Interpreter } from '../service.ts'
import type { QueryContext } from '../store.ts'
import { createCallerHost, createCallerContext } from './caller-host.ts'
import { prepareWhere } from './where.ts'

/** True if rules hide any of the data: of the operation (`all`), or of its own answer (`answer`). */
type Hiding = { readonly all: boolean; readonly answer: boolean }

const hidingByOperation = new WeakMap<Operation, Hiding>()

/** The context of all responses of the operation; errors may read more than its answer. */
export function makeResponseContext(transaction: TransactionContext, operation: Operation, names: Names): Context {
  return findHiding(transaction.service, operation).all
    ? makeContextOfNames(transaction, operation, names)
    : makeContext(transaction, names)
}

/** The context of the operation's own response; permissions do not matter if it shows only authorised records. */
export function answerContext(transaction: TransactionContext, operation: Operation, names: Names): Context {
  return findHiding(transaction.service, operation).answer
    ? makeContextOfNames(transaction, operation, names)
    : makeContext(transaction, names)
}

/** True if two callers may get different representations of the same records. */
export function dependsOnCaller(service: Interpreter, operation: Operation): boolean {
  return findHiding(service, operation).all
}

/** True if two callers may see different parts of the same records in the operation's own answer. */
export function answerDependsOnCaller(service: Interpreter, operation: Operation): boolean {
  return findHiding(service, operation).answer
}

function findHiding(service: Interpreter, operation: Operation): Hiding {
  return hidingByOperation.getOrInsertComputed(operation, () => {
    const hiddenData = getHiddenData(service.modelIndex)
    if (hiddenData === undefined) return { all: false, answer: false }
    const operationContext = makeOperationContext(service.modelIndex, operation)
    const reached = listReachedResources(operationContext)
    const read = new Set([...readsOf(operationContext).resources, ...reached])
    const showsFields = [...hiddenData.properties.keys()].some((resource) => read.has(resource))
    const decides = operationContext.lookups.some((lookup) => lookup.decides)
    return {
      all: decides || showsFields || prepareWhere(service, operation).byCaller.length > 0 || !hiddenData.resources.isDisjointFrom(read),
      answer: decides || showsFields || !hiddenData.resources.isDisjointFrom(reached),
    }
  })
}

/** The rules that hide a part of the operation's own answer; undefined without such rules. */
export function answerRules(service: Interpreter, operation: Operation): ReadRules | undefined {
  if (!answerDependsOnCaller(service, operation)) return undefined
  return readRulesOf(service.modelIndex, collectDisclosed(service, operation), readingActions.has(operation.action))
}

/** The rules that hide data which a caller's filters or `where` read. */
export function findWhereRules(service: Interpreter, operation: Operation): ReadRules | undefined {
  return readRulesOf(service.modelIndex, collectDisclosed(service, operation), readingActions.has(operation.action))
}

/** The query context for the operation's own answer, and the records that its `where` selects. */
export function answerQueryContext(transaction: TransactionContext, operation: Operation, names: Names): QueryContext {
  const asker: QueryContext = {
    variables: withOuterBindings(names, transaction.base),
    host: transaction.host,
    tenantOf: (resource) => transaction.tx.tenantValues(resource),
  }
  if (!answerDependsOnCaller(transaction.service, operation) && prepareWhere(transaction.service, operation).byCaller.length === 0)
    return asker
  return {
    ...asker,
    callerContext: computeOnce(() =>
      createCallerContext(
        transaction,
        makeVisibilityOfNames(transaction, operation, names)!,
        makeContextOfNames(transaction, operation, names).variables,
      ),
    ),
  }
}

function makeContextOfNames(transaction: TransactionContext, operation: Operation, names: Names): Context {
  const disclosed = collectDisclosed(transaction.service, operation)
  const deciding = [...listDecidingLookUps(operation)].filter((name) => !disclosed.lookUps.has(name))
  const visibility = makeVisibilityOfNames(transaction, operation, names)
  const host = visibility === undefined ? transaction.host : createCallerHost(transaction, visibility)
  const visibleNames = deciding.length === 0 ? names : new Map([...names, ...deciding.map((name) => [name, hiddenValue] as const)])
  return makeContext({ ...transaction, host }, visibleNames)
}

function makeVisibilityOfNames(transaction: TransactionContext, operation: Operation, names: Names): Visibility | undefined {
  const disclosed = collectDisclosed(transaction.service, operation)
  return makeVisibility(
    transaction,
    disclosed,
    computeOnce(() => listOwnRecords(transaction, operation, disclosed, names)),
    readingActions.has(operation.action) && transaction.createdRecords.length === 0,
  )
}

function collectDisclosed({ modelIndex: { domain } }: Interpreter, operation: Operation): Disclosed {
  return collectDisclosures(domain).ofPlace({ kind: 'operation', operation })
}

/** Actions that write nothing. */
const readingActions: ReadonlySet<Operation['action']> = new Set<Operation['action']>(['read', 'list', 'answer', 'stream', 'feed'])

/** The records that were readable when they were found, those that the request created, and the caller. */
function listOwnRecords(
  { base, createdRecords }: TransactionContext,
  operation: Operation,
  { lookUps }: Disclosed,
  names: Names,
): ReadonlySet<string> {
  const own = new Set<string>()
  for (const name of ownNames.getOrInsertComputed(operation, () => listOwnNames(operation, lookUps))) addRecordNames(own, names.get(name))
  addRecordNames(own, base.get('caller'))
  for (const record of createdRecords) own.add(makeRowName(record))
  return own
}

const ownNames = new WeakMap<Operation, readonly string[]>()

/** The variables whose records were authorised; `lookUps`: those whose record rule does not apply. */
function listOwnNames(operation: Operation, lookUps: ReadonlySet<string>): readonly string[] {
  const deciding = listDecidingLookUps(operation)
  const lookUpNames = listSpecifiedEntries(operation.slots.with)
    .map(({ name }) => name)
    .filter((name) => !deciding.has(name) || lookUps.has(name))
  return ['this', 'old', 'items', ...lookUpNames]
}

function addRecordNames(own: Set<string>, value: Value | undefined): void {
  if (value === undefined || value === null) return
  if (isRecord(value)) own.add(makeRowName(value))
  else if (Array.isArray(value)) for (const item of value as readonly Value[]) if (isRecord(item)) own.add(makeRowName(item))
}

function computeOnce<T>(compute: () => T): () => T {
  let cached: { readonly value: T } | undefined
  return () => (cached ??= { value: compute() }).value
}
