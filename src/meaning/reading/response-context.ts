// The evaluation context of response expressions: with the caller's permissions, if rules may hide data from any caller.

import { withOuterBindings } from '../../cel/bindings.ts'
import type { Value } from '../../cel/value.ts'
import { hiddenValue } from '../../cel/values/hidden.ts'
import { type Context, isRecord } from '../../exchange/context.ts'
import { type Disclosed, decidingLookUps, disclosuresOf } from '../../fact/disclosures.ts'
import { listReachedResources } from '../../fact/reached.ts'
import { readsOf } from '../../fact/reads.ts'
import { contextOfOperation } from '../../fact/operation-context.ts'
import { veilOf } from '../../fact/veil.ts'
import type { Operation } from '../../model/model.ts'
import { specifiedEntries } from '../../model/slot.ts'
import { type TransactionContext, type Names, contextOf } from '../transaction-context.ts'
import { type Visibility, visibilityOf } from '../caller/visibility.ts'
import { type ReadRules, readRulesOf } from '../caller/read-rules.ts'
import { rowName } from '../record/row-name.ts'
import type { Interpreter } from '../service.ts'
import type { QueryContext } from '../store.ts'
import { shownHost, callerContext } from './caller-host.ts'
import { whereOf } from './where.ts'

/** True if rules hide any of the data: of the operation (`all`), or of its own answer (`answer`). */
type Hides = { readonly all: boolean; readonly answer: boolean }

const known = new WeakMap<Operation, Hides>()

/** The context of all responses of the operation; errors may read more than its answer. */
export function shownContext(transaction: TransactionContext, operation: Operation, names: Names): Context {
  return hidesOf(transaction.service, operation).all ? contextWith(transaction, operation, names) : contextOf(transaction, names)
}

/** The context of the operation's own response; permissions do not matter if it shows only authorised records. */
export function answerContext(transaction: TransactionContext, operation: Operation, names: Names): Context {
  return hidesOf(transaction.service, operation).answer ? contextWith(transaction, operation, names) : contextOf(transaction, names)
}

/** True if two callers may get different representations of the same records. */
export function isCut(service: Interpreter, operation: Operation): boolean {
  return hidesOf(service, operation).all
}

/** True if two callers may see different parts of the same records in the operation's own answer. */
export function isAnswerCut(service: Interpreter, operation: Operation): boolean {
  return hidesOf(service, operation).answer
}

function hidesOf(service: Interpreter, operation: Operation): Hides {
  return known.getOrInsertComputed(operation, () => {
    const veil = veilOf(service.world)
    if (veil === undefined) return { all: false, answer: false }
    const about = contextOfOperation(service.world, operation)
    const reached = listReachedResources(about)
    const read = new Set([...readsOf(about).resources, ...reached])
    const showsFields = [...veil.properties.keys()].some((resource) => read.has(resource))
    const decides = about.lookups.some((lookup) => lookup.decides)
    return {
      all: decides || showsFields || whereOf(service, operation).evaluated.length > 0 || !veil.resources.isDisjointFrom(read),
      answer: decides || showsFields || !veil.resources.isDisjointFrom(reached),
    }
  })
}

/** The rules that hide a part of the operation's own answer; undefined without such rules. */
export function answerRules(service: Interpreter, operation: Operation): ReadRules | undefined {
  if (!isAnswerCut(service, operation)) return undefined
  return readRulesOf(service.world, disclosedBy(service, operation), reading.has(operation.action))
}

/** The rules that hide data which a caller's filters or `where` read. */
export function whereRules(service: Interpreter, operation: Operation): ReadRules | undefined {
  return readRulesOf(service.world, disclosedBy(service, operation), reading.has(operation.action))
}

/** The query context for the operation's own answer, and the records that its `where` selects. */
export function answerQueryContext(transaction: TransactionContext, operation: Operation, names: Names): QueryContext {
  const asker: QueryContext = {
    variables: withOuterBindings(names, transaction.base),
    host: transaction.host,
    tenantOf: (resource) => transaction.tx.tenant(resource),
  }
  if (!isAnswerCut(transaction.service, operation) && whereOf(transaction.service, operation).evaluated.length === 0) return asker
  return {
    ...asker,
    shown: lazily(() =>
      callerContext(transaction, visibilityWith(transaction, operation, names)!, contextWith(transaction, operation, names).variables),
    ),
  }
}

function contextWith(transaction: TransactionContext, operation: Operation, names: Names): Context {
  const disclosed = disclosedBy(transaction.service, operation)
  const deciding = [...decidingLookUps(operation)].filter((name) => !disclosed.lookUps.has(name))
  const visibility = visibilityWith(transaction, operation, names)
  const host = visibility === undefined ? transaction.host : shownHost(transaction, visibility)
  const shown = deciding.length === 0 ? names : new Map([...names, ...deciding.map((name) => [name, hiddenValue] as const)])
  return contextOf({ ...transaction, host }, shown)
}

function visibilityWith(transaction: TransactionContext, operation: Operation, names: Names): Visibility | undefined {
  const disclosed = disclosedBy(transaction.service, operation)
  return visibilityOf(
    transaction,
    disclosed,
    lazily(() => ownRecords(transaction, operation, disclosed, names)),
    reading.has(operation.action) && transaction.created.length === 0,
  )
}

function disclosedBy({ world: { domain } }: Interpreter, operation: Operation): Disclosed {
  return disclosuresOf(domain).ofPlace({ kind: 'operation', operation })
}

/** Actions that write nothing. */
const reading: ReadonlySet<Operation['action']> = new Set<Operation['action']>(['read', 'list', 'answer', 'stream', 'feed'])

/** The records that were readable when they were found, those that the request created, and the caller. */
function ownRecords(
  { base, created }: TransactionContext,
  operation: Operation,
  { lookUps }: Disclosed,
  names: Names,
): ReadonlySet<string> {
  const deciding = decidingLookUps(operation)
  const found = specifiedEntries(operation.slots.with)
    .map(({ name }) => name)
    .filter((name) => !deciding.has(name) || lookUps.has(name))
  const values = ['this', 'old', 'items', ...found].map((name) => names.get(name) ?? null)
  return new Set([...[...values, base.get('caller') ?? null].flatMap(recordsNamed), ...created.map(rowName)])
}

function recordsNamed(value: Value): readonly string[] {
  if (isRecord(value)) return [rowName(value)]
  return Array.isArray(value) ? (value as readonly Value[]).flatMap((item) => (isRecord(item) ? [rowName(item)] : [])) : []
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
