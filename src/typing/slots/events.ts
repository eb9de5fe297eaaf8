// The slots of part 6: causes, data and destinations of events.

import { withNullType } from '../../cel/fits.ts'
import type { Scope, Type } from '../../cel/type.ts'
import type { Destination, EventType } from '../../model/events.ts'
import { type Slot, type Word, listSpecifiedEntries, slotValueOf } from '../../model/slot.ts'
import { type TypedNames, integerType, mistakenType, makeObjectType, requestType, textType } from '../scope.ts'
import { typeSharedRecord } from '../shared.ts'
import { walkEffects, walkIterable } from './effects.ts'
import { makeEventType } from './event-type.ts'
import { type SlotPlace, type SlotWalk, listCallerNames, walkExpression, walkTemplate, walkText, walkTexts } from './walk.ts'

export function walkEvents(walk: SlotWalk): void {
  const { types, envelope, source, delivery, callbacks } = walk.domain.model.events.value
  for (const { name, value } of listSpecifiedEntries(types)) {
    const place = walkCause(value, walk)
    walkExpression(value.partitionkey, { ...place, role: 'events.partitionkey' }, walk)
    walkText(value.subject, { ...place, role: 'events.text' }, walk)
    walkText(value.dataschema, { ...place, role: 'events.text' }, walk)
    const data = slotValueOf(value.data)
    walk.eventData.set(name, data === undefined ? mistakenType : walkTemplate(data, { ...place, role: 'events.data' }, walk))
  }
  walkText(source, { role: 'events.text', scope: walk.scopes.scopeWith(walk.scopes.always) }, walk)
  const event = makeEventType(
    listSpecifiedEntries(types).map(({ name }) => name),
    walk,
  )
  const eventScope = walk.scopes.scopeWith([['event', event], ...walk.scopes.always])
  const envelopeTemplate = slotValueOf(envelope)
  if (envelopeTemplate !== undefined && typeof envelopeTemplate === 'object')
    walkTemplate(envelopeTemplate, { role: 'events.envelope', scope: eventScope }, walk)
  const webhooks = slotValueOf(slotValueOf(delivery)?.webhooks ?? { state: 'unsaid' })
  if (webhooks !== undefined) {
    const destinationPlace = walkDestination(webhooks, { scope: eventScope }, walk)
    const attemptPlace = { scope: walk.scopes.extendScope(destinationPlace.scope, [['result', attemptType]]) }
    walkEffects(slotValueOf(webhooks.onDone) ?? [], attemptPlace, walk)
    walkEffects(slotValueOf(webhooks.onError) ?? [], attemptPlace, walk)
  }
  const broker = slotValueOf(slotValueOf(delivery)?.broker ?? { state: 'unsaid' })
  if (broker !== undefined) {
    // The address comes from the operator's settings, so it cannot read an event.
    walkText(broker.url, { role: 'events.url', scope: walk.scopes.scopeWith(walk.scopes.always.filter(([name]) => name !== 'now')) }, walk)
    walkText(broker.subject, { role: 'events.text', scope: eventScope }, walk)
    walkTexts(broker.headers, { role: 'events.headers', scope: eventScope }, walk)
    walkExpression(broker.version, { role: 'events.version', scope: eventScope }, walk, withNullType(textType))
  }
  for (const { value } of listSpecifiedEntries(callbacks)) {
    const eventPlace = walkCause(value, walk, [['request', withNullType(requestType)]])
    const destinationPlace = walkDestination(value, eventPlace, walk)
    const body = slotValueOf(value.body)
    if (body !== undefined) walkTemplate(body, { ...destinationPlace, role: 'events.data' }, walk)
  }
}

/**
 * The result of one attempt: `status` is null without a response, `detail` is the reason of a failure, `last` is true for the last
 * attempt.
 */
const attemptType: Type = makeObjectType(
  { status: withNullType(integerType), detail: withNullType(textType), attempts: integerType, last: { kind: 'bool' } },
  'result',
)

type EventPlace = Pick<SlotPlace, 'scope' | 'assumed'>

/** The scope of a change, and the tests of its `when`. */
function walkCause({ on, when }: Pick<EventType, 'on' | 'when'>, walk: SlotWalk, more: TypedNames = []): EventPlace {
  const scope = walk.scopes.extendScope(changeScope(on, walk), more)
  const condition = walkExpression(when, { role: 'events.when', scope }, walk, { kind: 'bool' })
  return { scope, assumed: condition === undefined ? [] : [condition] }
}

/** In all expressions of the delivery, `to` is one record of its result. */
function walkDestination(
  destination: Pick<Destination, 'to' | 'as' | 'url' | 'headers' | 'secret' | 'version'>,
  eventPlace: EventPlace,
  walk: SlotWalk,
): EventPlace {
  const to = slotValueOf(destination.to)
  const destinationType = to && walkIterable(to, { ...eventPlace, role: 'events.to' }, walk)
  const destinationPlace =
    destinationType === undefined
      ? eventPlace
      : { ...eventPlace, scope: walk.scopes.extendScope(eventPlace.scope, [['to', destinationType]]) }
  walkExpression(destination.as, { ...destinationPlace, role: 'events.as' }, walk, walk.callers.readerType)
  walkText(destination.url, { ...destinationPlace, role: 'events.url' }, walk)
  walkTexts(destination.headers, { ...destinationPlace, role: 'events.headers' }, walk)
  walkExpression(destination.secret, { ...destinationPlace, role: 'events.secret' }, walk)
  walkExpression(destination.version, { ...destinationPlace, role: 'events.version' }, walk, withNullType(textType))
  return destinationPlace
}

/** `this` is the changed record (in its last state, if deleted), `old` the record before. Timers have no caller. */
function changeScope(on: Slot<readonly Word[]>, walk: SlotWalk): Scope {
  const causes = (slotValueOf(on) ?? []).map(({ text: cause }) => parseCause(cause))
  const resources = [...new Set(causes.map(({ resource }) => resource))].map((name) => walk.domain.resources.get(name))
  const changed: Type = causes.length === 0 ? mistakenType : typeSharedRecord(resources)
  const isNew = causes.length === 0 || causes.some(({ kind }) => kind !== 'change')
  return walk.scopes.scopeWith([
    ['this', changed],
    ['old', isNew ? withNullType(changed) : changed],
    ...listCallerNames(walk.callers.ofAnyOperation(true)),
    ...walk.scopes.always,
  ])
}

/** `Order.place`, `entry Order.paid`, `Order.created`: an entry into a state may be that of a new record. */
function parseCause(text: string): { readonly resource: string; readonly kind: 'entry' | 'created' | 'change' } {
  const words = text.trim().split(/\s+/)
  const [resource = '', what] = (words.at(-1) ?? '').split('.')
  return { resource, kind: words.length > 1 ? 'entry' : what === 'created' ? 'created' : 'change' }
}
