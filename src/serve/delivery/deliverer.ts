// Tries deliveries when they are due: a few at once for each destination, in fair shares of tenants and addresses.

import type { Clock, Randomness } from '../../base/clock.ts'
import type { Delivery } from '../../meaning/delivery/deliveries.ts'
import type { DeliveryQueue, PreparedDelivery, RecordedOutcome } from '../../meaning/delivery/queue.ts'
import { makeDeadLetterOutcome, judgeAttempt } from './outcome.ts'
import { type ShareGroups, FairShares } from './fair-shares.ts'
import type { AttemptOutcome, Sending } from './sender.ts'
import type { SignatureForm } from '../../model/signature.ts'
import { InvalidSecret, makeSignatureHeaders, findWeakestKey } from './signature.ts'

export type DelivererOptions = {
  readonly deliveryQueue: DeliveryQueue
  /** Sends a request for `delivery`. */
  readonly send: (sending: Sending, delivery: Delivery) => Promise<AttemptOutcome>
  readonly clock: Clock
  readonly randomness: Randomness
  /** The most simultaneous attempts; no tenant, address or failing destination may use more than its fair share. */
  readonly maxConcurrent: number
  /** Called after each attempt, and after a delivery that ended without one. */
  readonly onAttempt?: (delivery: Delivery, recorded: RecordedOutcome) => void
  /** Called once for each destination with a weak secret, with its size in bytes. */
  readonly onWeakSecret?: (delivery: Delivery, bytes: number) => void
  /** Called after a failed read or write; the work is tried again later. */
  readonly onError: (error: unknown) => void
}

/** Milliseconds after which a slow destination counts as failing. */
const slowAfter = 2000

/** The number of remembered addresses of destinations without due deliveries. */
const maxRemembered = 1000

export class Deliverer {
  readonly #options: DelivererOptions
  /** Destinations that may have a due delivery. */
  readonly #shares: FairShares
  readonly #failing = new Set<string>()
  /** Destinations whose weak secret was reported. */
  readonly #reportedSecrets = new Set<string>()
  /** The last known address of each destination. */
  readonly #addresses = new Map<string, string>()
  readonly #attempts = new Map<number, { readonly destination: string; readonly settled: Promise<void> }>()
  #running: Promise<void> | undefined
  #mustRunAgain = false
  #beginning: Promise<void> = Promise.resolve()
  #mustBeginAgain = false
  #stopped = false
  /** The number of failed reads and writes. */
  #failures = 0

  constructor(options: DelivererOptions) {
    const onError = (error: unknown): void => {
      this.#failures++
      options.onError(error)
    }
    this.#options = { ...options, onError }
    this.#shares = new FairShares(options.maxConcurrent)
  }

  /** There may be a new event, or a due delivery. */
  wake(): void {
    void this.#run()
  }

  /** Resolves once all deliveries due by now have been attempted and none is running; or once that has failed. */
  async waitUntilSettled(): Promise<void> {
    const { deliveryQueue, clock } = this.#options
    const before = this.#failures
    while (!this.#stopped && this.#failures === before) {
      await this.#run()
      if (this.#attempts.size > 0) await Promise.race([...this.#attempts.values()].map(({ settled }) => settled))
      else if ((await deliveryQueue.destinations(clock.now())).length === 0) return
    }
  }

  /** Starts no further attempts, and waits for running attempts. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
    await this.#beginning
    await Promise.all([...this.#attempts.values()].map(({ settled }) => settled))
  }

  /** Creates deliveries for new events, and starts due deliveries; a request during the run causes one more run. */
  #run(): Promise<void> {
    if (this.#running !== undefined) {
      this.#mustRunAgain = true
      return this.#running
    }
    const { deliveryQueue, clock, onError: failed } = this.#options
    const runOnce = async (): Promise<void> => {
      do {
        this.#mustRunAgain = false
        // Requests come between the commits, also where a store answers at once.
        await deliveryQueue.fanOut(() => new Promise(setImmediate))
        const due = await deliveryQueue.destinations(clock.now())
        this.#forget(due)
        for (const destination of due) this.#note(destination)
        await this.#begin()
      } while (this.#mustRunAgain && !this.#stopped)
    }
    this.#running = (this.#stopped ? Promise.resolve() : runOnce().catch(failed)).finally(() => (this.#running = undefined))
    return this.#running
  }

  #note(destination: string): void {
    this.#shares.add(destination, this.#findShareGroups(destination))
  }

  #findShareGroups(destination: string): ShareGroups {
    const tenant = this.#options.deliveryQueue.tenantOf(destination)
    const address = this.#addresses.get(destination)
    return {
      ...(tenant === undefined ? {} : { tenant }),
      ...(address === undefined ? {} : { address }),
      failing: this.#failing.has(destination),
    }
  }

  /** Forgets destinations with nothing due and nothing running. */
  #forget(due: readonly string[]): void {
    if (this.#addresses.size < 2 * due.length + maxRemembered) return
    const active = new Set([...due, ...[...this.#attempts.values()].map(({ destination }) => destination)])
    for (const destination of this.#addresses.keys()) if (!active.has(destination)) this.#addresses.delete(destination)
  }

  /** Starts all deliveries that may start; a run in progress also starts new deliveries. */
  #begin(): Promise<void> {
    if (!this.#mustBeginAgain) this.#beginning = this.#beginDue()
    return this.#beginning
  }

  async #beginDue(): Promise<void> {
    this.#mustBeginAgain = true
    try {
      while (!this.#stopped) {
        const destination = this.#shares.next()
        if (destination === undefined) return
        await this.#beginAt(destination)
      }
    } catch (error) {
      this.#options.onError(error)
    } finally {
      this.#mustBeginAgain = false
    }
  }

  /** Starts as many attempts as the destination may have; the rest waits if its share is used up. */
  async #beginAt(destination: string): Promise<void> {
    const { deliveryQueue, clock } = this.#options
    const concurrency = deliveryQueue.concurrency(destination)
    // A delivery that ends during the read may still appear as due; its end checks the destination again.
    const underWay = new Set(this.#attempts.keys())
    const due = (await deliveryQueue.due(destination, clock.now(), concurrency)).filter(({ id }) => !underWay.has(id))
    for (const delivery of due) {
      const prepared = await deliveryQueue.prepare(delivery)
      if (this.#stopped) return
      const runningToDestination = [...this.#attempts.values()].filter((each) => each.destination === destination).length
      if (runningToDestination >= concurrency) return
      // Its address may have changed: only now is it known whose share the attempt uses.
      if (!('failure' in prepared)) this.#addresses.set(destination, readHost(prepared.request.url))
      const sharer = this.#findShareGroups(destination)
      if (!this.#shares.mayBegin(sharer)) return this.#shares.add(destination, sharer)
      if (!(await deliveryQueue.claim(delivery))) continue
      if (this.#stopped) return
      this.#start(delivery, prepared, this.#shares.begin(sharer))
    }
  }

  #start(delivery: Delivery, prepared: PreparedDelivery, end: () => void): void {
    const { destination, id } = delivery
    const finishAttempt = (): void => {
      this.#attempts.delete(id)
      end()
    }
    const settled = this.#try(delivery, prepared)
      .then(
        () => {
          finishAttempt()
          this.#note(destination)
        },
        (error: unknown) => {
          finishAttempt()
          this.#options.onError(error)
        },
      )
      .then(() => this.#begin())
    this.#attempts.set(id, { destination, settled })
  }

  async #try(delivery: Delivery, preparedDelivery: PreparedDelivery): Promise<void> {
    const { clock, randomness, send } = this.#options
    if ('failure' in preparedDelivery)
      return this.#storeOutcome(delivery, makeDeadLetterOutcome(delivery, preparedDelivery.failure, preparedDelivery, clock.now()))
    const {
      request: { method, url, headers, body, secrets },
      plan,
    } = preparedDelivery
    const time = clock.now()
    const startTime = performance.now()
    let outcome: AttemptOutcome
    try {
      if (plan.signature !== undefined) this.#reportWeak(delivery, plan.signature, secrets)
      const signature = makeSignatureHeaders(
        plan.signature,
        { id: delivery.message, seconds: Math.floor(time / 1000), body: body ?? '' },
        secrets,
      )
      outcome = await send({ method, url, headers: [...headers, ...signature], body, timeout: plan.timeout }, delivery)
    } catch (error) {
      if (!(error instanceof InvalidSecret)) throw error
      outcome = { error: error.message }
    }
    const judged = judgeAttempt(delivery, plan, outcome, { url, at: time, ms: performance.now() - startTime, now: clock.now() }, randomness)
    if (judged.delivery.state === 'delivered' && performance.now() - startTime < slowAfter) this.#failing.delete(delivery.destination)
    else this.#failing.add(delivery.destination)
    await this.#storeOutcome(delivery, judged.delivery, judged.isGone ? url : undefined)
  }

  #reportWeak(delivery: Delivery, signature: SignatureForm, secrets: readonly string[]): void {
    const { destination } = delivery
    const bytes = this.#reportedSecrets.has(destination) ? undefined : findWeakestKey(signature, secrets)
    if (bytes === undefined) return
    if (this.#reportedSecrets.size >= maxRemembered) this.#reportedSecrets.clear()
    this.#reportedSecrets.add(destination)
    this.#options.onWeakSecret?.(delivery, bytes)
  }

  async #storeOutcome(before: Delivery, delivery: Delivery, goneUrl?: string): Promise<void> {
    const recorded = await this.#options.deliveryQueue.record(delivery, goneUrl, before)
    this.#options.onAttempt?.(delivery, recorded)
  }
}

/** Destinations on one host share its slots, regardless of their path. */
function readHost(url: string): string {
  return URL.parse(url)?.hostname ?? ''
}
