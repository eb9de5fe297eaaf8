// Finds the property that `touch` writes after the response.

import { withoutNull } from '../cel/fits.ts'
import type { Type } from '../cel/type.ts'
import type { Operation } from '../model/model.ts'
import { type ExpressionText, slotValueOf } from '../model/slot.ts'
import type { Property, ResourceInfo, Typing } from '../typing/domain.ts'

/** `every` in milliseconds. */
export type Touched = {
  readonly record: ExpressionText
  readonly resource: ResourceInfo
  readonly property: Property
  readonly every: number
}

const minute = 60_000

/** Undefined if the operation has no `touch`, or if a part of it is a gap or a mistake. */
export function findTouched(operation: Operation, typing: Typing): Touched | undefined {
  const declared = slotValueOf(operation.slots.touch)
  const record = declared && slotValueOf(declared.record)
  const resource = record && findTouchedResource(record, typing)
  const property = resource?.properties.get(slotValueOf(declared!.property)?.text ?? '')
  if (record === undefined || resource === undefined || property === undefined || !isTouchTime(property)) return undefined
  return { record, resource, property, every: slotValueOf(declared!.every) ?? minute }
}

/** The resource of the record; undefined if the expression gives no record. */
export function findTouchedResource(record: ExpressionText, typing: Typing): ResourceInfo | undefined {
  const type = typing.expression(record)?.type
  const withoutNulls = type && unwrap(type)
  return withoutNulls?.kind === 'record' ? typing.domain.resources.get(withoutNulls.resource) : undefined
}

function unwrap(type: Type): Type {
  return type.kind === 'optional' ? unwrap(type.of) : withoutNull(type)
}

/** True for a timestamp that only the document writes and that does not identify a record. */
export function isTouchTime({ type, compute, machine, immutable }: Property): boolean {
  return withoutNull(type).kind === 'timestamp' && compute === undefined && machine === undefined && !immutable
}
