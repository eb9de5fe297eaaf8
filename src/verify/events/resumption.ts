// Checks that streams continue where a listener stopped, or where a list says, and tell it if they cannot.

import type { Stream } from '../../exchange/stream.ts'
import { slotValueOf } from '../../model/slot.ts'
import { buildOutgoingRequest } from '../drive/sender.ts'
import type { Session } from '../drive/session.ts'
import { type Difference, shortenText } from '../oracle/comparison.ts'
import { type ServerRequest, makeSentRequest } from '../oracle/request.ts'
import { Follower } from './follower.ts'

export type FollowedStream = { readonly request: ServerRequest; readonly stream: Stream; readonly follower: Follower }

/** A position that a list gave, and the number of events that each open stream had sent before. */
export type ListPosition = { readonly text: string; readonly counts: ReadonlyMap<Follower, number> }

/** Real milliseconds: the longest wait for expected events, and the wait for unexpected ones. */
const patience = 5000
const grace = 20

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
  for (const { request, follower, stream } of streams) {
    const [first, ...rest] = follower.events
    const starts = [
      ...(first === undefined || first.id === '' ? [] : [{ after: 'Last-Event-ID', id: first.id, expected: rest }]),
      ...(position === undefined || !position.counts.has(follower)
        ? []
        : [{ after: 'the position of a list', id: position.text, expected: follower.events.slice(position.counts.get(follower)) }]),
    ]
    for (const { after, id, expected } of starts) {
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
    const foreign = isForeign && saysResets(session) ? await readEventsAfter(session, request, foreignPosition, 1) : undefined
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

/** True if the document says how long events are kept for listeners that were away. */
function saysResets({ compiled }: Session): boolean {
  const delivery = slotValueOf(compiled.model.events.value.delivery)
  return (delivery && slotValueOf(delivery.stream))?.retain.state === 'shown'
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
