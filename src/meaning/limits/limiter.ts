// Counts requests against policies by the generic cell rate algorithm (GCRA): exact in one process, one number for each partition.

import { hash } from 'node:crypto'
import { BoundedCache } from '../../base/bounded-cache.ts'

export type Policy = {
  /** Identifies a policy within one limiter, for example `rate-limited writes`. */
  readonly id: string
  /** At most `quota` requests in `window` milliseconds, and at most `burst` at once. */
  readonly quota: number
  readonly window: number
  readonly burst: number
  /** True if the count must survive the process, as durably as the store. */
  readonly isDurable: boolean
}

export type LimitCount = {
  readonly allowed: boolean
  /** The number of further requests that would be allowed now. */
  readonly remaining: number
  /** Milliseconds until one more request is allowed; 0 if none was used. */
  readonly reset: number
}

/** The limits that count one request. */
export type LimitTake = { readonly policy: Policy; readonly partition: string }

/** Several processes may share one limiter: then each take must be atomic for all of them. */
export type Limiter = {
  /**
   * Counts one request at `now`, in milliseconds since 1970, against each limit that allows it. A limit that refuses the request does not
   * count it. A limiter that answers later takes all limits in one call.
   */
  take(takes: readonly LimitTake[], now: number): readonly LimitCount[]
  /** Undoes takes with the same `now`; returns the new counts. */
  refund(takes: readonly LimitTake[], now: number): readonly LimitCount[]
}

/**
 * The debt of a partition at a time. Each request adds `window` and each millisecond removes `quota`, so both stay integers without
 * rounding.
 */
type Debt = { readonly at: number; readonly amount: number }

/** A stored debt with its name; `clearedAt` is the time at which it is zero again. */
export type StoredDebt = { readonly key: string; readonly debt: Debt; readonly clearedAt: number }

/** The most partitions; beyond that, those with the least debt are removed. */
const maxPartitions = 200_000

/** Longer partition names are hashed, because clients choose their length. */
const maxNameLength = 64

/** The most cached partition names per policy. */
const maxNames = 1000

export class MemoryLimiter implements Limiter {
  readonly #debts = new Map<string, StoredDebt>()
  /** Cached names of recent partitions, under which their counts are stored. */
  readonly #names = new Map<Policy, BoundedCache<string>>()
  readonly #maxPartitions: number
  readonly #onChange: (debt: StoredDebt) => void

  /** `onChange` receives every debt of a durable policy; `debts` come from the previous process. */
  constructor(
    options: { readonly debts?: Iterable<StoredDebt>; readonly onChange?: (debts: StoredDebt) => void; readonly most?: number } = {},
  ) {
    this.#maxPartitions = options.most ?? maxPartitions
    this.#onChange = options.onChange ?? (() => undefined)
    for (const debt of options.debts ?? []) this.#debts.set(debt.key, debt)
  }

  /** The number of partitions. */
  get size(): number {
    return this.#debts.size
  }

  /** Saves the counts; the returned function restores them and may be called repeatedly. */
  snapshot(): () => void {
    const before = [...this.#debts]
    return () => {
      this.#debts.clear()
      for (const [key, debt] of before) this.#debts.set(key, debt)
    }
  }

  take(takes: readonly LimitTake[], now: number): readonly LimitCount[] {
    return takeInTurn(takes, (each) => this.#takeOne(each, now))
  }

  refund(takes: readonly LimitTake[], now: number): readonly LimitCount[] {
    return takes.map((each) => this.#refundOne(each, now))
  }

  #takeOne({ policy, partition }: LimitTake, now: number): LimitCount {
    const key = this.#makeKey(policy, partition)
    const debt = this.#readDebt(policy, key, now)
    if (debt + policy.window > computeFullDebt(policy)) return { ...countLimit(policy, debt), allowed: false }
    this.#set(policy, key, debt + policy.window, now)
    return countLimit(policy, debt + policy.window)
  }

  #refundOne({ policy, partition }: LimitTake, now: number): LimitCount {
    const key = this.#makeKey(policy, partition)
    const debt = Math.max(0, this.#readDebt(policy, key, now) - policy.window)
    this.#set(policy, key, debt, now)
    return countLimit(policy, debt)
  }

  #readDebt(policy: Policy, key: string, now: number): number {
    const debt = this.#debts.get(key)?.debt
    if (debt === undefined) return 0
    if (now >= debt.at) return Math.max(0, debt.amount - (now - debt.at) * policy.quota)
    // If the clock was set back, the debt stays as it is.
    this.#debts.set(key, makeStoredDebt(policy, key, debt.amount, now))
    return debt.amount
  }

  #set(policy: Policy, key: string, amount: number, now: number): void {
    const debt = makeStoredDebt(policy, key, amount, now)
    this.#debts.set(key, debt)
    if (policy.isDurable) this.#onChange(debt)
    if (this.#debts.size > this.#maxPartitions) this.#forget(now)
  }

  #makeKey(policy: Policy, partition: string): string {
    if (partition.length > maxNameLength) return nameDebt(policy, partition)
    const names = this.#names.getOrInsertComputed(policy, () => new BoundedCache(maxNames))
    let key = names.get(partition)
    if (key === undefined) {
      key = nameDebt(policy, partition)
      names.set(partition, key)
    }
    return key
  }

  /** Removes partitions without debt; if that is not enough, removes the tenth that is cleared first. */
  #forget(now: number): void {
    for (const [key, { clearedAt }] of this.#debts) if (clearedAt <= now) this.#debts.delete(key)
    const excess = this.#debts.size - Math.floor(this.#maxPartitions * 0.9)
    if (excess <= 0) return
    const soonest = [...this.#debts.values()].toSorted((a, b) => a.clearedAt - b.clearedAt).slice(0, excess)
    for (const { key } of soonest) this.#debts.delete(key)
  }
}

function makeStoredDebt({ quota }: Policy, key: string, amount: number, now: number): StoredDebt {
  return { key, debt: { at: now, amount }, clearedAt: now + Math.ceil(amount / quota) }
}

/** A request that an earlier limit refuses must not fill a later one, not even for a moment. */
export function takeInTurn(takes: readonly LimitTake[], take: (each: LimitTake, place: number) => LimitCount): readonly LimitCount[] {
  const counts: LimitCount[] = []
  for (const [place, each] of takes.entries()) {
    counts.push(take(each, place))
    if (!counts.at(-1)!.allowed) break
  }
  return counts
}

/** The debt at which a partition has no further requests. */
export function computeFullDebt({ burst, window }: Policy): number {
  return burst * window
}

export function countLimit(policy: Policy, debt: number): LimitCount {
  const { quota, window, burst } = policy
  const remaining = Math.floor((computeFullDebt(policy) - debt) / window)
  const reset = remaining >= burst ? 0 : Math.ceil((debt - (burst - remaining - 1) * window) / quota)
  return { allowed: true, remaining, reset }
}

/** The name of a debt. Includes the policy's numbers, so that a changed policy starts from zero. */
export function nameDebt({ id, quota, window }: Policy, partition: string): string {
  return JSON.stringify([id, quota, window, partition.length > maxNameLength ? hash('sha256', partition, 'base64') : partition])
}
