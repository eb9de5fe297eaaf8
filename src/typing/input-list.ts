// The choices of a list request besides filters and the order: the page and members of the response.

import type { Operation } from '../model/model.ts'
import { slotValueOf } from '../model/slot.ts'
import { findFieldsParameter } from '../model/sparse-fields.ts'
import type { SchemaObject } from '../schema/schema.ts'
import { listSelectable } from './selectable-members.ts'
import { readsInput } from './compared.ts'
import type { Domain, PageInput, TypedParameter } from './domain.ts'

/** Undefined if the answer has no view. */
export function makeFieldsParameter(operation: Operation, domain: Domain): TypedParameter | undefined {
  const name = findFieldsParameter(operation.slots)?.text
  const names = name === undefined ? [] : listSelectable(operation, domain)
  if (name === undefined || names.length === 0) return undefined
  return {
    name,
    schema: { type: 'array', minItems: 1, items: { type: 'string', enum: names } },
    type: { kind: 'list', element: { kind: 'string' } },
    required: false,
  }
}

/** A request may choose the page size if the operation has a `max` and does not compute the size from the request. */
export function readPageInput({ slots }: Operation): PageInput | undefined {
  const page = slotValueOf(slots.page)
  if (page === undefined) return undefined
  const style = slotValueOf(page.style)
  const max = slotValueOf(page.max)
  const size = slotValueOf(page.size)
  const isSelectable = max !== undefined && (size === undefined || !readsInput(size))
  const defaultSize = size !== undefined && /^\d+$/.test(size.text.trim()) ? Number(size.text) : undefined
  return {
    ...(isSelectable
      ? {
          size: makeIntegerParameter('size', {
            minimum: slotValueOf(page.min) ?? 1,
            maximum: max,
            ...(defaultSize === undefined ? {} : { default: defaultSize }),
          }),
        }
      : {}),
    ...(style === 'offset' && page.offset.state === 'unsaid' ? { offset: makeIntegerParameter('offset', { minimum: 0, default: 0 }) } : {}),
    ...(style === 'cursor' && page.cursor.state === 'unsaid' ? { cursor: cursorParameter } : {}),
  }
}

const cursorParameter: TypedParameter = { name: 'cursor', schema: { type: 'string' }, type: { kind: 'string' }, required: false }

function makeIntegerParameter(name: string, bounds: Pick<SchemaObject, 'minimum' | 'maximum' | 'default'>): TypedParameter {
  return { name, schema: { type: 'integer', ...bounds }, type: { kind: 'int' }, required: false }
}
