// Checks that a server repeats a failed delivery: after each wait and not before, with the same id and body.

import { type Backoff, waitAfter } from '../../base/backoff.ts'
import type { Session } from '../server/session.ts'
import { type Difference, shortenText } from '../oracle/comparison.ts'
import { findHeader } from '../oracle/request.ts'
import { typeIn } from './payload.ts'
import type { ReceivedRequest, Receiver } from '../server/receiver.ts'

/** The delivery that the receiver answered with a failure. */
export type FailedDelivery = {
  readonly name: string
  readonly received: ReceivedRequest
  readonly plan: Backoff
  readonly attempts: number
  readonly lane: string | undefined
  /** Names of the deliveries that wait behind it. */
  readonly waitingNames: string[]
}

/** Real milliseconds: the longest wait for a delivery, and the wait for one that must not come. */
const patience = 5000
const grace = 120

/** The number of steps in which the clock is advanced to the end of a wait. */
const steps = 8

/** The second repetition shows whether the waits grow, and a document often permits no more than five attempts. */
const maxRepetitions = 4
const minRepetitions = 2

/** `count`: the number of deliveries that were received before. */
export async function checkRetries(
  session: Session,
  receiver: Receiver,
  { name, received, plan, attempts, waitingNames }: FailedDelivery,
  count: number,
): Promise<readonly Difference[]> {
  const differ = (expected: string, observed: string): readonly Difference[] => [{ part: 'event', at: `${name} again`, expected, observed }]
  const repetitions = countRepetitions(session, plan, attempts)
  const isSame = ({ method, path }: ReceivedRequest): boolean => method === received.method && path === received.path
  const hasArrived = (): boolean => receiver.received.slice(count).some(isSame)
  const readClock = (): number => session.options.now() + session.replica.offset
  // The times between which the last attempt was made: while the clock is advanced, its exact time is unknown.
  let [earliest, latest] = [received.at + session.replica.offset, readClock()]
  for (let repetition = 1; repetition <= repetitions; repetition++) {
    const isLast = repetition === repetitions
    const wait = waitAfter(plan, repetition)
    const quiet = Math.ceil(earliest + wait * 0.9 - readClock())
    if (quiet > 0) await session.wait(quiet)
    await receiver.wait(count + 1, grace)
    if (hasArrived()) return differ(`nothing before ${wait / 1000} s`, 'a delivery')
    if (!isLast) receiver.statuses.push(500)
    earliest = readClock()
    // A wait may be 20 % longer, by random jitter. Small steps, because the wait after it may be shorter.
    const until = latest + wait * 1.3 + 1000
    const step = Math.ceil((until - earliest) / steps)
    while (!hasArrived() && readClock() < until) {
      await session.wait(step)
      await receiver.wait(count + 1, grace)
    }
    latest = readClock()
    await receiver.wait(count + 1 + (isLast ? waitingNames.length : 0), patience)
    const [again, ...rest] = receiver.received.slice(count).filter(isSame)
    if (again === undefined) {
      receiver.statuses.length = 0
      return differ(`delivery ${repetition + 1} after 500`, 'none')
    }
    const [first, second] = [received, again].map(({ headers }) => findHeader(headers, 'webhook-id'))
    if (first !== second) return differ(`webhook-id ${first ?? ''}`, second ?? 'nothing')
    if (again.body !== received.body) return differ(shortenText(received.body), shortenText(again.body))
    const types = rest.map(({ body }) => typeIn(body))
    const expectedTypes = isLast ? waitingNames : []
    if (received.body !== '' && types.join() !== expectedTypes.join())
      return [
        {
          part: 'event',
          at: `${expectedTypes[0] ?? name} order`,
          expected: expectedTypes.join(', ') || 'nothing more',
          observed: types.join(', ') || 'nothing',
        },
      ]
    count = receiver.received.length
  }
  return []
}

/** The number of repetitions to wait for: after the first two, only those before the next timer, which may cause other deliveries. */
function countRepetitions({ interpreter }: Session, plan: Backoff, attempts: number): number {
  const timer = (interpreter.nextDue() ?? Number.POSITIVE_INFINITY) - interpreter.now()
  let [count, span] = [0, 0]
  while (count < Math.min(maxRepetitions, attempts - 1)) {
    // A wait with its jitter, and the steps after it.
    span += waitAfter(plan, count + 1) * 1.5 + 2000
    if (count >= minRepetitions && span > timer) break
    count++
  }
  return count
}
