// Checks that streams continue where a listener stopped, or where a list says, and tell it if they cannot.

import type { Stream } from '../../exchange/stream.ts'
import { slotValueOf } from '../../model/slot.ts'
import { buildOutgoingRequest } from '../server/sender.ts'
import type { Session } from '../server/session.ts'
import { type Difference, shortenText } from '../oracle/comparison.ts'
import { type ServerRequest, makeSentRequest } from '../oracle/request.ts'
import { Follower } from './follower.ts'

/** `times`: the time of each event that the stream sent. */
export type FollowedStream = {
  readonly request: ServerRequest
  readonly stream: Stream
  readonly follower: Follower
  readonly times: readonly number[]
}

/** A position that a list gave, with its time and the number of events that each open stream had sent before. */
export type ListPosition = { readonly text: string; readonly at: number; readonly counts: ReadonlyMap<Follower, number> }

/** Real milliseconds: the longest wait for expected events, and the wait for unexpected ones. */
const patience = 5000
const grace = 20

/** Milliseconds by which the time of an event at the server may differ. */
const slack = 2000

/** A position that no store gives. */
const foreignPosition = 'verify-no-position'

/**
 * A stream that is reopened after its first event, or at a list's position, must send the events that followed. `isForeign`: one that is
 * opened after an unknown position must say so.
 */
export async function checkResumption(
  session: Session,
  streams: readonly FollowedStream[],
  position: ListPosition | undefined,
  isForeign: boolean,
): Promise<readonly Difference[]> {
  for (const { request, follower, stream, times } of streams) {
    const [first] = follower.events
    const starts = [
      ...(first === undefined || first.id === '' ? [] : [{ after: 'Last-Event-ID', id: first.id, count: 1, at: times[0] }]),
      ...(position === undefined || !position.counts.has(follower)
        ? []
        : [{ after: 'the position of a list', id: position.text, count: position.counts.get(follower)!, at: position.at }]),
    ]
    for (const { after, id, count, at } of starts) {
      const kept = areKept(session, at, times[count])
      if (kept === undefined) continue
      if (!kept) {
        const [reset] = await readEventsAfter(session, request, id, 1)
        if (reset?.type === 'reset') continue
        return [
          {
            part: 'event',
            at: `stream ${stream.operation.path} after an expired position`,
            expected: 'an event reset',
            observed: reset?.type ?? 'none',
          },
        ]
      }
      const expected = follower.events.slice(count)
      const observed = await readEventsAfter(session, request, id, expected.length)
      const [mine, theirs] = [expected, observed].map((events) => events.map(({ type, data }) => `${type} ${data}`).join('\n'))
      if (mine !== theirs)
        return [
          {
            part: 'event',
            at: `stream ${stream.operation.path} after ${after}`,
            expected: `${expected.length} events`,
            observed: `${observed.length}: ${shortenText(theirs ?? '')}`,
          },
        ]
    }
    const foreign =
      isForeign && readRetention(session.compiled) !== undefined ? await readEventsAfter(session, request, foreignPosition, 1) : undefined
    if (foreign !== undefined && foreign[0]?.type !== 'reset')
      return [
        {
          part: 'event',
          at: `stream ${stream.operation.path} after a foreign position`,
          expected: 'an event reset',
          observed: foreign[0]?.type ?? 'none',
        },
      ]
  }
  return []
}

/**
 * True if a stream must continue at a position from the time `at`, false if the event after it, at the time `next`, is no longer kept.
 * Undefined near that bound, or if only an event that the listener may not see decides.
 */
function areKept(session: Session, at: number | undefined, next: number | undefined): boolean | undefined {
  const { options, replica, compiled } = session
  const oldest = options.now() + replica.offset - (readRetention(compiled) ?? Number.POSITIVE_INFINITY)
  if (next !== undefined && next < oldest - slack) return false
  return at === undefined || at > oldest + slack ? true : undefined
}

/** How long events are kept for listeners that were away, in milliseconds; undefined if the document does not say so. */
function readRetention({ model }: Session['compiled']): number | undefined {
  const delivery = slotValueOf(model.events.value.delivery)
  const stream = delivery && slotValueOf(delivery.stream)
  return stream && slotValueOf(stream.retain)
}

async function readEventsAfter(session: Session, request: ServerRequest, id: string, count: number): Promise<Follower['events']> {
  const { options, compiled } = session
  const { target, headers } = buildOutgoingRequest(makeSentRequest(compiled, request), new URL(options.url), options.credentials)
  const again = new Follower(new URL(options.url), target, [...headers, ['Last-Event-ID', id]])
  session.count++
  await again.wait(count, patience)
  await again.wait(count + 1, grace)
  again.close()
  return again.events
}
