// Deletes data whose retention time (parts 8 and 6) has ended: in small pieces, one writer turn each, so that requests never wait long.

import type { Awaitable } from '../base/awaitable.ts'
import { slotValueOf } from '../model/slot.ts'
import type { Access } from './access.ts'
import type { Referrer } from './retention.ts'
import type { Interpreter } from './service.ts'
import type { Store } from './store.ts'

/** One kind of stored data with a retention time. */
type ExpiringData = {
  /** The time at which the first one expires, in milliseconds since 1970; undefined if none exists. */
  readonly nextExpiry: (store: Store) => number | undefined
  /** Deletes at most `limit` expired entries as of `now`; returns their number. */
  readonly deleteExpired: (store: Store, now: number, limit: number) => number
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
  const kinds = listExpiringData(service)
  const notBefore = new Map<ExpiringData, number>()
  const computeDueTime = (kind: ExpiringData, store: Store): number | undefined => {
    const expiry = kind.nextExpiry(store)
    return expiry === undefined ? undefined : Math.max(expiry, notBefore.get(kind) ?? expiry)
  }
  return {
    next: () =>
      access.read((store) => {
        const all = kinds.flatMap((kind) => computeDueTime(kind, store) ?? [])
        return all.length === 0 ? undefined : Math.min(...all)
      }),
    async cleanSome() {
      const now = clock.now()
      let isMore = false
      for (const kind of kinds) {
        if (
          (notBefore.get(kind) ?? now) > now ||
          ((await access.read((store) => computeDueTime(kind, store))) ?? Number.POSITIVE_INFINITY) > now
        )
          continue
        const deletedCount = await access.write((store) => kind.deleteExpired(store, now, batch))
        if (deletedCount < batch) notBefore.set(kind, now + (deletedCount === 0 ? 10 * pause : pause))
        else isMore = true
      }
      return isMore
    },
  }
}

function listExpiringData({ facts, modelIndex }: Interpreter): readonly ExpiringData[] {
  const { limits, events, resources } = facts.model
  const retention = slotValueOf(limits.value.retention)
  const kinds: ExpiringData[] = [deliveries, counts]
  const answerRetention = retention && slotValueOf(retention.idempotency)
  if (answerRetention !== undefined) kinds.push(makeAnswerExpiry(answerRetention))
  const { stream, feed } = slotValueOf(events.value.delivery) ?? {}
  const deliveryRetentions = [stream && slotValueOf(stream), feed && slotValueOf(feed)].map(
    (declared) => declared && slotValueOf(declared.retain),
  )
  const eventRetentions = [retention && slotValueOf(retention.events), ...deliveryRetentions].filter((ms) => ms !== undefined)
  if (eventRetentions.length > 0) kinds.push(makeEventExpiry(Math.max(...eventRetentions)))
  const deletedRetention = retention && slotValueOf(retention.deleted)
  if (deletedRetention === undefined) return kinds
  const softDeleted = resources.value.resources.filter(({ slots }) => slotValueOf(slots.softDelete) === true)
  return [
    ...kinds,
    ...softDeleted.map(({ name }) =>
      makeRecordExpiry(
        name,
        (modelIndex.referrers.get(name) ?? []).filter(({ path }) => !path.includes('.')),
        deletedRetention,
      ),
    ),
  ]
}

function makeAnswerExpiry(ms: number): ExpiringData {
  return {
    nextExpiry: (store) => addMilliseconds(store.oldestAnswer(), ms),
    deleteExpired: (store, now, limit) => store.deleteExpiredAnswers(now - ms, limit),
  }
}

/** Keeps the newest event at any age, and events that are not delivered yet. */
function makeEventExpiry(ms: number): ExpiringData {
  const isFannedOut = (store: Store): boolean => {
    const cursor = store.deliveries.cursor()
    return cursor === undefined || store.events(cursor, 1).length === 0
  }
  return {
    nextExpiry(store) {
      const oldest = store.oldestEvent()
      return addMilliseconds(oldest && store.events(oldest.position, 1)[0]?.time, ms)
    },
    deleteExpired: (store, now, limit) => (isFannedOut(store) ? store.deleteExpiredEvents(now - ms, limit) : 0),
  }
}

function makeRecordExpiry(resource: string, referrers: readonly Referrer[], ms: number): ExpiringData {
  return {
    nextExpiry: (store) => addMilliseconds(store.oldestDeleted(resource), ms),
    deleteExpired: (store, now, limit) => store.deleteExpiredRecords(resource, referrers, now - ms, limit),
  }
}

/** Each delivery has its own time of deletion. */
const deliveries: ExpiringData = {
  nextExpiry: (store) => store.deliveries.nextExpiry(),
  deleteExpired(store, now, limit) {
    const tx = store.begin()
    const deletedCount = tx.deliveries.deleteExpired(now, limit)
    tx.commit()
    return deletedCount
  },
}

/** A counter that has fully recovered equals a missing counter. */
const counts: ExpiringData = {
  nextExpiry: (store) => store.oldestCount(),
  deleteExpired: (store, now, limit) => store.deleteExpiredCounts(now, limit),
}

function addMilliseconds(time: number | undefined, ms: number): number | undefined {
  return time === undefined ? undefined : time + ms
}
