// Lists what a request to an operation may carry besides declared parameters: sorting, pages, fields, keys, entity tags and stream
// positions.

import { isSafe } from '../model/methods.ts'
import type { Operation } from '../model/model.ts'
import { type Origin, originOf, slotValueOf } from '../model/slot.ts'
import type { Schema } from '../schema/schema.ts'
import type { Input, TypedParameter } from '../typing/domain.ts'
import { matchedActions } from './conditions/match.ts'

/** `sort`, `direction`, `page` and `fields` are in the query, the others in headers. */
export type StandardParameter = {
  readonly kind: 'sort' | 'direction' | 'page' | 'fields' | 'key' | 'condition' | 'position' | 'preference'
  readonly in: 'query' | 'header'
  readonly name: string
  readonly required: boolean
  readonly schema: Schema
  readonly origin: Origin
}

const inQuery: ReadonlySet<StandardParameter['kind']> = new Set(['sort', 'direction', 'page', 'fields'])

const textSchema: Schema = { type: 'string' }

/** A header that the operation also declares has the declared schema. */
export function listStandardParameters(operation: Operation, { sort, page, fields, headers }: Input): readonly StandardParameter[] {
  const { slots } = operation
  const parameters: StandardParameter[] = []
  const add = (kind: StandardParameter['kind'], name: string, origin: Origin, schema: Schema = textSchema, required = false): void =>
    void parameters.push({
      kind,
      in: inQuery.has(kind) ? 'query' : 'header',
      name,
      required,
      schema: (inQuery.has(kind) ? undefined : headers.get(name.toLowerCase())?.schema) ?? schema,
      origin,
    })
  if (sort !== undefined && slots.sort.state === 'shown') {
    const origin = originOf(slots.sort.at)
    add('sort', sort.parameter.name, origin, sort.parameter.schema)
    if (sort.direction !== undefined) add('direction', sort.direction.parameter.name, origin, sort.direction.parameter.schema)
  }
  if (slots.page.state === 'shown') {
    for (const parameter of [page?.size, page?.offset, page?.cursor])
      if (parameter !== undefined) add('page', parameter.name, originOf(slots.page.at), parameter.schema)
  }
  if (fields !== undefined && slots.fields.state === 'shown') add('fields', fields.name, originOf(slots.fields.at), fields.schema)
  const idempotency = slotValueOf(slots.idempotency)
  const key = idempotency?.kind === 'key' ? slotValueOf(idempotency.key) : undefined
  if (idempotency?.kind === 'key' && key !== undefined)
    add('key', key.text, originOf(key.node), textSchema, slotValueOf(idempotency.optional) !== true)
  if (slots.conditional.state === 'shown') {
    const origin = originOf(slots.conditional.at)
    if (isSafe(operation.method) && operation.action !== 'stream') add('condition', 'If-None-Match', origin)
    else if (operation.action !== undefined && matchedActions.includes(operation.action))
      add('condition', 'If-Match', origin, textSchema, slots.conditional.value === 'required')
  }
  if (slots.wait.state === 'shown') add('preference', 'Prefer', originOf(slots.wait.at))
  if (operation.action === 'stream') add('position', 'Last-Event-ID', originOf(operation.key))
  return parameters
}

/** The declared headers except those that a standard defines, which `listStandardParameters` contains. */
export function listOwnHeaders(operation: Operation, input: Input): readonly TypedParameter[] {
  const standard = new Set(
    listStandardParameters(operation, input).flatMap((each) => (each.in === 'header' ? [each.name.toLowerCase()] : [])),
  )
  return [...input.headers.values()].filter(({ name }) => !standard.has(name.toLowerCase()))
}
