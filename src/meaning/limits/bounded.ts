// Work that no request waits for, such as timers, jobs, streams and deliveries, within the operator's limit of one turn.

import { TurnExceeded, runWithinTurn } from '../../base/turn.ts'
import { type Refusal, refuse } from '../../exchange/refusal.ts'
import type { Interpreter } from '../service.ts'

/** Refuses with `timeout` if the work takes too long. */
export function limitTurn<T>({ environment: { turn } }: Interpreter, work: () => T): T {
  try {
    return runWithinTurn(turn, work)
  } catch (error) {
    if (!(error instanceof TurnExceeded)) throw error
    return refuse(makeTurnRefusal(error))
  }
}

/** `timeout`, with a report for the operator, whose limit it is. */
export function makeTurnRefusal({ limit }: TurnExceeded): Refusal {
  return {
    condition: 'timeout',
    report: `it blocks all others for longer than ${limit} ms`,
    details: new Map([['limit', { kind: 'duration', ms: limit }]]),
  }
}
