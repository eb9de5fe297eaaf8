// Tries deliveries when they are due: a few at once for each destination, in fair shares of tenants and addresses.

import type { Clock, Randomness } from '../../base/clock.ts'
import type { Delivery } from '../../meaning/delivery/deliveries.ts'
import type { Desk } from '../../meaning/delivery/desk.ts'
import { dead, judge } from './outcome.ts'
import { type Sharer, Shares } from './shares.ts'
import type { Outcome, Sending } from './sender.ts'
import { UnfitSecret, signatureHeaders } from './signature.ts'

export type Options = {
  readonly desk: Desk
  /** What sends; `delivery` is what it is sent for. */
  readonly send: (sending: Sending, delivery: Delivery) => Promise<Outcome>
  readonly clock: Clock
  readonly randomness: Randomness
  /** So many tries at once; no tenant, address or failing destination has more of them than are free. */
  readonly most: number
  /** Told of each after it was tried, or ended without. */
  readonly tried?: (delivery: Delivery) => void
  /** Told of what could not be read or written; what was under way is tried again when somebody looks. */
  readonly failed: (error: unknown) => void
}

type Prepared = ReturnType<Desk['prepare']>

/** Milliseconds after which whoever answered counts with those that failed. */
const slowAfter = 2000

/** Addresses of destinations that are remembered although nothing is due there. */
const mostRemembered = 1000

export class Deliverer {
  readonly #options: Options
  /** Destinations that may have something due. */
  readonly #shares: Shares
  readonly #failing = new Set<string>()
  /** Where a destination was when it was last prepared. */
  readonly #addresses = new Map<string, string>()
  readonly #underWay = new Map<number, { readonly destination: string; readonly ends: Promise<void> }>()
  #looking: Promise<void> | undefined
  #again = false
  #stopped = false
  /** How often something could not be read or written. */
  #failures = 0

  constructor(options: Options) {
    const failed = (error: unknown): void => {
      this.#failures++
      options.failed(error)
    }
    this.#options = { ...options, failed }
    this.#shares = new Shares(options.most)
  }

  /** There may be something new, or something may be due. */
  wake(): void {
    void this.#look()
  }

  /** Resolves once all that is due by now has been tried, and nothing is under way; or once that has failed. */
  async settled(): Promise<void> {
    const { desk, clock } = this.#options
    const before = this.#failures
    while (!this.#stopped && this.#failures === before) {
      await this.#look()
      if (this.#underWay.size > 0) await Promise.race([...this.#underWay.values()].map(({ ends }) => ends))
      else if (desk.destinations(clock.now()).length === 0) return
    }
  }

  /** Begins nothing more, and waits for what is under way. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#looking
    await Promise.all([...this.#underWay.values()].map(({ ends }) => ends))
  }

  /** Makes deliveries of what happened, and begins what is due; asked again meanwhile, once more after that. */
  #look(): Promise<void> {
    if (this.#looking !== undefined) {
      this.#again = true
      return this.#looking
    }
    const { desk, clock, failed } = this.#options
    const look = async (): Promise<void> => {
      do {
        this.#again = false
        await desk.spread()
        const due = desk.destinations(clock.now())
        this.#forget(due)
        for (const destination of due) this.#note(destination)
        this.#begin()
      } while (this.#again && !this.#stopped)
    }
    this.#looking = (this.#stopped ? Promise.resolve() : look().catch(failed)).finally(() => (this.#looking = undefined))
    return this.#looking
  }

  #note(destination: string): void {
    this.#shares.add(destination, this.#sharer(destination))
  }

  #sharer(destination: string): Sharer {
    const tenant = this.#options.desk.tenantOf(destination)
    const address = this.#addresses.get(destination)
    return { ...(tenant === undefined ? {} : { tenant }), ...(address === undefined ? {} : { address }), failing: this.#failing.has(destination) }
  }

  /** What has nothing due, and nothing under way, is not remembered. */
  #forget(due: readonly string[]): void {
    if (this.#addresses.size < 2 * due.length + mostRemembered) return
    const kept = new Set([...due, ...[...this.#underWay.values()].map(({ destination }) => destination)])
    for (const destination of this.#addresses.keys()) if (!kept.has(destination)) this.#addresses.delete(destination)
  }

  #begin(): void {
    try {
      while (!this.#stopped) {
        const destination = this.#shares.next()
        if (destination === undefined) return
        this.#beginAt(destination)
      }
    } catch (error) {
      this.#options.failed(error)
    }
  }

  /** Begins as many tries as the destination may have at once; where its share ends before, the rest waits. */
  #beginAt(destination: string): void {
    const { desk, clock } = this.#options
    const own = [...this.#underWay.values()].filter((each) => each.destination === destination).length
    const concurrency = desk.concurrency(destination)
    const due = desk.due(destination, clock.now(), concurrency).filter(({ id }) => !this.#underWay.has(id)).slice(0, Math.max(0, concurrency - own))
    for (const delivery of due) {
      const prepared = desk.prepare(delivery)
      // Its address may be another than before: only now it is known whose share a try takes.
      if (!('ends' in prepared)) this.#addresses.set(destination, hostOf(prepared.request.url))
      const sharer = this.#sharer(destination)
      if (!this.#shares.mayBegin(sharer)) return this.#shares.add(destination, sharer)
      this.#start(delivery, prepared, this.#shares.begin(sharer))
    }
  }

  #start(delivery: Delivery, prepared: Prepared, end: () => void): void {
    const { destination, id } = delivery
    const over = (): void => {
      this.#underWay.delete(id)
      end()
    }
    const ends = this.#try(delivery, prepared).then(
      () => {
        over()
        this.#note(destination)
      },
      (error: unknown) => {
        over()
        this.#options.failed(error)
      },
    ).then(() => this.#begin())
    this.#underWay.set(id, { destination, ends })
  }

  async #try(delivery: Delivery, found: Prepared): Promise<void> {
    const { clock, randomness, send } = this.#options
    if ('ends' in found) return this.#record(dead(delivery, found.ends, found, clock.now()))
    const { request: { method, url, headers, body, secrets }, plan } = found
    const at = clock.now()
    const began = performance.now()
    let outcome: Outcome
    try {
      const signature = plan.signed ? signatureHeaders({ id: delivery.message, seconds: Math.floor(at / 1000), body: body ?? '' }, secrets) : []
      outcome = await send({ method, url, headers: [...headers, ...signature], body, timeout: plan.timeout }, delivery)
    } catch (error) {
      if (!(error instanceof UnfitSecret)) throw error
      outcome = { error: error.message }
    }
    const judged = judge(delivery, plan, outcome, { url, at, ms: performance.now() - began, now: clock.now() }, randomness)
    if (judged.delivery.state === 'delivered' && performance.now() - began < slowAfter) this.#failing.delete(delivery.destination)
    else this.#failing.add(delivery.destination)
    await this.#record(judged.delivery, judged.gone ? url : undefined)
  }

  async #record(delivery: Delivery, gone?: string): Promise<void> {
    await this.#options.desk.record(delivery, gone)
    this.#options.tried?.(delivery)
  }
}

/** Who is at one host shares it, whatever the path. */
function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? ''
}
