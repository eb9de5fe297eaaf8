// Answers writing exchanges over PostgreSQL, each in a transaction, which is repeated if a constraint refuses it late.

import type { RewindableRandomness } from '../../base/clock.ts'
import type { Answer, Exchange } from '../../exchange/exchange.ts'
import { Unready } from '../../exchange/unready.ts'
import { createPrefetchedAnswering } from '../../meaning/answer-exchange.ts'
import type { Prepared } from '../../meaning/prepare.ts'
import { Overdue } from '../../meaning/timers/overdue.ts'
import type { Operation } from '../../model/model.ts'
import { DatabaseFailure } from '../sql/database.ts'
import type { AnswersOptions } from './answers-options.ts'
import type { Connections } from './connections.ts'
import { Contention } from './contention.ts'
import { Unannounced } from './events.ts'
import { Recording } from './recording.ts'
import { type CheckedRun, type TimerCheck, chooseMode } from './timer-check.ts'
import type { ReturnUnused } from './unused-calls.ts'
import { type Performing, RefusedLate, performWork } from './work.ts'

/** The number of attempts of a write that a constraint refuses, before it counts as a fault of the store. */
const maxRefused = 3

/** True while processes of two documents serve: a constraint may then belong to the other document. */
async function servesTwoDocuments(connections: Connections): Promise<boolean> {
  return (await connections.send(`SELECT 1 AS one FROM "$ninefold" WHERE name = 'migration'`, [])).length > 0
}

export function createWriteAnswering(
  { service, database, connections, counters, writing, workKinds, notifyCommitted }: AnswersOptions,
  randomness: RewindableRandomness,
  runChecked: CheckedRun,
  returnUnused: ReturnUnused,
): (exchange: Exchange, prepared: Prepared, check: TimerCheck) => Promise<Answer> {
  const answering = createPrefetchedAnswering(service, writing, randomness)
  const contentions = new WeakMap<Operation, Contention>()
  /** Operations that wrote an event which their facts do not list. */
  const emitsUnlisted = new WeakSet<Operation>()

  return async (exchange, prepared, check) => {
    const { operation } = exchange
    const recording = new Recording()
    for (let refusals = 0; ;) {
      // After a late constraint violation, the checks run before the write.
      const mode = refusals > 0 ? 'byRows' : chooseMode(check)
      recording.announcesEvents = emitsUnlisted.has(operation) || service.operation(operation).emits.length > 0
      const performing: Performing = {
        ...workKinds.readWrite,
        opening: workKinds.openingOf(operation, recording.announcesEvents),
        onConflict: () => counters.countConflict(operation.id),
        contention: contentions.getOrInsertComputed(operation, () => new Contention()),
        foresee: () => answering.prefetch(exchange, prepared, mode === 'byRows'),
      }
      const work = (): Answer => runChecked(writing, check, () => answering.answer(exchange, prepared, mode))
      try {
        const performed = await performWork(connections, database, work, performing, recording)
        database.returnBytes(recording)
        await returnUnused(performed.unused)
        return notifyCommitted(performed)
      } catch (error) {
        if (error instanceof Unready || error instanceof Overdue) await returnUnused(recording.unusedCalls)
        if (error instanceof Unannounced) {
          emitsUnlisted.add(operation)
          continue
        }
        if (!(error instanceof RefusedLate)) throw error
        if (refusals++ < maxRefused) continue
        if (!(await servesTwoDocuments(connections))) throw error
        throw new DatabaseFailure('other', `${error.message}; the other document that is served refuses it`)
      }
    }
  }
}
