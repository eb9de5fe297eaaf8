// Bounds the work of one turn of the event loop: it counts steps, and reads the clock from time to time.

/** Thrown when a turn takes too long. No expression can catch it. */
export class TurnExceeded extends Error {
  /** The limit in milliseconds. */
  readonly limit: number

  constructor(limit: number) {
    super(`the work of one turn takes longer than ${limit} ms`)
    this.limit = limit
  }
}

/** `limit` in milliseconds; `readElapsed` returns the working time of the thread in milliseconds, from any starting point. */
export type TurnLimit = { readonly limit: number; readonly readElapsed: () => number }

/** The number of steps between two reads of the clock; a step takes about 100 nanoseconds. */
const stride = 1024

/** The write of a record takes some ten microseconds. */
const stepsPerWrite = 64

/** Upper bounds of what a turn can do in a millisecond; work announced with more is refused before it starts. */
const stepsPerMillisecond = 80_000
const textPerMillisecond = 5_000_000

type Turn = TurnLimit & { deadline?: number; text: number }

let turn: Turn | undefined
let stepsLeft = stride

/** Counts the write of one record, with its consequences. */
export function spendWrite(): void {
  spendSteps(stepsPerWrite)
}

/** Counts steps before they run. Throws `TurnExceeded` beyond the turn's limit. */
export function spendSteps(steps: number): void {
  stepsLeft -= steps
  if (stepsLeft < 0) checkClock(steps)
}

/** Counts the work of creating or reading this many characters or bytes. */
export function spendText(length: number): void {
  if (turn !== undefined && (turn.text += length) > turn.limit * textPerMillisecond) throw new TurnExceeded(turn.limit)
  spendSteps(1 + (length >> 6))
}

/** Counts milliseconds of work that is about to follow and cannot be interrupted. */
export function expectWork(milliseconds: number): void {
  if (turn === undefined) return
  turn.deadline = (turn.deadline ?? turn.readElapsed() + turn.limit) - milliseconds
}

function checkClock(steps: number): void {
  stepsLeft = stride
  if (turn === undefined) return
  // Most turns end before the first check and never read the clock.
  turn.deadline ??= turn.readElapsed() + turn.limit
  if (steps > turn.limit * stepsPerMillisecond || turn.readElapsed() > turn.deadline) throw new TurnExceeded(turn.limit)
}

/** True if the work of this turn is limited. */
export function isTurnLimited(): boolean {
  return turn !== undefined
}

/** Runs work within a limit; without a limit, or inside limited work, it adds none. */
export function runWithinTurn<T>(limit: TurnLimit | undefined, work: () => T): T {
  if (limit === undefined || turn !== undefined) return work()
  stepsLeft = stride
  turn = { ...limit, text: 0 }
  try {
    return work()
  } finally {
    turn = undefined
  }
}

/** Runs work that is not counted, such as the answer to a request whose turn took too long. */
export function runOutsideTurn<T>(work: () => T): T {
  const previousTurn = turn
  turn = undefined
  try {
    return work()
  } finally {
    turn = previousTurn
  }
}
