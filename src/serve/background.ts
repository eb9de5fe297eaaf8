// What happens without a request, driven by the one clock: timers that are due, what is kept no longer, what waits to be sent.

import type { Clock, VirtualClock } from '../base/clock.ts'

/** Work that time brings. */
export type Task = {
  /** When there is something to do next, in milliseconds since 1970; undefined where nothing waits. */
  readonly next: () => number | undefined
  /** Does all that is due by now; afterwards `next` lies later. */
  run(): unknown
  /** Asks what is under way to end soon: what is due stays due. */
  readonly end?: () => void
}

export type Background = {
  /** Moves a virtual clock on, and on the way does everything at the moment at which it is due, as if nobody had hurried. */
  readonly advance: (ms: number) => Promise<void>
  /** Begins nothing any more; resolves once what is under way has ended. */
  stop(): Promise<void>
}

/** Work that is done a piece at a time, with others in between; `some` gives whether there is more. */
export function inPieces({ next, some }: { readonly next: () => number | undefined; readonly some: () => Promise<boolean> }): Task {
  let isEnding = false
  return {
    next,
    end: () => void (isEnding = true),
    async run() {
      while (!isEnding && (await some())) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

/** So often, in milliseconds, somebody looks whether anything is due. */
const pause = 250

export function background(tasks: readonly Task[], clock: Clock | VirtualClock, failed: (error: unknown) => void): Background {
  let underWay: Promise<void> = Promise.resolve()
  let waiting = 0
  /** One round after the other, so that nothing is done twice at once. */
  const round = (): Promise<void> => {
    waiting++
    underWay = underWay.then(async () => {
      for (const task of tasks) {
        try {
          await task.run()
        } catch (error) {
          failed(error)
        }
      }
      waiting--
    })
    return underWay
  }
  const looking = setInterval(() => {
    if (waiting === 0) void round()
  }, pause)
  looking.unref()
  return {
    async advance(ms) {
      if (!('advance' in clock)) throw new Error('a real clock is not moved')
      const until = clock.now() + ms
      for (let due = earliest(tasks); due !== undefined && due <= until; due = later(tasks, due)) {
        clock.advance(Math.max(0, due - clock.now()))
        await round()
      }
      clock.advance(Math.max(0, until - clock.now()))
      await round()
    },
    async stop() {
      clearInterval(looking)
      for (const task of tasks) task.end?.()
      await underWay
    },
  }
}

function earliest(tasks: readonly Task[]): number | undefined {
  const all = tasks.flatMap((task) => task.next() ?? [])
  return all.length === 0 ? undefined : Math.min(...all)
}

/** What failed stays due; it is tried again with the next that is. */
function later(tasks: readonly Task[], than: number): number | undefined {
  const all = tasks.flatMap((task) => task.next() ?? []).filter((at) => at > than)
  return all.length === 0 ? undefined : Math.min(...all)
}
