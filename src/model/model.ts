// The model of a document: its nine parts with every slot, and the names of its elements.

import type { Span } from '../base/text.ts'
import type { Document, PartName } from '../document/document.ts'
import type { MapNode, Scalar } from '../document/node.ts'
import type { Authentication } from './authentication.ts'
import type { ActionName, OperationSlots } from './endpoints.ts'
import type { Errors } from './errors.ts'
import type { Events } from './events.ts'
import type { Limits } from './limits.ts'
import type { Resource, Resources } from './resources.ts'
import type { ServiceKeys } from './service.ts'
import { type Word, slotValueOf } from './slot.ts'
import type { Machine } from './states.ts'
import type { Versioning } from './versioning.ts'
import type { Segment } from './segment.ts'

/** A part: its content and its state. Without content, `value` has only unsaid slots. */
type PartOf<T> = {
  readonly name: PartName
  readonly state: 'shown' | 'none' | 'not shown'
  readonly value: T
  readonly headings: readonly Span[]
}

export type Model = {
  readonly document: Document
  readonly service: PartOf<ServiceKeys>
  readonly resources: PartOf<Resources & { readonly resources: readonly ResourceOf[] }>
  readonly states: PartOf<{ readonly machines: readonly MachineOf[]; readonly node: MapNode }>
  readonly endpoints: PartOf<{ readonly operations: readonly Operation[]; readonly node: MapNode }>
  readonly authentication: PartOf<Authentication>
  readonly events: PartOf<Events>
  readonly errors: PartOf<Errors>
  readonly limits: PartOf<Limits>
  readonly versioning: PartOf<Versioning>
}

export type ResourceOf = { readonly name: string; readonly key: Scalar; readonly slots: Resource }

/** `Order.status`: the machine that owns the field `status` of `Order`. */
export type MachineOf = {
  readonly name: string
  readonly resource: string
  readonly field: string
  readonly key: Scalar
  readonly slots: Machine
}

export type { Segment }

export type Operation = {
  /** As written: `POST /orders/{id}/place`. */
  readonly name: string
  readonly key: Scalar
  readonly method: string
  readonly path: string
  readonly segments: readonly Segment[]
  /** The action of the operation; undefined if it has none, or more than one (which is reported). */
  readonly action?: ActionName
  /** The name in the action (`Order`, `Order.place`); undefined for `answer` and `do`. */
  readonly subject?: Word
  /** `operationId`, or the name as written. */
  readonly id: string
  readonly slots: OperationSlots
  /** For an endpoint that only older versions have (part 9, `restore`): the first version without it. */
  readonly until?: string
}

/**
 * `Order` for `create: Order`, `transition: Order.place` and `transition: Order.status`; undefined if the action has no resource.
 */
export function resourceNameOf({ action, subject }: Pick<Operation, 'action' | 'subject'>): string | undefined {
  return action === 'call' || action === 'stream' || action === 'feed' ? undefined : subject?.text.split('.')[0]
}

/** The request header that has the idempotency key; undefined if the operation takes none. */
export function findKeyHeader({ slots }: Pick<Operation, 'slots'>): string | undefined {
  const idempotency = slotValueOf(slots.idempotency)
  return idempotency?.kind === 'key' ? slotValueOf(idempotency.key)?.text : undefined
}

/** Keys that any part may have, and that the convention folder reads. */
export const generative = /^(each|expect|waive)$/
