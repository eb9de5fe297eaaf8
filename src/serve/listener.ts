// A listener that stays open while the service behind it is replaced: requests wait in the meantime.

import { type Handler, type ListenOptions, type Tls, listen } from './server.ts'

export type Listener = {
  readonly url: string
  /** Starts answering, including waiting requests; `connections`: the greatest number at once. */
  open(handler: Handler, connections: number): void
  /** Stops answering. Resolves when no request is running, or after the operator's time limit; further requests wait. */
  pause(): Promise<void>
  /** Uses this certificate for new connections. */
  renew(tls: Tls): void
  /** Accepts no new connections, waits for running requests, and ends. */
  stop(): Promise<void>
}

export async function openListener(at: ListenOptions, onError: (error: unknown) => void): Promise<Listener> {
  let handler: Handler | undefined
  let runningCount = 0
  let resolveQuiet: () => void = () => undefined
  const pending: Parameters<Handler>[] = []

  const answer: Handler = (request, response, onEnd) => {
    if (handler === undefined) return void pending.push([request, response, onEnd])
    runningCount++
    handler(request, response, (error) => {
      onEnd(error)
      if (--runningCount === 0) resolveQuiet()
    })
  }

  const listening = await listen(at, answer, onError)
  return {
    url: listening.url,
    open(next, connections) {
      handler = next
      listening.limit(connections)
      for (const each of pending.splice(0)) answer(...each)
    },
    async pause() {
      handler = undefined
      if (runningCount === 0) return
      let patience: ReturnType<typeof setTimeout> | undefined
      await new Promise<void>((resolve) => {
        resolveQuiet = resolve
        patience = setTimeout(resolve, at.operatorLimits.drain)
      })
      clearTimeout(patience)
    },
    renew: (tls) => listening.renew(tls),
    stop: () => listening.stop(),
  }
}
