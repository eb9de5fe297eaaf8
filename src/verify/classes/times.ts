// The class of timers: after each change it reads the records before the next timers fall due, and after that, twice.

import type { Span } from '../../base/text.ts'
import { isTimedKind } from '../../model/timed.ts'
import { Instance } from '../drive/instance.ts'
import { listKeyWords, readRows, findReader } from '../server/reading.ts'
import type { VerifyPlan } from '../plan.ts'
import type { VerifyRun } from '../run.ts'
import type { ClassWork } from './schedule.ts'
import type { RequestStep } from '../step.ts'

/** A timer that counts what happened since the last time shows at the second time whether it does. */
const rounds = 2

const [minute, day] = [60_000, 86_400_000]
const longestWait = 90 * day

export async function* playTimes(run: VerifyRun, plan: VerifyPlan): ClassWork {
  const { session } = run
  const hasTimers = session.compiled.facts.machines.some(({ edges }) => edges.some(({ kind }) => isTimedKind(kind)))
  const reader = plan.bases.find(({ operation, steps }) => operation.method === 'GET' && steps.length === 1)?.steps[0]
  if (session.options.hooks.advance === undefined || !hasTimers) return
  // Longer sequences first: they leave more for a timer to do.
  const changes = plan.bases
    .filter(({ operation }) => operation.method !== 'GET' && operation.action !== 'delete')
    .toSorted((a, b) => b.steps.length - a.steps.length)
  // The sequences with timers that the change must end or restart are few, and no other class has them.
  for (const steps of plan.timed) {
    if (run.isFull) return
    await playAfterPause(run, steps, reader)
    yield
  }
  for (const { steps } of changes) {
    if (run.isFull) return
    await playTimersAfter(run, steps, reader)
    yield
  }
  for (const { steps } of changes) {
    if (run.isFull) return
    await playAfterPause(run, steps, reader)
    yield
  }
}

async function playTimersAfter(run: VerifyRun, steps: readonly RequestStep[], reader: RequestStep | undefined): Promise<void> {
  const instance = await run.openInstance(steps)
  if (instance === undefined) return
  for (let round = 0; round < rounds; round++) {
    const wait = timeUntilDue(run)
    if (wait === undefined) return
    const isEarly = round === 0 && wait > 2 * minute
    if (isEarly && !(await readAfter(run, instance, reader, wait - minute))) return
    if (!(await readAfter(run, instance, reader, isEarly ? 2 * minute : wait + minute))) return
  }
}

/**
 * Lets half the time to the next timers pass before the last change during which one runs: after the sequence, timers count from its last
 * change only. A state that is entered again restarts its timers.
 */
async function playAfterPause(run: VerifyRun, steps: readonly RequestStep[], reader: RequestStep | undefined): Promise<void> {
  for (let at = steps.length - 1; at > 0; at--) {
    const instance = await run.openInstance(steps.slice(0, at))
    if (instance === undefined) return
    const due = mapReadersToTimers(run, instance).size === 0 ? undefined : timeUntilDue(run)
    if (due === undefined) continue
    const pause = Math.floor(due / 2)
    if (!(await run.step(instance, { ...steps[at]!, wait: pause }))) return
    for (const step of steps.slice(at + 1)) if (!(await run.step(instance, step))) return
    // The timer from before the pause would end now.
    if (!(await readAfter(run, instance, reader, pause + minute))) return
    const next = at === steps.length - 1 ? undefined : timeUntilDue(run)
    if (next !== undefined) await readAfter(run, instance, reader, next + minute)
    return
  }
}

/** Milliseconds until the next timers fall due; undefined if none does soon. */
function timeUntilDue({ session: { interpreter } }: VerifyRun): number | undefined {
  const due = interpreter.nextDue()
  const wait = due === undefined ? longestWait : Math.max(0, due - interpreter.now())
  return wait >= longestWait ? undefined : wait
}

/** Waits, and reads the records of the sequence that a timer may write; false if an answer differs. */
async function readAfter(run: VerifyRun, instance: Instance, reader: RequestStep | undefined, wait: number): Promise<boolean> {
  const spans = mapReadersToTimers(run, instance)
  const about = [...spans.values()].flat()
  const [timed] = spans.keys()
  const first = reader ?? (timed && instance.withPlaceholders(timed))
  if (first === undefined || !(await run.step(instance, { ...first, wait }, false, about.length === 0 ? undefined : about))) return false
  for (const [request, spans] of mapReadersToTimers(run, instance))
    if (!(await run.step(instance, instance.withPlaceholders(request), true, spans))) return false
  return true
}

/** Requests that read the records of the sequence whose states have timers, and the declarations of these. */
function mapReadersToTimers(
  { session }: VerifyRun,
  instance: Instance,
): ReadonlyMap<NonNullable<ReturnType<typeof findReader>>, readonly Span[]> {
  const { text } = instance
  const rows = [...readRows(session).values()].filter((row) =>
    listKeyWords(session, row).some((word) => word.length > 1 && text.includes(word)),
  )
  return new Map(
    rows.flatMap((row) => {
      const edges = session.compiled.facts.machines.filter(({ machine }) => machine.resource === row.resource).flatMap((each) => each.edges)
      const spans = edges.filter(({ kind }) => isTimedKind(kind)).map(({ candidate }) => candidate.node.span)
      const request = spans.length === 0 ? undefined : findReader(session, row)
      return request === undefined ? [] : [[request, spans] as const]
    }),
  )
}
