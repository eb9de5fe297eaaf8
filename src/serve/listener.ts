// A listener that stays open while what answers behind it is exchanged: requests that come in between wait.

import { type Handler, type ListenOptions, type Tls, listen } from './server.ts'

export type Listener = {
  readonly url: string
  /** From now on this answers, also what waited; `connections`: how many there may be at once. */
  open(handler: Handler, connections: number): void
  /** Resolves when nothing is under way any more, or after the operator's patience for it; what comes then waits. */
  pause(): Promise<void>
  /** From now on, new connections get this certificate. */
  renew(tls: Tls): void
  /** Takes no new connection, waits for what is under way, and ends. */
  stop(): Promise<void>
}

export async function openListener(at: ListenOptions, failed: (error: unknown) => void): Promise<Listener> {
  let handler: Handler | undefined
  let under = 0
  let quiet: () => void = () => undefined
  const waiting: Parameters<Handler>[] = []

  const answer: Handler = (request, response, ended) => {
    if (handler === undefined) return void waiting.push([request, response, ended])
    under++
    handler(request, response, (error) => {
      ended(error)
      if (--under === 0) quiet()
    })
  }

  const listening = await listen(at, answer, failed)
  return {
    url: listening.url,
    open(next, connections) {
      handler = next
      listening.limit(connections)
      for (const each of waiting.splice(0)) answer(...each)
    },
    async pause() {
      handler = undefined
      if (under === 0) return
      let patience: ReturnType<typeof setTimeout> | undefined
      await new Promise<void>((resolve) => {
        quiet = resolve
        patience = setTimeout(resolve, at.operatorLimits.drain)
      })
      clearTimeout(patience)
    },
    renew: (tls) => listening.renew(tls),
    stop: () => listening.stop(),
  }
}
