// Implements each condition's check before writes, one function per condition name.

import type { Json } from '../base/json.ts'
import { listFailing } from '../exchange/context.ts'
import { type Failed, type Refusal, Refused, refuse } from '../exchange/refusal.ts'
import type { Condition, Point } from '../fact/fact.ts'
import { findNamedEntry, slotValueOf } from '../model/slot.ts'
import { type Path, findLastName, printPointer } from '../schema/failure.ts'
import { makeContext } from './transaction-context.ts'
import { makeForbidden, maySend, findRefusalOfUnreadable } from './caller/visibility.ts'
import { listFollowedReferences } from './caller/followed.ts'
import { findDangling } from './writing/write-checks.ts'
import { readRequestChanges, writeSourcesOf } from './writing/changes.ts'
import { requireRefusal } from './writing/effects.ts'
import { checkKey, findKeyFailures, requireKey } from './idempotency.ts'
import { walkRecords } from './record/host.ts'
import { checkLimit } from './limits/limits.ts'
import { findFeedRefusal } from './events/feed.ts'
import { findPageRefusal, readPageValues } from './reading/page.ts'
import { findUncomputableWhere } from './reading/failing-where.ts'
import { checkPreconditions } from './reading/conditional.ts'
import { stateOf } from './record/machine.ts'
import { checkRules } from './caller/rules.ts'
import { refuseUnacceptable } from './request-content.ts'
import type { RequestState } from './request-state.ts'
import { makeTooLarge } from './limits/sizes.ts'
import { refuseTransition } from './writing/choose-transition.ts'
import { findRequestedTransition, leadsToRequestedState } from './writing/operation-transition.ts'

/** Refuses by throwing, or by giving refusals in their order. */
type Check = (requestState: RequestState, point: Point) => readonly Refusal[] | void

/** `elsewhere`: no check of an exchange applies; its effect or an interruption meets it. */
const checks: { readonly [C in Condition]: Check | 'elsewhere' } = {
  'no-such-path': 'elsewhere',
  'method-not-allowed': 'elsewhere',
  'unknown-version': 'elsewhere',
  'retired-version': 'elsewhere',
  fail: 'elsewhere',
  duplicate: 'elsewhere',
  'in-use': 'elsewhere',
  invariant: 'elsewhere',
  timeout: 'elsewhere',
  contention: 'elsewhere',
  overloaded: 'elsewhere',
  unavailable: 'elsewhere',
  internal: 'elsewhere',
  unauthenticated: ({ transaction }) => (transaction.callerRefusal === undefined ? [] : [transaction.callerRefusal]),
  'insufficient-scope': ({ transaction }) => (transaction.callerRefusal === undefined ? [] : [transaction.callerRefusal]),
  'rate-limited': checkLimit,
  'quota-exceeded': checkLimit,
  forbidden: (requestState, point) => checkRules(requestState, point, (transition) => leadsToRequestedState(requestState, transition)),
  'not-acceptable': ({ exchange, subject }) => refuseUnacceptable(exchange, subject.prepared),
  'unsupported-media': readBody,
  'too-large': checkSize,
  malformed: readBody,
  invalid: checkInput,
  'idempotency-required': requireKey,
  'idempotency-mismatch': checkKey,
  'idempotency-busy': checkKey,
  'not-found': checkRecord,
  gone: checkRecord,
  'cursor-expired': checkPage,
  dangling: checkReference,
  'precondition-required': checkPreconditions,
  'precondition-failed': checkPreconditions,
  'illegal-transition': checkState,
  guard: (requestState) => findRequestedTransition(requestState).refusals,
  require: (requestState, { name }) => checkRequirement(requestState, name ?? ''),
}

/** Reading the body refuses other media types and malformed content. */
function readBody(requestState: RequestState): void {
  requestState.json()
}

/** The refusals at a point: by its own condition, or by another one that prevents its evaluation. */
export function checkPoint(point: Point, requestState: RequestState): readonly Refusal[] {
  const check = checks[point.condition]
  if (check === 'elsewhere') return [{ condition: 'internal', report: `\`${point.condition}\` cannot be checked here` }]
  try {
    return check(requestState, point) ?? []
  } catch (error) {
    if (error instanceof Refused) return [error.refusal, ...(error.refusal.further ?? [])]
    throw error
  }
}

function checkSize(requestState: RequestState, { name }: Point): readonly Refusal[] {
  const {
    transaction: { service },
    exchange,
  } = requestState
  if (name === 'depth') {
    // Reading the body refuses excessive nesting.
    requestState.json()
    return []
  }
  const limit = service.sizes.body
  return limit !== undefined && exchange.body.length > limit ? [makeTooLarge('body', limit)] : []
}

function checkInput(requestState: RequestState, { name }: Point): readonly Refusal[] {
  switch (name) {
    case 'path':
      requestState.parameters('path')
      return []
    case 'header': {
      requestState.parameters('header')
      const failures = findKeyFailures(requestState)
      return failures.length > 0 ? [{ condition: 'invalid', name: 'header', failures }] : []
    }
    case 'query':
      requestState.parameters('query')
      requestState.output()
      return requestState.operation.slots.page.state === 'shown' ? checkPage(requestState) : []
    case 'where': {
      const refusal = findUncomputableWhere(requestState)
      return refusal === undefined ? [] : [refusal]
    }
    case 'patch':
      requestState.content()
      return []
    case 'input':
      return findRequestedTransition(requestState).refusals.filter(({ condition }) => condition === 'invalid')
    default:
      requestState.decodedBody()
      return []
  }
}

/** A missing input of `page` has its own refusal; if no check before refuses it, the list does. */
function checkPage(requestState: RequestState): readonly Refusal[] {
  if (!requestState.hasValues(readPageValues(requestState.operation, requestState.transaction.service))) return []
  const refusal = requestState.operation.action === 'feed' ? findFeedRefusal(requestState) : findPageRefusal(requestState)
  return refusal === undefined ? [] : [refusal]
}

function checkRecord(requestState: RequestState, { name }: Point): void {
  if (name !== undefined) requestState.lookupRecord(name)
  else if (requestState.operation.action !== 'put') requestState.record()
  else if (requestState.recordIfAny()?.deleted !== undefined) requestState.record()
}

/** A reference in the input that an expression before the effect looks into. */
function checkReference(requestState: RequestState, { subject }: Point): readonly Refusal[] {
  const { transaction, resource } = requestState
  const [owner, member] = (subject ?? '').split('.')
  const property = owner === resource?.name ? resource?.properties.get(member ?? '') : undefined
  if (property !== undefined && resource !== undefined) {
    const refusal = findDangling(
      transaction,
      resource,
      property,
      readRequestChanges(requestState, requestState.names()).get(property.name),
      writeSourcesOf(requestState),
    )
    return refusal === undefined ? [] : [refusal]
  }
  const refusal = findDanglingInput(requestState, subject ?? '')
  return refusal === undefined ? [] : [refusal]
}

/** The first reference to nothing, among those of the input to records of a resource. */
export function findDanglingInput(requestState: RequestState, resource: string): Refusal | undefined {
  const { tx, service } = requestState.transaction
  for (const { record, path } of walkRecords(requestState.names().get('input'))) {
    const row = record.resource === resource ? tx.row(record.resource, record.key) : undefined
    if (
      record.resource !== resource ||
      (row !== undefined &&
        row.deleted === undefined &&
        (findRefusalOfUnreadable(requestState.transaction) === 'forbidden' || maySend(requestState.transaction, record)))
    )
      continue
    return { condition: 'dangling', subject: resource, failures: [describeFailedInput(path, service.keys.keyOf(record))] }
  }
  return undefined
}

/** Refuses an answer that would read records hidden from the caller, in the same way as a reference to a missing record. */
export function checkFollowedReferences(requestState: RequestState): void {
  const { transaction, operation } = requestState
  const references = listFollowedReferences(transaction.service.modelIndex, operation)
  if (references.length === 0) return
  for (const { record, path } of walkRecords(requestState.names().get('input'))) {
    const name = path.filter((step) => typeof step === 'string').join('.')
    if (!references.some((follow) => follow.resource === record.resource && `${name}.`.startsWith(`${follow.path}.`))) continue
    const row = transaction.tx.row(record.resource, record.key)
    if (row === undefined || row.deleted !== undefined || maySend(transaction, record)) continue
    if (findRefusalOfUnreadable(transaction) === 'forbidden') refuse(makeForbidden(record.resource, 'read'))
    refuse({
      condition: 'dangling',
      subject: record.resource,
      failures: [describeFailedInput(path, transaction.service.keys.keyOf(record))],
    })
  }
}

/** A value of the input that refers to nothing: of the body with a pointer, of a parameter with its name. */
function describeFailedInput([place, ...path]: Path, key: Json): Failed {
  const property = findLastName(path)
  return {
    ...(property === undefined ? {} : { property }),
    ...(place === 'body' ? { pointer: printPointer(path) } : {}),
    keyword: 'reference',
    ...(typeof key === 'object' ? {} : { value: key }),
  }
}

/** `in` limits the operation to states; otherwise the record must be in one that has the transition. */
function checkState(requestState: RequestState, { subject, name }: Point): readonly Refusal[] {
  const { transaction, operation, resource } = requestState
  if (name !== 'in') return findRequestedTransition(requestState).refusals
  const row = operation.action === 'put' ? requestState.recordIfAny() : requestState.record()
  const allowed = (slotValueOf(operation.slots.in) ?? []).map(({ text }) => text)
  if (row === undefined || resource === undefined) return []
  const machine = resource.machines.find(({ slots }) => allowed.some((state) => findNamedEntry(slots.states, state) !== undefined))
  return machine === undefined || allowed.includes(stateOf(machine, row))
    ? []
    : [refuseTransition(transaction, row, subject ?? resource.name, { machine, name: 'in' })]
}

function checkRequirement(requestState: RequestState, name: string): readonly Refusal[] {
  const { require } = requestState.operation.slots
  const requirement = findNamedEntry(require, name)
  if (requirement === undefined) return []
  const failed = listFailing(
    { state: 'shown', value: [requirement], at: requirement.key },
    makeContext(requestState.transaction, requestState.names()),
  )
  return failed.map(requireRefusal)
}
