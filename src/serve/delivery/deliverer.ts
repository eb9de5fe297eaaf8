// Tries deliveries when they are due: a few at once for each destination, and none that does not answer keeps others waiting.

import type { Clock, Randomness } from '../../base/clock.ts'
import type { Delivery } from '../../meaning/delivery/deliveries.ts'
import type { Desk } from '../../meaning/delivery/desk.ts'
import { dead, judge } from './outcome.ts'
import type { Outcome, Sending } from './sender.ts'
import { UnfitSecret, signatureHeaders } from './signature.ts'

export type Options = {
  readonly desk: Desk
  /** What sends; `delivery` is what it is sent for. */
  readonly send: (sending: Sending, delivery: Delivery) => Promise<Outcome>
  readonly clock: Clock
  readonly randomness: Randomness
  /** So many tries at once; of destinations whose last one failed, half as many. */
  readonly most: number
  /** Told of each after it was tried, or ended without. */
  readonly tried?: (delivery: Delivery) => void
  /** Told of what could not be read or written; what was under way is tried again when somebody looks. */
  readonly failed: (error: unknown) => void
}

export class Deliverer {
  readonly #options: Options
  /** Destinations that may have something due, in the order in which they are looked at; those that failed last apart. */
  readonly #waiting = { sound: new Set<string>(), failing: new Set<string>() }
  readonly #failing = new Set<string>()
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
        for (const destination of desk.destinations(clock.now())) this.#note(destination)
        this.#begin()
      } while (this.#again && !this.#stopped)
    }
    this.#looking = (this.#stopped ? Promise.resolve() : look().catch(failed)).finally(() => (this.#looking = undefined))
    return this.#looking
  }

  #note(destination: string): void {
    this.#waiting[this.#failing.has(destination) ? 'failing' : 'sound'].add(destination)
  }

  #begin(): void {
    const { desk, clock, most, failed } = this.#options
    try {
      while (!this.#stopped && this.#underWay.size < most) {
        const destination = this.#nextDestination()
        if (destination === undefined) return
        const own = [...this.#underWay.values()].filter((each) => each.destination === destination).length
        const concurrency = desk.concurrency(destination)
        const due = desk.due(destination, clock.now(), concurrency).filter(({ id }) => !this.#underWay.has(id))
        for (const delivery of due.slice(0, Math.max(0, concurrency - own))) this.#start(delivery)
      }
    } catch (error) {
      failed(error)
    }
  }

  #nextDestination(): string | undefined {
    const { sound, failing } = this.#waiting
    const [first] = sound
    if (first !== undefined) {
      sound.delete(first)
      return first
    }
    const held = [...this.#underWay.values()].filter(({ destination }) => this.#failing.has(destination)).length
    const [other] = failing
    if (other === undefined || held >= Math.max(1, this.#options.most / 2)) return undefined
    failing.delete(other)
    return other
  }

  #start(delivery: Delivery): void {
    const { destination, id } = delivery
    const ends = this.#try(delivery).then(
      () => {
        this.#underWay.delete(id)
        this.#note(destination)
      },
      (error: unknown) => {
        this.#underWay.delete(id)
        this.#options.failed(error)
      },
    ).then(() => this.#begin())
    this.#underWay.set(id, { destination, ends })
  }

  async #try(delivery: Delivery): Promise<void> {
    const { desk, clock, randomness, send } = this.#options
    const found = desk.prepare(delivery)
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
    if (judged.delivery.state === 'delivered') this.#failing.delete(delivery.destination)
    else this.#failing.add(delivery.destination)
    await this.#record(judged.delivery, judged.gone ? url : undefined)
  }

  async #record(delivery: Delivery, gone?: string): Promise<void> {
    await this.#options.desk.record(delivery, gone)
    this.#options.tried?.(delivery)
  }
}
