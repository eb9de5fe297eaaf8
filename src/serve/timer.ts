// Timers of the process, for waits of any length.

/** The longest wait of a timer in milliseconds, almost 25 days: Node ends a longer one at once. */
export const longestTimer = 2 ** 31 - 1

/** Calls `onTimeout` after some milliseconds, unless the returned function is called before. */
export type StartTimer = (milliseconds: number, onTimeout: () => void) => () => void

export const startRealTimer: StartTimer = (milliseconds, onTimeout) => {
  const timer = setTimeout(onTimeout, Math.min(milliseconds, longestTimer))
  return () => clearTimeout(timer)
}
