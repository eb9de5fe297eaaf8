// The property that an operation writes after its answer.

import { withoutNull } from '../cel/fits.ts'
import type { Type } from '../cel/type.ts'
import type { Operation } from '../model/model.ts'
import { type ExpressionText, slotValue } from '../model/slot.ts'
import type { Property, ResourceInfo, Typing } from '../typing/domain.ts'

/** `every` in milliseconds. */
export type Touched = { readonly record: ExpressionText; readonly resource: ResourceInfo; readonly property: Property; readonly every: number }

const minute = 60_000

/** Undefined without `touch`, and where a part of it is a gap or a mistake. */
export function touchedBy(operation: Operation, typing: Typing): Touched | undefined {
  const declared = slotValue(operation.slots.touch)
  const record = declared && slotValue(declared.record)
  const resource = record && resourceTouched(record, typing)
  const property = resource?.properties.get(slotValue(declared!.property)?.text ?? '')
  if (record === undefined || resource === undefined || property === undefined || !isTime(property)) return undefined
  return { record, resource, property, every: slotValue(declared!.every) ?? minute }
}

/** The resource of the record; undefined if the expression gives none. */
export function resourceTouched(record: ExpressionText, typing: Typing): ResourceInfo | undefined {
  const type = typing.expression(record)?.type
  const one = type && bare(type)
  return one?.kind === 'record' ? typing.domain.resources.get(one.resource) : undefined
}

function bare(type: Type): Type {
  return type.kind === 'optional' ? bare(type.of) : withoutNull(type)
}

/** Only the document writes it, and never to identify a record. */
export function isTime({ type, compute, machine, immutable }: Property): boolean {
  return withoutNull(type).kind === 'timestamp' && compute === undefined && machine === undefined && !immutable
}
