// Lists the declarations of parts 6 and 7: event types, deliveries, and catalogue entries.

import type { CatalogueEntry } from '../model/errors.ts'
import type { Scalar } from '../document/node.ts'
import type { Destination, EventType } from '../model/events.ts'
import type { Model } from '../model/model.ts'
import { listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import { type Declaration, type MemberReaders, readMembersWith } from './declaration.ts'
import { readWrittenValue } from './of-operations.ts'

type Of<T> = { readonly name: string; readonly value: T }

export function declareEvents(model: Model): Declaration[] {
  return listSpecifiedEntries(model.events.value.types).map(({ name, key, value }): Declaration => ({
    kind: 'event',
    name,
    key,
    paths: [['types', name]],
    member: readMembersWith<'event', Of<EventType>>(eventMembers, { name, value }),
  }))
}

const eventMembers: MemberReaders<'event', Of<EventType>> = {
  name: ({ name }) => name,
  on: ({ value }) => slotValueOf(value.on)?.map(({ text }) => text) ?? [],
  partitionkey: ({ value }) => readWrittenValue(value.partitionkey),
  subject: ({ value }) => readWrittenValue(value.subject),
  data: ({ value }) => readWrittenValue(value.data),
}

/** Webhooks and callbacks. */
export function declareDeliveries(model: Model): Declaration[] {
  const { delivery, callbacks } = model.events.value
  const declared = slotValueOf(delivery)
  const webhooks = declared && slotValueOf(declared.webhooks)
  const key = declared?.node.entries.find((entry) => entry.key.text === 'webhooks')?.key
  const addDeclaration = (parent: OfDelivery, at: Scalar, path: readonly string[]): Declaration => ({
    kind: 'delivery',
    name: parent.name,
    key: at,
    paths: [path],
    member: readMembersWith<'delivery', OfDelivery>(deliveryMembers, parent),
  })
  return [
    ...(webhooks === undefined || key === undefined
      ? []
      : [addDeclaration({ name: 'webhooks', value: webhooks, callback: false }, key, ['delivery', 'webhooks'])]),
    ...listSpecifiedEntries(callbacks).map(({ name, key: at, value }) =>
      addDeclaration({ name, value, callback: true }, at, ['callbacks', name]),
    ),
  ]
}

type OfDelivery = Of<Pick<Destination, 'url' | 'signature'>> & { readonly callback: boolean }

const deliveryMembers: MemberReaders<'delivery', OfDelivery> = {
  name: ({ name }) => name,
  callback: ({ callback }) => callback,
  url: ({ value }) => readWrittenValue(value.url),
  signature: ({ value }) => slotValueOf(value.signature)?.kind,
}

export function declareConditions(model: Model): Declaration[] {
  return listSpecifiedEntries(model.errors.value.catalogue).map(({ name, key, value }): Declaration => ({
    kind: 'condition',
    name,
    key,
    paths: [['catalogue', name]],
    member: readMembersWith<'condition', Of<CatalogueEntry>>(conditionMembers, { name, value }),
  }))
}

const conditionMembers: MemberReaders<'condition', Of<CatalogueEntry>> = {
  name: ({ name }) => name,
  on: ({ value }) => slotValueOf(value.on)?.map(({ text }) => text) ?? [],
  conditions: ({ value }) => [...new Set(slotValueOf(value.on)?.map(({ text }) => text.split(/\s+/)[0]!) ?? [])],
  status: ({ value }) => readWrittenValue(value.status),
  title: ({ value }) => readWrittenValue(value.title),
  extensions: ({ value }) => value.extensions.map(({ name }) => name),
}
