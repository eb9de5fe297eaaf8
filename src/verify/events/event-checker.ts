// Compares the events and deliveries of a server during a sequence with those of the document, including their order.

import { setTimeout as delay } from 'node:timers/promises'
import { createHmac } from 'node:crypto'
import { type Json, parseJsonText } from '../../base/json.ts'
import { printTimestamp } from '../../base/time.ts'
import type { DeliveryRequest } from '../../meaning/delivery/deliveries.ts'
import type { DeliveryPlan } from '../../meaning/delivery/plan.ts'
import type { DeliveryToSend } from '../../meaning/meaning.ts'
import type { Operation } from '../../model/model.ts'
import { verifyHmac } from '../../serve/hmac.ts'
import { decodeSecret } from '../../serve/delivery/signature.ts'
import type { Session } from '../server/session.ts'
import { buildOutgoingRequest } from '../server/sender.ts'
import { type Difference, shortenText } from '../oracle/comparison.ts'
import type { StepEffects } from '../oracle/interpreter.ts'
import { type ServerRequest, findHeader, makeSentRequest } from '../oracle/request.ts'
import { Follower, type FollowedEvent } from './follower.ts'
import { alignGenerated, hasUsableSecrets, isSameText, parsePayload, typeIn } from './payload.ts'
import type { ReceivedRequest, Receiver } from '../server/receiver.ts'
import { type FollowedStream, type ListPosition, checkResumption } from './resumption.ts'
import { type FailedDelivery, checkRetries } from './retry.ts'
import { listVisibleEvents } from './visible-events.ts'

/**
 * In real milliseconds. `patience`: the longest wait for expected events. `grace` and `lastGrace`: the wait for unexpected events after a
 * step and after the last.
 */
const patience = 5000
const grace = 20
const lastGrace = 120

/** Milliseconds by which a signed timestamp may differ (Standard Webhooks, "Verifying webhooks"). */
const tolerance = 5 * 60_000

/** Milliseconds by which a timestamp in an event may lie outside the step. */
const slack = 2000

type ExpectedDelivery = { readonly delivery: DeliveryToSend['delivery']; readonly plan: DeliveryPlan; readonly request: DeliveryRequest }

type CheckedStream = FollowedStream & { readonly times: number[]; comparedCount: number }

/** Compares the events and deliveries of each step with those that the interpreter expects. */
export class EventChecker {
  readonly #session: Session
  readonly #streams: CheckedStream[] = []
  readonly #ids = new Set<string>()
  /** Names of the events and callbacks that arrived as the document says. */
  readonly arrivedNames = new Set<string>()
  #comparedDeliveryCount: number
  #startedAt: number
  /** The delivery that the receiver answered with a failure. */
  #failed: FailedDelivery | undefined
  #position: ListPosition | undefined
  #failsNext: boolean

  constructor(session: Session, way: 'once' | 'again') {
    this.#session = session
    this.#failsNext = way === 'again'
    // Before any request: its delivery may arrive before its answer.
    if (way === 'again') session.receiver?.statuses.push(500)
    this.#comparedDeliveryCount = session.receiver?.received.length ?? 0
    this.#startedAt = session.options.now() + session.replica.offset
  }

  /** Opens a stream; returns the differences between its response and the document. */
  async follow(request: ServerRequest): Promise<readonly Difference[]> {
    const { options, compiled } = this.#session
    const expected = this.#session.predict(request)
    if (
      expected.stream === undefined ||
      this.#streams.some((each) => each.request.target === request.target && each.request.caller === request.caller)
    )
      return []
    const base = new URL(options.url)
    const { target, headers } = buildOutgoingRequest(makeSentRequest(compiled, request), base, options.credentials)
    const follower = new Follower(base, target, headers)
    this.#session.count++
    const opened = await follower.opened
    const observed = 'problem' in opened ? opened.problem : `${opened.status} ${opened.media}`
    if (observed !== '200 text/event-stream') {
      follower.close()
      return [{ part: 'event', at: `stream ${expected.stream.operation.path}`, expected: '200 text/event-stream', observed }]
    }
    this.#streams.push({ request, stream: expected.stream, follower, times: [], comparedCount: 0 })
    return []
  }

  /** Differences between the step's events and deliveries and those of the document. */
  async judge(effects: StepEffects, isLast: boolean): Promise<readonly Difference[]> {
    const differences: Difference[] = []
    const latestTime = (): number => this.#session.options.now() + this.#session.replica.offset + slack
    const expectsAny = effects.events.length > 0 || effects.deliveries.length > 0
    const expectedByStream = this.#streams.map(({ stream }) => listVisibleEvents(this.#session.interpreter, stream, effects))
    await Promise.all([
      ...this.#streams.map((each, index) => each.follower.wait(each.comparedCount + expectedByStream[index]!.length, patience)),
      this.#awaitDeliveries(effects.deliveries),
    ])
    if (isLast || !expectsAny) await delay(isLast ? lastGrace : grace)
    for (const [index, each] of this.#streams.entries()) {
      const arrived = each.follower.events.slice(each.comparedCount)
      each.comparedCount = each.follower.events.length
      differences.push(...this.#compareStream(expectedByStream[index]!, arrived, latestTime()))
      for (const { type, row } of expectedByStream[index]!) {
        this.arrivedNames.add(type)
        each.times.push(row.time)
      }
    }
    differences.push(...this.#compareDeliveries(effects.deliveries, latestTime()))
    return differences
  }

  #compareStream(
    expectedEvents: readonly { readonly row: { readonly id: string; readonly time: number }; readonly type: string; readonly data: Json }[],
    arrived: readonly FollowedEvent[],
    latestTime: number,
  ): readonly Difference[] {
    for (const [index, { row, type, data }] of expectedEvents.entries()) {
      const event = arrived[index]
      if (event === undefined) return [{ part: 'event', at: type, expected: 'an event', observed: 'none' }]
      if (event.type !== type) return [{ part: 'event', at: type, expected: type, observed: event.type }]
      const differences = this.#compareJson(type, data, event.data, row, latestTime)
      if (differences.length > 0) return differences
    }
    const unexpected = arrived[expectedEvents.length]
    return unexpected === undefined
      ? []
      : [{ part: 'event', at: unexpected.type, expected: 'no event', observed: shortenText(unexpected.data) }]
  }

  /** The server chooses ids and timestamps; an id must not repeat that of another event. */
  #compareJson(
    name: string,
    expectedJson: Json,
    text: string,
    { id, time }: { readonly id: string; readonly time?: number },
    latestTime: number,
  ): readonly Difference[] {
    const parsed = parseJsonText(text, { depth: 200 })
    if (!('value' in parsed)) return [{ part: 'event', at: name, expected: 'JSON', observed: shortenText(text) }]
    const aligned = alignGenerated(expectedJson, parsed.value, id, time === undefined ? undefined : printTimestamp(time), {
      from: this.#startedAt - slack,
      until: latestTime,
    })
    return this.#session.replica
      .compareContent(expectedJson, aligned)
      .map((difference) => ({ ...difference, part: 'event', at: `${name} ${difference.at}` }))
  }

  /** The deliveries that the receiver should get now. A delivery behind a failed one waits in its lane. */
  #expectedNow(expectedDeliveries: readonly DeliveryToSend[], receiver: Receiver): readonly ExpectedDelivery[] {
    const sent = expectedDeliveries.flatMap(({ delivery, prepared }): ExpectedDelivery[] =>
      'request' in prepared && prepared.request.url.startsWith(`${receiver.url}/`)
        ? [{ delivery, plan: prepared.plan, request: prepared.request }]
        : [],
    )
    const [first] = sent.filter(hasUsableSecrets)
    const lane = this.#failed?.lane ?? (this.#failsNext ? first?.delivery.lane : undefined)
    return sent.filter((each) => lane === undefined || each.delivery.lane !== lane || (this.#failed === undefined && each === first))
  }

  async #awaitDeliveries(expectedDeliveries: readonly DeliveryToSend[]): Promise<void> {
    const { receiver } = this.#session
    if (receiver === undefined) return
    const count = this.#expectedNow(expectedDeliveries, receiver).filter(hasUsableSecrets).length
    await receiver.wait(this.#comparedDeliveryCount + count, patience)
  }

  #compareDeliveries(expectedDeliveries: readonly DeliveryToSend[], latestTime: number): readonly Difference[] {
    const { receiver } = this.#session
    if (receiver === undefined) return []
    const now = this.#expectedNow(expectedDeliveries, receiver)
    const waiting = expectedDeliveries.flatMap(({ delivery, prepared }) =>
      'request' in prepared && prepared.request.url.startsWith(`${receiver.url}/`) && now.every((each) => each.delivery !== delivery)
        ? [delivery.name]
        : [],
    )
    // The server may send or skip a delivery whose secret cannot sign.
    const requests = now.filter(hasUsableSecrets)
    const optionalPaths = new Set(
      now.filter((each) => !requests.includes(each)).map(({ request: { url } }) => url.slice(receiver.url.length)),
    )
    const unmatched = receiver.received.slice(this.#comparedDeliveryCount).filter(({ path }) => !optionalPaths.has(path))
    const order = new Map(unmatched.map((each, index) => [each, index]))
    const lastPlaceByLane = new Map<string, number>()
    this.#comparedDeliveryCount = receiver.received.length
    for (const { delivery, plan, request } of requests) {
      const path = request.url.slice(receiver.url.length)
      // Only deliveries of one lane wait for each other.
      const isMatching = (each: ReceivedRequest): boolean => each.method === request.method && each.path === path
      const named = unmatched.findIndex((each) => isMatching(each) && typeIn(each.body) === delivery.name)
      const at = named < 0 ? unmatched.findIndex(isMatching) : named
      if (at < 0)
        return [
          {
            part: 'event',
            at: delivery.name,
            expected: `${request.method} to its address`,
            observed: unmatched[0] === undefined ? 'none' : `${unmatched[0].method} ${unmatched[0].path}`,
          },
        ]
      const [received] = unmatched.splice(at, 1) as [ReceivedRequest]
      const place = order.get(received)!
      if (delivery.lane !== undefined && place < (lastPlaceByLane.get(delivery.lane) ?? -1))
        return [
          { part: 'event', at: `${delivery.name} order`, expected: 'a delivery after those before it', observed: 'a delivery before them' },
        ]
      if (delivery.lane !== undefined) lastPlaceByLane.set(delivery.lane, place)
      const event =
        delivery.content.kind === 'event' ? { id: delivery.message, time: delivery.content.event.time } : { id: delivery.message }
      const bodyDifferences =
        request.body === undefined ? [] : this.#compareJson(delivery.name, parsePayload(request.body), received.body, event, latestTime)
      const differences = [...bodyDifferences, ...this.#compareHeaders(delivery.name, request, received, plan)]
      if (differences.length > 0) return differences
      this.arrivedNames.add(delivery.name)
      if (!this.#failsNext || received.status !== 500) continue
      this.#failed = { name: delivery.name, received, plan: plan.backoff, attempts: plan.attempts, lane: delivery.lane, waitingNames: [] }
      this.#failsNext = false
    }
    this.#failed?.waitingNames.push(...waiting)
    const [unexpected] = unmatched
    if (unexpected !== undefined && this.#failed?.waitingNames.includes(typeIn(unexpected.body)) === true)
      return [
        {
          part: 'event',
          at: `${typeIn(unexpected.body)} order`,
          expected: 'nothing before the failed delivery came again',
          observed: 'a delivery',
        },
      ]
    return unexpected === undefined
      ? []
      : [
          {
            part: 'event',
            at: typeIn(unexpected.body),
            expected: 'no delivery',
            observed: `${unexpected.method} ${unexpected.path} ${shortenText(unexpected.body)}`,
          },
        ]
  }

  /** Compares the headers of a delivery, and verifies its signature. */
  #compareHeaders(
    name: string,
    { headers, secrets }: DeliveryRequest,
    received: ReceivedRequest,
    { signature }: DeliveryPlan,
  ): readonly Difference[] {
    const differ = (header: string, expected: string, observed: string): Difference => ({
      part: 'event',
      at: `${name} header ${header}`,
      expected,
      observed,
    })
    const wrong = headers.flatMap(([header, value]) => {
      const theirs = findHeader(received.headers, header)
      const isSame = /^content-type$/i.test(header) ? theirs?.split(';')[0]!.trim() === value.split(';')[0]!.trim() : theirs === value
      return isSame ? [] : [differ(header, value, theirs ?? 'nothing')]
    })
    if (wrong.length > 0 || secrets.length === 0) return wrong
    if (signature?.kind === 'hmac') {
      const verified = verifyHmac(signature, (header) => findHeader(received.headers, header), Buffer.from(received.body), secrets, {
        now: this.#session.options.now() + this.#session.replica.offset,
        tolerance,
      })
      return verified === 'valid'
        ? []
        : [differ(signature.header, 'a signature that verifies', findHeader(received.headers, signature.header) ?? 'nothing')]
    }
    const [id, seconds, signatureText] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
      (header) => findHeader(received.headers, header) ?? '',
    ) as [string, string, string]
    if (id === '') return [differ('webhook-id', 'an id', 'nothing')]
    // Several subscribers may receive one event with its id.
    const idAtAddress = `${received.path} ${id}`
    if (this.#ids.has(idAtAddress)) return [differ('webhook-id', 'a distinct id', id)]
    this.#ids.add(idAtAddress)
    const at = Number(seconds) * 1000
    const now = this.#session.options.now() + this.#session.replica.offset
    // Receivers accept this tolerance; the sequence may also have advanced the clock.
    if (!(at > this.#startedAt - tolerance && at < now + tolerance))
      return [differ('webhook-timestamp', `about ${Math.floor(now / 1000)}`, seconds)]
    const signatures = signatureText.split(' ')
    const isSigned = secrets.every((secret) =>
      signatures.some((each) =>
        isSameText(each, `v1,${createHmac('sha256', decodeSecret(secret)).update(`${id}.${seconds}.${received.body}`).digest('base64')}`),
      ),
    )
    return isSigned && signatures.length === secrets.length
      ? []
      : [differ('webhook-signature', `${secrets.length} that verify`, signatureText)]
  }

  /** A failed delivery must be repeated with the same id, after the wait and not before. */
  async checkRetry(): Promise<readonly Difference[]> {
    const { receiver, options } = this.#session
    const failed = this.#failed
    if (receiver === undefined || failed === undefined || failed.attempts < 2 || options.hooks.advance === undefined) return []
    this.#failed = undefined
    const differences = await checkRetries(this.#session, receiver, failed, this.#comparedDeliveryCount)
    this.#comparedDeliveryCount = receiver.received.length
    return differences
  }

  /** Notes that a list gave this position, from which a stream continues. */
  notePosition(text: string): void {
    const at = this.#session.options.now() + this.#session.replica.offset
    this.#position = { text, at, counts: new Map(this.#streams.map(({ follower }) => [follower, follower.events.length])) }
  }

  /** `isForeign`: also opens streams after a position that no store gave. */
  async checkResumption(isForeign: boolean): Promise<readonly Difference[]> {
    return checkResumption(this.#session, this.#streams, this.#position, isForeign)
  }

  get followedOperations(): readonly Operation[] {
    return this.#streams.map(({ stream }) => stream.operation)
  }

  close(): void {
    if (this.#session.receiver !== undefined) this.#session.receiver.statuses.length = 0
    for (const { follower } of this.#streams) follower.close()
  }
}
