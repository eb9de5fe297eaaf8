// The phase of timers: after each change it lets the next timers fall due, twice, and reads what they wrote.

import { isTimedKind } from '../model/timed.ts'
import type { RequestStep } from './step.ts'
import type { VerifyPlan } from './plan.ts'
import type { VerifyRun } from './run.ts'

/** The share of the request budget for this phase. */
const share = 0.1

/** A timer that counts what happened since the last time shows at the second time whether it does. */
const rounds = 2

const [minute, day] = [60_000, 86_400_000]
const longestWait = 90 * day

export async function playTimes(run: VerifyRun, plan: VerifyPlan): Promise<void> {
  const { session } = run
  const hasTimers = session.compiled.facts.machines.some(({ edges }) => edges.some(({ kind }) => isTimedKind(kind)))
  const reader = plan.bases.find(({ operation, steps }) => operation.method === 'GET' && steps.length === 1)?.steps[0]
  if (session.options.hooks.advance === undefined || !hasTimers || reader === undefined) return
  const until = session.count + session.options.budget * share
  // Longer sequences first: they leave more for a timer to do.
  const changes = plan.bases.filter(({ operation }) => operation.method !== 'GET' && operation.action !== 'delete')
  for (const { steps } of changes.toSorted((a, b) => b.steps.length - a.steps.length)) {
    if (run.isFull || session.count > until) return
    await playTimersAfter(run, steps, reader)
  }
}

async function playTimersAfter(run: VerifyRun, steps: readonly RequestStep[], reader: RequestStep): Promise<void> {
  const instance = await run.openInstance(steps)
  if (instance === undefined) return
  for (let round = 0; round < rounds; round++) {
    const { interpreter } = run.session
    const due = interpreter.nextDue()
    const wait = due === undefined ? longestWait : due - interpreter.now() + minute
    if (wait >= longestWait || !(await run.step(instance, { ...reader, wait: Math.max(minute, wait) }))) return
  }
}
