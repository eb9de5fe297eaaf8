// Answers an exchange: runs the checks of its operation in order, performs the action, and commits or rolls back.

import type { RewindableRandomness } from '../base/clock.ts'
import { TurnExceeded, outsideTurn, withinTurn } from '../base/turn.ts'
import { makeAnswer } from '../exchange/answer.ts'
import { isRecord } from '../exchange/context.ts'
import type { Answer, Exchange } from '../exchange/exchange.ts'
import { refuse } from '../exchange/refusal.ts'
import { StoreFailure } from '../exchange/store-failure.ts'
import { Unready } from '../exchange/unready.ts'
import { isSafe } from '../model/methods.ts'
import type { Operation } from '../model/model.ts'
import { type Drafts, type Names, rowOf } from './transaction-context.ts'
import { auditedIn } from './audited.ts'
import { beginAct } from './begin.ts'
import { askFollowed } from './checks.ts'
import { type RowAnswer, type CompiledOperation, compileOperation } from './compiled.ts'
import { emitEvents } from './events/emit.ts'
import { streamAnswer } from './events/stream.ts'
import { keepAnswer, naturalRecord } from './idempotency.ts'
import type { Deadline } from './limits/deadline.ts'
import { type Foresee, createForesight } from './prefetch.ts'
import { withLimitHeaders } from './limits/headers.ts'
import { perform } from './perform.ts'
import type { Prepared } from './prepare.ts'
import { shownTag, tagAnswer } from './reading/conditional.ts'
import { isInNewest, hasNoAddressHeader } from './reading/printable.ts'
import { answerWithoutFailing } from './reading/left-out.ts'
import { withOutput } from './reading/selected-output.ts'
import { answerContext } from './reading/response-context.ts'
import type { Interpreter } from './service.ts'
import { attempt } from './attempt.ts'
import { RequestState } from './request-state.ts'
import type { StepContext, OperationStep } from './steps.ts'
import { withTouch } from './touch/touch.ts'
import type { Store } from './store.ts'
import { RequestDrafts, NotDrafted } from './writing/drafts.ts'
import { askInvariants } from './writing/invariants.ts'
import { refusalOf, rollBack, withAudited } from './answer-refusal.ts'

/** Answers an exchange. Throws `Unready` if asynchronous work must finish first; without `prepared` that work runs synchronously. */
export type AnswerFunction = (exchange: Exchange, prepared?: Prepared, how?: How) => Answer

/** `byRows`: read every record as a row; the store neither prints responses nor accepts drafts. */
export type How = 'byRows'

/** Answers exchanges over one store. `random` is the service's source of randomness: a second attempt draws the same bytes. */
export function createAnswering(service: Interpreter, store: Store, random?: RewindableRandomness): AnswerFunction {
  return answeringBy(service, store, compilerOf(service, store), random)
}

/** For a store that answers later: `prefetch` queries the records that an exchange is known to read, before the work runs. */
export function createForeseenAnswering(service: Interpreter, store: Store, random?: RewindableRandomness): { readonly answer: AnswerFunction; readonly foresee: Foresee } {
  const compile = compilerOf(service, store)
  return { answer: answeringBy(service, store, compile, random), foresee: createForesight(service, store, compile) }
}

type Compile = (operation: Operation) => CompiledOperation

/** Compiles each operation once. */
function compilerOf(service: Interpreter, store: Store): Compile {
  const compiled = new Map<Operation, CompiledOperation>()
  return (operation) => {
    let known = compiled.get(operation)
    if (known === undefined) compiled.set(operation, (known = compileOperation(service, store, operation, naturalAnswer)))
    return known
  }
}

function answeringBy(service: Interpreter, store: Store, compile: Compile, random: RewindableRandomness | undefined): AnswerFunction {
  const { turn } = service.environment
  return (exchange, prepared, how) => {
    const operation = compile(exchange.operation)
    const answering: Attempt = { service, store, operation, exchange, prepared, byRows: how === 'byRows', isDirect: how === undefined && (exchange.spoken === undefined || isInNewest(exchange)) }
    return withinTurn(turn, () => (operation.isLimited ? withLimitHeaders(service, exchange, answerAttempt(answering, random)) : answerAttempt(answering, random)))
  }
}

/** One attempt at an exchange. `isDirect`: request and answer are those of the newest version, so that fast decoding and drafts apply. */
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
    return attemptAnswerExchange(attempt)
  } catch (error) {
    if (!(error instanceof NotDrafted)) throw error
    random?.rewind()
    random?.mark()
    return attemptAnswerExchange({ ...attempt, isDirect: false })
  }
}

function attemptAnswerExchange(attempt: Attempt): Answer {
  const { service, store, operation, exchange, prepared, isDirect } = attempt
  const inTime = operation.deadline?.(exchange)
  const tx = store.begin(isDirect && operation.isTrusted)
  const now = service.environment.clock.now()
  const take = isDirect ? operation.take : undefined
  const drafts: Drafts | undefined = take === undefined || operation.draftMakers.size === 0 ? undefined : new RequestDrafts(operation.draftMakers, () => requestState.taken)
  const requestState: RequestState = new RequestState(beginAct(service, tx, now, exchange, prepared, drafts), exchange, take)
  requestState.showsRow = isDirect && operation.rowAnswer !== undefined
  const asking: StepContext = { requestState, restart: () => new RequestState(beginAct(service, store.begin(), now, exchange, prepared), exchange, take && (() => requestState.taken)) }
  let executed = false
  try {
    const early = runStepsAnswerExchange(asking, attempt, inTime)
    if (early !== undefined) {
      tx.rollback()
      return early
    }
    executed = true
    const answer = finish(requestState, attempt)
    inTime?.()
    if (operation.isKeyed) keepAnswer(requestState, answer)
    const audited = service.environment.audits ? auditedIn(requestState.transaction) : undefined
    tx.commit()
    return audited === undefined ? answer : withAudited(answer, audited)
  } catch (error) {
    if (drafts?.made === true && isOfDraft(error)) {
      rollBack(tx, operation)
      throw new NotDrafted('the store rejected the draft')
    }
    const { refusal, answer } = refusalOf(requestState, error, operation)
    if (executed && operation.isKeyed && !passing.has(refusal.condition) && answer.status < 500) outsideTurn(() => keepRefusal(asking.restart(), answer))
    return answer
  }
}

/** True if a second attempt without drafts must find the right refusal: the store rejects drafts out of order. */
function isOfDraft(error: unknown): boolean {
  if (error instanceof Unready || error instanceof TurnExceeded) return false
  return !(error instanceof StoreFailure) || error instanceof NotDrafted || error.isConstraint
}

/** Outcomes that may change when the request is repeated; their responses are not stored for the idempotency key. */
const passing: ReadonlySet<string> = new Set(['timeout', 'contention', 'overloaded', 'unavailable', 'internal'])

/** Runs the checks before the effect. Returns an answer if the request is a repetition, or if the store printed it. */
function runStepsAnswerExchange(asking: StepContext, { operation, exchange, isDirect, byRows }: Attempt, inTime: Deadline | undefined): Answer | undefined {
  const { requestState } = asking
  const { unknown } = requestState.transaction
  if (unknown?.condition === 'unavailable') refuse(unknown)
  const early = runSteps(operation.steps.early, asking, inTime)
  if (early !== undefined) return early
  if (operation.printed !== undefined && unknown === undefined && (isDirect || (!byRows && hasNoAddressHeader(exchange.operation)))) {
    inTime?.()
    const answer = attempt(() => operation.printed!.answer(requestState))
    if (answer !== undefined) return answer
  }
  const known = runSteps(operation.steps.rest, asking, inTime)
  if (known !== undefined) return known
  // An unknown caller never counts as anonymous, even if the document excludes that outcome.
  if (unknown !== undefined) refuse(unknown)
  return undefined
}

function runSteps(steps: readonly OperationStep[], asking: StepContext, inTime: Deadline | undefined): Answer | undefined {
  for (const step of steps) {
    inTime?.()
    const answer = step(asking)
    if (answer !== undefined) return answer
  }
  return undefined
}

/** Answers a repeated create with the record that exists already. */
function naturalAnswer({ requestState }: StepContext): Answer | undefined {
  const row = naturalRecord(requestState)
  if (row === undefined) return undefined
  const { transaction, exchange } = requestState
  const record = transaction.service.keys.recordOfRow(row)
  const names = new Map(requestState.names()).set('this', record).set('old', record)
  return makeAnswer(exchange, answerContext(transaction, requestState.operation, names), { transitions: [...transaction.transitions] })
}

function finish(requestState: RequestState, attempt: Attempt): Answer {
  const { operation } = attempt
  if (operation.hasLets) requestState.askLets()
  if (operation.follows) askFollowed(requestState)
  const names = perform(requestState)
  if (requestState.transaction.written.size > 0) askInvariants(requestState.transaction)
  emitEvents(requestState.transaction)
  const answer = answerPerformed(requestState, names, attempt)
  return operation.touched === undefined ? answer : withTouch(requestState.transaction, operation.touched, names, answer)
}

function answerPerformed(requestState: RequestState, names: Names, { store, operation, isDirect }: Attempt): Answer {
  const answers = isDirect ? operation.rowAnswer : undefined
  switch (requestState.operation.action) {
    case 'stream':
      return streamAnswer(requestState, answerWith(requestState, names, undefined), store)
    case 'list': {
      const answer = answerWithoutFailing(requestState, names, (each) => answerWith(requestState, each, undefined))
      return requestState.leftOut === undefined ? answer : { ...answer, trace: { ...answer.trace, leftOut: requestState.leftOut } }
    }
    default:
      return answerWith(requestState, names, answers)
  }
}


function answerWith(requestState: RequestState, names: Names, answers: RowAnswer | undefined): Answer {
  const { transaction, exchange, operation } = requestState
  const transitions = [...transaction.transitions]
  // Only for the entity tag, with a fresh read, because the found record may have been written.
  const now = operation.slots.conditional.state === 'shown' ? new RequestState(transaction, exchange) : undefined
  const record = answers && names.get(answers.name)
  const row = isRecord(record) ? rowOf(transaction, record) : undefined
  if (answers !== undefined && row !== undefined) return answers.print(row, transitions, now && shownTag(now))
  const context = withOutput(answerContext(transaction, operation, names), requestState)
  if (now === undefined) return makeAnswer(exchange, context, { transitions })
  if (!isSafe(exchange.method)) return makeAnswer(exchange, context, { transitions }, shownTag(now))
  const { tag, body } = tagAnswer(now, names)
  return makeAnswer(exchange, context, { transitions }, tag, body)
}

/** Stores the refusal of an effect for its idempotency key, although its writes are rolled back. */
function keepRefusal(requestState: RequestState, answer: Answer): void {
  keepAnswer(requestState, answer)
  requestState.transaction.tx.commit()
}

