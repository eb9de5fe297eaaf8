// The class of safe methods (RFC 9110, section 9.2.1): none of them may change a record, also where another method of the path does.

import type { Operation } from '../../model/model.ts'
import type { VerifyPlan } from '../plan.ts'
import type { VerifyRun } from '../run.ts'
import type { ClassWork } from './schedule.ts'
import type { RequestStep } from '../step.ts'

/** Plays the safe methods at the path of each operation, where its own request would succeed, and reads all records of the sequence. */
export async function* playSafeMethods(run: VerifyRun, { bases }: VerifyPlan): ClassWork {
  const playedPaths = new Set<string>()
  for (const { operation, steps } of bases) {
    if (run.isFull) return
    // Another operation of the path shows the same.
    if (playedPaths.has(operation.path)) continue
    playedPaths.add(operation.path)
    await playSafeMethodsOf(run, operation, steps)
    yield
  }
}

async function playSafeMethodsOf(run: VerifyRun, operation: Operation, steps: readonly RequestStep[]): Promise<void> {
  const last = steps.at(-1)!
  const instance = await run.openInstance(steps.slice(0, -1))
  if (instance === undefined) return
  const { body: _, wait: __, ...bare } = last
  const headers = last.headers.filter(([name]) => !/^(content-|if-|idempotency-)/i.test(name))
  const requests = [...(operation.method === 'GET' ? [last] : []), ...['HEAD', 'OPTIONS'].map((method) => ({ ...bare, method, headers }))]
  for (const request of requests) if (!(await run.step(instance, request, true))) return
  await run.readSequence(instance, { operation, about: [operation.key.span] })
}
