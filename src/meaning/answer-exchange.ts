// Answers an exchange: runs the checks of its operation in order, performs the action, and commits or rolls back.

import type { RewindableRandomness } from '../base/clock.ts'
import { TurnExceeded, runOutsideTurn, runWithinTurn } from '../base/turn.ts'
import { makeAnswer } from '../exchange/answer.ts'
import { isRecord } from '../exchange/context.ts'
import type { Answer, Exchange } from '../exchange/exchange.ts'
import { refuse } from '../exchange/refusal.ts'
import { StoreFailure } from '../exchange/store-failure.ts'
import { Unready } from '../exchange/unready.ts'
import { isSafe } from '../model/methods.ts'
import type { Operation } from '../model/model.ts'
import { type Names, findRecordRow } from './transaction-context.ts'
import { collectAudited } from './audited.ts'
import { beginTransaction } from './begin.ts'
import { checkFollowedReferences } from './checks.ts'
import { type RowAnswer, type CompiledOperation, compileOperation } from './compiled.ts'
import { emitEvents } from './events/emit.ts'
import { streamAnswer } from './events/stream.ts'
import { storeAnswer, findNaturalRecord } from './idempotency.ts'
import type { Deadline } from './limits/deadline.ts'
import { type PrefetchExchange, createPrefetch } from './prefetch.ts'
import { withLimitHeaders } from './limits/headers.ts'
import { perform } from './perform.ts'
import type { Prepared } from './prepare.ts'
import { findCurrentTag, makeAnswerTag } from './reading/conditional.ts'
import { answerWithoutFailing } from './reading/left-out.ts'
import { withOutput } from './reading/selected-output.ts'
import { answerContext } from './reading/response-context.ts'
import type { Interpreter } from './service.ts'
import { unlessRefused } from './attempt.ts'
import { checkLets } from './request-lets.ts'
import { RequestState } from './request-state.ts'
import type { StepContext, OperationStep } from './steps.ts'
import { withTouch } from './touch/touch.ts'
import { withoutWait, withWait } from './wait/wait.ts'
import type { Store } from './store.ts'
import { RequestDrafts, NotDrafted } from './writing/drafts.ts'
import { checkInvariants } from './writing/invariants.ts'
import { answerAndRollBack, rollBack, withAudited } from './answer-refusal.ts'

/** Answers an exchange. Throws `Unready` if asynchronous work must finish first; without `prepared` that work runs synchronously. */
export type AnswerFunction = (exchange: Exchange, prepared?: Prepared, mode?: AnswerMode) => Answer

/** `byRows`: read every record as a row; the store neither prints responses nor accepts drafts. */
export type AnswerMode = 'byRows'

/** Answers exchanges over one store. `random` is the service's source of randomness: a second attempt draws the same bytes. */
export function createAnswering(service: Interpreter, store: Store, random?: RewindableRandomness): AnswerFunction {
  return createAnswerFunction(service, store, createCompiler(service, store), random)
}

/** For a store that answers later: `prefetch` queries the records that an exchange is known to read, before the work runs. */
export function createPrefetchedAnswering(
  service: Interpreter,
  store: Store,
  random?: RewindableRandomness,
): { readonly answer: AnswerFunction; readonly prefetch: PrefetchExchange } {
  const compile = createCompiler(service, store)
  return { answer: createAnswerFunction(service, store, compile, random), prefetch: createPrefetch(service, store, compile) }
}

type Compile = (operation: Operation) => CompiledOperation

/** Compiles each operation once. */
function createCompiler(service: Interpreter, store: Store): Compile {
  const compiledOperations = new Map<Operation, CompiledOperation>()
  return (operation) => {
    let compiled = compiledOperations.get(operation)
    if (compiled === undefined)
      compiledOperations.set(operation, (compiled = compileOperation(service, store, operation, answerNaturalRepetition)))
    return compiled
  }
}

function createAnswerFunction(
  service: Interpreter,
  store: Store,
  compile: Compile,
  random: RewindableRandomness | undefined,
): AnswerFunction {
  const { turn } = service.environment
  return (exchange, prepared, mode) => {
    const operation = compile(exchange.operation)
    const exchangeAttempt: Attempt = {
      service,
      store,
      operation,
      exchange,
      prepared,
      // A condition of a wait reads the record, which a printed answer does not give.
      byRows: mode === 'byRows' || exchange.until !== undefined,
      isDirect: mode === undefined,
    }
    return runWithinTurn(turn, () =>
      operation.isLimited && exchange.until === undefined
        ? withLimitHeaders(service, exchange, answerAttempt(exchangeAttempt, random))
        : answerAttempt(exchangeAttempt, random),
    )
  }
}

/** One attempt at an exchange. `isDirect`: drafts apply; false once the store has rejected one. */
type Attempt = {
  readonly service: Interpreter
  readonly store: Store
  readonly operation: CompiledOperation
  readonly exchange: Exchange
  readonly prepared: Prepared | undefined
  readonly isDirect: boolean
  readonly byRows: boolean
}

/** If the store rejects a draft, answers again property by property, so that refusals keep their order. */
function answerAttempt(attempt: Attempt, random: RewindableRandomness | undefined): Answer {
  try {
    return runAttempt(attempt)
  } catch (error) {
    if (!(error instanceof NotDrafted)) throw error
    random?.rewind()
    random?.mark()
    return runAttempt({ ...attempt, isDirect: false })
  }
}

function runAttempt(attempt: Attempt): Answer {
  const { service, store, operation, exchange, prepared, isDirect } = attempt
  const checkDeadline = operation.deadline?.(exchange)
  const tx = store.begin(isDirect && operation.isTrusted)
  const now = service.environment.clock.now()
  const transaction = beginTransaction(service, tx, now, { exchange, prepared })
  const requestState = new RequestState(transaction, exchange)
  const drafts = isDirect && operation.draftMakers.size > 0 ? new RequestDrafts(operation.draftMakers, requestState) : undefined
  if (drafts !== undefined) transaction.drafts = drafts
  requestState.answersFromRow = isDirect && operation.rowAnswer !== undefined
  const stepContext: StepContext = {
    requestState,
    restart: () => new RequestState(beginTransaction(service, store.begin(), now, { exchange, prepared }), exchange),
  }
  let hasPassedChecks = false
  try {
    if (prepared?.turnExceeded !== undefined) throw prepared.turnExceeded
    const earlyAnswer = runChecks(stepContext, attempt, checkDeadline)
    if (earlyAnswer !== undefined) {
      tx.rollback()
      return earlyAnswer
    }
    hasPassedChecks = true
    const answer = performAndAnswer(requestState, attempt)
    checkDeadline?.()
    if (operation.isKeyed) storeAnswer(requestState, withoutWait(answer))
    const audited = service.environment.audits ? collectAudited(requestState.transaction) : undefined
    tx.commit()
    return audited === undefined ? answer : withAudited(answer, audited)
  } catch (error) {
    // A store may need a further run to roll the writes back.
    if (error instanceof TurnExceeded && prepared !== undefined) prepared.turnExceeded = error
    if (drafts?.hasDraft === true && mayComeFromDraft(error)) {
      rollBack(tx, operation)
      throw new NotDrafted('the store rejected the draft')
    }
    const { refusal, answer } = answerAndRollBack(requestState, error, operation)
    if (hasPassedChecks && operation.isKeyed && !transientConditions.has(refusal.condition) && answer.status < 500)
      runOutsideTurn(() => storeRefusal(stepContext.restart(), answer))
    return answer
  }
}

/** True if a second attempt without drafts must find the right refusal: the store rejects drafts out of order. */
function mayComeFromDraft(error: unknown): boolean {
  if (error instanceof Unready || error instanceof TurnExceeded) return false
  return !(error instanceof StoreFailure) || error instanceof NotDrafted || error.isConstraint
}

/** Outcomes that may change when the request is repeated; their responses are not stored for the idempotency key. */
const transientConditions: ReadonlySet<string> = new Set(['timeout', 'contention', 'overloaded', 'unavailable', 'internal'])

/** Runs the checks before the effect. Returns an answer if the request is a repetition, or if the store printed it. */
function runChecks(stepContext: StepContext, { operation, byRows }: Attempt, checkDeadline: Deadline | undefined): Answer | undefined {
  const { requestState } = stepContext
  const { callerRefusal } = requestState.transaction
  if (callerRefusal?.condition === 'unavailable') refuse(callerRefusal)
  const earlyAnswer = runSteps(operation.steps.early, stepContext, checkDeadline)
  if (earlyAnswer !== undefined) return earlyAnswer
  if (operation.printer !== undefined && callerRefusal === undefined && !byRows) {
    checkDeadline?.()
    const answer = unlessRefused(() => operation.printer!.answer(requestState))
    if (answer !== undefined) return answer
  }
  const laterAnswer = runSteps(operation.steps.rest, stepContext, checkDeadline)
  if (laterAnswer !== undefined) return laterAnswer
  // An unknown caller never counts as anonymous, even if the document excludes that outcome.
  if (callerRefusal !== undefined) refuse(callerRefusal)
  return undefined
}

function runSteps(steps: readonly OperationStep[], stepContext: StepContext, checkDeadline: Deadline | undefined): Answer | undefined {
  for (const step of steps) {
    checkDeadline?.()
    const answer = step(stepContext)
    if (answer !== undefined) return answer
  }
  return undefined
}

/** Answers a repeated create with the record that exists already. */
function answerNaturalRepetition({ requestState }: StepContext): Answer | undefined {
  const row = findNaturalRecord(requestState)
  if (row === undefined) return undefined
  const { transaction, exchange } = requestState
  const record = transaction.service.keys.recordOfRow(row)
  const names = new Map(requestState.names()).set('this', record).set('old', record)
  return makeAnswer(exchange, answerContext(transaction, requestState.operation, names), { transitions: [...transaction.transitions] })
}

function performAndAnswer(requestState: RequestState, attempt: Attempt): Answer {
  const { operation } = attempt
  if (operation.hasLets) checkLets(requestState)
  if (operation.followsReferences) checkFollowedReferences(requestState)
  const names = perform(requestState)
  if (requestState.transaction.writtenProperties.size > 0) checkInvariants(requestState.transaction)
  emitEvents(requestState.transaction)
  const answer = withWait(requestState, operation.wait, names, answerPerformed(requestState, names, attempt))
  return operation.touched === undefined || answer.trace.ended === false
    ? answer
    : withTouch(requestState.transaction, operation.touched, names, answer)
}

function answerPerformed(requestState: RequestState, names: Names, { store, operation, isDirect }: Attempt): Answer {
  const rowAnswer = isDirect ? operation.rowAnswer : undefined
  switch (requestState.operation.action) {
    case 'stream':
      return streamAnswer(requestState, answerWith(requestState, names, undefined), store)
    case 'list': {
      const answer = answerWithoutFailing(requestState, names, (eachNames) => answerWith(requestState, eachNames, undefined))
      return requestState.leftOut === undefined ? answer : { ...answer, trace: { ...answer.trace, leftOut: requestState.leftOut } }
    }
    default:
      return answerWith(requestState, names, rowAnswer)
  }
}

function answerWith(requestState: RequestState, names: Names, rowAnswer: RowAnswer | undefined): Answer {
  const { transaction, exchange, operation } = requestState
  const transitions = [...transaction.transitions]
  // Only for the entity tag, with a fresh read, because the found record may have been written.
  const afterWrite = operation.slots.conditional.state === 'shown' ? new RequestState(transaction, exchange) : undefined
  const record = rowAnswer && names.get(rowAnswer.name)
  const row = isRecord(record) ? findRecordRow(transaction, record) : undefined
  if (rowAnswer !== undefined && row !== undefined)
    return rowAnswer.print(row, transitions, exchange.requestedVersion, afterWrite && findCurrentTag(afterWrite))
  const context = withOutput(answerContext(transaction, operation, names), requestState)
  if (afterWrite === undefined) return makeAnswer(exchange, context, { transitions })
  if (!isSafe(exchange.method)) return makeAnswer(exchange, context, { transitions }, findCurrentTag(afterWrite))
  const { tag, body } = makeAnswerTag(afterWrite, names)
  return makeAnswer(exchange, context, { transitions }, tag, body)
}

/** Stores the refusal of an effect for its idempotency key, although its writes are rolled back. */
function storeRefusal(requestState: RequestState, answer: Answer): void {
  storeAnswer(requestState, answer)
  requestState.transaction.tx.commit()
}
