// The slots of part 6: when events are caused, what they carry, where they are sent.

import { orNull } from '../../cel/fits.ts'
import type { Scope, Type } from '../../cel/type.ts'
import type { EventType, Events } from '../../model/events.ts'
import { type Slot, type Word, each, shown } from '../../model/slot.ts'
import { type Names, object, string, unknown } from '../scope.ts'
import { sharedRecord } from '../shared.ts'
import { walkMany } from './effects.ts'
import { eventType } from './endpoints.ts'
import { type Place, type Walk, callerNames, expression, template, text, texts } from './walk.ts'

export function walkEvents(walk: Walk): void {
  const { types, envelope, source, delivery, callbacks } = walk.domain.model.events.value
  for (const { name, value } of each(types)) {
    const place = caused(value, walk)
    expression(value.partitionkey, { ...place, role: 'events.partitionkey' }, walk)
    text(value.subject, { ...place, role: 'events.text' }, walk)
    text(value.dataschema, { ...place, role: 'events.text' }, walk)
    const data = shown(value.data)
    walk.eventData.set(name, data === undefined ? unknown : template(data, { ...place, role: 'events.data' }, walk))
  }
  text(source, { role: 'events.text', scope: walk.scopes.with(walk.scopes.always) }, walk)
  const event = eventType(each(types).map(({ name }) => name), walk)
  const sent = walk.scopes.with([['event', event], ...walk.scopes.always])
  const around = shown(envelope)
  if (around !== undefined && typeof around === 'object') template(around, { role: 'events.envelope', scope: sent }, walk)
  const webhooks = shown(shown(delivery)?.webhooks ?? { state: 'unsaid' })
  if (webhooks !== undefined) walkDestination(webhooks, { scope: sent }, walk)
  for (const { value } of each(callbacks)) {
    const seen = caused(value, walk, [['request', orNull(requestOfCallback)]])
    const inside = walkDestination(value, seen, walk)
    const body = shown(value.body)
    if (body !== undefined) template(body, { ...inside, role: 'events.data' }, walk)
  }
}

/** The request that made a change; none where time did. Header fields are under their lower-case names. */
const requestOfCallback = object({ id: string, method: string, address: string, headers: { kind: 'map', key: string, value: string } }, 'request')

type Webhooks = NonNullable<ReturnType<typeof webhooksOf>>
const webhooksOf = (events: Events) => shown(shown(events.delivery)?.webhooks ?? { state: 'unsaid' })

type Seen = Pick<Place, 'scope' | 'assumed'>

/** What a change is seen with, and what `when` has tested of it. */
function caused({ on, when }: Pick<EventType, 'on' | 'when'>, walk: Walk, more: Names = []): Seen {
  const scope = walk.scopes.more(changeScope(on, walk), more)
  const tested = expression(when, { role: 'events.when', scope }, walk, { kind: 'bool' })
  return { scope, assumed: tested === undefined ? [] : [tested] }
}

/** `to` is each of the records that it gives, in all that is said of the delivery. */
function walkDestination(destination: Pick<Webhooks, 'to' | 'as' | 'url' | 'headers' | 'secret' | 'version'>, seen: Seen, walk: Walk): Seen {
  const to = shown(destination.to)
  const one = to && walkMany(to, { ...seen, role: 'events.to' }, walk)
  const inside = one === undefined ? seen : { ...seen, scope: walk.scopes.more(seen.scope, [['to', one]]) }
  expression(destination.as, { ...inside, role: 'events.as' }, walk, walk.callers.represented)
  text(destination.url, { ...inside, role: 'events.url' }, walk)
  texts(destination.headers, { ...inside, role: 'events.headers' }, walk)
  expression(destination.secret, { ...inside, role: 'events.secret' }, walk)
  expression(destination.version, { ...inside, role: 'events.version' }, walk, orNull(string))
  return inside
}

/** The record that changed, as it is (as it was last, where it was deleted) and as it was before. Timers have no caller. */
function changeScope(on: Slot<readonly Word[]>, walk: Walk): Scope {
  const causes = (shown(on) ?? []).map(({ text: cause }) => causeOf(cause))
  const resources = [...new Set(causes.map(({ resource }) => resource))].map((name) => walk.domain.resources.get(name))
  const changed: Type = causes.length === 0 ? unknown : sharedRecord(resources)
  const isNew = causes.length === 0 || causes.some(({ kind }) => kind !== 'change')
  return walk.scopes.with([
    ['this', changed], ['old', isNew ? orNull(changed) : changed], ...callerNames(walk.callers.all(true)), ...walk.scopes.always,
  ])
}

/** `Order.place`, `entry Order.paid`, `Order.created`: an entry into a state may be that of a new record. */
function causeOf(text: string): { readonly resource: string; readonly kind: 'entry' | 'created' | 'change' } {
  const words = text.trim().split(/\s+/)
  const [resource = '', what] = (words.at(-1) ?? '').split('.')
  return { resource, kind: words.length > 1 ? 'entry' : what === 'created' ? 'created' : 'change' }
}
