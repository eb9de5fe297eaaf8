// Stops a running service in order: its work, its listeners, then its store and logs.

import type { Listener } from '../serve/listener.ts'
import type { Running } from './options.ts'

type ServiceParts = {
  readonly backgroundTasks: { stop(): Promise<unknown> }
  readonly pressure: { stop(): void }
  readonly streams: { stop(): Promise<unknown> }
  readonly holds: { stop(): void }
  readonly listener: Listener
  readonly operator: Listener | undefined
  readonly delivering: { stop(): Promise<unknown> }
  readonly backend: { close(): Promise<unknown> }
  readonly audit: { close(): void } | undefined
  readonly observer: { close(): Promise<unknown> }
}

/** `onStop` is called before the first part stops. */
export function createShutdown(parts: ServiceParts, onStop: () => void): Pick<Running, 'ended' | 'stop' | 'detach'> {
  const { backgroundTasks, pressure, streams, holds, listener, operator, delivering, backend, audit, observer } = parts
  const { promise: ended, resolve: resolveEnded } = Promise.withResolvers<void>()
  const stopWork = async (): Promise<void> => {
    holds.stop()
    await backgroundTasks.stop()
    pressure.stop()
    await streams.stop()
  }
  const closeStoreAndLogs = async (): Promise<void> => {
    await delivering.stop()
    await backend.close()
    audit?.close()
    await observer.close()
  }
  const stop = async (): Promise<void> => {
    onStop()
    await stopWork()
    await listener.stop()
    await operator?.stop()
    await closeStoreAndLogs()
    resolveEnded()
  }
  let stopping: Promise<void> | undefined
  return {
    ended,
    stop: () => (stopping ??= stop()),
    async detach() {
      await stopWork()
      await Promise.all([listener.pause(), operator?.pause()])
      await closeStoreAndLogs()
      return { service: listener, operator }
    },
  }
}
