// Opens a listener, or explains why it cannot be opened.

import type { Listener } from '../serve/listener.ts'
import { Misuse } from './command.ts'

/** `flag`: the option that sets the port. */
export async function listenAt(
  flag: string,
  { host, port }: { readonly host: string; readonly port: number },
  start: (port: number) => Promise<Listener>,
): Promise<Listener> {
  try {
    return await start(port)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new Misuse(`port ${port} is in use; --${flag} 0 chooses a free port`)
    if (code === 'EACCES') throw new Misuse(`port ${port} needs rights that this process does not have`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new Misuse(`${host} is not an address of this machine`)
    throw error
  }
}

/** Milliseconds between two attempts to open a port that another process still holds. */
const retryDelay = 25

export type EarlyListener = {
  readonly listener: Promise<Listener>
  /** Rejects waiting connections and releases the port. */
  abandon(): Promise<void>
}

/** Opens the port of a process that is about to end, as soon as it is free. Connections wait until the service is ready. */
export function openEarly(wait: number, at: Parameters<typeof listenAt>[1], start: (port: number) => Promise<Listener>): EarlyListener {
  const deadline = performance.now() + wait
  let isAbandoned = false
  const attempt = async (): Promise<Listener> => {
    for (;;) {
      try {
        return await start(at.port)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || isAbandoned || performance.now() >= deadline)
          return listenAt('port', at, start)
      }
      await new Promise((resolve) => setTimeout(resolve, retryDelay))
    }
  }
  const listener = attempt()
  // Callers that await the listener receive the error; an unused listener must not crash the process.
  listener.catch(() => undefined)
  return {
    listener,
    async abandon() {
      isAbandoned = true
      const opened = await listener.catch(() => undefined)
      opened?.open((_request, response, ended) => {
        response.writeHead(503, { 'Content-Length': '0', 'Retry-After': '1', Connection: 'close' }).end()
        ended()
      }, 0)
      await opened?.stop()
    },
  }
}
