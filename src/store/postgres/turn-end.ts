// Runs work at the end of a turn of the event loop, after all events that have arrived.

let waiting: (() => void)[] | undefined

/** Work that such work adds runs in the same turn. */
export function atTurnEnd(work: () => void): void {
  if (waiting !== undefined) {
    waiting.push(work)
    return
  }
  waiting = [work]
  setImmediate(runWaiting)
}

function runWaiting(): void {
  for (let index = 0; index < waiting!.length; index++) waiting![index]!()
  waiting = undefined
}
