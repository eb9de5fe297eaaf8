// The background tasks of a running service.

import type { JobRunner } from '../meaning/meaning.ts'
import { type Task, makeBatchTask } from '../serve/background.ts'
import type { deliver } from '../serve/delivery/deliver.ts'
import type { Holds } from '../serve/holds.ts'
import type { Streams } from '../serve/streams.ts'
import type { StoreRuntime } from '../store/kind.ts'

type BackgroundWork = {
  readonly backend: StoreRuntime
  readonly delivering: ReturnType<typeof deliver>
  readonly streams: Streams
  readonly holds: Holds
  readonly virtual: boolean
  readonly onError: (error: unknown) => void
}

/** Fires timers, sends deliveries, deletes expired data, runs code, and keeps streams alive. */
export function createTasks({ backend, delivering, streams, holds, virtual, onError }: BackgroundWork): Task[] {
  return [
    { next: () => undefined, run: () => backend.tend() },
    makeTimerTask(backend),
    delivering.task(virtual),
    makeBatchTask(backend.cleanUp),
    makeJobTask(backend, virtual, onError),
    holds.task,
    { next: () => undefined, run: () => streams.tick() },
  ]
}

function makeTimerTask(backend: Pick<StoreRuntime, 'nextDue' | 'fireSome' | 'stopFiring'>): Task {
  const pieces = makeBatchTask({ next: () => backend.nextDue(), cleanSome: async () => backend.fireSome() })
  return {
    ...pieces,
    end() {
      pieces.end?.()
      backend.stopFiring()
    },
  }
}

/** Runs queued code. Other due work waits for it only with a virtual clock. */
function makeJobTask(backend: JobRunner, virtual: boolean, onError: (error: unknown) => void): Task {
  const runJobs = (): Promise<void> => backend.work().catch(onError)
  backend.onQueued(() => void runJobs())
  return { next: () => backend.nextJob(), run: () => (virtual ? runJobs() : void runJobs()) }
}
