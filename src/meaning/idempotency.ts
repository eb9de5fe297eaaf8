// Recognises repeated requests: by a key of the client, or by the request itself.

import { createHash } from 'node:crypto'
import { printCanonical } from '../base/json.ts'
import { equalValues } from '../cel/values/equality.ts'
import type { Value } from '../cel/value.ts'
import { isRecord, evaluateExpression } from '../exchange/context.ts'
import type { Answer } from '../exchange/exchange.ts'
import { foldValue } from '../cel/values/fold.ts'
import { refuse, retryLater } from '../exchange/refusal.ts'
import { convertValueToJson, convertValueToText, convertJsonToValue } from '../exchange/value-json.ts'
import { setFromRequest } from '../fact/effects/from-request.ts'
import { listSpecifiedEntries, originOf, slotValueOf } from '../model/slot.ts'
import { type Operation, findKeyHeader } from '../model/model.ts'
import type { Property, ResourceInfo } from '../typing/domain.ts'
import { type TransactionContext, makeContext } from './transaction-context.ts'
import { mayRead } from './caller/visibility.ts'
import { makeDuplicateRefusal, findRowWith } from './writing/write-checks.ts'
import { readRequestChanges, writeSourcesOf } from './writing/changes.ts'
import { makeRowName } from './record/row-name.ts'
import type { RequestState } from './request-state.ts'
import type { Row } from './store.ts'
import { printTenants } from './caller/tenancy.ts'
import { toStoredValue } from './writing/stored-value.ts'

/** The claim of an idempotency key: where its response is stored, and the fingerprint that identifies the request. */
export type Claim = { readonly name: string; readonly fingerprint: string }

/** Undefined if the request has no key, or the operation declares none. */
function claimOf(requestState: RequestState): Claim | undefined {
  const { exchange, operation, transaction } = requestState
  const specified = slotValueOf(operation.slots.idempotency)
  const header = specified?.kind === 'key' ? slotValueOf(specified.key)?.text : undefined
  const key = header === undefined ? undefined : exchange.headers.get(header.toLowerCase())
  if (specified?.kind !== 'key' || header === undefined || key === undefined) return undefined
  const scope = slotValueOf(specified.scope)
  const scopeTexts =
    scope === undefined
      ? []
      : [convertValueToText(evaluateExpression(scope, makeContext(transaction, requestState.names())), transaction.service.keys)]
  const version = exchange.requestedVersion?.version.name
  const requestHead = [[...exchange.path], exchange.query, ...(version === undefined ? [] : [version])]
  const requestHash = createHash('sha256').update(JSON.stringify(requestHead)).update(exchange.body)
  const tenants = printTenants(transaction.service, transaction.tx)
  return {
    name: JSON.stringify([
      operation.id,
      printCaller(transaction),
      key,
      ...(tenants === '' ? [] : [tenants]),
      ...scopeTexts.map((scoped) => [scoped]),
    ]),
    fingerprint: requestHash.digest('base64'),
  }
}

/** Separates stored responses by caller: by record, or by a token's subject, regardless of the token. */
function printCaller({ base, service }: TransactionContext): string {
  const caller = base.get('caller') ?? null
  if (isRecord(caller)) return makeRowName(caller)
  const subject = caller instanceof Map && caller.has('sub') ? [caller.get('iss') ?? null, caller.get('sub') ?? null] : caller
  return printCanonical(convertValueToJson(subject as Value, service.keys))
}

/** True if the header is present; needs only the request's head. */
export function requireKey({ operation, exchange }: RequestState): void {
  const header = findKeyHeader(operation)
  if (header !== undefined && exchange.headers.get(header.toLowerCase()) === undefined)
    refuse({ condition: 'idempotency-required', details: new Map<string, Value>([['header', header]]) })
}

export function checkKey(requestState: RequestState): void {
  const specified = slotValueOf(requestState.operation.slots.idempotency)
  const claim = claimOf(requestState)
  if (specified?.kind !== 'key' || claim === undefined) return
  const details = new Map<string, Value>([['header', slotValueOf(specified.key)?.text ?? null]])
  const storedAnswer = findStoredAnswer(requestState, claim)
  if (storedAnswer !== undefined && storedAnswer.fingerprint !== claim.fingerprint) refuse({ condition: 'idempotency-mismatch', details })
  if (storedAnswer === undefined && !claimKey(requestState, claim))
    refuse({ condition: 'idempotency-busy', details: new Map([...details, ...retryLater.details!]), headers: retryLater.headers! })
}

/**
 * Until the exchange is answered, no other exchange of the store with the same key runs code before its transaction. False if another
 * exchange has claimed the key.
 */
function claimKey({ operation, transaction: { service, prepared, tx } }: RequestState, { name }: Claim): boolean {
  if (prepared === undefined || !service.operation(operation).points.some(({ condition }) => condition === 'idempotency-busy')) return true
  const { keysInUse } = service
  const owner = keysInUse.get(name)
  if (owner !== undefined && owner.prepared !== prepared) return false
  if (owner?.isClaimed === true) return true
  if (owner === undefined) {
    // Registered before the store answers, so that a claim whose answer is lost ends too.
    prepared.onEnd(() => {
      keysInUse.delete(name)
      tx.releaseKey(name)
    })
  }
  keysInUse.set(name, { prepared, isClaimed: false })
  const isClaimed = tx.claim({ kind: 'key', name })
  keysInUse.set(name, { prepared, isClaimed })
  return isClaimed
}

/** The key names one request of one client: 1 to 255 visible characters. */
export function findKeyFailures({
  operation,
  exchange,
}: RequestState): { readonly property: string; readonly keyword: string; readonly limit?: number }[] {
  const header = findKeyHeader(operation)
  const key = header === undefined ? undefined : exchange.headers.get(header.toLowerCase())
  if (header === undefined || key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)) return []
  if (key.length > 255) return [{ property: header, keyword: 'maxLength', limit: 255 }]
  return [{ property: header, keyword: 'pattern' }]
}

function findStoredAnswer(
  { transaction }: RequestState,
  { name }: Claim,
): { readonly fingerprint: string; readonly answer: Answer } | undefined {
  const stored = transaction.tx.storedAnswer(name)
  const ms = readRetention(transaction)
  if (stored === undefined || (ms !== undefined && stored.at + ms <= transaction.now)) return undefined
  return stored
}

/** How long answers are stored, in milliseconds; undefined without a limit. */
function readRetention({ service }: TransactionContext): number | undefined {
  const retention = slotValueOf(service.facts.model.limits.value.retention)
  return retention && slotValueOf(retention.idempotency)
}

/** Stores the answer for a repeated request, in the same commit. */
export function storeAnswer(requestState: RequestState, answer: Answer): void {
  const claim = claimOf(requestState)
  if (claim === undefined) return
  const { tx, now } = requestState.transaction
  tx.storeAnswer(claim.name, { fingerprint: claim.fingerprint, answer, at: now })
}

/** The stored answer of the earlier request, marked by the header of `replayed`. */
export function replayOf(requestState: RequestState): Answer | undefined {
  const claim = claimOf(requestState)
  const answer = claim && findStoredAnswer(requestState, claim)?.answer
  const specified = slotValueOf(requestState.operation.slots.idempotency)
  const header = specified?.kind === 'key' ? slotValueOf(specified.replayed) : undefined
  if (answer === undefined || header === undefined) return answer
  return {
    ...answer,
    headers: [...answer.headers.filter(([name]) => name.toLowerCase() !== header.text.toLowerCase()), [header.text, 'true']],
    trace: { ...answer.trace, origins: [...answer.trace.origins, [header.text, originOf(header.node)]] },
  }
}

/**
 * `natural`: returns the record under the determined key if it equals the request. A different record is refused as a duplicate, and so is
 * one with sent values that the caller may not read. Undefined if no record exists.
 */
export function findNaturalRecord(requestState: RequestState): Row | undefined {
  const { resource, transaction, operation } = requestState
  if (resource === undefined) return undefined
  const { names, identity, sent } = naturals.getOrInsertComputed(operation, () => prepareNatural(requestState, resource))
  const changes = readRequestChanges(requestState, requestState.names())
  const { sources, provenance } = writeSourcesOf(requestState)
  const values = new Map<string, Value>()
  for (const name of names) {
    const property = resource.properties.get(name)
    const defaultValue = property?.default && convertJsonToValue(property.default.value, property.type, transaction.service.keys)
    const value =
      property && toStoredValue(transaction, resource, property, changes.has(name) ? changes.get(name) : defaultValue, provenance.get(name))
    if (value !== undefined) values.set(name, value)
  }
  const row = identity && findRowWith(transaction, resource, values, identity.members, undefined, identity.members === resource.key)
  if (identity === undefined || row === undefined) return undefined
  const record = transaction.service.keys.recordOfRow(row)
  // Comparing a sent value with a hidden one would reveal it.
  const isReadable = row.deleted === undefined && mayRead(transaction, record) && sent.every((name) => mayRead(transaction, record, name))
  const isRepetition =
    isReadable && names.every((name) => isSame(resource.properties.get(name), row.values.get(name) ?? null, values.get(name) ?? null))
  return isRepetition ? row : refuse(makeDuplicateRefusal(transaction, resource, identity, values, sources))
}

/** `names` come from the request, `sent` from the client; `identity` is the key or unique that identifies the record. */
type Natural = {
  readonly names: readonly string[]
  readonly identity: { readonly name: string; readonly members: readonly string[] } | undefined
  readonly sent: readonly string[]
}

const naturals = new WeakMap<Operation, Natural>()

function prepareNatural({ declared, operation, transaction }: RequestState, resource: ResourceInfo): Natural {
  const fields = (declared.body?.writes ?? []).map(({ property }) => property)
  const names = new Set([...fields, ...listSpecifiedEntries(operation.slots.set).map(({ name }) => name)])
  return {
    names: [...names],
    identity: [{ name: resource.key.join('+'), members: resource.key }, ...resource.uniques].find(
      ({ members }) => members.length > 0 && members.every((member) => names.has(member)),
    ),
    sent: [...fields, ...setFromRequest(transaction.service.modelIndex, operation)],
  }
}

function isSame(property: Property | undefined, a: Value, b: Value): boolean {
  return property?.fold === true ? equalValues(foldValue(a), foldValue(b)) : equalValues(a, b)
}
