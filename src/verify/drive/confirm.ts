// Confirms a failure and finds the shortest steps that reproduce it. Each attempt uses new values.

import type { Difference } from '../oracle/comparison.ts'
import { type RequestStep, groupIn, needs, withoutSteps } from '../step.ts'
import { type StepFailure, Instance } from './instance.ts'
import type { Session } from './session.ts'

/** Identifies a failure by its operation and the kind of its differences; equal failures share a bucket. */
export function bucketOf({ expected, observed, differences }: Pick<StepFailure, 'expected' | 'observed' | 'differences'>): string {
  const [{ part, at }] = differences as [Difference]
  if (part === 'together') return `${at} together`
  const place = at.replaceAll(/\/\d+/g, '/*')
  return [
    expected.of?.id ?? '',
    part,
    place,
    part === 'status' ? `${expected.trace.condition ?? 'ok'} ${observed.status}` : (expected.trace.condition ?? ''),
  ].join(' ')
}

export type Confirmed = { readonly failure: StepFailure; readonly repeated: number; readonly tries: number }

/** Resets the server, plays the steps, and returns the failure if it has the same bucket. */
export async function replaySteps(
  session: Session,
  steps: readonly RequestStep[],
  bucket: string,
  prepare: () => Promise<void>,
): Promise<StepFailure | undefined> {
  await prepare()
  const instance = isHeard(bucket)
    ? await Instance.openListening(session, / (again|order) /.test(`${bucket} `) ? 'again' : 'once')
    : new Instance(session)
  const same = (failure: StepFailure | undefined): StepFailure | undefined =>
    failure !== undefined && bucketOf(failure) === bucket ? failure : undefined
  try {
    const group = groupIn(steps)
    for (const step of group?.before ?? steps) {
      const failure = await instance.play(step)
      if (failure === 'stuck') return undefined
      if (failure !== undefined) return same(failure)
    }
    if (group !== undefined) {
      const failure = await instance.playTogether(group.together, () => group.then.flatMap((step) => instance.fill(step) ?? []))
      return failure === 'stuck' || !('steps' in failure) ? undefined : same(failure)
    }
    if (!isHeard(bucket)) return undefined
    return same((await instance.finish()) ?? (await instance.resume()))
  } finally {
    instance.close()
  }
}

/** True if an event or delivery failed, not an answer. */
function isHeard(bucket: string): boolean {
  return bucket.split(' ')[1] === 'event'
}

/** The most requests that confirming and shortening one failure may use. */
const most = 80

export async function confirm(session: Session, failure: StepFailure, prepare: () => Promise<void>): Promise<Confirmed> {
  const bucket = bucketOf(failure)
  const began = session.count
  let least = failure
  let repeated = 0
  // Simultaneous requests overlap only sometimes, so they get more attempts.
  const isTogether = groupIn(failure.steps) !== undefined
  const tries = isTogether ? 4 : 2
  for (let time = 0; time < tries; time++) {
    const again = await replaySteps(session, least.steps, bucket, prepare)
    if (again === undefined) continue
    repeated++
    if (again.steps.length <= least.steps.length) least = again
  }
  if (repeated === 0) return { failure, repeated, tries }
  // Keep only the steps whose answers the last one reads; if that is too few, keep all steps that write too.
  const group = new Set(groupIn(least.steps)?.together)
  for (const keeps of [(step: RequestStep) => group.has(step), ({ method }: RequestStep) => method !== 'GET' && method !== 'HEAD']) {
    const fewer = least.steps.length < 3 ? undefined : keepNeeded(least.steps, keeps)
    const again = fewer === undefined || fewer.length >= least.steps.length ? undefined : await replaySteps(session, fewer, bucket, prepare)
    if (again === undefined) continue
    least = again
    break
  }
  // Removes long stretches first, then single steps from the end, because the last steps are needed most.
  for (let size = Math.max(1, least.steps.length >> 1); size >= 1; size = size === 1 ? 0 : size >> 1) {
    for (let from = least.steps.length - 1 - size; from >= 0 && session.count - began < most; from -= size) {
      const removed = new Set(Array.from({ length: size }, (_, index) => from + index + 1))
      const fewer = withoutSteps(least.steps, removed)
      const again = fewer && (await replaySteps(session, fewer, bucket, prepare))
      if (again !== undefined) least = again
      if (from > least.steps.length - 1) from = least.steps.length - 1
    }
  }
  return { failure: least, repeated, tries }
}

/** The last step, the steps that it depends on, and the steps that `keeps` selects. */
function keepNeeded(steps: readonly RequestStep[], keeps: (step: RequestStep) => boolean): readonly RequestStep[] | undefined {
  const indexes = new Set<number>()
  const keep = (number: number): void => {
    if (indexes.has(number)) return
    indexes.add(number)
    needs(steps[number - 1]!).forEach(keep)
  }
  keep(steps.length)
  for (const [index, step] of steps.entries()) if (keeps(step)) keep(index + 1)
  return withoutSteps(steps, new Set(steps.map((_, index) => index + 1).filter((number) => !indexes.has(number))))
}
