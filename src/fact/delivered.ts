// Deliveries and their recipients: the records of events, the resources that are destinations, and the reader of each.

import { reads } from '../cel/reads.ts'
import type { Scalar } from '../document/node.ts'
import type { Destination } from '../model/events.ts'
import { type Slot, type Word, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { ResourceInfo, Typing } from '../typing/domain.ts'
import type { DisclosingPlace } from './disclosures.ts'

export type Delivered = {
  /** `webhooks`, or the name of the callback. */
  readonly name: string
  readonly place: DisclosingPlace
  readonly destination: Destination
  /** The sent content: event types, or the callback itself, each with its causes. */
  readonly events: readonly { readonly name: string; readonly key: Scalar; readonly causes: readonly Word[] }[]
}

export function listDeliveries({ domain: { model } }: Typing): readonly Delivered[] {
  const { types, delivery, callbacks } = model.events.value
  const webhooks = slotValueOf(slotValueOf(delivery)?.webhooks ?? { state: 'unsaid' })
  const causesOf = (on: Slot<readonly Word[]>): readonly Word[] => slotValueOf(on) ?? []
  return [
    ...(webhooks === undefined
      ? []
      : [
          {
            name: 'webhooks',
            place: { kind: 'webhooks' } as const,
            destination: webhooks,
            events: listSpecifiedEntries(types).map(({ name, key, value }) => ({ name, key, causes: causesOf(value.on) })),
          },
        ]),
    ...listSpecifiedEntries(callbacks).map(({ name, key, value }) => ({
      name,
      place: { kind: 'callback', name } as const,
      destination: value,
      events: [{ name, key, causes: causesOf(value.on) }],
    })),
  ]
}

/** The resource of a cause: `Order.place`, `entry Order.paid`. */
export function findCauseResource({ domain }: Typing, { text }: Pick<Word, 'text'>): ResourceInfo | undefined {
  return domain.resources.get(text.replace(/^entry\s+/, '').split('.')[0]!)
}

/** The resources that its events are about. */
export function listEventResources({ events }: Delivered, typing: Typing): readonly ResourceInfo[] {
  return [...new Set(events.flatMap(({ causes }) => causes.flatMap((cause) => findCauseResource(typing, cause) ?? [])))]
}

/** The resources whose records `to` selects. */
export function listDestinationResources({ destination }: Delivered, typing: Typing): readonly ResourceInfo[] {
  const to = slotValueOf(destination.to)
  const expression = to && typing.expression(to)
  if (expression === undefined) return []
  return [...new Set(reads(expression).resources.map(({ resource }) => resource))].flatMap(
    (name) => typing.domain.resources.get(name) ?? [],
  )
}

const operatorVariables: ReadonlySet<string> = new Set(['settings', 'service'])

/** True if the operator alone determines the destination, and no request or record. */
export function isFixed({ destination }: Delivered, typing: Typing): boolean {
  const url = slotValueOf(destination.url)
  if (destination.to.state === 'shown' || url === undefined) return destination.to.state !== 'shown'
  return (typing.text(url) ?? []).every(
    (piece) => piece.kind === 'literal' || reads(piece.expression).variables.every(({ name }) => operatorVariables.has(name)),
  )
}
