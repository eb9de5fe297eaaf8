// Notifies the listeners of this process and of the others about committed work.

import type { Interpreter } from '../../meaning/service.ts'
import type { Connections } from './connections.ts'
import { emitted } from './events.ts'
import type { DatabaseHealth } from './health.ts'
import { Pulse } from './notifications.ts'
import type { Performed } from './work.ts'

export type CommitNotifier = {
  /** Returns the value of the work. */
  readonly notifyCommitted: <T>(performed: Performed<T>) => T
  readonly end: () => Promise<void>
}

export function makeCommitNotifier(service: Interpreter, connections: Connections, health: DatabaseHealth): CommitNotifier {
  const pulse = new Pulse(
    connections,
    () => service.commits.notifyCommitted(),
    () => service.admissions.changedElsewhere(),
  )
  /** Whether a listener may read a stream can depend on any record, so that other processes need to know of each commit. */
  const admitsByRecords = service.hasSchemes && service.facts.operations.some(({ operation }) => operation.action === 'stream')
  return {
    notifyCommitted({ value, marks }) {
      health.works()
      service.queue.notifyCommitted()
      service.admissions.notifyCommitted()
      if (marks.has(emitted) || admitsByRecords) pulse.noteCommit()
      return value
    },
    end: () => pulse.end(),
  }
}
