// Deletes data whose retention time (parts 8 and 6) has ended: in small pieces, one writer turn each, so that requests never wait long.

import type { Awaitable } from '../base/awaitable.ts'
import { slotValue } from '../model/slot.ts'
import type { Access } from './access.ts'
import type { Referrer } from './retention.ts'
import type { Interpreter } from './service.ts'
import type { Store } from './store.ts'

/** One kind of stored data with a retention time. */
type Kind = {
  /** The time at which the first one expires, in milliseconds since 1970; undefined if none exists. */
  readonly ends: (store: Store) => number | undefined
  /** Deletes at most `limit` expired entries as of `now`; returns their number. */
  readonly forget: (store: Store, now: number, limit: number) => number
}

/** The most rows to delete in one transaction. */
const batch = 100

/** Milliseconds between two passes over one kind; ten times as long if other data still prevents the deletion. */
const pause = 60_000

export type CleanUp = {
  /** When the next deletion may be due; undefined if nothing is stored. */
  readonly next: () => Awaitable<number | undefined>
  /** Deletes a piece of each kind of expired data; true if more remains. */
  readonly cleanSome: () => Promise<boolean>
}

export function cleanUpOf(service: Interpreter, access: Access): CleanUp {
  const { clock } = service.environment
  const kinds = kindsOf(service)
  const notBefore = new Map<Kind, number>()
  const due = (kind: Kind, store: Store): number | undefined => {
    const ends = kind.ends(store)
    return ends === undefined ? undefined : Math.max(ends, notBefore.get(kind) ?? ends)
  }
  return {
    next: () => access.read((store) => {
      const all = kinds.flatMap((kind) => due(kind, store) ?? [])
      return all.length === 0 ? undefined : Math.min(...all)
    }),
    async cleanSome() {
      const now = clock.now()
      let isMore = false
      for (const kind of kinds) {
        if ((notBefore.get(kind) ?? now) > now || ((await access.read((store) => due(kind, store))) ?? Number.POSITIVE_INFINITY) > now)
          continue
        const gone = await access.write((store) => kind.forget(store, now, batch))
        if (gone < batch) notBefore.set(kind, now + (gone === 0 ? 10 * pause : pause))
        else isMore = true
      }
      return isMore
    },
  }
}

function kindsOf({ facts, world: modelIndex }: Interpreter): readonly Kind[] {
  const { limits, events, resources } = facts.model
  const retention = slotValue(limits.value.retention)
  const kinds: Kind[] = [deliveries, counts]
  const answers = retention && slotValue(retention.idempotency)
  if (answers !== undefined) kinds.push(answersFor(answers))
  const { stream, feed } = slotValue(events.value.delivery) ?? {}
  const resumed = [stream && slotValue(stream), feed && slotValue(feed)].map((declared) => declared && slotValue(declared.retain))
  const happened = [retention && slotValue(retention.events), ...resumed].filter((ms) => ms !== undefined)
  if (happened.length > 0) kinds.push(eventsFor(Math.max(...happened)))
  const deleted = retention && slotValue(retention.deleted)
  if (deleted === undefined) return kinds
  const soft = resources.value.resources.filter(({ slots }) => slotValue(slots.softDelete) === true)
  return [
    ...kinds,
    ...soft.map(({ name }) =>
      deletedFor(
        name,
        (modelIndex.referrers.get(name) ?? []).filter(({ path }) => !path.includes('.')),
        deleted,
      ),
    ),
  ]
}

function answersFor(ms: number): Kind {
  return {
    ends: (store) => laterOf(store.oldestAnswer(), ms),
    forget: (store, now, limit) => store.forgetAnswers(now - ms, limit),
  }
}

/** Keeps the newest event at any age, and events that are not delivered yet. */
function eventsFor(ms: number): Kind {
  const isSpread = (store: Store): boolean => {
    const cursor = store.deliveries.cursor()
    return cursor === undefined || store.events(cursor, 1).length === 0
  }
  return {
    ends(store) {
      const oldest = store.oldestEvent()
      return laterOf(oldest && store.events(oldest.position, 1)[0]?.time, ms)
    },
    forget: (store, now, limit) => (isSpread(store) ? store.forgetEvents(now - ms, limit) : 0),
  }
}

function deletedFor(resource: string, referrers: readonly Referrer[], ms: number): Kind {
  return {
    ends: (store) => laterOf(store.oldestDeleted(resource), ms),
    forget: (store, now, limit) => store.forgetDeleted(resource, referrers, now - ms, limit),
  }
}

/** Each delivery has its own time of deletion. */
const deliveries: Kind = {
  ends: (store) => store.deliveries.nextForget(),
  forget(store, now, limit) {
    const tx = store.begin()
    const gone = tx.deliveries.forget(now, limit)
    tx.commit()
    return gone
  },
}

/** A counter that has fully recovered equals a missing counter. */
const counts: Kind = {
  ends: (store) => store.oldestCount(),
  forget: (store, now, limit) => store.forgetCounts(now, limit),
}

function laterOf(at: number | undefined, ms: number): number | undefined {
  return at === undefined ? undefined : at + ms
}
