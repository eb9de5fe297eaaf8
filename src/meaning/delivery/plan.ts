// The delivery settings of webhooks, the broker and each callback: retries, rates, concurrency and order.

import type { Backoff } from '../../base/backoff.ts'
import { backoffOf } from '../../fact/backoff.ts'
import type { Callback, Destination } from '../../model/events.ts'
import type { Model } from '../../model/model.ts'
import { type TemplateText, each, shown } from '../../model/slot.ts'
import { type Cause, causesOf } from '../changes/causes.ts'

/** Times in milliseconds. */
export type DeliveryPlan = {
  /** `webhooks`, `broker`, or `callbacks.NAME`. */
  readonly via: string
  /** Of a broker, the subject of an event. */
  readonly subject?: TemplateText
  readonly said: Destination
  readonly method: string
  readonly attempts: number
  readonly backoff: Backoff
  readonly timeout: number
  readonly deadLetter: number
  readonly concurrency: number
  readonly ordered: boolean
  readonly signed: boolean
}

export type CallbackPlan = DeliveryPlan & { readonly name: string; readonly callback: Callback; readonly causes: readonly Cause[] }

/** The plans by which every event is delivered. */
export function eventPlans(model: Model): readonly DeliveryPlan[] {
  return [webhooksPlan(model), brokerPlan(model)].filter((plan) => plan !== undefined)
}

export function webhooksPlan(model: Model): DeliveryPlan | undefined {
  const said = shown(shown(model.events.value.delivery)?.webhooks ?? { state: 'unsaid' })
  return said === undefined || isEnvelopeOpen(model) ? undefined : planOf('webhooks', said)
}

function brokerPlan(model: Model): DeliveryPlan | undefined {
  const said = shown(shown(model.events.value.delivery)?.broker ?? { state: 'unsaid' })
  const subject = said && shown(said.subject)
  const plan = said === undefined || subject === undefined || isEnvelopeOpen(model) ? undefined : planOf('broker', { ...ofWebhooksAlone, ...said })
  return plan && { ...plan, method: 'PUBLISH', subject: subject! }
}

const unsaid = { state: 'unsaid' } as const
const ofWebhooksAlone = { to: unsaid, as: unsaid, discloses: unsaid, method: unsaid, signature: unsaid, secret: unsaid }

/** Every CloudEvent needs a source. */
function isEnvelopeOpen({ events }: Model): boolean {
  const { envelope, source } = events.value
  return envelope.state === 'gap' || (shown(envelope) === 'cloudevents' && source.state !== 'shown')
}

/** Declared deliveries that are not sent, because a part of them is a gap. */
export function listUndelivered(model: Model): readonly string[] {
  const { delivery, callbacks } = model.events.value
  const ofEvents = new Set(eventPlans(model).map(({ via }) => via))
  const webhooks = (['webhooks', 'broker'] as const).filter((name) => shown(delivery)?.[name].state === 'shown' && !ofEvents.has(name))
  const planned = new Set(callbackPlans(model).map(({ name }) => name))
  return [...webhooks, ...each(callbacks).flatMap(({ name }) => (planned.has(name) ? [] : [name]))]
}

export function callbackPlans({ events }: Model): readonly CallbackPlan[] {
  return each(events.value.callbacks).flatMap(({ name, value }) => {
    const plan = planOf(`callbacks.${name}`, value)
    return plan === undefined || [value.on, value.when, value.body].some(({ state }) => state === 'gap') ? [] : [{ ...plan, name, callback: value, causes: causesOf(value.on) }]
  })
}

/** Undefined where something of it is a gap: nothing is sent then, and the gap says what is missing. */
function planOf(via: string, said: Destination): DeliveryPlan | undefined {
  const [attempts, timeout, deadLetter] = [shown(said.attempts), shown(said.timeout), shown(said.deadLetter)]
  const signed = said.signature.state === 'shown'
  if (attempts === undefined || timeout === undefined || deadLetter === undefined) return undefined
  const needed = [said.url, ...(signed ? [said.secret] : [])]
  const open = [said.to, said.method, said.headers, said.signature, said.backoff, said.concurrency, said.ordered, said.version, said.as]
  if (needed.some(({ state }) => state !== 'shown') || open.some(({ state }) => state === 'gap')) return undefined
  return {
    via, said, attempts, timeout, deadLetter, signed,
    method: shown(said.method) ?? 'POST',
    backoff: backoffOf(said),
    concurrency: shown(said.concurrency) ?? 1,
    ordered: shown(said.ordered) === true,
  }
}
