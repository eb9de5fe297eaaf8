// Bounds the work of one turn of the event loop: it counts steps, and reads the clock from time to time.

/** Thrown when a turn takes too long. Nothing that an expression says absorbs it. */
export class TurnExceeded extends Error {
  /** The limit in milliseconds. */
  readonly limit: number

  constructor(limit: number) {
    super(`the work of one turn takes longer than ${limit} ms`)
    this.limit = limit
  }
}

/** `limit` in milliseconds; `elapsed` gives milliseconds that the thread has worked, counted from any moment. */
export type TurnLimit = { readonly limit: number; readonly elapsed: () => number }

/** The clock is read after so many steps; a step takes some 100 nanoseconds. */
const stride = 1024

/** No turn can do so much in a millisecond: work that is announced with more is refused before it is done. */
const stepsPerMillisecond = 80_000
const textPerMillisecond = 5_000_000

type Turn = TurnLimit & { until?: number; text: number }

let turn: Turn | undefined
let left = stride

/** Counts steps before they are done. Throws `TurnExceeded` where there is a limit and the turn is beyond it. */
export function spendSteps(steps: number): void {
  left -= steps
  if (left < 0) look(steps)
}

/** Counts the work of making or reading so many characters or bytes. */
export function spendText(length: number): void {
  if (turn !== undefined && (turn.text += length) > turn.limit * textPerMillisecond) throw new TurnExceeded(turn.limit)
  spendSteps(1 + (length >> 6))
}

function look(steps: number): void {
  left = stride
  if (turn === undefined) return
  // Most turns end before the first look, and read no clock at all.
  turn.until ??= turn.elapsed() + turn.limit
  if (steps > turn.limit * stepsPerMillisecond || turn.elapsed() > turn.until) throw new TurnExceeded(turn.limit)
}

/** True if the work of this turn is limited. */
export function isTurnLimited(): boolean {
  return turn !== undefined
}

/** Does work within a limit; without one, or inside other limited work, there is no new limit. */
export function withinTurn<T>(limit: TurnLimit | undefined, work: () => T): T {
  if (limit === undefined || turn !== undefined) return work()
  left = stride
  turn = { ...limit, text: 0 }
  try {
    return work()
  } finally {
    turn = undefined
  }
}

/** Does work that is not counted: the answer to a request whose turn took too long. */
export function outsideTurn<T>(work: () => T): T {
  const before = turn
  turn = undefined
  try {
    return work()
  } finally {
    turn = before
  }
}
