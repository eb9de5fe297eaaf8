// Finds the lines of part 6 that a difference in an event or a delivery concerns.

import type { Span } from '../../base/text.ts'
import type { Compiled } from '../../compile/compile.ts'
import { findNamedEntry, slotValueOf, type Slot } from '../../model/slot.ts'
import { ruleSpan } from './rule-clauses.ts'
import { viewMemberSpans } from './view-clauses.ts'
import type { Difference } from '../oracle/comparison.ts'

/** Where lists give positions of streams. */
function* listPositionClauses({ endpoints }: Compiled['model']): Iterable<readonly [Span, string]> {
  for (const { slots } of endpoints.value.operations) {
    const output = slotValueOf(slots.output)
    for (const { value } of output?.kind === 'map' ? output.entries : [])
      if (value.kind === 'expression' && value.text.trim() === 'page.position')
        yield [value.node.span, 'says from where a stream continues']
  }
}

/** `at` is the type of an event, the name of a callback, or `stream PATH`; after a space follows the part that differs. */
export function* listEventClauses(compiled: Compiled, { at, expected, observed }: Difference): Iterable<readonly [Span, string]> {
  const { model, facts } = compiled
  const events = model.events.value
  const [name] = at.split(' ') as [string]
  const detail = at.slice(name.length + 1)
  const delivery = slotValueOf(events.delivery)
  const webhooks = delivery && slotValueOf(delivery.webhooks)
  const callback = findNamedEntry(events.callbacks, name)
  const declaration = callback?.slot.state === 'shown' ? callback.slot.value : webhooks
  const span = (slot: Slot<unknown> | undefined, why: string): readonly (readonly [Span, string])[] =>
    slot !== undefined && 'at' in slot ? [[slot.at.span, why]] : []
  const streams = facts.operations.filter(
    ({ operation }) => (slotValueOf(operation.slots.stream) ?? []).some(({ text }) => text === name) || detail.startsWith(operation.path),
  )
  if (name === 'stream') {
    if (detail.endsWith('position of a list')) yield* listPositionClauses(model)
    if (/ (expired|foreign) position$/.test(detail)) yield* span(delivery?.stream, 'says how long events are kept')
    for (const { operation } of streams) yield* span(operation.slots.stream, 'says what it sends')
    for (const { operation } of streams) yield [operation.key.span, 'declares the stream']
    return yield* span(delivery?.stream, 'says how streams are sent')
  }
  const concernsDelivery = detail.startsWith('header webhook-') || detail === 'again' || detail === 'order'
  if (declaration !== undefined && concernsDelivery) {
    if (detail === 'order') {
      const type = findNamedEntry(events.types, name)
      if (type?.slot.state === 'shown') yield* span(type.slot.value.partitionkey, 'says which are in order')
      yield* [
        ...span(declaration.ordered, 'says that they are in order'),
        ...span(declaration.attempts, 'says how often it is tried'),
        ...span(declaration.backoff, 'says when it is tried again'),
      ]
    }
    yield* detail === 'again'
      ? [...span(declaration.attempts, 'says how often it is tried'), ...span(declaration.backoff, 'says when it is tried again')]
      : []
    yield* [...span(declaration.signature, 'says how it is signed'), ...span(declaration.secret, 'says what signs it')]
  }
  if (callback?.slot.state === 'shown') {
    const { on, when, url, method, headers, body } = callback.slot.value
    const header = detail.startsWith('header ') ? findNamedEntry(headers, detail.slice('header '.length)) : undefined
    if (header !== undefined) yield [header.key.span, 'says the header']
    if (expected !== 'no delivery' && observed !== 'none' && detail === '') yield* span(method, 'says the method')
    if (detail.startsWith('/')) yield* span(body, 'says what is sent')
    yield* [
      ...span(on, 'says what causes it'),
      ...span(when, 'says when it is caused'),
      ...span(url, 'says where it goes'),
      ...span(body, 'says what is sent'),
      ...span(method, 'says the method'),
      ...span(headers, 'says its headers'),
    ]
    yield [callback.key.span, 'declares it']
    return yield* span(events.delivery, 'says how it is sent')
  }
  const type = findNamedEntry(events.types, name)
  if (type === undefined && expected === 'no event')
    for (const { operation } of facts.operations) yield* span(operation.slots.stream, 'says which events it sends')
  const webhookHeader = webhooks === undefined ? undefined : findNamedEntry(webhooks.headers, detail.replace(/^header /, ''))
  if (webhookHeader !== undefined) yield [webhookHeader.key.span, 'says the header']
  if (type?.slot.state === 'shown') {
    const { on, when, data, subject, partitionkey } = type.slot.value
    const member = /^\/(\w+)/.exec(detail)?.[1]
    if (member === 'data') {
      for (const shown of viewMemberSpans(compiled, slotValueOf(data), detail)) yield [shown, 'says the member']
      yield* span(data, 'says what it carries')
      yield* span(webhooks?.version, 'says in which version it is sent')
    }
    if (member === 'subject') yield* span(subject, 'says its subject')
    if (member === 'partitionkey') yield* span(partitionkey, 'says its key')
    if (expected === 'no delivery') yield* span(webhooks?.to, 'says who is called')
    yield* [...span(on, 'says what causes it'), ...span(when, 'says when it is caused')]
    yield [type.key.span, 'declares it']
    yield* span(data, 'says what it carries')
  }
  // Another caller's event.
  if (expected === 'no event' && type?.slot.state === 'shown')
    for (const { text } of slotValueOf(type.slot.value.on) ?? []) {
      const rule = ruleSpan(model, text.replace(/^entry /, '').split('.')[0]!, 'read')
      if (rule !== undefined) yield [rule, 'says who may receive it']
    }
  if (expected === 'no event') for (const { operation } of streams) yield* span(operation.slots.where, 'says which events it sends')
  if (detail.startsWith('/')) yield* [...span(events.envelope, 'says what is around it'), ...span(events.source, 'says its source')]
  for (const { operation } of streams) yield* span(operation.slots.stream, 'says that it is streamed')
  yield* [...span(webhooks?.to, 'says who is called'), ...span(delivery?.webhooks, 'says how it is sent')]
}
