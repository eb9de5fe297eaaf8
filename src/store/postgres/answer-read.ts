// Answers reading exchanges over PostgreSQL: by one statement if that suffices, otherwise over one snapshot.

import type { Answer, Exchange } from '../../exchange/exchange.ts'
import { createPrefetchedAnswering } from '../../meaning/answer-exchange.ts'
import type { Prepared } from '../../meaning/prepare.ts'
import { Overdue } from '../../meaning/timers/overdue.ts'
import type { Operation } from '../../model/model.ts'
import type { AnswersOptions } from './answers-options.ts'
import { Recording } from './recording.ts'
import { type CheckedRun, type TimerCheck, chooseMode } from './timer-check.ts'
import type { ReturnUnused } from './unused-calls.ts'
import { NeedsSnapshot, type Performing, performWork } from './work.ts'

export function createReadAnswering(
  { service, database, connections, reading, workKinds }: AnswersOptions,
  runChecked: CheckedRun,
  returnUnused: ReturnUnused,
): (exchange: Exchange, prepared: Prepared, check: TimerCheck) => Promise<Answer> {
  const answering = createPrefetchedAnswering(service, reading)
  /** Operations that read several times in an earlier run. */
  const needSnapshot = new WeakSet<Operation>()

  async function perform(performing: Performing, work: () => Answer): Promise<Answer> {
    const recording = new Recording()
    try {
      return (await performWork(connections, database, work, performing, recording)).value
    } catch (error) {
      if (error instanceof Overdue) await returnUnused(recording.unusedCalls)
      throw error
    }
  }

  return async (exchange, prepared, check) => {
    const { operation } = exchange
    const work = (): Answer => runChecked(reading, check, () => answering.answer(exchange, prepared, chooseMode(check)))
    if (!needSnapshot.has(operation)) {
      try {
        return await perform(workKinds.singleStatement, work)
      } catch (error) {
        if (!(error instanceof NeedsSnapshot)) throw error
        needSnapshot.add(operation)
      }
    }
    const foresee = (): void => answering.prefetch(exchange, prepared, check.kind === 'watch')
    return perform({ ...workKinds.snapshotRead, foresee }, work)
  }
}
