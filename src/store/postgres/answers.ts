// Answers exchanges over PostgreSQL, each after the timers that were due at its start.

import type { Answer, Exchange } from '../../exchange/exchange.ts'
import { retryLater } from '../../exchange/refusal.ts'
import { StoreFailure } from '../../exchange/store-failure.ts'
import { answerContention, answerFailure } from '../../meaning/answer-refusal.ts'
import { answerWaiting } from '../../meaning/prepare.ts'
import { Overdue, maxTimersPerTurn } from '../../meaning/timers/overdue.ts'
import { fireDue, fireOf } from '../../meaning/timers/timers.ts'
import { isSafe } from '../../model/methods.ts'
import type { Operation } from '../../model/model.ts'
import { DatabaseFailure } from '../sql/database.ts'
import { writesNothing } from '../reads-only.ts'
import { createReadAnswering } from './answer-read.ts'
import { createWriteAnswering } from './answer-write.ts'
import { explainFailure } from './open.ts'
import { RecordedPrepared } from './recorded-database.ts'
import { type TimerCheck, ignoresTimers, makeCheckedRun } from './timer-check.ts'
import { makeReturnUnused } from './unused-calls.ts'
import { Contended, RefusedLate } from './work.ts'
import type { AnswersOptions } from './answers-options.ts'

/** The number of checks, and the wait before each in milliseconds, for a timer that another process fires. */
const maxLooks = 25
const lookPause = 20

/** The answers of one service over one database. */
export function createAnswers(options: AnswersOptions): (exchange: Exchange) => Promise<Answer> {
  const { service, database, connections, clock } = options
  const runChecked = makeCheckedRun(service, database)
  const returnUnused = makeReturnUnused(connections)
  const answerRead = createReadAnswering(options, runChecked, returnUnused)
  const answerWrite = createWriteAnswering(options, options.randomness, runChecked, returnUnused)
  const readsOnly = new Map<Operation, boolean>()
  const isRead = ({ method, operation }: Exchange): boolean =>
    isSafe(method) && readsOnly.getOrInsertComputed(operation, () => writesNothing(operation))

  const answerChecked = (exchange: Exchange, check: TimerCheck): Promise<Answer> => {
    const attempt = isRead(exchange) ? answerRead : answerWrite
    return answerWaiting(
      (prepared, answered, failed) => {
        attempt(exchange, prepared, check).then(answered, (error: unknown) => {
          try {
            answered(answerError(options, exchange, error))
          } catch (thrown) {
            failed(thrown)
          }
        })
      },
      () => answerContention(service, exchange),
      new RecordedPrepared(database),
    )
  }

  return (exchange) => {
    const answer = options.hasTimers
      ? answerAfterTimers(options, clock.now(), (check) => answerChecked(exchange, check))
      : answerChecked(exchange, ignoresTimers)
    return answer.catch((error: unknown) => answerError(options, exchange, error))
  }
}

/** The answer to an exchange whose store failed; throws any other error. */
function answerError({ service, health }: AnswersOptions, exchange: Exchange, error: unknown): Answer {
  if (error instanceof Contended) return answerContention(service, exchange)
  if (!(error instanceof StoreFailure) || error instanceof Overdue) throw error
  if (error instanceof DatabaseFailure) health.note(error)
  const report = error instanceof DatabaseFailure ? explainFailure(error) : error.message
  return answerFailure(
    service,
    exchange,
    error instanceof RefusedLate ? { condition: 'internal', report } : { condition: 'unavailable', report, ...retryLater },
  )
}

type AnswerChecked = (check: TimerCheck) => Promise<Answer>

/** The answer, or the due timers that stopped it. */
async function tryAnswer(answer: AnswerChecked, check: TimerCheck): Promise<Answer | Overdue> {
  try {
    return await answer(check)
  } catch (error) {
    if (error instanceof Overdue) return error
    throw error
  }
}

/** Fires the timers that were due at its start, or, if they are many, those that concern the same records. */
async function answerAfterTimers(options: AnswersOptions, startTime: number, answer: AnswerChecked): Promise<Answer> {
  const { service, writing, fireTimer } = options
  const first = await tryAnswer(answer, { kind: 'refuse', dueBy: startTime })
  if (!(first instanceof Overdue)) return first
  if (await options.leavesTimers()) return answerAfterNewTimers(startTime, answer)
  if (await fireAll(options, startTime, maxTimersPerTurn)) return answer(ignoresTimers)
  for (;;) {
    const next = await tryAnswer(answer, { kind: 'watch', dueBy: startTime })
    if (!(next instanceof Overdue)) return next
    const { records } = next
    if (records === undefined) await fireAll(options, startTime)
    else for (const record of records) while (await fireTimer(() => fireOf(service, writing, record, startTime, 1)));
  }
}

/** Fires at most `limit` timers, one after the other. True if no due timer is left. */
async function fireAll({ service, writing, fireTimer }: AnswersOptions, now: number, limit = Number.POSITIVE_INFINITY): Promise<boolean> {
  for (let count = 0; count < limit; count++) if (!(await fireTimer(() => fireDue(service, writing, now, 1)))) return true
  return false
}

/** Waits for a process of a newer edition to fire the timers; timers that it does not fire in time count as not due. */
async function answerAfterNewTimers(startTime: number, answer: AnswerChecked): Promise<Answer> {
  for (let looks = 0; looks < maxLooks; looks++) {
    await new Promise((resolve) => setTimeout(resolve, lookPause))
    const next = await tryAnswer(answer, { kind: 'refuse', dueBy: startTime })
    if (!(next instanceof Overdue)) return next
  }
  return answer(ignoresTimers)
}
