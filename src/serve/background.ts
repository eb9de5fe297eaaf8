// Background work, driven by one clock: due timers, retention, deliveries.

import type { Awaitable } from '../base/awaitable.ts'
import type { Clock, VirtualClock } from '../base/clock.ts'

/** Work that becomes due at a time. */
export type Task = {
  /** The time of the next work, in milliseconds since 1970; undefined if none waits. */
  readonly next: () => Awaitable<number | undefined>
  /** Does all due work; afterwards `next` is later. */
  run(): unknown
  /** Asks running work to end soon; remaining work stays due. */
  readonly end?: () => void
}

export type Background = {
  /** Advances a virtual clock and runs each task at its due time. */
  readonly advance: (ms: number) => Promise<void>
  /** Starts no further work; resolves when running work has ended. */
  stop(): Promise<void>
}

/** A task that runs in small batches, so that requests run in between; `cleanSome` returns true if more remains. */
export function makeBatchTask({
  next,
  cleanSome: some,
}: {
  readonly next: () => Awaitable<number | undefined>
  readonly cleanSome: () => Promise<boolean>
}): Task {
  let isEnding = false
  return {
    next,
    end: () => void (isEnding = true),
    async run() {
      while (!isEnding && (await some())) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

/** Milliseconds between two checks for due work. */
const pause = 250

export function runInBackground(tasks: readonly Task[], clock: Clock | VirtualClock, onError: (error: unknown) => void): Background {
  let lastRound: Promise<void> = Promise.resolve()
  let pendingRounds = 0
  /** Rounds never overlap, so that no work runs twice. */
  const round = (): Promise<void> => {
    pendingRounds++
    lastRound = lastRound.then(async () => {
      for (const task of tasks) {
        try {
          await task.run()
        } catch (error) {
          onError(error)
        }
      }
      pendingRounds--
    })
    return lastRound
  }
  const timer = setInterval(() => {
    if (pendingRounds === 0) void round()
  }, pause)
  timer.unref()
  return {
    async advance(ms) {
      if (!('advance' in clock)) throw new Error('a real clock is not moved')
      const until = clock.now() + ms
      for (let due = await findEarliest(tasks); due !== undefined && due <= until; due = await findEarliest(tasks, due)) {
        clock.advance(Math.max(0, due - clock.now()))
        await round()
      }
      clock.advance(Math.max(0, until - clock.now()))
      await round()
    },
    async stop() {
      clearInterval(timer)
      for (const task of tasks) task.end?.()
      await lastRound
    },
  }
}

/** The earliest due time after `than`: a failed task stays due and is retried with the next due task. */
async function findEarliest(tasks: readonly Task[], than = Number.NEGATIVE_INFINITY): Promise<number | undefined> {
  let first: number | undefined
  for (const { next } of tasks) {
    const due = await next()
    if (due !== undefined && due > than && (first === undefined || due < first)) first = due
  }
  return first
}
