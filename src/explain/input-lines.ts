// Explains the input of an operation: path, query and header parameters, filters, sort, page, and the body.

import { printJson } from '../base/json.ts'
import { type StandardParameter, listOwnHeaders, listStandardParameters } from '../fact/standard-parameters.ts'
import type { OperationContext } from '../fact/operation-context.ts'
import { slotValueOf } from '../model/slot.ts'
import type { Filter, TypedParameter } from '../typing/domain.ts'
import { type LabelledRow, makeLabelledLines, readOriginSource, readSlotSource } from './labelled-lines.ts'
import type { Line } from './layout.ts'
import { printOrigin, printPlace } from './origin.ts'
import { printSchema } from './schema-text.ts'

/** The parameters, filters and body that a request may have. */
export function listInputLines({ input, operation, body: origin }: OperationContext): Line[] {
  const { parameters } = operation.slots
  const place = parameters.state === 'shown' ? readSlotSource(parameters) : { from: printPlace(operation.key.span) }
  const listParameterRows = (kind: string, declared: Iterable<TypedParameter>): LabelledRow[] =>
    [...declared].map(({ name, schema, required }) => ({
      text: `${kind} ${name}${required ? '' : '?'}: ${printSchema(schema)}`,
      ...place,
    }))
  const { filter, strict } = operation.slots
  const filters =
    filter.state === 'shown' && input.filters.size > 0 ? filterTexts(input).map((text) => ({ text, from: printPlace(filter.at.span) })) : []
  const carried = listStandardParameters(operation, input)
  const listCarriedRows = (place: StandardParameter['in']): LabelledRow[] =>
    carried
      .filter((each) => each.in === place)
      .map(({ kind, name, required, schema, origin }) => ({
        text: `${place} ${name}${required ? '' : '?'}: ${kind === 'sort' ? describeSort(input) : describeCarried(kind, schema)}`,
        from: printOrigin(origin),
      }))
  const queries = [...listParameterRows('query', input.query.values()), ...filters, ...listCarriedRows('query')]
  const ignored = queries.length === 0 ? [] : [{ text: 'any other query parameter is ignored' }]
  const others = slotValueOf(strict) === true ? [{ text: 'any other query parameter is refused', ...readSlotSource(strict) }] : ignored
  const body =
    input.body === undefined
      ? []
      : [
          {
            text: `body${input.body.nullable ? '?' : ''}: ${printSchema(input.body.schema)}`,
            ...readOriginSource(origin === undefined ? [] : [origin]),
          },
        ]
  const { accepts } = operation.slots
  const media =
    input.body === undefined || accepts.state !== 'shown'
      ? []
      : [{ text: `Content-Type of the body: ${input.body.media.join(' or ')}`, ...readSlotSource(accepts) }]
  return makeLabelledLines('Takes', [
    ...listParameterRows('path', input.path.values()),
    ...queries,
    ...others,
    ...listParameterRows('header', listOwnHeaders(operation, input)),
    ...listCarriedRows('header'),
    ...body,
    ...media,
  ])
}

/** The properties, with their query names if the document defines them. */
function filterTexts({ filters }: OperationContext['input']): readonly string[] {
  const filterList = [...filters.values()]
  if (filterList.every(({ isDeepObject }) => isDeepObject)) return [`filter by ${filterList.map(({ name }) => name).join(', ')}`]
  return filterList.map(
    ({ name, parameters }) =>
      `filter by ${name}: ${parameters.map((each) => `${each.name} (${each.operator}${describeSeveral(each)})`).join(', ')}`,
  )
}

/** The words of requests, unless each is a property with or without a minus. */
function describeSort({ sort }: OperationContext['input']): string {
  const { words, properties, several } = sort!
  const isStandard = properties.every((name) => words.get(name) === name && words.get(`-${name}`) === `-${name}`)
  return `${several === 'repeated' ? 'repeated, each one' : 'list'} of ${isStandard ? properties.join(', ') : [...words.keys()].join(' | ')}`
}

function describeCarried(kind: Exclude<StandardParameter['kind'], 'sort'>, schema: StandardParameter['schema']): string {
  switch (kind) {
    case 'fields':
      return 'names of members of the answer, separated by commas'
    case 'direction':
    case 'page':
      return `${printSchema(schema)}${typeof schema === 'object' && schema.default !== undefined ? `, ${printJson(schema.default)} if left out` : ''}`
    case 'key':
      return `an idempotency key${isAnyText(schema) ? '' : `: ${printSchema(schema)}`}`
    case 'condition':
      return 'an entity tag'
    case 'position':
      return 'a position of the stream'
    case 'preference':
      return 'how long to wait for the outcome (RFC 7240)'
  }
}

/** True for a parameter whose values the operation does not restrict. */
function isAnyText(schema: StandardParameter['schema']): boolean {
  return typeof schema === 'object' && schema.type === 'string' && Object.keys(schema).length === 1
}

/** How a parameter with several values is written. */
function describeSeveral({ operator, several }: Filter['parameters'][number]): string {
  if (operator !== 'in' && operator !== 'any') return ''
  return several === 'commas' ? ', separated by commas' : ', repeated'
}
