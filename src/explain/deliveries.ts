// Lists the deliveries of an operation's events: address, signature and retries, each with its origin.

import { printDuration } from '../base/duration.ts'
import type { BrokerKeys, Destination } from '../model/events.ts'
import { type Delivered, listEventResources, listDeliveries } from '../fact/delivered.ts'
import type { Facts } from '../fact/fact.ts'
import { readAttempts } from '../fact/backoff.ts'
import { hasRestrictedRecords } from '../fact/rules.ts'
import type { Model } from '../model/model.ts'
import type { Typing } from '../typing/domain.ts'
import { type Slot, findNamedEntry, originOf, slotValueOf } from '../model/slot.ts'
import { type Signature, makeSignatureForm } from '../model/signature.ts'
import type { Effect } from '../model/states.ts'
import { findEffectAction } from '../model/effect-action.ts'
import { normalizeExpression } from './expression-text.ts'
import { printOrigin } from './origin.ts'

export type DeliveryRow = { readonly text: string; readonly from?: string }

/** `emits`: names of event types and callbacks. */
export function listDeliveryRows({ model, typing }: Facts, emits: readonly string[]): readonly DeliveryRow[] {
  const { types, callbacks, delivery } = model.events.value
  const withoutReader = new Set(
    listDeliveries(typing)
      .filter((delivered) => lacksReader(delivered, model, typing))
      .map(({ name }) => name),
  )
  const webhooks = slotValueOf(slotValueOf(delivery)?.webhooks ?? { state: 'unsaid' })
  const broker = slotValueOf(slotValueOf(delivery)?.broker ?? { state: 'unsaid' })
  const isEvent = emits.some((name) => findNamedEntry(types, name) !== undefined)
  return [
    ...(webhooks !== undefined && isEvent
      ? [
          ...listDestinationRows('webhooks', webhooks, withoutReader),
          ...listReactionRows('delivered', webhooks.onDone),
          ...listReactionRows('an attempt failed', webhooks.onError),
        ]
      : []),
    ...(broker !== undefined && isEvent ? listBrokerRows(broker) : []),
    ...emits.flatMap((name) => {
      const slot = findNamedEntry(callbacks, name)?.slot
      return slot?.state === 'shown' ? listDestinationRows(name, slot.value, withoutReader) : []
    }),
  ]
}

/** True if the payload contains records that need a read rule, but the delivery names no reader to evaluate it for. */
function lacksReader(delivered: Delivered, model: Model, typing: Typing): boolean {
  return (
    delivered.destination.as.state !== 'shown' &&
    listEventResources(delivered, typing).some(({ name }) => hasRestrictedRecords(model, name))
  )
}

function listDestinationRows(name: string, destination: Destination, withoutReader: ReadonlySet<string>): DeliveryRow[] {
  const { to, as, url, method, signature, ordered } = destination
  const address = slotValueOf(url)?.text ?? 'an unspecified address'
  const records = slotValueOf(to)
  return [
    makeRow(`${name}: ${slotValueOf(method) ?? 'POST'} ${address}`, url),
    ...(records === undefined ? [] : [makeRow(`  for each of ${normalizeExpression(records.text)}`, to)]),
    ...(as.state === 'shown' ? [makeRow(`  as far as ${normalizeExpression(as.value.text)} may read it`, as)] : []),
    ...(withoutReader.has(name) ? [makeRow('  complete: no read rule is evaluated for its recipients', destination.url)] : []),
    ...(signature.state === 'shown' ? [makeRow(`  signed: ${printSignature(signature.value)}`, signature)] : []),
    ...attemptRows(destination),
    ...(slotValueOf(ordered) === true ? [makeRow('  in order', ordered)] : []),
  ]
}

function listBrokerRows(broker: BrokerKeys): DeliveryRow[] {
  const { url, subject, ordered } = broker
  return [
    makeRow(
      `broker: PUBLISH ${slotValueOf(subject)?.text ?? 'an unspecified subject'} at ${slotValueOf(url)?.text ?? 'an unspecified address'}`,
      subject,
    ),
    makeRow('  complete: no read rule is evaluated for its readers', url),
    ...attemptRows(broker),
    ...(slotValueOf(ordered) === true ? [makeRow('  in order', ordered)] : []),
  ]
}

function attemptRows(destination: BrokerKeys | Destination): DeliveryRow[] {
  const { backoff, timeout, deadLetter } = destination
  const attempts = readAttempts(destination)
  return [
    ...(attempts === undefined
      ? []
      : [
          makeRow(
            `  ${attempts} ${attempts === 1 ? 'try' : 'tries'}`,
            destination.attempts.state === 'unsaid' ? backoff : destination.attempts,
          ),
        ]),
    ...waitRows(backoff),
    ...(timeout.state === 'shown' ? [makeRow(`  ${printDuration(timeout.value)} for each`, timeout)] : []),
    ...(deadLetter.state === 'shown' ? [makeRow(`  kept ${printDuration(deadLetter.value)} when they fail`, deadLetter)] : []),
  ]
}

/** A text such as `HMAC-SHA256 of {timestamp}.{body} in X-Signature`. */
function printSignature(declared: Signature): string {
  const form = makeSignatureForm(declared)
  if (form === undefined) return 'in an unspecified way'
  return form.kind === 'standard-webhooks'
    ? form.kind
    : `${form.algorithm.toUpperCase()} of ${form.content} in ${form.header}: ${form.value}`
}

/** The document's reactions to an attempt. */
function listReactionRows(when: string, slot: Slot<readonly Effect[]>): DeliveryRow[] {
  const effects = slotValueOf(slot) ?? []
  const words = effects.map((effect) => {
    const action = findEffectAction(effect)
    return action === undefined ? 'an effect' : `${action.verb} ${action.name}`
  })
  return words.length === 0 ? [] : [makeRow(`  when ${when}: ${words.join(', ')}`, slot)]
}

function waitRows(backoff: Destination['backoff']): DeliveryRow[] {
  const waits = slotValueOf(backoff)
  if (waits === undefined) return []
  if (typeof waits === 'string') return [makeRow(`  ${waits} waits between them`, backoff)]
  return [
    makeRow('node' in waits ? '  waits of its own between them' : `  waits between them: ${waits.map(printDuration).join(', ')}`, backoff),
  ]
}

function makeRow(text: string, slot: Slot<unknown>): DeliveryRow {
  return { text, ...('at' in slot ? { from: printOrigin(originOf(slot.at)) } : {}) }
}
