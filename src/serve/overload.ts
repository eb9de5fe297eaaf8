// Detects overload, so that further requests are shed before all of them wait.

import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { OperatorLimits } from './operator-limits.ts'

/** Delays of turns of the event loop since the last reset, in milliseconds. */
type Turns = { readonly count: number; median(): number; reset(): void; end(): void }

type Pressure = { readonly isBehind: () => boolean; stop(): void }

/** The number of recent turns to judge by: one long turn is not overload, so most of them must be late. */
const enough = 5

/** Milliseconds between two measurements. */
const pause = 250

export function makePressure(
  operatorLimits: Pick<OperatorLimits, 'delay' | 'queue'>,
  countWaiting: () => number,
  turns: Turns = turnsOfLoop(),
): Pressure {
  let late = false
  const measure = (): void => {
    if (turns.count < enough) return
    late = turns.median() > operatorLimits.delay
    turns.reset()
  }
  const timer = setInterval(measure, pause)
  timer.unref()
  return {
    isBehind: () => late || countWaiting() > operatorLimits.queue,
    stop() {
      clearInterval(timer)
      turns.end()
    },
  }
}

function turnsOfLoop(): Turns {
  const histogram = monitorEventLoopDelay({ resolution: 20 })
  histogram.enable()
  return {
    get count() {
      return histogram.count
    },
    median: () => histogram.percentile(50) / 1e6,
    reset: () => histogram.reset(),
    end: () => void histogram.disable(),
  }
}
