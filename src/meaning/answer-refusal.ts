// Answers a refused exchange: builds the response of a refusal, and rolls back its transaction.

import { TurnExceeded, runOutsideTurn } from '../base/turn.ts'
import type { Audited } from '../exchange/audited.ts'
import type { Answer, Exchange } from '../exchange/exchange.ts'
import { bindCommonNames } from '../exchange/names.ts'
import { makeRecordlessHost } from '../exchange/recordless.ts'
import { type Refusal, isRefusalOfPoint, toRefusedRequest, retryLater } from '../exchange/refusal.ts'
import { answerRefusal } from '../exchange/refuse.ts'
import { Unready } from '../exchange/unready.ts'
import { uncomputedStatus } from '../fact/table.ts'
import { interruptPlace } from '../model/conditions.ts'
import { listSpecifiedEntries } from '../model/slot.ts'
import { collectAudited } from './audited.ts'
import { findDanglingInput } from './checks.ts'
import type { CompiledOperation } from './compiled.ts'
import { makeTurnRefusal } from './limits/bounded.ts'
import { makeResponseContext } from './reading/response-context.ts'
import { verifySecret } from './record/secret-work.ts'
import type { Interpreter } from './service.ts'
import { RequestState } from './request-state.ts'
import type { Transaction } from './store.ts'

/** Builds the response, which may still read the transaction's writes; then rolls it back. */
export function answerAndRollBack(
  requestState: RequestState,
  error: unknown,
  operation: CompiledOperation,
): { readonly refusal: Refusal; readonly answer: Answer } {
  const { tx } = requestState.transaction
  try {
    if (error instanceof TurnExceeded) return answerTurnExceeded(requestState, error, operation)
    const refusal = addFallback(requestState, toRefusedRequest(error).refusal)
    if (refusal.condition === 'not-found') spendVerificationTime(requestState)
    const answer = answerRequestRefusal(requestState, locateDanglingReference(requestState, refusal))
    const audited = collectAudited(requestState.transaction)
    rollBack(tx, operation)
    return { refusal, answer: withAudited(answer, audited && { ...audited, records: [] }) }
  } catch (thrown) {
    // Computing the refusal's text may itself take too long.
    if (thrown instanceof TurnExceeded) return answerTurnExceeded(requestState, thrown, operation)
    if (!(thrown instanceof Unready)) throw thrown
    rollBack(tx, operation)
    throw thrown
  }
}

function answerTurnExceeded(
  requestState: RequestState,
  error: TurnExceeded,
  operation: CompiledOperation,
): { readonly refusal: Refusal; readonly answer: Answer } {
  const refusal = makeTurnRefusal(error)
  const answer = runOutsideTurn(() => answerFailure(requestState.transaction.service, requestState.exchange, refusal))
  rollBack(requestState.transaction.tx, operation)
  return { refusal, answer }
}

/** A failure that the facts do not expect is still a refusal, which HTTP alone answers, unless the document says that it never happens. */
function addFallback({ transaction, operation }: RequestState, refusal: Refusal): Refusal {
  if (refusal.condition !== 'invalid' || (refusal.name !== 'set' && refusal.name !== interruptPlace)) return refusal
  const { points, asserted } = transaction.service.operation(operation)
  return [...points, ...asserted].some((point) => isRefusalOfPoint(point, refusal)) ? refusal : { ...refusal, httpStatus: uncomputedStatus }
}

export function withAudited(answer: Answer, audited: Audited | undefined): Answer {
  return audited === undefined ? answer : { ...answer, trace: { ...answer.trace, audited } }
}

/** If its writes cannot be rolled back alone, all writes of the group are repeated, and this operation is expected to fail from now on. */
export function rollBack(tx: Transaction, operation: CompiledOperation): void {
  try {
    tx.rollback()
  } catch (error) {
    operation.isTrusted = false
    throw error
  }
}

/** Spends the time of a secret's verification if the record is missing, so that timing reveals nothing. */
function spendVerificationTime({ transaction, operation }: RequestState): void {
  const verifies = listSpecifiedEntries(operation.slots.require).some(({ value }) =>
    transaction.service.modelIndex.readsOf(value).calls.has('verify'),
  )
  if (verifies) verifySecret(transaction, '', undefined)
}

/** Finds the place in the request of a reference whose record does not exist. */
function locateDanglingReference(requestState: RequestState, refusal: Refusal): Refusal {
  const { condition, subject, failures } = refusal
  if (condition !== 'dangling' || subject === undefined || failures !== undefined) return refusal
  return findDanglingInput(requestState, subject) ?? refusal
}

export function answerRequestRefusal(requestState: RequestState, refusal: Refusal): Answer {
  const { transaction, operation } = requestState
  const { points } = transaction.service.operation(operation)
  try {
    const names = requestState.names()
    return answerRefusal(refusal, points, transaction.service.facts, makeResponseContext(transaction, operation, names), {
      operation: operation.id,
    })
  } catch (error) {
    const { refusal: secondRefusal } = toRefusedRequest(error)
    const report = `the answer to \`${refusal.condition}\` could not be built: ${secondRefusal.report ?? secondRefusal.condition}`
    return { status: 500, headers: [], trace: { operation: operation.id, condition: 'internal', transitions: [], origins: [], report } }
  }
}

/** Answers an exchange that could not run: the store failed, or the service is overloaded. */
export function answerFailure(service: Interpreter, exchange: Exchange, refusal: Refusal): Answer {
  const { points } = service.operation(exchange.operation)
  const { facts, keys, settings, environment } = service
  const variables = bindCommonNames(facts, settings, environment.clock.now(), exchange)
  return answerRefusal(
    refusal,
    points,
    facts,
    {
      typing: facts.typing,
      host: makeRecordlessHost(facts),
      keys,
      variables,
      ...(exchange.requestedVersion === undefined ? {} : { requestedVersion: exchange.requestedVersion }),
    },
    { operation: exchange.operation.id },
  )
}

export function answerOverload(service: Interpreter, exchange: Exchange): Answer {
  return answerFailure(service, exchange, { condition: 'overloaded', ...retryLater })
}

/** Answers an exchange whose records changed repeatedly while it waited. A reading operation has no `contention`: its timers conflicted. */
export function answerContention(service: Interpreter, exchange: Exchange): Answer {
  const hasContention = service.operation(exchange.operation).points.some(({ condition }) => condition === 'contention')
  return hasContention
    ? answerFailure(service, exchange, { condition: 'contention', ...retryLater })
    : answerFailure(service, exchange, {
        condition: 'unavailable',
        report: 'the timers that are due conflict with other work',
        ...retryLater,
      })
}
