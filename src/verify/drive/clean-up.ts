// Deletes the run's records, newest first, where the document allows it; lists the remaining ones.

import { resourceNameOf } from '../../model/model.ts'
import { fillSegment } from '../../model/segment.ts'
import type { VerifyRun } from '../run.ts'
import { asCallers, listKeyWords } from '../server/reading.ts'
import { Instance } from './instance.ts'

export async function cleanUp(run: VerifyRun): Promise<ReadonlyMap<string, number>> {
  const { session } = run
  const deletes = session.compiled.facts.operations.filter(({ operation, complete }) => complete && operation.action === 'delete')
  const instance = new Instance(session)
  for (let isProgress = true; isProgress && !run.isFull;) {
    isProgress = false
    for (const row of run.own.toSorted((a, b) => b.version - a.version)) {
      const operation = deletes.find((each) => resourceNameOf(each.operation) === row.resource)?.operation
      const [word = ''] = listKeyWords(session, row)
      if (operation === undefined || operation.segments.filter(({ kind }) => kind === 'parameter').length !== 1) continue
      const target = `/${operation.segments.map((segment) => fillSegment(segment, encodeURIComponent(word))).join('/')}`
      const request = asCallers(session, { method: 'DELETE', target, headers: [] }).find((each) => session.predict(each).status < 300)
      if (request === undefined) continue
      if (!(await run.step(instance, request, true))) return countLeft(run)
      isProgress = true
    }
  }
  return countLeft(run)
}

function countLeft(run: VerifyRun): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { resource } of run.own) counts.set(resource, (counts.get(resource) ?? 0) + 1)
  return counts
}
