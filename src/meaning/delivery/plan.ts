// The delivery settings of webhooks, the broker and each callback: retries, rates, concurrency and order.

import type { Backoff } from '../../base/backoff.ts'
import { readAttempts, readBackoff } from '../../fact/backoff.ts'
import { listUnrecordedEmitters } from '../../fact/emitters.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Callback, Destination } from '../../model/events.ts'
import type { Model } from '../../model/model.ts'
import { type SignatureForm, makeSignatureForm } from '../../model/signature.ts'
import type { Effect } from '../../model/states.ts'
import { type TemplateText, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { type Cause, parseCauses } from '../changes/causes.ts'

/** Times in milliseconds. */
export type DeliveryPlan = {
  /** `webhooks`, `broker`, or `callbacks.NAME`. */
  readonly via: string
  /** The subject of an event, for a broker. */
  readonly subject?: TemplateText
  readonly destination: Destination
  readonly method: string
  readonly attempts: number
  readonly backoff: Backoff
  readonly timeout: number
  readonly deadLetter: number
  readonly concurrency: number
  readonly ordered: boolean
  /** How requests are signed; undefined without a signature. */
  readonly signature: SignatureForm | undefined
  /** The effects of a successful delivery (`onDone`), and of a failed attempt (`onError`). */
  readonly onDone: readonly Effect[]
  readonly onError: readonly Effect[]
}

export type CallbackPlan = DeliveryPlan & { readonly name: string; readonly callback: Callback; readonly causes: readonly Cause[] }

type WithGaps = Pick<Facts, 'model' | 'missing'>

/** The plans that apply to every event. */
export function makeEventPlans(model: Model): readonly DeliveryPlan[] {
  return [makeWebhooksPlan(model), makeBrokerPlan(model)].filter((plan) => plan !== undefined)
}

export function makeWebhooksPlan(model: Model): DeliveryPlan | undefined {
  const declared = slotValueOf(slotValueOf(model.events.value.delivery)?.webhooks ?? { state: 'unsaid' })
  const plan =
    declared === undefined || isEnvelopeOpen(model) || declared.onDone.state === 'gap' || declared.onError.state === 'gap'
      ? undefined
      : planOf('webhooks', declared)
  return plan && { ...plan, onDone: slotValueOf(declared!.onDone) ?? [], onError: slotValueOf(declared!.onError) ?? [] }
}

function makeBrokerPlan(model: Model): DeliveryPlan | undefined {
  const declared = slotValueOf(slotValueOf(model.events.value.delivery)?.broker ?? { state: 'unsaid' })
  const subject = declared && slotValueOf(declared.subject)
  const plan =
    declared === undefined || subject === undefined || isEnvelopeOpen(model)
      ? undefined
      : planOf('broker', { ...ofWebhooksAlone, ...declared })
  return plan && { ...plan, method: 'PUBLISH', subject: subject! }
}

const unsaid = { state: 'unsaid' } as const
const ofWebhooksAlone = { to: unsaid, as: unsaid, discloses: unsaid, method: unsaid, signature: unsaid, secret: unsaid }

/** Every CloudEvent needs a source. */
function isEnvelopeOpen({ events }: Model): boolean {
  const { envelope, source } = events.value
  return envelope.state === 'gap' || (slotValueOf(envelope) === 'cloudevents' && source.state !== 'shown')
}

/** Declared deliveries that are not sent, because a part of them is a gap. */
export function listUndelivered({ model, missing }: WithGaps): readonly string[] {
  const { delivery, callbacks } = model.events.value
  const ofEvents = new Set(makeEventPlans(model).map(({ via }) => via))
  const webhooks = (['webhooks', 'broker'] as const).filter(
    (name) => slotValueOf(delivery)?.[name].state === 'shown' && !ofEvents.has(name),
  )
  const planned = new Set(makeCallbackPlans({ model, missing }).map(({ name }) => name))
  return [...webhooks, ...listSpecifiedEntries(callbacks).flatMap(({ name }) => (planned.has(name) ? [] : [name]))]
}

export function makeCallbackPlans({ model: { events }, missing }: WithGaps): readonly CallbackPlan[] {
  const undelivered = listUnrecordedEmitters(missing)
  return listSpecifiedEntries(events.value.callbacks)
    .filter(({ name }) => !undelivered.has(name))
    .flatMap(({ name, value }) => {
      const plan = planOf(`callbacks.${name}`, value)
      return plan === undefined || [value.on, value.when, value.body].some(({ state }) => state === 'gap')
        ? []
        : [{ ...plan, name, callback: value, causes: parseCauses(value.on) }]
    })
}

/** Undefined if any part is a gap: then nothing is sent, and `check` reports the gap. */
function planOf(via: string, destination: Destination): DeliveryPlan | undefined {
  const [attempts, timeout, deadLetter] = [readAttempts(destination), slotValueOf(destination.timeout), slotValueOf(destination.deadLetter)]
  const declared = slotValueOf(destination.signature)
  const signature = declared && makeSignatureForm(declared)
  if (attempts === undefined || timeout === undefined || deadLetter === undefined || (declared !== undefined && signature === undefined))
    return undefined
  const needed = [destination.url, ...(declared === undefined ? [] : [destination.secret])]
  const open = [
    destination.to,
    destination.method,
    destination.headers,
    destination.signature,
    destination.backoff,
    destination.concurrency,
    destination.ordered,
    destination.version,
    destination.as,
  ]
  if (needed.some(({ state }) => state !== 'shown') || open.some(({ state }) => state === 'gap')) return undefined
  return {
    via,
    destination,
    attempts,
    timeout,
    deadLetter,
    signature,
    onDone: [],
    onError: [],
    method: slotValueOf(destination.method) ?? 'POST',
    backoff: readBackoff(destination),
    concurrency: slotValueOf(destination.concurrency) ?? 1,
    ordered: slotValueOf(destination.ordered) === true,
  }
}
