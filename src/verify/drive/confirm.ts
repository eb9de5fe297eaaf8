// Confirms a failure and finds the shortest steps that reproduce it. Each attempt uses new values.

import type { Difference } from '../oracle/comparison.ts'
import { type RequestStep, groupIn, needs, withoutSteps } from '../step.ts'
import { type StepFailure, Instance } from './instance.ts'
import type { Session } from '../server/session.ts'

/** Identifies a failure by its operation and the kind of its differences; equal failures share a bucket. */
export function identifyFailure({ expected, observed, differences }: Pick<StepFailure, 'expected' | 'observed' | 'differences'>): string {
  const [{ part, at }] = differences as [Difference]
  if (part === 'together') return `together ${at}`
  const place = at.replaceAll(/\/\d+/g, '/*')
  // One entry of part 7 answers all operations.
  if (part === 'header' && expected.trace.entry !== undefined) return [part, place, expected.trace.entry].join(' ')
  return [
    part,
    place,
    expected.of?.id ?? '',
    part === 'status' ? `${expected.trace.condition ?? 'ok'} ${observed.status}` : (expected.trace.condition ?? ''),
  ].join(' ')
}

/** True if a repetition shows the same: which items of a list differ depends on values that are new in each repetition. */
export function isSameFailure(bucket: string, other: string): boolean {
  const withoutItems = (text: string): string => text.replace(/^body (\S*?)(\/\*\S*)? /, 'body $1 ')
  return withoutItems(bucket) === withoutItems(other)
}

export type Confirmation = { readonly failure: StepFailure; readonly repeated: number; readonly tries: number }

/** Resets the server, plays the steps, and returns the failure if it has the same bucket. */
export async function replaySteps(
  session: Session,
  steps: readonly RequestStep[],
  bucket: string,
  prepare: () => Promise<void>,
): Promise<StepFailure | undefined> {
  await prepare()
  const instance = isEventFailure(bucket)
    ? await Instance.openListening(session, / (again|order) /.test(`${bucket} `) ? 'again' : 'once')
    : new Instance(session)
  const inSameBucket = (failure: StepFailure | undefined): StepFailure | undefined =>
    failure !== undefined && isSameFailure(identifyFailure(failure), bucket) ? failure : undefined
  try {
    const group = groupIn(steps)
    for (const step of group?.before ?? steps) {
      const failure = await instance.play(step)
      if (failure === 'stuck') return undefined
      if (failure !== undefined) return inSameBucket(failure)
    }
    if (group !== undefined) {
      const failure = await instance.playTogether(group.together, () => group.then.flatMap((step) => instance.fill(step) ?? []))
      return failure === 'stuck' || !('steps' in failure) ? undefined : inSameBucket(failure)
    }
    if (!isEventFailure(bucket)) return undefined
    return inSameBucket((await instance.finish()) ?? (await instance.resume(bucket.includes('foreign position'))))
  } finally {
    instance.close()
  }
}

/** True if an event or delivery failed, not an answer. */
function isEventFailure(bucket: string): boolean {
  return bucket.startsWith('event ')
}

/** The most requests that confirming and shortening one failure may use. */
const maxRequests = 240

export async function confirm(session: Session, failure: StepFailure, prepare: () => Promise<void>): Promise<Confirmation> {
  const bucket = identifyFailure(failure)
  const countBefore = session.count
  let shortest = failure
  let repeated = 0
  let tries = 0
  // Simultaneous requests overlap only sometimes, so they get more attempts.
  const isTogether = groupIn(failure.steps) !== undefined
  const isOfEvents = isEventFailure(bucket)
  // An event that comes late on a busy machine is not missing: once is no confirmation. Each repetition waits for the event.
  const [needed, most] = isTogether ? [4, 4] : isOfEvents ? [2, 3] : [2, 2]
  while (tries < most && repeated < needed) {
    tries++
    const replayed = await replaySteps(session, shortest.steps, bucket, prepare)
    if (replayed === undefined) continue
    repeated++
    if (replayed.steps.length <= shortest.steps.length) shortest = replayed
  }
  if (repeated < (isOfEvents ? 2 : 1)) return { failure, repeated: 0, tries }
  // Try with only the steps whose answers the last one reads; if the failure disappears, keep all writing steps, too.
  const group = new Set(groupIn(shortest.steps)?.together)
  for (const isKept of [(step: RequestStep) => group.has(step), ({ method }: RequestStep) => method !== 'GET' && method !== 'HEAD']) {
    const fewer = shortest.steps.length < 3 ? undefined : keepNeeded(shortest.steps, isKept)
    const replayed =
      fewer === undefined || fewer.length >= shortest.steps.length ? undefined : await replaySteps(session, fewer, bucket, prepare)
    if (replayed === undefined) continue
    shortest = replayed
    break
  }
  // Remove long ranges first, then single steps from the end, because the last steps are needed most.
  for (let size = Math.max(1, shortest.steps.length >> 1); size >= 1; size = size === 1 ? 0 : size >> 1) {
    for (let from = shortest.steps.length - 1 - size; from >= 0 && session.count - countBefore < maxRequests; from -= size) {
      const removed = new Set(Array.from({ length: size }, (_, index) => from + index + 1))
      const fewer = withoutSteps(shortest.steps, removed)
      const replayed = fewer && (await replaySteps(session, fewer, bucket, prepare))
      if (replayed !== undefined) shortest = replayed
      if (from > shortest.steps.length - 1) from = shortest.steps.length - 1
    }
  }
  return { failure: shortest, repeated, tries }
}

/** The last step, the steps that it depends on, and the steps that `isKept` selects. */
function keepNeeded(steps: readonly RequestStep[], isKept: (step: RequestStep) => boolean): readonly RequestStep[] | undefined {
  const indexes = new Set<number>()
  const keep = (number: number): void => {
    if (indexes.has(number)) return
    indexes.add(number)
    needs(steps[number - 1]!).forEach(keep)
  }
  keep(steps.length)
  for (const [index, step] of steps.entries()) if (isKept(step)) keep(index + 1)
  return withoutSteps(steps, new Set(steps.map((_, index) => index + 1).filter((number) => !indexes.has(number))))
}
