// Refusals of input: path, query, headers and body, each by its schema.

import type { Schema } from '../../schema/schema.ts'
import type { TypedParameter } from '../../typing/domain.ts'
import { listSelectionWords } from '../../model/filters.ts'
import { type Origin, originOf, slotValueOf } from '../../model/slot.ts'
import { type RawPoint, type OperationContext, point } from '../operation-context.ts'
import { limitPoints } from './address.ts'
import type { StageTable } from './row.ts'

export const input: StageTable = {
  stage: 'input',
  rows: [
    {
      condition: 'invalid',
      actions: 'all',
      when:
        '`path`: a path parameter whose schema (its own, or that of the property it is named like or compared with) can refuse some text; ' +
        '`query`: a declared parameter that can refuse, any `filter`, `sort` or `fields`, a `page` that reads the request, or `strict`; ' +
        '`header`: a declared header that can refuse, or the key of `idempotency`',
    },
    {
      condition: 'invalid',
      actions: 'all',
      when: '`body`: a body whose schema is not `true`, or `limits.sizes.field`; not if `accepts` lists `application/json-patch+json`',
    },
    { condition: 'rate-limited', actions: 'all', when: '`limits.rates.P` applies to the operation, and its `partition` reads `input`' },
    { condition: 'quota-exceeded', actions: 'all', when: '`limits.quotas.P` applies to the operation, and its `partition` reads `input`' },
  ],
  derive(operationContext) {
    const {
      operation,
      input: { body },
    } = operationContext
    const inputPoint = (name: string, provides: string, because: readonly Origin[], reads: readonly string[] = []): RawPoint =>
      point('input', 'invalid', { name }, { reads, provides: [provides] }, because)
    const points: RawPoint[] = []
    if (canRefuseAny(operationContext, operationContext.input.path.values(), true))
      points.push(inputPoint('path', 'input.path', [originOf(operation.key)]))
    const query = queryOrigins(operationContext)
    if (query.length > 0) points.push(inputPoint('query', 'input.query', query))
    const header = listHeaderOrigins(operationContext)
    if (header.length > 0) points.push(inputPoint('header', 'input.headers', header))
    return [
      ...points,
      ...(body?.jsonPatch === true ? [] : listBodyPoints(operationContext, 'input')),
      ...limitPoints(operationContext, 'input'),
    ]
  },
}

/** The body, by its schema; at the stage where it is known. */
export function listBodyPoints(operationContext: OperationContext, stage: 'input' | 'find'): RawPoint[] {
  const { body } = operationContext
  return body !== undefined && canRefuseBody(operationContext)
    ? [point(stage, 'invalid', { name: 'body' }, { reads: ['value', 'bytes'], provides: ['input.body'] }, [body])]
    : []
}

function canRefuseAny(operationContext: OperationContext, parameters: Iterable<TypedParameter>, inPath = false): boolean {
  return [...parameters].some(({ schema, required }) => (required && !inPath) || canRefuseText(schema, inPath ? 1 : 0, operationContext))
}

/** Keywords that refuse some text of a given least length. */
const assertingKeywords: readonly (keyof Exclude<Schema, boolean>)[] = [
  'enum',
  'const',
  'format',
  'maxLength',
  'pattern',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
]

function canRefuseText(schema: Schema, minLength: number, operationContext: OperationContext): boolean {
  if (typeof schema === 'boolean') return !schema
  const shape = schema.$ref === undefined ? undefined : operationContext.modelIndex.domain.shapes.get(schema.$ref)
  if (schema.$ref !== undefined) return shape === undefined || canRefuseText(shape.schema, minLength, operationContext)
  if (schema.type !== undefined && schema.type !== 'string' && !schema.type.includes('string')) return true
  return (schema.minLength ?? 0) > minLength || assertingKeywords.some((keyword) => schema[keyword] !== undefined)
}

function queryOrigins(operationContext: OperationContext): Origin[] {
  const { operation, action } = operationContext
  const { parameters, page, strict } = operation.slots
  const origins: Origin[] = []
  const declared = slotValueOf(parameters)?.query
  if (declared?.state === 'shown' && canRefuseAny(operationContext, operationContext.input.query.values()))
    origins.push(originOf(declared.at))
  if (action === 'list') {
    for (const key of ['filter', 'sort'] as const) {
      const slot = operation.slots[key]
      if (slot.state === 'shown' && listSelectionWords(operation.slots, key).length > 0) origins.push(originOf(slot.at))
    }
  }
  if ((action === 'list' || action === 'feed') && page.state === 'shown') origins.push(originOf(page.at))
  if (operationContext.input.fields !== undefined && operation.slots.fields.state === 'shown')
    origins.push(originOf(operation.slots.fields.at))
  if (strict.state === 'shown' && strict.value) origins.push(originOf(strict.at))
  return origins
}

function listHeaderOrigins(operationContext: OperationContext): Origin[] {
  const { parameters, idempotency } = operationContext.operation.slots
  const declared = slotValueOf(parameters)?.header
  const origins: Origin[] = []
  if (declared?.state === 'shown' && canRefuseAny(operationContext, operationContext.input.headers.values()))
    origins.push(originOf(declared.at))
  const key = slotValueOf(idempotency)
  if (key?.kind === 'key' && key.key.state === 'shown') origins.push(originOf(key.key.at))
  return origins
}

function canRefuseBody({ input: { body }, modelIndex }: OperationContext): boolean {
  if (slotValueOf(modelIndex.model.limits.value.sizes)?.field.state === 'shown' || body === undefined) return true
  const { schema } = body
  return typeof schema === 'boolean' ? !schema : Object.keys(schema).length > 0
}
